"""A table of any game with a person on each seat, for the leak test: it is played at random, seen on all pages, and
replaced by the same table in another world that one of its sides cannot tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import sqlalchemy as sa
from fastapi.testclient import TestClient
from msgspec.structs import replace
from starlette.testclient import WebSocketTestSession

from app.base import lru as kept
from app.features.admin.actions import SHELL_DOER, do
from app.features.lobby.routes import options_typed
from app.features.lobby.service import option_blanks, seats_with
from app.features.notifications.wording import Wording
from app.jobs.heartbeat import Heart
from app.jobs.scheduler import Due
from app.live.presence import Presence
from app.main import create_app
from app.model.names import fold_name
from app.model.notification_kinds import ADMIN_ACTION, KINDS
from app.model.refusals import Accepted
from app.render.recap import recap
from app.render.visits import lines_since
from app.rooms.admin_actions import See
from app.rooms.room import Room
from app.settings import Settings
from app.store.db.schema.games import entries, rooms, snapshots
from app.store.messages.notices import Notice
from engine.core import door, registry
from engine.core.chance import commitment
from engine.core.choice import Choice
from engine.core.fuzz import random_answer
from engine.core.game import AnyGame, Seats
from engine.core.journal import Entry, seen
from engine.core.state import AnyState, Side, encode, fingerprint
from tests.app.trust.calls import Call, calls
from tests.app.trust.world import SOCKET, World, idle, unseen
from tests.support.moves import play
from tests.support.playing import arrange, table_of
from tests.support.visitors import ORIGIN, another, come_as_guest, post, run, services_of

THEN = datetime(1919, 1, 18, 15, tzinfo=UTC)
SILENT = (
    dict.fromkeys(("/reset", "/confirm", "/unsubscribe", "/dev/mails"), "opened from a mail")
    | dict.fromkeys(("/admin", "/admin/deeds", "/admin/health", "/admin/people/{number}"), "for admins only")
    | dict.fromkeys(("/metrics", "/health/report"), "for operators only")
    | dict.fromkeys(("/health/live", "/health/alive", "/health/ready"), "says only that the process works")
    | dict.fromkeys(("/api/openapi.json", "/api/docs"), "the same on every site")
    | dict.fromkeys(("/rules", "/rules/{game}", "/rules/{game}/{clause}"), "the rules of games")
    | dict.fromkeys(
        ("/rules/{game}/cards", "/rules/{game}/cards/{language}/{card}"), "what stands on cards, wherever they lie"
    )
    | dict.fromkeys(("/api/v1/rules/{game}", "/api/v1/rules/{game}/{clause}"), "the rules of games")
    | dict.fromkeys(("/api/v1/games", "/api/v1/games/{game}", "/api/v1/games/{game}/seats"), "the rules of games")
    | dict.fromkeys(("/guest", "/register", "/login", "/forgot", "/forgot/sent", "/confirm/done"), "a blank form")
    | dict.fromkeys(("/tables/new", "/practice/{game}", "/learn/{game}"), "a blank form")
    | dict.fromkeys(("/me", "/me/name", "/me/password", "/me/email", "/me/leave", "/me/hours"), "the reader's own")
    | dict.fromkeys(("/me/sessions", "/me/tokens", "/me/notices", "/me/mutes", "/api/v1/me"), "the reader's own")
    | dict.fromkeys(("/api/v1/me/preferences", "/api/v1/me/hours", "/api/v1/me/mutes"), "the reader's own")
    | dict.fromkeys(("/api/v1/me/notices", "/me/factor"), "the reader's own")
)
"""Addresses that are not looked at, with the reason."""
ASKED: dict[str, tuple[str, ...]] = {
    "game": tuple(registry.games()),
    "status": ("open", "playing", "finished"),
    "show": ("free", "mine"),
    "pace": ("live", "web", "none"),
    "players": ("2", "3", "4"),
    "page": ("1", "2"),
    "who": ("people", "all"),
    "seen": ("",),
    "after": ("",),
}
"""The values that each parameter of a list may have."""
TELLING = ("location", "etag", "last-modified", "link")
"""Headers that may reveal something."""
WATCHER, STRANGER = "watcher", "stranger"
"""A guest who only watches, and a visitor without a name."""
OWN = re.compile(r'(name="(?:page|once|token)" value=")[\w-]+')
"""Parts that differ on each page anyway: the key of the answers it sends, and the mask of its token."""


class PlayedTable:
    """`world` has one table; each side is played by a visitor of its name."""

    def __init__(self, world: World, game: AnyGame, key: str, chance: Random) -> None:
        self.world, self.game, self.key, self.chance = world, game, key, chance
        self.answer = random_answer(game, chatter=0.3)
        self.surfaces = [*surfaces(world)]
        self.lists = [asked for call in self.surfaces if not call.at_table for asked in asked_in_every_way(call)]

    @property
    def room(self) -> Room:
        rooms = services_of(self.world.app).rooms
        found = rooms.live.get(self.key) or run(self.world.app, rooms.get, self.key)
        assert isinstance(found, Room)
        return found

    @property
    def viewers(self) -> dict[str, Side | None]:
        sides = self.room.position.sides
        return {side: side for side in sides} | {WATCHER: None, STRANGER: None}

    def be_seen(self, side: Side) -> None:
        """Let an admin view the table as a side, which everyone there is told."""
        database = services_of(self.world.app).database
        assert run(self.world.app, do, database, SHELL_DOER, self.key, See(side), "To look.") is None
        run(self.world.app, self.room.refresh)

    def go_on(self) -> None:
        """Let a side make a choice."""
        self.submit(*self.next())

    def next(self) -> tuple[Side, Choice]:
        """Draw the next choice and its side."""
        return self.answer(self.room.position, self.chance)

    def submit(self, side: Side, choice: Choice) -> None:
        room = self.room
        assert isinstance(run(self.world.app, play, room, side, choice, f"sitting-{room.sequence}"), Accepted)

    def plant(self, other: AnyState, viewer: Side | None, whole: bool = False) -> None:
        """Replace the position by another one, everywhere; keep the log as the viewer may read it, or the whole log.
        Earlier choices can no longer be undone."""
        run(self.world.app, self.planted, other, viewer, whole)
        self.world.forget()

    async def planted(self, other: AnyState, viewer: Side | None, whole: bool) -> None:
        room = await services_of(self.world.app).rooms.get(self.key)
        assert isinstance(room, Room)
        where = (snapshots.c.room == room.id, snapshots.c.epoch == room.epoch, snapshots.c.sequence == room.sequence)
        values = {"room": room.id, "epoch": room.epoch, "sequence": room.sequence, "state": encode(other).decode()}
        async with services_of(self.world.app).database.writing() as connection:
            await connection.execute(snapshots.delete().where(*where))
            await connection.execute(snapshots.insert().values(values))
            await connection.execute(rooms.update().where(rooms.c.id == room.id).values(hash=fingerprint(other)))
            last = (entries.c.room == room.id, entries.c.sequence == room.sequence)
            await connection.execute(entries.update().where(*last).values(hash=fingerprint(other)))
            told_here = sa.select(entries.c.sequence, entries.c.news).where(entries.c.room == room.id)
            rows = () if whole else (await connection.execute(told_here)).all()
            for row in rows:
                told = seen(room.game.entries_decoder.decode(row.news), viewer)
                news = msgspec.json.encode(told).decode()
                this = (entries.c.room == room.id, entries.c.sequence == row.sequence)
                await connection.execute(entries.update().where(*this).values(news=news))

    def shown(self, viewer: str, step: int | None = None, surfaces: Sequence[Call] = ()) -> dict[str, Any]:
        """Return everything that this viewer can look at, or these of it, drawn without caches; of past steps the last,
        or this one."""
        kept.forget()
        self.world.forget_tries()
        told = {"letter": run(self.world.app, self.told, viewer)} if viewer not in (WATCHER, STRANGER) else {}
        return {call.name: self.look(viewer, call, step) for call in surfaces or self.surfaces} | told

    async def told(self, viewer: str) -> str:
        """Return a mail with every kind of notification, and everything that happened since the beginning."""
        services = services_of(self.world.app)
        room = await services.rooms.get(self.key)
        account = await services.people.account(fold_name(viewer), "")
        assert isinstance(room, Room)
        assert room.table
        assert account
        person = await services.people.found(account.id)
        assert person
        latest = {ADMIN_ACTION: str(room.admin_actions[-1].id)} if room.admin_actions else {}
        notices = [
            Notice(
                0,
                person.id,
                0,
                self.key,
                room.game.key,
                kind,
                latest.get(kind, ""),
                room.epoch,
                0,
                THEN,
                THEN,
                THEN,
                False,
                False,
            )
            for kind in (*KINDS, *(alert.name for alert in room.game.out_of_turn.alert_kinds))
        ]
        own, topics = room.sides_of(person), room.game.showing.topics
        since = recap(await lines_since(room, 0, room.sequence), own, topics=topics)
        wording = Wording(msgspec.structs.replace(person, email="a@example.org"), "https://horloge.example")
        section = wording.of_game(room, room.table, notices, since)
        return wording.mail([section], "stop").text + repr(wording.message("id", [section], THEN))

    def look(self, viewer: str, call: Call, step: int | None = None) -> Any:
        room = self.room
        shown = str(room.sequence if step is None else step)
        address = call.address(self.world, "table", step=shown, who=next(iter(self.world.visitors)))
        if call.method != SOCKET:
            got = self.world.send(viewer, "GET", address)
            told = {name: got.headers.get(name, "") for name in TELLING}
            return got.status_code, told, plain(got.text, room)
        with self.world.browser(viewer).websocket_connect(f"{address}?epoch=99", headers=ORIGIN) as socket:
            return plain(socket.receive_text(), room)

    def form(self, choice: Choice) -> dict[str, str]:
        """Return what a page sends for a choice."""
        room = self.room
        raw = msgspec.json.encode(choice).decode()
        return {"page": "page-1", "epoch": str(room.epoch), "sequence": str(room.sequence), "choice": raw}

    def tried(self, side: Side, choice: Choice, **fields: str) -> tuple[int, str]:
        """Return the answer of the page's form."""
        form = self.form(choice) | {"side": side} | fields
        got = self.world.send(side, "POST", f"/tables/{self.key}/act", data=form, headers={"hx-request": "true"})
        return got.status_code, plain(got.text, self.room)

    def carried_out(self, side: Side, choice: Choice) -> list[Any]:
        """Make a choice while its side's page listens; return the answer, and what the page receives."""
        room = self.room
        address = f"/tables/{self.key}/feed?epoch={room.epoch}&after={room.sequence}"
        with self.world.browser(side).websocket_connect(address, headers=ORIGIN) as socket:
            return [self.tried(side, choice, sure="1"), plain(first_frame(socket), room)]


