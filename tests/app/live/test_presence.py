"""Every page of a table, in every process, shows who has it open, for as long as they do."""

from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from app.features.table import responses
from app.features.table.sidebar import Beside, beside
from app.live.bus import Hint, OneProcess
from app.live.presence import CALLED_SECONDS, FORGOTTEN_SECONDS, TOPIC, Presence
from app.live.stream import Watcher
from app.live.watchers import Hub
from app.rooms.presence import Around
from app.rooms.room import Room
from app.web.services import Services
from app.words.catalogue import words_of
from tests.app.live.test_watchers import frames
from tests.support.playing import begun
from tests.support.process import Process, unheard


class Wire(OneProcess):
    """Records what was sent to the other processes."""

    def __init__(self) -> None:
        self.start(unheard)
        self.said: list[Hint] = []

    def publish(self, hint: Hint) -> None:
        self.said.append(hint)


class Site:
    """A process with a room in it, and a clock that stands still."""

    def __init__(self, process: Process, room: Room) -> None:
        self.wire, self.now, self.room = Wire(), 0.0, room
        self.hub = Hub(self.wire)
        self.presence = Presence(process.rooms, self.hub, self.wire, lambda: self.now)

    def opens(self, *own: str, session: int | None = None) -> Watcher:
        watcher = self.hub.join(self.room, own, words_of("en"), 0, 0, session)
        self.presence.opened(self.room, own)
        self.presence.settled(self.room)
        return watcher

    def closes(self, watcher: Watcher) -> None:
        self.hub.leave(self.room, watcher)
        self.presence.settled(self.room)


async def test_who_opens_a_table_is_there_until_they_close_it(process: Process) -> None:
    site = Site(process, await process.opened())
    red, watcher = site.opens("red"), site.opens()
    assert site.room.around == Around(("red",), 1)
    site.closes(red)
    site.closes(watcher)
    assert site.room.around == Around((), 0)


async def test_several_windows_of_a_session_are_one_onlooker(process: Process) -> None:
    site = Site(process, await process.opened())
    windows = [site.opens(session=7), site.opens(session=7), site.opens(session=8), site.opens()]
    assert site.room.around.watching == 3
    site.closes(windows[0])
    assert site.room.around.watching == 3


async def test_pages_are_told_the_parts_that_differ_and_nothing_of_the_game(process: Process) -> None:
    site = Site(process, await process.opened())
    watcher = site.opens()
    frames(watcher)
    site.opens()
    [frame] = frames(watcher)
    assert frame.keys() == {"html"}
    assert "2 spectators" in frame["html"]
    assert frame["html"].count("<section") == 1
    site.presence.show(site.room)
    assert frames(watcher) == [], "nothing is different"


async def test_programs_are_told_who_is_there(process: Process) -> None:
    site = Site(process, await process.opened())
    program = site.hub.join(site.room, ("red",), None, 0, 0)
    site.opens()
    site.opens("blue")
    assert [frame for frame in frames(program) if "present" in frame] == [
        {"present": {"sides": ["red"], "watching": 1}},
        {"present": {"sides": ["red", "blue"], "watching": 1}},
    ]


async def test_who_is_there_at_another_process_shows_until_it_says_nothing_for_a_while(
    process: Process, other_process: Process
) -> None:
    here = Site(process, await process.opened())
    there = Site(other_process, await other_process.room(here.room.key))
    here.opens("red")
    there.opens("blue")
    there.opens()
    for hint in there.wire.said:
        here.presence.hear(hint)
    assert here.room.around == Around(("red", "blue"), 1)
    here.now = FORGOTTEN_SECONDS - 1
    await here.presence.look()
    assert here.room.around.sides == ("red", "blue")
    here.now = FORGOTTEN_SECONDS
    await here.presence.look()
    assert here.room.around == Around(("red",), 0)


async def test_a_process_does_not_count_itself_twice_nor_rooms_that_are_not_here(process: Process) -> None:
    site = Site(process, await process.opened())
    site.opens("red")
    site.opens()
    for hint in site.wire.said:
        site.presence.hear(hint)
    site.presence.hear(Hint("unknown", 0, 0, topic=TOPIC, said="abc 3 red"))
    assert site.room.around == Around(("red",), 1)
    assert site.presence.elsewhere == {}


async def test_who_is_brought_the_page_is_there_for_a_while_without_a_socket(process: Process) -> None:
    site = Site(process, await process.opened())
    site.presence.call(site.room, ("red",))
    assert site.room.around == Around(("red",), 0), "their own page says so at once"
    site.presence.settled(site.room)
    assert " red" in site.wire.said[-1].said, "the other processes are told"
    site.now = CALLED_SECONDS - 1
    await site.presence.look()
    assert site.room.around == Around(("red",), 0)
    site.now = CALLED_SECONDS
    await site.presence.look()
    assert site.room.around == Around((), 0)
    assert site.presence.called == {}


async def test_of_who_has_a_socket_it_knows_best_when_they_are_gone(process: Process) -> None:
    site = Site(process, await process.opened())
    site.presence.call(site.room, ("red",))
    site.closes(site.opens("red"))
    assert site.room.around == Around((), 0)


async def test_spectators_are_counted_by_their_sockets_alone(process: Process) -> None:
    site = Site(process, await process.opened())
    site.presence.call(site.room, ())
    assert (site.room.around, site.presence.called) == (Around((), 0), {})


@pytest.mark.parametrize("why", [{"sec-fetch-mode": "cors"}, {"sec-fetch-mode": "navigate", "sec-purpose": "prefetch"}])
def test_a_page_that_is_not_looked_at_brings_nobody_there(
    client: TestClient, other: TestClient, why: dict[str, str]
) -> None:
    key = begun(client, other)
    client.get(f"/tables/{key}", headers=why)
    assert "&amp;here=0&amp;" in other.get(f"/tables/{key}", headers=why).text
    client.get(f"/tables/{key}", headers={"sec-fetch-mode": "navigate"})
    assert "&amp;here=0.red&amp;" in other.get(f"/tables/{key}", headers=why).text


def test_a_page_says_who_was_there_when_it_was_drawn(
    client: TestClient, other: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A visitor who comes before the rest of the page is known is reported by the feed, which asks what the page
    shows."""
    key = begun(client, other)

    async def beside_while_others_come(request: Request, services: Services, room: Room, *rest: Any) -> Beside:
        room.around = Around(("red",), 3)
        return await beside(request, services, room, *rest)

    monkeypatch.setattr(responses, "beside", beside_while_others_come)
    text = client.get(f"/tables/{key}").text
    assert "3 spectators" not in text
    assert "&amp;here=0.red&amp;" in text
