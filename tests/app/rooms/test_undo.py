"""Undoing one's own last choices in a live game: an entry like any other, durable, once, and never too far."""

import asyncio

import pytest

from app.model.refusals import Accepted, Answer, RequestKeyReused
from app.rooms.loading import load
from app.rooms.room import Room
from engine.core.refusal import GameOver, NothingToTakeBack, Stale
from engine.core.state import encode, fingerprint
from engine.core.undo import WentBack
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Offer, Publish, Tip
from tests.support.moves import go_back
from tests.support.process import Process, act, acted, board, order


async def back(room: Room, to: int, key: str, side: str = "red", seen: int | None = None) -> Answer:
    return await go_back(room, side, to, key, room.sequence if seen is None else seen)


async def gone_back(room: Room, to: int, key: str) -> Accepted:
    answer = await back(room, to, key)
    assert isinstance(answer, Accepted), answer
    return answer


def like(room: Room, other: bytes) -> bool:
    """Tell whether the room is as it was, except for the number of its last entry."""
    position = GAME.clone(board(room))
    position.sequence = GAME.decode(other).sequence
    return encode(position) == other


async def test_a_choice_taken_back_leaves_the_table_as_it_was_and_the_log_longer(process: Process) -> None:
    room = await process.opened()
    before = encode(room.position)
    await acted(room, "red", Collect(), "k1")
    answer = await gone_back(room, 0, "k2")
    assert answer.news == [WentBack("red", 1, "collect")]
    assert room.sequence == (await process.store.head(room.id)).sequence == 2
    assert like(room, before)
    assert [told.sequence for told in room.log] == [0, 1, 2]


async def test_one_goes_back_choice_by_choice_or_several_at_once(process: Process) -> None:
    room = await process.opened()
    before = encode(room.position)
    await acted(room, "red", Offer("blue", 1), "k1")
    await acted(room, "red", Collect(), "k2")
    await gone_back(room, 1, "k3")
    await gone_back(room, 0, "k4")
    assert like(room, before)
    await acted(room, "red", Offer("blue", 2), "k5")
    await acted(room, "red", Collect(), "k6")
    await gone_back(room, 0, "k7")
    assert like(room, before)


async def test_nobody_goes_back_past_a_draw_or_for_another(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 1), "k1")
    assert await back(room, 0, "k2", side="blue") == NothingToTakeBack()
    assert await back(room, 1, "k3") == NothingToTakeBack()
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k4")
    assert await back(room, 0, "k5") == NothingToTakeBack()
    assert room.sequence == 2


async def test_nobody_goes_back_past_anothers_choice(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    await acted(room, "blue", Offer("red", 1), "k2")
    assert await back(room, 0, "k3") == NothingToTakeBack()
    assert await back(room, 0, "k4", seen=1) == Stale(1, 2)


async def test_the_same_request_again_goes_back_once(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    first = await gone_back(room, 0, "k2")
    assert await back(room, 0, "k2", seen=1) == first
    assert await act(room, "red", Collect(), "k2", seen=1) == RequestKeyReused()
    assert room.sequence == 2


async def test_a_stale_request_to_go_back_is_refused(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 1), "k1")
    await acted(room, "red", Collect(), "k2")
    assert await back(room, 0, "k3", seen=1) == Stale(1, 2)
    assert room.sequence == 2


async def test_a_room_that_wakes_up_still_knows_what_can_be_taken_back(
    process: Process, other_process: Process
) -> None:
    """Also right after an undo: it stored a snapshot, but what came before still counts."""
    room = await process.opened()
    before = encode(room.position)
    await acted(room, "red", Offer("blue", 1), "k1")
    for number in range(3):
        await acted(room, "red", Collect(), f"on-{number}")
        await gone_back(room, 1, f"back-{number}")
    again = await other_process.room(room.key)
    assert again.log == room.log
    assert encode(again.position) == encode(room.position)
    assert [taken.to for taken in again.undo.taken] == [taken.to for taken in room.undo.taken] == [0]
    await gone_back(again, 0, "k9")
    assert like(again, before)


async def test_other_processes_follow_across_going_back(process: Process, other_process: Process) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    await acted(here, "red", Offer("blue", 1), "k1")
    await acted(here, "red", Collect(), "k2")
    await gone_back(here, 1, "k3")
    await there.refresh()
    assert encode(there.position) == encode(here.position)
    assert there.log == here.log
    await gone_back(there, 0, "k4")
    assert await back(here, 0, "k5", seen=3) == Stale(3, 4), "the other process was faster"
    assert encode(there.position) == encode(here.position)


async def test_going_back_and_deciding_at_the_same_instant_are_one_of_the_two(
    process: Process, other_process: Process
) -> None:
    here = await process.opened()
    there = await other_process.room(here.key)
    await acted(here, "red", Collect(), "k1")
    await there.refresh()
    answers = await asyncio.gather(back(here, 0, "k2", seen=1), act(there, "red", Tip(), "k3", seen=1))
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Stale"]
    assert (await process.store.head(here.id)).sequence == 2


async def test_past_positions_and_replay_run_across_going_back(process: Process) -> None:
    room = await process.opened()
    seen = [encode(room.position)]
    for number in range(3):
        await acted(room, "red", Collect(), f"on-{number}")
        seen.append(encode(room.position))
        await gone_back(room, 0, f"back-{number}")
        seen.append(encode(room.position))
    row = await process.store.find(room.key)
    assert row
    for sequence, position in enumerate(seen):
        assert encode((await load(process.store, GAME, row, sequence)).position) == position
    assert row.hash == fingerprint(room.position)


async def test_it_is_told_to_those_who_knew_and_makes_only_their_answers_old(process: Process) -> None:
    room = await process.opened(("", "", ""))
    await acted(room, "blue", Offer("green", 1), "k1")
    answer = await back(room, 0, "k2", side="blue")
    assert isinstance(answer, Accepted)
    assert answer.news == [WentBack("blue", 1, "offer", known_to=("blue", "green"))]
    assert await act(room, "green", Offer("red", 1), "k3", seen=1) == Stale(1, 2)
    assert isinstance(await act(room, "red", Collect(), "k4", seen=0), Accepted)


async def test_when_the_game_is_over_nothing_is_taken_back(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":1}'))
    number, side = 0, ""
    while room.status == "playing":
        side = room.waiting[0]
        menu = room.position.agenda[-1].waiting(room.position)[side]
        await acted(room, side, next(iter(menu)), f"k{number}")
        number += 1
    for taken in [0, number - 1]:
        assert await back(room, taken, f"late-{taken}", side=side) == GameOver()


async def test_a_long_chain_is_cut_and_nothing_else_suffers(process: Process) -> None:
    room = await process.opened()
    for number in range(40):
        await acted(room, "red", order(room), f"k{number}")
    assert await back(room, 0, "far") == NothingToTakeBack()
    await gone_back(room, 20, "near")
    assert room.sequence == 41


@pytest.mark.parametrize("to", [-1, 2, 2**31])
async def test_what_was_never_there_is_nothing_to_go_back_to(process: Process, to: int) -> None:
    room = await process.opened()
    await acted(room, "red", Collect(), "k1")
    assert await back(room, to, "k2") == NothingToTakeBack()
