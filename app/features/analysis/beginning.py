"""Begins analysis boards for visitors: at the end of a record, or at a step of a game."""

from __future__ import annotations

from fastapi import HTTPException, Request

from app.base.rate_limits import Limit
from app.features.analysis.boards import from_position, from_record
from app.rooms.loading import Unreadable
from app.rooms.viewpoint import CantBeShown, Vantage
from app.store.people.people import Person
from app.store.people.request_keys import Asked
from app.store.tables.boards import BoardStore
from app.web.client_address import host_in
from app.web.disconnects import while_connected
from app.web.idempotency import once
from app.web.services import Services, services_of

BOARDS = Limit("boards", 20, 15)


async def begun_by(request: Request, raw: bytes, person: Person, asked: Asked | None, inside: bool = False) -> str:
    """Make a board at the end of a record, or of the one `inside` a call; return its key. Raises Unfit, Twice,
    TooManyBoards, KeyUsed and TooMany."""
    services = services_of(request)

    async def begin() -> str:
        played = await while_connected(request, services.imports.play(raw, host_in(request.scope), inside))
        return await from_record(BoardStore(services.database), played, person.id, asked)

    return await once(services.database, asked, begin)


async def begun_from(services: Services, looking: Vantage, step: int, person: Person, asked: Asked | None) -> str:
    """Make a board that begins at a step of a game; return its key. Raises TooManyBoards and KeyUsed."""
    row = await services.store.find(looking.room.key)
    if row is None or step > looking.last:
        raise HTTPException(404)

    async def begin() -> str:
        services.accounts.limits.take(BOARDS, str(person.id))
        try:
            then = (await services.moments.at(looking.room, step)).position
        except Unreadable as error:
            raise CantBeShown(looking.room, error) from error
        return await from_position(BoardStore(services.database), looking, row, step, then, person.id, asked)

    return await once(services.database, asked, begin)