def plain(text: str, room: Room) -> str:
    """Strip what differs between seeds and between pages."""
    return OWN.sub(r"\1", text).replace(commitment(room.position.seed), "COMMITMENT")


def surfaces(world: World) -> Iterator[Call]:
    """Yield everything that a visitor can look at. A new address is included, unless SILENT names it with the reason
    why it cannot reveal anything of tables."""
    for call in calls(world):
        if call.method == SOCKET or (call.method == "GET" and call.path not in SILENT):
            yield call


def asked_in_every_way(call: Call) -> Iterator[Call]:
    """Yield a list without parameters, and with each of them; a parameter missing from ASKED fails."""
    yield call
    yield from (replace(call, more=f"{name}={value}") for name in call.query for value in ASKED[name])


def first_frame(socket: WebSocketTestSession) -> str:
    """Return the first frame that shows something."""
    while True:
        text = socket.receive_text()
        if msgspec.json.decode(text).get("html"):
            return text


def some_choices(game: AnyGame, position: AnyState, side: Side, chance: Random, count: int) -> list[Choice]:
    """Return a few choices that this side may make now."""
    menu = door.menu(game, position, side)
    return [menu.sample(chance) for _ in range(count)] if menu else []


def secrets_of(
    game: AnyGame, position: AnyState, viewer: Side | None, chance: Random, surface: Any
) -> Iterator[tuple[Side, Choice, Choice]]:
    """Yield pairs of choices of other sides that the viewer must not tell apart: by the rules of the game, neither
    their entries nor what the viewer sees and may do afterwards differ."""
    for side in position.sides:
        if side != viewer:
            one, other = [*some_choices(game, position, side, chance, 2), None, None][:2]
            if one and other and one != other:
                ends = [after(game, position, side, choice) for choice in (one, other)]
                told = [(seen(news, viewer), surface(game, state, viewer)) for state, news in ends]
                if told[0] == told[1]:
                    yield side, one, other


