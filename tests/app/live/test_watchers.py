"""Watchers of a room: each sees everything in order, shared content is made once, and no one waits for slow ones."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from app.live.bus import Hint, OneProcess
from app.live.catch_up import Pulse
from app.live.frames import Hear, Way
from app.live.stream import CROWD, QUEUE, Watcher
from app.live.watchers import Hub
from app.rooms.room import Room
from app.store.people.people import PeopleStore
from app.words.catalogue import words_of
from tests.app.rooms.test_room import play_on
from tests.games.tiny.choices import Collect, Offer, Tip
from tests.support.process import Process, acted, board, order, unheard


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


def watch(
    hub: Hub, room: Room, after: int = 0, epoch: int = 0, language: str = "en", own: tuple[str, ...] = ()
) -> Watcher:
    return hub.join(room, own, words_of(language), epoch, after)


def watch_data(hub: Hub, room: Room, *own: str, after: int = 0) -> Watcher:
    return hub.join(room, own, None, 0, after)


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


async def test_who_can_see_nothing_of_a_change_is_told_nothing_of_it(hub: Hub, room: Room) -> None:
    """Red's whisper to blue concerns no one else; the next frame builds on what they have."""
    watcher, early = watch(hub, room), watch(hub, room, own=("blue",))
    await acted(room, "red", Offer("blue", 1), "k1")
    assert [frame["after"] for frame in frames(early)] == [0]
    late = watch(hub, room, after=1)
    hub.beat()
    assert [frame["seq"] for frame in frames(watcher) + frames(late)] == [0, 0]
    await acted(room, "red", Collect(), "k2")
    for one in (watcher, late):
        [frame] = frames(one)
        assert (frame["after"], frame["seq"], frame["full"]) == (0, 2, False)
    assert hub.changes(room, (), words_of("en"), 0) == hub.changes(room, (), words_of("en"), 1) != ""
    assert hub.changes(room, (), words_of("en"), 2) == ""


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


async def test_programs_are_told_the_view_and_the_news(hub: Hub, room: Room) -> None:
    watcher = watch_data(hub, room, "red")
    await acted(room, "red", Collect(), "k1")
    hub.beat()
    step, beat = frames(watcher)
    assert (step["seq"], step["after"], step["full"]) == (1, 0, False)
    assert [(told["sequence"], told["side"]) for told in step["news"]] == [(1, "red")]
    view = msgspec.to_builtins(room.game.view(room.position, "red"))
    about = {"epoch": 0, "status": "playing", "side": "red", "waiting": ["red"], "awaited": [], "time": None}
    assert step["now"] == about | {"view": view}
    assert beat == {"seq": 1, "after": 1, "full": False}
    [whole] = frames(watch_data(hub, room, "blue", after=9))
    assert (whole["full"], whole["now"]["side"], len(whole["news"])) == (True, "blue", 1)


async def test_programs_see_nothing_that_their_side_may_not(hub: Hub, room: Room) -> None:
    watchers = [watch_data(hub, room, *own) for own in (("red",), ("blue",), ())]
    await acted(room, "red", Offer("blue", 2), "k1")
    [red], [blue], nobody = map(frames, watchers)
    assert red["news"] == blue["news"] != []
    assert nobody == [], "not even that there was something"
    assert red["now"]["view"]["hand"] == sorted(board(room).hands["red"])
    [whole] = frames(watch_data(hub, room, after=9))
    assert (whole["news"], whole["now"]["view"]["hand"]) == ([], [])


async def test_a_slow_reader_is_dropped_and_the_others_go_on(hub: Hub, room: Room) -> None:
    slow, quick = watchers = [watch(hub, room, own=("red",)), watch(hub, room, own=("red",))]
    await play_on(room, QUEUE)
    frames(quick)
    assert [watcher.dropped for watcher in watchers] == [False, False]
    await acted(room, "red", Collect(), "k1")
    assert [watcher.dropped for watcher in watchers] == [True, False]
    assert slow.frames.qsize() == QUEUE


