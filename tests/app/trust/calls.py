"""Every route, with a valid request to each: what our pages or programs send when nothing is wrong. The tests of this
folder check who may send it, and what happens when something is wrong. They fail if a route is missing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi.routing import iter_route_contexts
from msgspec import Struct

from app.words.rulebook import book
from engine.core.game import AnyGame
from tests.app.trust.world import SOCKET, World
from tests.support.games import site_games
from tests.support.visitors import PASSWORD

Fields = dict[str, Any]

TERMS = {
    "title": "Another table", "access": "named", "names": "Rival", "spectators": "yes", "delay": "1", "rated": "yes",
    "clock": "days", "clock.each": "24", "clock.reserve": "2", "clock.misses": "2", "clock.host_holds": "yes",
}  # fmt: skip
TODAY = datetime.now(UTC).date()
REST = {"first": str(TODAY + timedelta(days=30)), "last": str(TODAY + timedelta(days=35))}
"""Days in the future, whenever the tests run."""
NEW_TABLE = TERMS | {
    "access": "public",
    "names": "",
    "game": "antechamber",
    "players": "2",
    "seating": "pick",
    "chair.0": "me",
    "options.rounds": "1",
}
RECORD = """{"record": 1, "game": "antechamber", "rules": "1", "sides": ["red", "blue"], "choices": [
{"side": "red", "choice": {"do": "collect"}}], "seed": "%s"}""" % ("5eed" * 16)
COLLECT = {"page": "page-1", "epoch": "0", "sequence": "0", "choice": '{"do":"collect"}', "sure": "1"}
OFFER = {"choice": '{"do":"offer","to":"blue","coins":1}'}

POSTED = {"key": "k1", "epoch": 0, "sequence": 0, "choice": {"do": "collect"}}

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The public key of a browser."""
BROWSER = {"address": "https://1.1.1.1/push", "p256dh": POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}

SEEN = {"at_epoch": "0", "at_step": "0", "after": "0"}
"""The position of a table at which an admin decided on an action."""

