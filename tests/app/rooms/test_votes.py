"""Votes to take a choice back: if the required players agree it happens once, otherwise not at all."""

import asyncio

import pytest
import pytest_asyncio
import sqlalchemy as sa
from msgspec.structs import replace

from app.base.clock import now
from app.base.ending import end
from app.jobs.bots import Bots
from app.model.refusals import (
    Accepted,
    NotAsked,
    NotYourChoice,
    QuestionOpen,
    QuestionOver,
)
from app.model.senders import VOTE
from app.rooms import votes
from app.rooms.loading import load
from app.rooms.move import Move
from app.rooms.room import Room
from app.rooms.vote_kinds import TakeBack
from app.rooms.votes import cast_vote, propose, withdraw_proposal
from app.store.db.schema.games import entries, rooms
from app.store.db.schema.games import votes as stored
from app.store.games.votes import Vote
from app.store.people.people import PeopleStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from engine.core.refusal import GameOver, Stale
from engine.core.state import encode
from engine.core.undo import Back, WentBack
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Offer, Publish, Tip
from tests.support.process import Process, act, acted, board

SIDES = ("red", "blue", "green")


@pytest_asyncio.fixture
async def people(process: Process) -> list[int]:
    """Return three people, who play red, blue and green."""
    store = PeopleStore(process.database)
    return [await store.add_guest(name, name.lower(), now()) for name in ("Ada", "Bob", "Cleo")]


def sat(room: Room, people: list[int]) -> Room:
    """Seat these people at the table, and bots on the other seats."""
    chairs = [
        Chair(n, (side,), "", people[n]) if n < len(people) else Chair(n, (side,), "random")
        for n, side in enumerate(SIDES)
    ]
    at = now()
    room.seating.table = Arranged(
        1,
        room.key,
        "antechamber",
        "A table",
        "{}",
        people[0],
        "public",
        "pick",
        True,
        True,
        "",
        at,
        at,
        chairs=tuple(chairs),
    )
    return room


async def with_draw(process: Process, people: list[int]) -> Room:
    """Make a table where red has published a dispatch, for which a die was rolled."""
    room = sat(await process.opened(("", "", "")), people)
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    return room


async def asked(room: Room, people: list[int], to: int = 0) -> Vote:
    vote = await propose(room, people[0], "red", TakeBack(to), room.sequence)
    assert isinstance(vote, Vote), vote
    return vote


async def outcomes(process: Process) -> list[str]:
    async with process.database.reading() as connection:
        return [outcome for (outcome,) in await connection.execute(sa.select(stored.c.outcome).order_by(stored.c.id))]


async def test_when_all_agree_the_table_goes_back_past_a_die_that_falls_again(
    process: Process, people: list[int]
) -> None:
    room = sat(await process.opened(("", "", "")), people)
    first = GAME.clone(board(room))
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    drawn = room.position.draws
    vote = await asked(room, people)
    assert isinstance(await cast_vote(room, people[1], vote.id, True), Vote)
    assert room.sequence == 1, "not everybody has agreed yet"
    assert isinstance(await cast_vote(room, people[2], vote.id, True), Accepted)
    assert (room.sequence, room.position.draws) == (2, drawn)
    assert board(room).hands == first.hands
    assert room.position.agenda == first.agenda
    assert room.log[-1].news == [WentBack("red", 1, "publish", agreed=True)]
    assert room.undo.last("red") is None
    assert (room.open_vote, await outcomes(process)) == (None, ["agreed"])


async def test_one_no_ends_it_and_the_same_person_does_not_ask_again_at_once(
    process: Process, people: list[int]
) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    await cast_vote(room, people[1], vote.id, True)
    assert isinstance(await cast_vote(room, people[2], vote.id, False), Vote)
    assert (room.sequence, room.open_vote, await outcomes(process)) == (1, None, ["declined"])
    assert await cast_vote(room, people[1], vote.id, True) == QuestionOver()
    assert await propose(room, people[0], "red", TakeBack(0), 1) == QuestionOpen()


