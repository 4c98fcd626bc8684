"""Orders that answer one question after the other: each stretch of them is an entry and a transaction of its own, and
if the process ends in between, another one continues the table.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.jobs.bots import Bots
from app.rooms import standing_orders as running_on
from app.rooms.room import Room
from engine.core import door
from engine.core.journal import seen
from engine.core.refusal import NothingToTakeBack
from engine.core.state import encode
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Collect, Order, Publish, Tip
from tests.games.tiny.journal import OrderFired
from tests.support.moves import go_back
from tests.support.process import Process, acted, board


@pytest.fixture(autouse=True)
def one_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one order at most follow a choice."""
    monkeypatch.setattr(door, "AT_ONCE", 1)


async def auctioned(process: Process) -> Room:
    """Make a table of three with orders to pass, at which a published dispatch is to be auctioned."""
    room = await process.opened(("", "", ""))
    for side in ("red", "blue", "green"):
        await acted(room, side, Order("every_auction"), f"leave.{side}")
    number = 0
    while not any(isinstance(entry, OrderFired) for told in room.log for entry in told.news):
        side, number = room.waiting[0], number + 1
        hand = board(room).hands.get(side)
        choice: Any = Tip() if not is_turn(room) else Publish(hand[0]) if hand else Collect()
        await acted(room, side, choice, f"k{number}")
    return room


def is_turn(room: Room) -> bool:
    return type(room.position.agenda[-1]).__name__ == "Turn"


async def done(room: Room) -> None:
    """Wait for what the room does by itself."""
    while room.unfinished:
        await asyncio.gather(*room.unfinished)


async def keys(room: Room) -> list[str]:
    entries = await room.store.entries(room.id, room.epoch, 0, (await room.follower.row()).sequence)
    return [entry.key for entry in entries]


async def test_they_go_on_by_themselves_each_stretch_in_an_entry_of_its_own(process: Process) -> None:
    room = await auctioned(process)
    await done(room)
    assert not isinstance(room.position.agenda[-1], Auction), "all three have passed"
    assert [key.partition(".")[0] for key in await keys(room)].count("order") == 1
    assert (await room.follower.row()).bot_due is False


async def test_each_side_is_told_of_its_own_order_and_takes_nothing_back(process: Process) -> None:
    room = await auctioned(process)
    await done(room)
    for side in ("red", "blue", "green"):
        told = [entry for told in room.log for entry in seen(told.news, side) if isinstance(entry, OrderFired)]
        assert told == [OrderFired(side)]
        assert await go_back(room, side, room.sequence - 1, f"undo.{side}", room.sequence) == NothingToTakeBack()


async def test_where_a_process_ended_in_between_another_goes_on(
    process: Process, other_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ended(_: Room) -> None:
        """Do nothing: the process is gone."""

    monkeypatch.setattr(running_on, "run_on", ended)
    room = await auctioned(process)
    await done(room)
    assert isinstance(room.position.agenda[-1], Auction)
    assert (await room.follower.row()).bot_due
    there = await other_process.room(room.key)
    await Bots(other_process.rooms, pace=3600).scan()
    assert not isinstance(there.position.agenda[-1], Auction)
    assert (await there.follower.row()).bot_due is False
    await Bots(process.rooms, pace=3600).scan()
    await room.refresh()
    assert encode(room.position) == encode(there.position)
    assert room.log == there.log


async def test_rules_that_never_come_to_an_end_freeze_the_room(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_on, "MOST", 0)
    room = await auctioned(process)
    await done(room)
    assert (room.status, (await room.follower.row()).status) == ("frozen", "frozen")