FORMS: dict[str, list[Fields]] = {
    "/admin/tables/{key}": [{"do": "rename", "title": "Another table", "reason": "It is clearer."} | SEEN],
    "/admin/people/{number}": [{"do": "ban", "reason": "Somebody complained."}],
    "/me/factor": [{"do": "begin", "password": PASSWORD}],
    "/login/code": [{"key": "k" * 43, "code": "123456", "next": "/"}],
    "/me/notices": [{"digest": "", "turn.push": "on"}],
    "/me/notices/hooks": [{"shape": "json", "address": "https://1.1.1.1/hook"}],
    "/me/notices/end": [{"which": "{receiver}"}],
    "/me/notices/test": [{}],
    "/unsubscribe": [{"who": "{number}", "key": "{stop}"}],
    "/api/v1/me/notices": [{"digest": 8}],
    "/api/v1/me/notices/hooks": [{"shape": "json", "address": "https://1.1.1.1/hook"}],
    "/api/v1/me/notices/browsers": [BROWSER],
    "/api/v1/me/notices/end": [{"receiver": 1}],
    "/api/v1/me/notices/test": [{}],
    "/me/tokens": [{"name": "My bot", "days": "30", "read": "on"}],
    "/me/tokens/end": [{"which": "{program}"}],
    "/tables/{key}/program": [{"name": "My bot"}],
    "/tables/{key}/program/end": [{"which": "{seated}"}],
    "/api/v1/tables": [{"game": "antechamber", "players": 2, "title": "Another table"}],
    "/api/v1/tables/{key}/seats": [
        {"do": "sit", "seat": 2},
        {"do": "leave", "seat": 0},
        {"do": "ready"},
        {"do": "bot", "seat": 2, "bot": "random"},
    ],
    "/api/v1/tables/{key}/terms": [{"title": "Another title"}],
    "/api/v1/tables/{key}/rename": [{"title": "Another title", "reason": "It is clearer."}],
    "/api/v1/tables/{key}/start": [{"fill": "random"}],
    "/api/v1/tables/{key}/again": [{}],
    "/api/v1/tables/{key}/resign": [{}],
    "/api/v1/tables/{key}/seat": [{"seat": 0}],
    "/api/v1/tables/{key}/act": [POSTED, POSTED | {"side": "red"}],
    "/api/v1/tables/{key}/talk": [{"channel": "table", "text": "Good evening."}],
    "/api/v1/tables/{key}/talk/read": [{"channel": "table", "number": 1}],
    "/api/v1/tables/{key}/talk/report": [{"channel": "table", "number": 1, "reason": "Rude."}],
    "/api/v1/tables/{key}/talk/mute": [{"channel": "table", "number": 1}],
    "/api/v1/me/mutes/end": [{"person": 1}],
    "/api/v1/tables/{key}/notes": [{"text": "Red bluffs", "version": 0}],
    "/api/v1/tables/{key}/seen": [{"epoch": 0, "sequence": 0}],
    "/api/v1/boards": [{"record": {"record": 1}}],
    "/api/v1/tables/{key}/analyse": [{}],
    "/api/v1/tables/{key}/discard": [{}],
    "/api/v1/games/{game}/lesson": [{}],
    "/api/v1/tables/{key}/lesson": [{"what": "go"}],
    "/api/v1/games/{game}/practice": [{"seat": 0}],
    "/api/v1/me/preferences": [{"language": "it", "sounds": True}],
    "/api/v1/tables/{key}/motion": [{"epoch": 0, "sequence": 0, "ask": 1}],
    "/api/v1/tables/{key}/undo": [{"key": "k1", "epoch": 0, "sequence": 0, "to": 0}],
    "/api/v1/tables/{key}/explain": [{"choice": {"do": "collect"}}],
    "/api/v1/tables/{key}/foresee": [{"choice": {"do": "collect"}}],
    "/tables/{key}/clock": [{"do": "extend", "minutes": "60"}],
    "/api/v1/tables/{key}/clock": [{"do": "extend", "minutes": 60}],
    "/me/hours": [{"quiet_from": "22:00", "quiet_to": "07:00", "day.6": "on"}],
    "/me/hours/rest": [REST],
    "/me/hours/end": [{"vacation": "1"}],
    "/api/v1/me/hours": [{"quiet_from": "22:00", "quiet_to": "07:00", "weekend": [6]}],
    "/api/v1/me/vacations": [REST],
    "/api/v1/me/vacations/end": [{"id": 1}],
    "/guest": [{"name": "Newcomer", "next": "/"}],
    "/register": [{"name": "Newcomer", "email": "new@example.org", "password": PASSWORD, "next": "/"}],
    "/login": [{"who": "Player", "password": PASSWORD, "next": "/"}],
    "/logout": [{}],
    "/forgot": [{"email": "player@example.org"}],
    "/reset": [{"key": "{reset}", "password": "an entirely new one"}],
    "/confirm": [{"key": "{confirm}"}],
    "/me": [{"language": "it", "theme": "dark", "zone": "Europe/Rome", "confirm": "on", "sounds": "on"}],
    "/me/name": [{"name": "Renamed"}],
    "/me/password": [{"old": PASSWORD, "password": "an entirely new one"}],
    "/me/email": [{"email": "other@example.org", "password": PASSWORD}],
    "/me/sessions": [{"session": "others"}, {"session": "{session}"}],
    "/me/leave": [{"name": "{name}", "password": PASSWORD}],
    "/tables/new": [NEW_TABLE],
    "/tables/new/seating": [NEW_TABLE],
    "/tables/{key}/act": [COLLECT, COLLECT | {"side": "red"}, COLLECT | {"ahead": "on"}, COLLECT | OFFER],
    "/tables/{key}/undo": [{"page": "page-2", "epoch": "0", "sequence": "0", "to": "0"}],
    "/tables/{key}/motion": [{"page": "page-2", "epoch": "0", "sequence": "0", "ask": "1"}],
    "/tables/{key}/resign": [{}],
    "/tables/{key}/seat": [{"seat": "0"}],
    "/tables/{key}/seats": [
        {"what": "sit", "seat": "2"},
        {"what": "leave", "seat": "0"},
        {"what": "ready"},
        {"what": "bot", "seat": "2", "kind": "random"},
    ],
    "/tables/{key}/terms": [TERMS],
    "/tables/{key}/lesson": [{"what": "go"}],
    "/learn/{game}": [{}],
    "/practice/{game}": [{"seat": "0"}],
    "/tables/{key}/start": [{"fill": "random"}],
    "/tables/{key}/again": [{}],
    "/tables/{key}/notes": [{"text": "Red bluffs", "version": "0"}],
    "/tables/{key}/seen": [{"epoch": "0", "sequence": "0"}],
    "/tables/{key}/talk": [{"channel": "table", "text": "Hello"}, {"channel": "red-blue", "text": "Hello"}],
    "/tables/{key}/heard": [{"channel": "table", "number": "1"}],
    "/tables/{key}/talk/{channel}/{number}": [{"what": "mute"}, {"what": "report", "reason": "It is rude."}],
    "/me/mutes": [{"person": "1"}],
    "/tables/{key}/analyse": [{"step": "0"}],
    "/tables/{key}/discard": [{}],
    "/analysis": [{"record": RECORD}],
}
"""The form for each address; where there are several, the fields in which they differ tell them apart."""
QUERIES = {"/admin/tables/{key}/compare": "?do=reset"} | {
    "/tables/{key}/at": "?step={step}",
    "/api/v1/games/{game}/seats": "?players=4",
    "/reset": "?key={reset}",
    "/confirm": "?key={confirm}",
}


