"""Finds the route of an address at once. FastAPI alone tries routes one after the other, twice: with as many as there
are here, that takes longer than most answers. `main` puts a Directory before its router.
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
"""Stands for the method of sockets."""
NAME = re.compile(r"\(\?P<\w+>")
"""The beginning of a path parameter in a route's pattern."""


class Directory:
    """Middleware that calls the route of a request directly. Requests without one go on to the router, which answers
    what is wrong: an unknown address or method."""

    def __init__(self, router: ASGIApp, sheets: Mapping[str, Sheet]) -> None:
        self.router, self.sheets = router, sheets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if route := self.route_for(scope):
            await route.app(scope, receive, send)
        else:
            await self.router(scope, receive, send)

    def route_for(self, scope: Scope) -> RouteContext | None:
        """Return the route, with its path parameters added to the scope; None if the router has to decide."""
        sheet = self.sheets.get(scope.get("method", SOCKET))
        route = sheet.first(scope.get("path", "")) if sheet else None
        match, told = route.matches(scope) if route else NO_MATCH
        if match is not Match.FULL:
            return None
        scope.update(told)
        return route


NO_MATCH: tuple[Match, dict[str, Any]] = Match.NONE, {}


class Sheet:
    """The routes of one method; an address belongs to the first that matches."""

    def __init__(self, routes: list[RouteContext]) -> None:
        self.routes = routes
        self.any = re.compile("|".join(f"({NAME.sub('(?:', route.path_regex.pattern)})" for route in routes))

    def first(self, path: str) -> RouteContext | None:
        found = self.any.match(path)
        return self.routes[found.lastindex - 1] if found and found.lastindex else None


def sheets_of(routes: Iterable[BaseRoute]) -> dict[str, Sheet]:
    """Return the routes by method."""
    asked: defaultdict[str, list[RouteContext]] = defaultdict(list)
    for route in iter_route_contexts([*routes]):
        for method in route.methods or {SOCKET}:
            asked[method].append(route)
    return {method: Sheet(some) for method, some in asked.items()}
