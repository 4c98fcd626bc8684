"""A live game: an accepted choice is durable and counts once, a refused one changes nothing, and a failure stops this
game alone.
"""

import asyncio
import time

import pytest
import sqlalchemy as sa

from app.base.failures import StoreUnavailable
from app.features.admin.actions import SHELL_DOER, do
from app.model.refusals import Accepted, RequestKeyReused, RoomFrozen
from app.rooms.admin_actions import Thaw
from app.rooms.loading import load
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.rooms import LostRoom
from app.rooms.seats import NoSuchSeating
from app.store.db.schema.games import entries, snapshots
from app.store.db.schema.games import rooms as rooms_table
from app.store.games.ledger import Action, Outcome
from engine.core import door
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Illegal, Malformed, NotYourTurn, Stale
from engine.core.state import Side, encode
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Offer, Order, Publish, Tip
from tests.support.moves import play
from tests.support.process import Process, act, acted, board, order


async def test_an_accepted_choice_is_in_the_store_before_it_is_answered(process: Process) -> None:
    room = await process.opened()
    answer = await acted(room, "red", Collect(), "k1")
    assert answer.sequence == room.sequence == 1
    assert [type(entry).__name__ for entry in answer.news] == ["Collected"]
    head = await process.store.head(room.id)
    assert (head.sequence, head.status) == (1, "playing")


async def test_a_refused_choice_changes_nothing(process: Process) -> None:
    room = await process.opened()
    before = encode(room.position)
    assert isinstance(await act(room, "blue", Collect(), "k1"), NotYourTurn)
    held = board(room).hands["red"]
    not_held = next(n for n in range(1, 13) if n not in held)
    assert isinstance(await act(room, "red", Publish(not_held), "k2"), Illegal)
    assert isinstance(await play(room, "red", b'{"do":"collect","more":1}', "k3", 0), Malformed)
    assert encode(room.position) == before
    assert (await process.store.head(room.id)).sequence == 0


async def test_the_same_request_again_gets_the_same_answer_however_late(process: Process) -> None:
    room = await process.opened()
    first = await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    assert await act(room, "red", Collect(), "k1", seen=0) == first
    assert room.sequence == 2


async def test_the_answer_to_a_repeated_request_tells_a_side_only_its_own_news(process: Process) -> None:
    room = await process.opened()
    answer = await acted(room, "red", Offer("blue", 1), "k1")
    assert answer.news
    assert await act(room, "red", Offer("blue", 1), "k1", seen=0) == answer
    assert [told.news for told in room.log][-1] == answer.news