def of_game(game: AnyGame) -> dict[str, str]:
    """Return the parameters in addresses of a game's rules and cards: the first clause, and the first card if there is
    any."""
    found = book(game.key, "en")
    return {
        "game": game.key,
        "clause": next((clause.number for _, clause in found.each()), "1.1") if found else "1.1",
        "card": next((kind.key(card) for kind in game.showing.cards for card in kind.cards), "none"),
    }


PARAMETERS = {
    "who": "player", "step": "0", "channel": "table", "number": "1", "language": "en",
    **of_game(next(game for game in site_games().values() if game.teaching.guide)),
}  # fmt: skip
"""The parameters of addresses, besides the key of a table; the game is one that has a lesson, too."""


class Call(Struct, frozen=True):
    """A method and an address, as the app knows it: `/tables/{key}`; and the form that is sent there."""

    method: str
    path: str
    fields: Fields = {}
    query: tuple[str, ...] = ()
    """The query parameters that the address takes."""
    more: str = ""
    """The query string."""

    @property
    def name(self) -> str:
        others = FORMS.get(self.path, [])
        own = [f"{name}={text}" for name, text in self.fields.items() if any(one.get(name) != text for one in others)]
        return " ".join([self.method, self.path, *filter(None, [self.more]), *own])

    @property
    def at_table(self) -> bool:
        return "{key}" in self.path

    @property
    def full_path(self) -> str:
        return self.path + (f"?{self.more}" if self.more else QUERIES.get(self.path, ""))

    def address(self, world: World, table: str = "", **more: str) -> str:
        return self.full_path.format(**{"key": world.tables.get(table, ""), **world.keys, **PARAMETERS, **more})

    def good(self, world: World, visitor: str) -> dict[str, Any]:
        """Return what is sent along with it."""
        known = {"{name}": visitor.title(), "{session}": "1"} | {f"{{{name}}}": key for name, key in world.keys.items()}
        if self.method == "POST" and self.path.startswith("/api/"):
            return {"json": self.fields}
        if self.method == "POST":
            return {"data": {name: known.get(text, text) for name, text in self.fields.items()}}
        return {}


def calls(world: World) -> Iterator[Call]:
    """Yield all of them, sockets too; except the files of static/, which are public."""
    for route in iter_route_contexts(world.app.app.routes):  # type: ignore[attr-defined]
        if route.path != "/static":
            for method in sorted(getattr(route, "methods", None) or [SOCKET]):
                forms = FORMS[str(route.path)] if method == "POST" else [{}]
                query = tuple(given.alias for given in route.dependant.query_params)
                yield from (Call(method, str(route.path), fields, query) for fields in forms)
