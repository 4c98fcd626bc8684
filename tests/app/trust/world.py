"""A server with people and tables of every kind, for the tests of permissions and bad input in this folder. The changes
of each request are undone before the next one.

`player` plays red, is to move and has an account; `rival` plays green; `host` plays blue and arranged the tables;
`removed` sat at each table and was removed before the game; `elsewhere` plays red too, but at another table; `named` is
a guest who only watches; `admin` plays nowhere and runs the site; `out` has the cookie of an ended session of the
player's; `nobody` has no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from starlette.websockets import WebSocketDisconnect

from app.base.clock import now
from app.base.tokens import form_key_of
from app.features.admin.actions import SHELL_DOER
from app.features.admin.people import appoint
from app.jobs.cleanup import Sweeping
from app.jobs.heartbeat import Heart
from app.jobs.ratings import Counting
from app.jobs.scheduler import Due
from app.live.presence import Presence
from app.live.process_figures import Telling
from app.main import create_app
from app.rooms.room import Room
from app.settings import Settings
from app.store.messages.deliveries import NewReceiver
from app.web.visitor import COOKIE
from tests.app.features.accounts.test_api_tokens import change, made_in, token_for
from tests.app.trust.stored import Stored
from tests.support.moves import play
from tests.support.playing import arrange, table_of
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    another,
    arm,
    come_as_guest,
    confirm,
    key_of,
    link_in,
    log_in,
    post,
    register,
    run,
    services_of,
    token_of,
)

VISITORS = ("nobody", "out", "named", "removed", "elsewhere", "player", "rival", "host", "admin")
PROGRAMS = ("read", "play", "tables", "talk", "notices", "seated", "expired")
"""Programs of the player's: five with one scope each; one for the table `playing` only; one that has expired."""
OUTSIDERS = ("nobody", "out", "named", "removed", "elsewhere")
TABLES = ("open", "named", "playing", "closed", "finished", "finished-closed", "absent")
"""Not begun; not begun, and for invited people only; begun, and open to spectators; begun, and closed to them; both of
these when finished; none at all."""
OVER = [
    ("red", "collect"),
    ("red", "tip"),
    ("blue", "collect"),
    ("blue", "tip"),
    ("green", "collect"),
    ("green", "tip"),
]
SOCKET = "SOCKET"
on_both = pytest.mark.parametrize("world", ["sqlite", "postgres"], indirect=True)
"""Marks tests of what reaches the database."""


@dataclass
class World:
    app: TestClient
    visitors: dict[str, TestClient] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """The keys of the links in the player's mails."""
    tokens: dict[str, str] = field(default_factory=dict)
    """The tokens of the player's programs."""
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """The visitors that have sent anything since the last restore."""
    stored: Stored = field(init=False)

    def browser(self, visitor: str) -> TestClient:
        """Return a visitor's browser; cookies that it receives are restored too."""
        self.asked.add(visitor)
        return self.visitors[visitor]

    def send(self, visitor: str, method: str, path: str, **given: Any) -> Response:
        """Send a request as our pages do: with the visitor's token, and from this site."""
        headers = self.headers(visitor) | given.pop("headers", {})
        sent = {"follow_redirects": False, "headers": headers} | given
        return self.browser(visitor).request(method, path, **sent)

    def headers(self, visitor: str) -> dict[str, str]:
        """Return the headers of a request; a program shows its token, and needs none of a form."""
        if visitor in PROGRAMS:
            return {"authorization": f"Bearer {self.tokens[visitor]}"}
        return ORIGIN | {"x-horloge-token": self.token(visitor)}

    def token(self, visitor: str) -> str:
        return token_of(self.browser(visitor))

    def form_key(self, visitor: str) -> str:
        """Return the token that the masks of a page hide."""
        self.token(visitor)
        return form_key_of(self.visitors[visitor].cookies[COOKIE]).hex()

    def listen(self, visitor: str, path: str) -> str:
        """Return how a socket is answered: `open`, or the code with which it is closed."""
        try:
            headers = self.headers(visitor) if visitor in PROGRAMS else ORIGIN
            with self.browser(visitor).websocket_connect(path, headers=headers):
                return "open"
        except WebSocketDisconnect as closed:
            return str(closed.code)

    def observe(self) -> None:
        """Begin to record what requests change."""
        self.stored = Stored(self.app)
        self.keep()

    def close(self) -> None:
        self.stored.close()

    def keep(self) -> None:
        """Save the present state as the one to restore."""
        self.cookies = {name: dict(browser.cookies) for name, browser in self.visitors.items()}
        self.stored.keep()

    def changed(self, but: str = "") -> bool:
        """Tell whether anything stored has changed, except in this table and in the record of attempts."""
        return bool(self.stored.different() - {but, "tries"})

    def restore(self) -> None:
        self.stored.put_back()
        self.forget()

    def forget(self) -> None:
        """Clear the cookies of browsers, and the caches of the process."""
        for name in self.asked:
            browser = self.visitors[name]
            browser.cookies.clear()
            browser.cookies.update(self.cookies[name])
        self.asked.clear()
        services_of(self.app).rooms.live.clear()
        self.forget_tries()

    def forget_tries(self) -> None:
        """Forget how often visitors have asked."""
        services = services_of(self.app)
        services.accounts.limits.buckets.clear()
        services.accounts.tries.here.buckets.clear()
        services.notices.tries.here.buckets.clear()
        services.talk.limits.buckets.clear()


