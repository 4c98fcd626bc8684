"""Which route an address belongs to, found at once. By itself FastAPI tries them in turn, and does so twice: with as
many as there are here, that takes longer than most answers. `main` puts a Directory before its router.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi.routing import RouteContext, iter_route_contexts
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

SOCKET = "socket"
"""Instead of a method."""
NAME = re.compile(r"\(\?P<\w+>")
"""What a part of an address begins with that is given to the route by a name."""


class Directory:
    """What it does not know goes on to the router, which says what is wrong with it: there is no such address, or it is
    not asked in that way."""

    def __init__(self, router: ASGIApp, sheets: Mapping[str, Sheet]) -> None:
        self.router, self.sheets = router, sheets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if route := self.route_for(scope):
            await route.app(scope, receive, send)
        else:
            await self.router(scope, receive, send)

    def route_for(self, scope: Scope) -> RouteContext | None:
        """The route, with what it is to know of its address told to it; nothing if it should be looked at closely."""
        sheet = self.sheets.get(scope.get("method", SOCKET))
        route = sheet.first(scope.get("path", "")) if sheet else None
        match, told = route.matches(scope) if route else NO_MATCH
        if match is not Match.FULL:
            return None
        scope.update(told)
        return route


NO_MATCH: tuple[Match, dict[str, Any]] = Match.NONE, {}


class Sheet:
    """Routes that are asked in one way; an address belongs to the first that it fits."""

    def __init__(self, routes: list[RouteContext]) -> None:
        self.routes = routes
        self.any = re.compile("|".join(f"({NAME.sub('(?:', route.path_regex.pattern)})" for route in routes))

    def first(self, path: str) -> RouteContext | None:
        found = self.any.match(path)
        return self.routes[found.lastindex - 1] if found and found.lastindex else None


def sheets_of(routes: Iterable[BaseRoute]) -> dict[str, Sheet]:
    """The sheet of each method."""
    asked: defaultdict[str, list[RouteContext]] = defaultdict(list)
    for route in iter_route_contexts([*routes]):
        for method in route.methods or {SOCKET}:
            asked[method].append(route)
    return {method: Sheet(some) for method, some in asked.items()}
