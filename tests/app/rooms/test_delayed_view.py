"""Delayed spectators see nothing newer on any page, and catch up when the game ends."""

from datetime import UTC, datetime
from random import Random

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.base.failures import StoreUnavailable
from app.decide.layout import lay
from app.live.bus import OneProcess
from app.live.watchers import Hub
from app.rooms.history import Way, walk
from app.rooms.pending import sides_waited_for
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.rooms import open_room
from app.store.db.schema.games import rooms, sights, tables
from app.store.games.delayed_views import ShownSight, SightStore
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from app.words.catalogue import words_of
from engine.core import door
from engine.core.game import AnyGame
from engine.core.state import AnyState, encode
from tests.app.live.test_watchers import frames
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Tip
from tests.games.tiny.turn import UsherTips
from tests.support.playing import begun, panel, send
from tests.support.process import SEED, Process, acted, board, unheard
from tests.support.visitors import ORIGIN, another, come_as_guest, post


async def delayed_room(process: Process, delay: int, rounds: int = 4) -> Room:
    """Start a game without people whose spectators are this many turns behind."""
    options = b'{"rounds":%d}' % rounds
    key = await open_room(process.store, GAME, "A table", ("", ""), options, seed=SEED)
    at = datetime.now(UTC)
    chairs = tuple(Chair(number, (side,)) for number, side in enumerate(("red", "blue")))
    await process.rooms.tables.add(
        Arranged(
            id=0, key=key, game=GAME.key, title="A table", options="{}", host=None, access="public", seating="pick",
            spectators=True, started=False, again="", opened_at=at, moved_at=at, chairs=chairs, delay=delay,
        )
    )  # fmt: skip
    async with process.database.writing() as connection:
        number = sa.select(rooms.c.id).where(rooms.c.key == key).scalar_subquery()
        await connection.execute(tables.update().where(tables.c.key == key).values(room=number))
    return await process.room(key)


def turn_of(position: AnyState) -> int:
    game: AnyGame = GAME
    return game.turn(position)


async def turn(room: Room) -> None:
    """Let the side to move collect and give no tip."""
    side = room.waiting[0]
    await acted(room, side, Collect(), f"k{room.sequence}")
    if room.position.agenda and isinstance(room.position.agenda[-1], UsherTips):
        await acted(room, side, Tip(), f"k{room.sequence}")


async def test_spectators_see_the_end_of_the_turn_so_many_turns_before(process: Process) -> None:
    room = await delayed_room(process, 2)
    seen = []
    for _ in range(4):
        seen.append((board(room).turn, turn_of(room.sight(()).position), room.sight(()).sequence))
        await turn(room)
    assert seen == [(0, 0, 0), (1, 0, 0), (2, 0, 1), (3, 1, 3)]
    assert room.sight(("red",)).position is room.position


async def test_they_see_the_opening_until_then_and_everything_at_the_end(process: Process) -> None:
    room = await delayed_room(process, 3, rounds=1)
    await turn(room)
    assert room.sight(()).sequence == 0
    await turn(room)
    assert room.status == "finished"
    assert room.sight(()).sequence == room.sequence
    assert not room.sight(()).behind


async def test_every_process_shows_them_the_same(process: Process, other_process: Process) -> None:
    room = await delayed_room(process, 1)
    for _ in range(3):
        await turn(room)
    other = await other_process.room(room.key)
    assert encode(other.sight(()).position) == encode(room.sight(()).position)
    await turn(room)
    await other.refresh()
    assert encode(other.sight(()).position) == encode(room.sight(()).position)
    assert other.sight(()).sequence < other.sequence


