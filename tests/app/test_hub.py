"""Watchers of a room: everybody sees everything in order, what is shared is made once, nobody is waited for."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from app.live.bus import Hint, OneProcess
from app.live.hub import QUEUE, Hub, Watcher
from app.live.pulse import Pulse
from app.rooms.room import Room
from app.store.people import PeopleStore
from app.words.catalogue import words_of
from tests.app.conftest import Process, acted, unheard
from tests.app.test_rooms import play_on
from tests.tiny.choices import Collect, Tip


@pytest.fixture
def hub(process: Process) -> Hub:
    bus = OneProcess()
    bus.start(unheard)
    made = Hub(bus)
    process.rooms.observers.append(made.changed)
    return made


@pytest_asyncio.fixture
async def room(process: Process) -> AsyncIterator[Room]:
    yield await process.opened()


def frames(watcher: Watcher) -> list[dict[str, Any]]:
    return [json.loads(watcher.frames.get_nowait()) for _ in range(watcher.frames.qsize())]


def watch(hub: Hub, room: Room, after: int = 0, epoch: int = 0, language: str = "en") -> Watcher:
    return hub.join(room, (), words_of(language), epoch, after)


async def test_a_watcher_is_told_each_change_in_order(hub: Hub, room: Room) -> None:
    watcher = watch(hub, room)
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    told = frames(watcher)
    assert [(frame["seq"], frame["full"]) for frame in told] == [(1, False), (2, False)]
    assert all(frame["html"] for frame in told)


async def test_who_is_up_to_date_is_told_nothing_and_who_is_behind_everything(hub: Hub, room: Room) -> None:
    await acted(room, "red", Collect(), "k1")
    assert frames(watch(hub, room, after=1)) == []
    for watcher in (watch(hub, room, after=0), watch(hub, room, after=1, epoch=1), watch(hub, room, after=7)):
        [frame] = frames(watcher)
        assert (frame["seq"], frame["full"]) == (1, True)
        assert 'id="table" hx-swap-oob="innerHTML"' in frame["html"]


async def test_a_jump_of_several_steps_is_told_whole(
    hub: Hub, room: Room, process: Process, other_process: Process
) -> None:
    watcher = watch(hub, room)
    await play_on(await other_process.room(room.key), 3)
    await room.refresh()
    [frame] = frames(watcher)
    assert (frame["seq"], frame["full"]) == (3, True)


async def test_those_who_share_a_view_and_a_language_share_the_bytes(hub: Hub, room: Room) -> None:
    one, two, other = watch(hub, room), watch(hub, room), watch(hub, room, language="it")
    await acted(room, "red", Collect(), "k1")
    mine, yours, italian = one.frames.get_nowait(), two.frames.get_nowait(), other.frames.get_nowait()
    assert mine is yours
    assert "incassa" in italian


async def test_a_slow_reader_is_dropped_and_the_others_go_on(hub: Hub, room: Room) -> None:
    slow, quick = watch(hub, room), watch(hub, room)
    await play_on(room, QUEUE)
    frames(quick)
    assert not slow.dropped.is_set()
    await acted(room, "red", Collect(), "k1")
    assert slow.dropped.is_set()
    assert not quick.dropped.is_set()
    assert slow.frames.qsize() == QUEUE


async def test_a_frozen_room_says_so(hub: Hub, room: Room) -> None:
    watcher = watch(hub, room)
    await room.freeze("trouble")
    [frame] = frames(watcher)
    assert frame["full"]
    assert "This game has stopped" in frame["html"]


async def test_nothing_is_kept_of_those_who_left(hub: Hub, room: Room) -> None:
    watchers = [watch(hub, room), watch(hub, room, language="it")]
    assert hub.watched() == [room]
    for watcher in watchers:
        hub.leave(room, watcher)
    assert hub.streams == {}
    assert hub.watched() == []


async def test_a_beat_says_where_the_table_is(hub: Hub, room: Room) -> None:
    await acted(room, "red", Collect(), "k1")
    watcher = watch(hub, room, after=1)
    hub.beat()
    assert frames(watcher) == [{"seq": 1, "full": False, "html": ""}]


async def test_a_hint_makes_a_live_room_catch_up(
    hub: Hub, room: Room, process: Process, other_process: Process
) -> None:
    pulse = Pulse(process.rooms, hub, OneProcess(), PeopleStore(process.database))
    await acted(await other_process.room(room.key), "red", Collect(), "k1")
    pulse.hear(Hint(room.key, 0, 0))
    assert pulse.refreshing == {}, "an old hint is nothing"
    pulse.hear(Hint("unknown", 0, 9))
    assert pulse.refreshing == {}
    pulse.hear(Hint(room.key, 0, 1))
    pulse.hear(Hint(room.key, 0, 1))
    await asyncio.gather(*pulse.refreshing.values())
    assert room.sequence == 1


async def test_without_any_hint_the_pulse_finds_out(
    hub: Hub, room: Room, process: Process, other_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse = Pulse(process.rooms, hub, OneProcess(), PeopleStore(process.database))
    watcher = watch(hub, room)
    await acted(await other_process.room(room.key), "red", Collect(), "k1")
    assert frames(watcher) == []
    await pulse.look()
    await asyncio.gather(*pulse.refreshing.values())
    assert frames(watcher)[0]["seq"] == 1
