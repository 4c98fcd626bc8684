"""The index of routes finds the same route as trying all of them in turn."""

import pytest
from fastapi import APIRouter
from fastapi.routing import RouteContext, iter_route_contexts
from starlette.routing import Match
from starlette.types import Scope

from app.main import SHEETS, SITE
from app.server.route_index import Directory, sheets_of

EVERY = [*iter_route_contexts(SITE.routes)]
WAYS = ("GET", "POST", "PUT", "DELETE", "socket")
ADDRESSES = sorted(
    {
        (route.path or "").format(**dict.fromkeys(route.param_convertors, part)) + end
        for route in EVERY
        for part in ("a", "new", "7\n")
        for end in ("", "/", "/a")
    }
    | {"", "/", "//", "/tables//act", "/nowhere", "/static/site.css"}
)


async def nobody(*_: object) -> None:
    raise AssertionError


def asked(way: str, path: str) -> Scope:
    kind = {"type": "websocket"} if way == "socket" else {"type": "http", "method": way}
    return {**kind, "path": path, "root_path": "", "headers": []}


def in_turn(routes: list[RouteContext], way: str, path: str) -> tuple[RouteContext | None, object]:
    for route in routes:
        match, told = route.matches(asked(way, path))
        if match is Match.FULL:
            return route, told["path_params"]
    return None, None


@pytest.mark.parametrize("way", WAYS)
def test_an_address_leads_to_the_route_that_is_found_by_trying_all(way: str) -> None:
    directory, reached = Directory(nobody, SHEETS), set()
    for path in ADDRESSES:
        expected, told = in_turn(EVERY, way, path)
        scope = asked(way, path)
        found = directory.route_for(scope)
        assert (found and found.app) is (expected and expected.app), path
        assert scope.get("path_params") == told
        reached.add(found and found.app)
    assert reached - {None} == {route.app for route in EVERY if way in (route.methods or {"socket"})}


def test_of_two_that_fit_the_first_one_is_taken() -> None:
    router = APIRouter()

    async def one(key: str = "") -> None: ...

    async def other() -> None: ...

    router.add_api_route("/a/{key}", one)
    router.add_api_route("/a/b", other)
    router.add_api_route("/a/b", other, methods=["POST"])
    directory = Directory(nobody, sheets_of(router.routes))
    found = [directory.route_for(asked(way, "/a/b")) for way in ("GET", "POST")]
    assert [route and route.endpoint for route in found] == [one, other]


def test_below_another_address_and_where_nobody_asks_it_knows_nothing() -> None:
    directory = Directory(nobody, SHEETS)
    assert directory.route_for({"type": "lifespan"}) is None
    assert directory.route_for({**asked("GET", "/below/mine"), "root_path": "/below"}) is None