async def test_a_used_request_key_with_another_choice_is_refused(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    assert await act(room, "red", Tip(), "k1") == RequestKeyReused()
    assert await act(room, "red", Tip(), "k1", seen=0) == RequestKeyReused()
    assert await act(room, "blue", Collect(), "k1", seen=0) == RequestKeyReused()


async def test_a_stale_choice_is_refused_with_the_head(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    assert await act(room, "red", Tip(), "k2", seen=0) == Stale(0, 1)
    assert await act(room, "red", Tip(), "k3", seen=7) == Stale(7, 1)


async def test_what_others_do_in_secret_makes_no_answer_old(process: Process, other_process: Process) -> None:
    room = await process.opened(("", "", ""))
    there = await other_process.room(room.key)
    await acted(room, "blue", Offer("green", 1), "k1")
    await there.refresh()
    await acted(there, "blue", Order("every_auction"), "k2")
    assert isinstance(await act(room, "red", Collect(), "k3", seen=0), Accepted), "here and elsewhere"
    assert room.sequence == 3
    assert await act(room, "red", Tip(), "k4", seen=2) == Stale(2, 3), "red has acted itself since"
    assert await act(room, "green", Offer("red", 1), "k5", seen=0) == Stale(0, 3), "green was made an offer"
    assert await act(room, "red", Collect(), "k3", seen=0) == Accepted(0, 3, room.log[-1].news)


async def test_two_processes_go_on_with_one_game(process: Process, other_process: Process) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    await acted(here, "red", Collect(), "k1")
    assert await act(there, "red", Collect(), "k2", seen=0) == Stale(0, 1)
    assert there.sequence == 1, "a process that was behind has caught up"
    await acted(there, "red", Tip(), "k3")
    assert isinstance(await act(here, "blue", Collect(), "k4", seen=2), Accepted), (
        "a page of the other process is known"
    )
    assert encode(here.position) != encode(there.position)
    await there.refresh()
    assert encode(here.position) == encode(there.position)


async def test_a_double_click_over_two_processes_is_one_action_with_one_answer(
    process: Process, other_process: Process
) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    one, two = await asyncio.gather(act(here, "red", Collect(), "k1", 0), act(there, "red", Collect(), "k1", 0))
    assert one == two
    assert isinstance(one, Accepted)
    assert (await process.store.head(here.id)).sequence == 1


async def test_two_seats_at_the_same_instant_are_one_accepted_and_one_stale(
    process: Process, other_process: Process
) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    for sequence in range(10):
        choice = order(here)
        answers = await asyncio.gather(
            act(here, "red", choice, f"r{sequence}", sequence),
            act(there, "red", choice, f"b{sequence}", sequence),
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Stale"]
        await asyncio.gather(here.refresh(), there.refresh())


async def test_a_caller_that_goes_away_does_not_stop_what_it_began(process: Process) -> None:
    room = await process.opened()
    asking = asyncio.create_task(act(room, "red", Collect(), "k1"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await process.rooms.close()
    assert room.sequence == (await process.store.head(room.id)).sequence == 1


class BrokenLedger:
    """A store that cannot report the outcome, although it has stored the action."""

    def __init__(self, process: Process) -> None:
        self.ledger = process.ledger

    async def record(self, action: Action) -> Outcome:
        await self.ledger.record(action)
        raise StoreUnavailable("the line went dead")

    async def close(self) -> None: ...


async def test_an_action_whose_outcome_is_unknown_can_be_tried_again(process: Process) -> None:
    room = await process.opened()
    announced: list[int] = []
    process.rooms.observers.append(lambda changed, _: announced.append(changed.sequence))
    room.ledger = BrokenLedger(process)
    with pytest.raises(StoreUnavailable):
        await act(room, "red", Collect(), "k1")
    assert room.sequence == 0, "what is not known to be stored is not shown"
    assert announced == []
    room.ledger = process.ledger
    assert isinstance(await act(room, "red", Collect(), "k1", seen=0), Accepted)
    assert room.sequence == 1


def break_rules(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    def submit(*_: object) -> None:
        if fault == "raises":
            raise ZeroDivisionError("a planted fault")
        while True:
            pass

    monkeypatch.setattr("engine.core.door.submit", submit)


@pytest.mark.parametrize("fault", ["raises", "never ends"])
async def test_rules_that_fail_freeze_their_room_alone(
    process: Process, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    broken, sound = await process.opened(), await process.opened()
    began = time.process_time()  # processor time counts: a machine may be busy with others
    with monkeypatch.context() as broken_rules:
        break_rules(broken_rules, fault)
        assert await act(broken, "red", Collect(), "k1") == RoomFrozen()
    assert time.process_time() - began < 3
    assert await act(broken, "red", Collect(), "k2") == RoomFrozen()
    row = await process.store.find(broken.key)
    assert row
    assert row.status == "frozen"
    assert row.trouble.startswith("the rules failed")
    assert broken.sequence == 0
    await acted(sound, "red", Collect(), "k1")


@pytest.mark.parametrize("asked", [{"red": OneOf(Tip()), "blue": OneOf()}, {}])
async def test_a_choice_after_which_somebody_could_not_answer_is_not_recorded(
    process: Process, monkeypatch: pytest.MonkeyPatch, asked: dict[Side, Menu]
) -> None:
    """Its game stops before that choice, and goes on from there once the rules are corrected."""
    room, real = await process.opened(), door.waiting
    with monkeypatch.context() as broken_rules:
        broken_rules.setattr(door, "waiting", lambda game, state: asked if state.sequence else real(game, state))
        assert await act(room, "red", Collect(), "k1") == RoomFrozen()
    head = await process.store.head(room.id)
    assert (head.sequence, head.status) == (0, "frozen")
    assert "would have nothing to answer" in room.trouble
    assert await process.store.entries(room.id, room.epoch, 0, 1) == []
    assert await do(process.database, SHELL_DOER, room.key, Thaw(), "The rules are mended.") is None
    await room.refresh()
    await acted(room, "red", Collect(), "k2")


async def test_rules_that_fail_to_say_who_is_asked_next_freeze_their_room_before_it(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, real = await process.opened(), door.waiting
    with monkeypatch.context() as broken_rules:
        broken_rules.setattr(door, "waiting", lambda game, state: real(game, state) if state.sequence == 0 else 1 / 0)
        assert await act(room, "red", Collect(), "k1") == RoomFrozen()
    assert (room.sequence, (await process.store.head(room.id)).sequence) == (0, 0)
    assert room.trouble.startswith("the rules failed")


async def test_a_room_frozen_elsewhere_is_frozen_here(process: Process, other_process: Process) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    await there.follower.freeze("trouble")
    assert await act(here, "red", Collect(), "k1") == RoomFrozen()
    assert here.status == "frozen"


async def play_on(room: Room, choices: int) -> None:
    """Make this many choices that do not end the game."""
    for number in range(choices):
        await acted(room, "red", order(room), f"play-{number}")


@pytest.mark.parametrize("choices", [0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1])
async def test_a_room_wakes_up_where_it_was(process: Process, other_process: Process, choices: int) -> None:
    room = await process.opened()
    await play_on(room, choices)
    again = await other_process.room(room.key)
    assert again is not room
    assert encode(again.position) == encode(room.position)
    assert again.head == room.head
    assert again.log == room.log


async def test_a_past_position_is_the_one_that_was(process: Process) -> None:
    room = await process.opened()
    first = encode(room.position)
    await acted(room, "red", Collect(), "k1")
    second = encode(room.position)
    await play_on(room, SNAPSHOT_EVERY)
    row = await process.store.find(room.key)
    assert row
    assert encode((await load(process.store, GAME, row, 0)).position) == first
    assert encode((await load(process.store, GAME, row, 1)).position) == second


async def change(process: Process, statement: sa.Executable) -> None:
    async with process.database.writing() as connection:
        await connection.execute(statement)


FAULTS = {
    "a changed snapshot": snapshots.update().values(state=sa.func.replace(snapshots.c.state, '"blue":5', '"blue":6')),
    "an unreadable snapshot": snapshots.update().values(state='{"rules":'),
    "no snapshot": snapshots.delete(),
    "a changed choice": entries.update().values(choice='{"do":"call_ballot"}'),
    "an impossible choice": entries.update().values(choice='{"do":"raise","coins":3}'),
    "a missing entry": entries.delete().where(entries.c.sequence == 1),
    "a changed hash": rooms_table.update().values(hash="0"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_damaged_room_is_frozen_and_the_others_go_on(
    process: Process, other_process: Process, fault: str
) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await change(process, FAULTS[fault])
    sound = await process.open()
    found = await other_process.rooms.get(room.key)
    assert isinstance(found, LostRoom)
    row = await process.store.find(room.key)
    assert row
    assert row.status == "frozen"
    assert row.trouble
    await acted(await other_process.room(sound), "red", Collect(), "k1")


async def test_a_room_of_a_game_that_is_not_installed_is_lost_but_not_frozen(process: Process) -> None:
    key = await process.open()
    await change(process, rooms_table.update().values(game="chess"))
    assert isinstance(await process.rooms.get(key), LostRoom)
    row = await process.store.find(key)
    assert row
    assert row.status == "playing"


async def test_a_reset_room_is_read_again(process: Process) -> None:
    """A new epoch begins with a snapshot of its own; the log keeps what was before."""
    room = await process.opened()
    opening = encode(room.position).decode()
    first = await process.store.find(room.key)
    await acted(room, "red", Collect(), "k1")
    assert first
    await change(process, snapshots.insert().values(room=room.id, epoch=1, sequence=0, state=opening))
    await change(process, rooms_table.update().values(epoch=1, sequence=0, hash=first.hash))
    await room.refresh()
    assert (room.epoch, room.sequence) == (1, 0)
    assert encode(room.position).decode() == opening
    await acted(room, "red", Collect(), "k2")


async def test_nobody_is_asked_when_the_game_is_over(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":1}'))
    number = 0
    while room.status == "playing":
        side, menu = next(iter(door.waiting(GAME, room.position).items()))
        await acted(room, side, next(iter(menu)), f"k{number}")
        number += 1
    assert room.waiting == ()
    row = await process.store.find(room.key)
    assert row
    assert (row.status, row.waiting, row.bot_due) == ("finished", "", False)
    assert (await act(room, "red", Collect(), "late")).__class__.__name__ == "GameOver"


async def test_two_that_ask_for_a_room_at_once_get_the_same_one(process: Process) -> None:
    key = await process.open()
    rooms = await asyncio.gather(*(process.rooms.get(key) for _ in range(8)))
    assert len({id(room) for room in rooms}) == 1


async def test_a_room_nobody_looks_at_leaves_memory_and_comes_back(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    process.rooms.sleep()
    assert process.rooms.live
    process.rooms.looked_at[room.key] = -1_000_000
    process.rooms.sleep()
    assert process.rooms.live == {}
    assert (await process.room(room.key)).sequence == 1


@pytest.mark.parametrize("bots", [(), ("",), ("random",) * 4, ("random", "no such bot")])
async def test_a_table_needs_a_seating_the_game_knows(process: Process, bots: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchSeating):
        await process.open(bots)