async def test_who_asked_may_think_better_of_it(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    assert await withdraw_proposal(room, people[1], vote.id) == NotAsked()
    assert isinstance(await withdraw_proposal(room, people[0], vote.id), Vote)
    assert await cast_vote(room, people[1], vote.id, True) == QuestionOver()
    assert await outcomes(process) == ["withdrawn"]
    await asked(room, people)


async def test_only_the_others_at_the_table_are_asked(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    stranger = await PeopleStore(process.database).add_guest("Dora", "dora", now())
    assert await cast_vote(room, people[0], vote.id, True) == NotAsked(), "whoever asks can't vote"
    assert await cast_vote(room, stranger, vote.id, True) == NotAsked()
    assert await cast_vote(room, people[1], vote.id + 7, True) == QuestionOver()


async def test_bots_and_empty_seats_agree(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people[:1])
    assert isinstance(await propose(room, people[0], "red", TakeBack(0), 1), Accepted)
    assert room.sequence == 2


async def test_when_the_game_goes_on_it_has_lapsed(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    await acted(room, "blue", Offer("red", 1), "k2")
    assert room.open_vote is None
    for person in people[1:]:
        assert await cast_vote(room, person, vote.id, True) == QuestionOver()
    assert room.sequence == 2
    assert isinstance(await asked(room, people), Vote), "it may be asked anew"


async def test_bots_wait_while_people_think(process: Process, people: list[int]) -> None:
    key = await process.open(("", "", "random"))
    room = sat(await process.room(key), people[:2])
    bots = Bots(process.rooms, 3600)
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    room.seating.bots = dict.fromkeys(SIDES, "random")
    assert bots.due(room)
    vote = await asked(room, people)
    assert bots.due(room) is None
    await cast_vote(room, people[1], vote.id, False)
    assert bots.due(room)
    await end(bots.playing.values())


async def test_only_ones_own_choices_are_asked_for(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    await acted(room, "blue", Offer("red", 1), "k2")
    for to in (1, 2, 7):
        assert await propose(room, people[0], "red", TakeBack(to), 2) == NotYourChoice()
    assert await propose(room, people[0], "red", TakeBack(0), 1) == Stale(1, 2)


async def test_one_thing_is_asked_at_a_time(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    await acted(room, "blue", Offer("red", 1), "k2")
    await asked(room, people)
    assert await propose(room, people[1], "blue", TakeBack(1), 2) == QuestionOpen()


async def test_nobody_asks_when_the_game_is_over(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people)
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().values(status="finished"))
    assert await propose(room, people[0], "red", TakeBack(0), 1) == GameOver()


async def test_other_processes_know_what_is_asked_and_who_has_answered(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here = await with_draw(process, people)
    there = sat(await other_process.room(here.key), people)
    vote = await asked(here, people)
    await cast_vote(there, people[1], vote.id, True)
    await here.refresh()
    assert here.open_vote
    assert here.open_vote.ballots == {people[1]: True}
    assert isinstance(await cast_vote(there, people[2], vote.id, True), Accepted)
    await here.refresh()
    assert encode(here.position) == encode(there.position)


async def test_the_last_two_who_agree_at_once_go_back_once(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here = await with_draw(process, people)
    there = sat(await other_process.room(here.key), people)
    vote = await asked(here, people)
    await asyncio.gather(cast_vote(here, people[1], vote.id, True), cast_vote(there, people[2], vote.id, True))
    await asyncio.gather(here.refresh(), there.refresh())
    assert here.sequence == there.sequence == (await process.store.head(here.id)).sequence == 2
    assert await outcomes(process) == ["agreed"]


async def test_agreeing_while_the_game_goes_on_is_one_of_the_two(
    process: Process, other_process: Process, people: list[int]
) -> None:
    here = await with_draw(process, people[:2])
    there = sat(await other_process.room(here.key), people[:2])
    vote = await asked(here, people)
    agreed, offered = await asyncio.gather(
        cast_vote(here, people[1], vote.id, True), act(there, "blue", Offer("red", 1), "k2", seen=1)
    )
    await here.refresh()
    assert (await process.store.head(here.id)).sequence == 2
    assert isinstance(agreed, Accepted) != isinstance(offered, Accepted)


async def test_what_was_agreed_on_is_carried_out_by_whoever_looks_next(
    process: Process, other_process: Process, people: list[int]
) -> None:
    """The process in which the last voter agreed died at that moment."""
    room = await with_draw(process, people)
    vote = await asked(room, people)
    ballots = f'{{"{people[1]}":true,"{people[2]}":true}}'
    async with process.database.writing() as connection:
        await connection.execute(stored.update().where(stored.c.id == vote.id).values(ballots=ballots))
    there = sat(await other_process.room(room.key), people)
    await there.refresh()
    assert there.sequence == 2
    assert await outcomes(process) == ["agreed"]


async def test_a_room_that_wakes_up_remembers_what_is_asked(
    process: Process, other_process: Process, people: list[int]
) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    there = await other_process.room(room.key)
    assert there.latest_vote == vote


async def test_positions_before_and_after_are_read_and_the_game_goes_on(process: Process, people: list[int]) -> None:
    room = await with_draw(process, people[:1])
    seen = [encode(room.position)]
    await propose(room, people[0], "red", TakeBack(0), 1)
    seen.append(encode(room.position))
    await acted(room, "red", Collect(), "k2")
    await acted(room, "red", Tip(), "k3")
    row = await process.store.find(room.key)
    assert row
    for sequence, position in enumerate(seen, start=1):
        assert encode((await load(process.store, GAME, row, sequence)).position) == position
    async with process.database.reading() as connection:
        found = (await connection.execute(sa.select(sa.func.count()).select_from(entries))).scalar_one()
    assert found == room.sequence == 4


@pytest.mark.parametrize("yes", [True, False])
async def test_an_answer_given_twice_counts_once(process: Process, people: list[int], yes: bool) -> None:
    room = await with_draw(process, people)
    vote = await asked(room, people)
    await asyncio.gather(*(cast_vote(room, people[1], vote.id, yes) for _ in range(4)))
    assert room.sequence == 1
    assert room.latest_vote
    assert room.latest_vote.ballots == {people[1]: yes}


async def test_the_room_moves_by_an_open_vote_that_has_passed_and_by_no_other(
    process: Process, people: list[int]
) -> None:
    room = await with_draw(process, people)
    asked = await propose(room, people[0], "red", TakeBack(0), room.sequence)
    assert isinstance(asked, Vote)
    before = encode(room.position)
    move = Move("red", Back(0, agreed=True), str(asked.id), room.sequence, VOTE)
    for number in (asked.id, asked.id + 1):
        assert isinstance(await room.play(replace(move, key=str(number))), Stale), "nobody has agreed"
    await withdraw_proposal(room, people[0], asked.id)
    assert isinstance(await room.play(move), Stale)
    assert encode(room.position) == before


async def test_a_vote_whose_move_was_made_has_passed_whoever_closes_it(
    process: Process, people: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that makes the move ends before it closes the vote; the next look finds the game elsewhere."""
    room = await with_draw(process, people)
    asked = await propose(room, people[0], "red", TakeBack(0), room.sequence)
    assert isinstance(asked, Vote)
    really = votes.close

    async def ended(*_: object) -> None:
        """Close nothing."""

    monkeypatch.setattr(votes, "close", ended)
    for person in people[1:]:
        await cast_vote(room, person, asked.id, True)
    assert isinstance(room.log[-1].news[0], WentBack)
    monkeypatch.setattr(votes, "close", really)
    await room.refresh()
    assert room.latest_vote
    assert room.latest_vote.outcome == "agreed"