async def idle(_worker: object) -> None:
    """Do nothing: mails are not sent, games not counted, clocks do not ring, so that only requests change anything."""


def unseen(*_: object) -> None:
    """Show no presence: it appears after a moment, and would make equal pages differ."""


@contextmanager
def world_on(settings: Settings) -> Iterator[World]:
    """Start a server with all people and all tables."""
    with (
        patch.object(Due, "run", idle),
        patch.object(Sweeping, "run", idle),
        patch.object(Counting, "run", idle),
        patch.object(Heart, "run", idle),
        patch.object(Heart, "in_time", idle),
        patch.object(Telling, "run", idle),
        patch.object(Presence, "show", unseen),
        TestClient(create_app(settings), raise_server_exceptions=False) as app,
    ):
        world = World(app)
        people(world)
        for table in TABLES:
            world.tables[table] = "a" * 12 if table == "absent" else arranged(world, table)
        run(app, Counting(services_of(app).rooms).count_all)
        programs(world)
        run(app, receivers, world)
        world.observe()
        yield world
        world.close()


def people(world: World) -> None:
    world.visitors = {name: another(world.app) for name in VISITORS}
    for name in ("named", "removed", "elsewhere", "rival", "host"):
        come_as_guest(world.visitors[name], name.title())
    player = world.visitors["player"]
    register(player, "Player", "player@example.org")
    confirm(player, "player@example.org")
    log_in(world.visitors["out"], "Player")
    post(player, "/me/sessions", session="others")
    post(player, "/me/email", email="moved@example.org", password=PASSWORD)
    post(player, "/forgot", email="player@example.org")
    world.keys = {
        "confirm": key_of(link_in(player, "moved@example.org")),
        "reset": key_of(link_in(player, "player@example.org")),
    }
    register(world.visitors["admin"], "Warden", "warden@example.org")
    run(world.app, appoint, services_of(world.app).database, SHELL_DOER, "Warden", "admin", "The first one.")
    arm(world.visitors["admin"])
    table_of(world.visitors["elsewhere"], **{"chair.1": "random"})
    token_of(world.visitors["nobody"])


def programs(world: World) -> None:
    """Make the player's programs: one for each scope, one expired, and one for a single table."""
    player, key = world.visitors["player"], world.tables["playing"]
    made = {
        "program": post(player, "/me/tokens", name="A program", read="on"),
        "seated": post(player, f"/tables/{key}/program", name="A program at a table"),
    }
    for name, page in made.items():
        world.keys[name] = re.findall(r'name="which" value="(\d+)"', page.text)[0]
    scopes = {name: name for name in ("read", "play", "tables", "talk", "notices")} | {"expired": "read"}
    world.tokens = {name: token_for(player, scope, days="7") for name, scope in scopes.items()}
    world.tokens["seated"] = made_in(made["seated"].text)
    change(player, world.tokens["expired"], until=now())
    world.visitors |= {name: another(world.app) for name in PROGRAMS}


async def receivers(world: World) -> None:
    """Give the player a webhook, and the key of the link that a mail to them would have."""
    services = services_of(world.app)
    player = await services.people.account("player", "")
    assert player
    new = NewReceiver(player.id, None, "json", "https://8.8.8.8/hook", "whs_secret", "8.8.8.8", now())
    number = await services.notices.deliveries.add(new)
    await services.notices.keys.push()
    mark = await services.notices.keys.mark(player.id)
    world.keys |= {"receiver": str(number), "number": str(player.id), "stop": mark}


def arranged(world: World, which: str) -> str:
    host, player, rival, removed = (world.visitors[name] for name in ("host", "player", "rival", "removed"))
    terms = {"spectators": "yes" if which in ("open", "playing", "finished") else ""}
    terms |= {"clock": "days", "clock.each": "24", "clock.reserve": "2", "clock.misses": "2", "clock.host_holds": "yes"}
    terms |= {"access": "named", "names": "Player, Removed"} if which == "named" else {}
    key = table_of(host, players=3, **({"chair.0": "", "chair.1": "me"} | terms))
    arrange(player, key, "sit", 0)
    arrange(removed, key, "sit", 2)
    arrange(host, key, "leave", 2)
    assert post(host, f"/tables/{key}/talk", channel="table", text="Good evening").status_code == 303
    if which in ("open", "named"):
        if which == "named":
            post(host, f"/tables/{key}/terms", title="A table", access="named", names="Player")
        return key
    arrange(rival, key, "sit", 2)
    for one in (player, rival):
        arrange(one, key, "ready")
    assert post(host, f"/tables/{key}/start").status_code == 303
    if which.startswith("finished"):
        run(world.app, played_out, world, key)
    return key


async def played_out(world: World, key: str) -> None:
    room = await services_of(world.app).rooms.get(key)
    assert isinstance(room, Room)
    for number, (side, tag) in enumerate(OVER):
        await play(room, side, b'{"do":"%s"}' % tag.encode(), f"over-{number}", number)
    assert room.status == "finished"