async def test_where_the_veil_can_not_be_lifted_it_stays(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await delayed_room(process, 1)
    await turn(room)
    await turn(room)
    before = room.sight(()).sequence

    async def gone(*_: object) -> None:
        raise StoreUnavailable("planted")

    with monkeypatch.context() as patched:
        patched.setattr("app.store.games.rooms.RoomStore.snapshots", gone)
        await turn(room)
    assert room.sight(()).sequence == before
    await turn(room)
    assert room.sight(()).sequence > before


async def test_lists_know_a_delayed_table_as_soon_as_it_is_used(process: Process, other_process: Process) -> None:
    """This covers tables from before there were such rows; and a row is never replaced by an older one."""
    room = await delayed_room(process, 1)
    for _ in range(3):
        await turn(room)
    shown, store = await sight_kept(process, room), SightStore(process.database)
    assert shown == (0, room.sight(()).sequence, " ".join(sides_waited_for(GAME, room.sight(()).position)))
    await store.show(ShownSight(room.id, 0, 1, "red", room.opened_at))
    assert await sight_kept(process, room) == shown
    async with process.database.writing() as connection:
        await connection.execute(sights.delete())
    await other_process.room(room.key)
    assert await sight_kept(process, room) == shown


async def sight_kept(process: Process, room: Room) -> tuple[int, int, str]:
    async with process.database.reading() as connection:
        row = (await connection.execute(sights.select().where(sights.c.room == room.id))).one()
    return row.epoch, row.sequence, row.waiting


async def test_lists_that_can_not_be_told_do_not_hold_up_play(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await delayed_room(process, 1)
    await turn(room)

    async def gone(*_: object) -> None:
        raise StoreUnavailable("planted")

    monkeypatch.setattr("app.store.games.delayed_views.SightStore.show", gone)
    before = room.sight(()).sequence
    await turn(room)
    assert room.sight(()).sequence > before


async def test_their_feed_is_silent_until_a_turn_is_shown(process: Process) -> None:
    bus = OneProcess()
    bus.start(unheard)
    hub, room = Hub(bus), await delayed_room(process, 1)
    process.rooms.observers.append(hub.changed)
    watcher = hub.join(room, (), words_of("en"), 0, 0)
    player = hub.join(room, ("red",), words_of("en"), 0, 0)
    await acted(room, "red", Collect(), "k1")
    assert frames(watcher) == []
    assert len(frames(player)) == 1
    await acted(room, "red", Tip(), "k2")
    [frame] = frames(watcher)
    assert frame["seq"] == room.sight(()).sequence < room.sequence
    assert hub.join(room, (), words_of("en"), 0, frame["seq"]).frames.empty()


async def test_a_turn_is_shown_to_them_by_what_is_different(process: Process) -> None:
    """The difference turns their page, and no other, into what a full drawing would be."""
    bus = OneProcess()
    bus.start(unheard)
    hub, room, words = Hub(bus), await delayed_room(process, 1), words_of("en")
    process.rooms.observers.append(hub.changed)
    await turn(room)
    before = lay(room, None, words)
    watcher = hub.join(room, (), words, 0, room.sight(()).sequence)
    await turn(room)
    await turn(room)
    after = lay(room, None, words)
    told = frames(watcher)
    assert len(told) == 2
    assert not any(frame["full"] for frame in told)
    assert told[0]["seq"] - told[0]["after"] == 2, "several steps at once"
    assert [told[0]["after"], told[1]["after"]] == [before.scene.table.sequence, told[0]["seq"]]
    sent = "".join(frame["html"] for frame in told)
    assert all(f'id="part-{name}"' in sent for name, html in after.parts.items() if html != before.parts[name])
    lines = {told.sequence for told in after.scene.log} - {told.sequence for told in before.scene.log}
    assert len(lines) > 1
    assert all(sent.count(f'/at/{line}"') == 1 for line in lines)
    [late] = frames(hub.join(room, (), words, 0, before.scene.table.sequence))
    assert late["full"]


async def test_what_is_kept_from_them_changes_nothing_they_see(process: Process) -> None:
    """Whatever happens in the turns they do not see yet, their page is the same to the byte."""
    shown = set()
    for number in range(4):
        room = await delayed_room(process, 2)
        await turn(room)
        await turn(room)
        shown.add(lay(room, None, words_of("en")).content().replace(room.key, "KEY"))
        chance = Random(number)
        while board(room).turn == 2 and room.waiting:
            side, menu = next(iter(door.waiting(GAME, room.position).items()))
            await acted(room, side, menu.sample(chance), f"x{room.sequence}")
            if board(room).turn == 2:
                shown.add(lay(room, None, words_of("en")).content().replace(room.key, "KEY"))
    assert len(shown) == 1


async def test_a_walk_meets_every_position_once_across_snapshots(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":100}'))
    hashes = {0: encode(room.position)}
    chance = Random(1)
    while room.sequence < SNAPSHOT_EVERY + 7:
        side, menu = next(iter(door.waiting(GAME, room.position).items()))
        await acted(room, side, menu.sample(chance), f"k{room.sequence}")
        hashes[room.sequence] = encode(room.position)
    way = Way(room.id, room.epoch, room.sequence)
    walked = {sequence: encode(position) async for sequence, position in walk(process.store, GAME, way)}
    assert walked == hashes
    later = [sequence async for sequence, _ in walk(process.store, GAME, way, after=SNAPSHOT_EVERY + 2)]
    assert later == list(range(SNAPSHOT_EVERY + 3, room.sequence + 1))


def test_pages_of_a_table_that_is_behind(client: TestClient) -> None:
    blue, watcher = another(client), another(client)
    key = begun(client, blue, delay="1", **{"options.rounds": "3"})
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    page = watcher.get(f"/tables/{key}").text
    assert 'data-seq="0"' in page
    assert "You watch 1 turn behind" in page
    assert "collects" not in page
    assert watcher.get(f"/tables/{key}/at/1").status_code == 404
    assert client.get(f"/tables/{key}/at/1").status_code == 200
    assert "collects" in client.get(f"/tables/{key}").text
    assert "1 action" not in watcher.get("/").text
    come_as_guest(watcher, "Eve")
    assert watcher.get(f"/tables/{key}/record.json").json()["sequence"] == 0
    assert client.get(f"/tables/{key}/record.json").json()["sequence"] == 1
    assert "collect" not in watcher.get(f"/tables/{key}/record.json").text
    assert post(watcher, f"/tables/{key}/analyse", step="1").status_code == 404
    board_there = watcher.get(post(watcher, f"/tables/{key}/analyse").headers["location"]).text
    assert f'href="/tables/{key}/at/0"' in board_there
    with watcher.websocket_connect(f"/tables/{key}/feed?after=7&as=json", headers=ORIGIN) as socket:
        frame = socket.receive_json()
        assert (frame["seq"], frame["news"]) == (0, [])


def test_spectators_who_are_behind_are_not_told_that_somebody_got_up(client: TestClient) -> None:
    """The step is hidden too, because it would tell how far the game is."""
    blue, watcher = another(client), another(client)
    key = begun(client, blue, delay="1", **{"options.rounds": "3"})
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    assert post(blue, f"/tables/{key}/resign").status_code == 303
    first = [one.get(f"/api/v1/tables/{key}").json()["tenures"][0] for one in (client, watcher)]
    assert [(one["last"], one["why"]) for one in first] == [(1, "resigned"), (None, "")]