class Slow:
    """A wire that takes what it can at once, and the rest when it is free again."""

    def __init__(self) -> None:
        self.turned: Callable[[], None] | None = None
        self.free = asyncio.Event()
        self.taken: list[int] = []

    @property
    def way(self) -> Way | None:
        return self.take if self.free.is_set() else None

    def take(self, frame: bytes) -> None:
        self.taken.append(json.loads(frame[frame.index(b'{"') :])["seq"])

    def put(self, text: str) -> bool:
        if self.free.is_set():
            self.take(text.encode())
        return self.free.is_set()

    def turn(self, free: bool) -> None:
        self.free.set() if free else self.free.clear()
        assert self.turned
        self.turned()

    async def send_text(self, text: str) -> None:
        await self.free.wait()
        self.take(text.encode())

    def listen(self, hear: Hear) -> None:
        """Listen to nothing: no client speaks on it."""

    def pause(self) -> None: ...

    def resume(self) -> None: ...


async def test_what_a_line_does_not_take_at_once_waits_and_nothing_passes_it(hub: Hub, room: Room) -> None:
    line = Slow()
    watcher = hub.join(room, ("red",), words_of("en"), 0, 0, wire=line)
    line.turn(free=True)
    await acted(room, "red", Collect(), "k1")
    assert line.taken == [1], "at once"
    line.turn(free=False)
    await acted(room, "red", Tip(), "k2")
    await play_on(room, 2)
    assert line.taken == [1]
    line.turn(free=True)
    await acted(room, "red", order(room), "k3")
    if watcher.pumping:
        await watcher.pumping
    assert line.taken == [1, 2, 3, 4, 5]


async def test_a_crowd_is_told_the_same_in_order_and_waits_for_nobody_in_it(hub: Hub, room: Room) -> None:
    lines = [Slow() for _ in range(CROWD)]
    watchers = [hub.join(room, ("red",), words_of("en"), 0, 0, wire=line) for line in lines]
    for line in lines:
        line.turn(free=True)
    await acted(room, "red", Collect(), "k1")
    lines[0].turn(free=False)
    await acted(room, "red", Tip(), "k2")
    assert [line.taken for line in lines] == [[1], *[[1, 2]] * (CROWD - 1)]
    lines[0].turn(free=True)
    await play_on(room, 1)
    if watchers[0].pumping:
        await watchers[0].pumping
    assert [line.taken for line in lines] == [[1, 2, 3]] * CROWD


async def test_in_a_crowd_a_line_that_fails_silences_no_other(hub: Hub, room: Room) -> None:
    lines = [Slow() for _ in range(CROWD)]
    watchers = [hub.join(room, ("red",), words_of("en"), 0, 0, wire=line) for line in lines]
    for line in lines:
        line.turn(free=True)
    watchers[3].way = lambda _: 1 / 0
    await acted(room, "red", Collect(), "k1")
    assert [line.taken for line in lines] == [[1]] * 3 + [[]] + [[1]] * (CROWD - 4)
    assert [watcher.dropped for watcher in watchers] == [False] * 3 + [True] + [False] * (CROWD - 4)


async def test_who_is_dropped_twice_is_let_go_once(hub: Hub, room: Room) -> None:
    watcher, gone = watch(hub, room), []
    watcher.let_go = lambda: gone.append(1)
    watcher.drop()
    watcher.drop()
    assert gone == [1]


async def test_a_frozen_room_says_so(hub: Hub, room: Room) -> None:
    watcher = watch(hub, room)
    await room.follower.freeze("trouble")
    [frame] = frames(watcher)
    assert frame["full"]
    assert "A fault has stopped this game" in frame["html"]


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
    assert frames(watcher) == [{"seq": 1, "after": 1, "full": False, "html": ""}]


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