def after(game: AnyGame, position: AnyState, side: Side, choice: Choice) -> tuple[AnyState, list[Entry]]:
    clone = game.clone(position)
    news = door.submit(game, clone, side, choice)
    assert isinstance(news, list)
    return clone, news


@contextmanager
def sitting_on(settings: Settings, game: str, players: int, **terms: str) -> Iterator[PlayedTable]:
    """Start a table that is the same each time, because the seed is given."""
    with ExitStack() as stack:
        for work, name in ((Due, "run"), (Heart, "run"), (Heart, "in_time")):
            stack.enter_context(patch.object(work, name, idle))
        stack.enter_context(patch.object(Presence, "show", unseen))
        stack.enter_context(patch("app.rooms.rooms.new_seed", lambda: "5eed" * 16))
        app = stack.enter_context(TestClient(create_app(settings), raise_server_exceptions=False))
        chosen = registry.game(game)
        world = World(app)
        stack.callback(world.close)
        key = seated(world, chosen, players, terms)
        yield PlayedTable(world, chosen, key, Random(players))


def seated(world: World, game: AnyGame, players: int, terms: dict[str, str]) -> str:
    """Let everyone come and sit down, and start the game."""
    seats = seats_by(game, players, terms)
    world.visitors = {side: another(world.app) for sides in seats for side in sides[:1]}
    world.visitors |= {WATCHER: another(world.app), STRANGER: another(world.app)}
    for name, browser in world.visitors.items():
        if name != STRANGER:
            come_as_guest(browser, name.title())
    world.token(STRANGER)
    key = world.tables["table"] = one_more(world, game, players, terms)
    world.observe()
    return key


def seats_by(game: AnyGame, players: int, terms: dict[str, str]) -> Seats:
    """Return the sides of each seat, by the options among these fields of the form."""
    return seats_with(game, players, options_typed(game, usual_options(game, players) | terms, players))


def usual_options(game: AnyGame, players: int) -> dict[str, str]:
    """Return the default options as the form for a new table sends them."""
    return {f"options.{blank.name}": str(blank.default) for blank in option_blanks(game, players)}


def one_more(world: World, game: AnyGame, players: int, terms: dict[str, str]) -> str:
    """Start another game of the same people."""
    host, *others = (world.visitors[sides[0]] for sides in seats_by(game, players, terms))
    key = table_of(host, players, game.key, **(usual_options(game, players) | terms))
    for number, one in enumerate(others, 1):
        arrange(one, key, "sit", number)
        arrange(one, key, "ready")
    assert post(host, f"/tables/{key}/start").status_code == 303
    return key
