"""Pages that cost the server several times what others do: each address may have a limited number of them, one at a
time. A route is costly by `dependencies=[Depends(costly)]`.
"""

from __future__ import annotations

from fastapi import Request

from app.accounts.limits import Limit, neighbourhood
from app.services import ServicesDep
from app.web.hosts import host_in
from app.web.turns import alone

PAGES = Limit("expensive pages", 240, 0.1)
"""Enough to go through a long game step by step. A past position takes 4 to 11 ms, other costly pages as long; most
pages take one or two."""


async def costly(request: Request, services: ServicesDep) -> None:
    """Wait until no other costly page of this address is being worked on. Raises TooMany."""
    services.accounts.limits.take(PAGES, neighbourhood(host_in(request.scope)))
    await alone(request.scope)
