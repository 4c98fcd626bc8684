"""What a process has open, made once when it starts and closed when it ends. Routes get it as `ServicesDep`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import structlog
from fastapi import Depends, Path, Request

from app.accounts.letters import Letters
from app.accounts.passwords import Hasher
from app.accounts.service import Accounts
from app.accounts.sweeping import Sweeping
from app.live.bus import Bus, open_bus
from app.live.hub import Hub
from app.live.pulse import Pulse
from app.mail import Mailer
from app.rooms.bots import Bots
from app.rooms.demo import Demo, game_of
from app.rooms.rooms import Rooms
from app.settings import Settings
from app.store.database import Database
from app.store.ledger import open_ledger
from app.store.mails import MailStore
from app.store.people import PeopleStore
from app.store.rooms import RoomStore

log = structlog.get_logger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]

AGAIN_SECONDS = 1.0


@dataclass(frozen=True)
class Services:
    settings: Settings
    database: Database
    store: RoomStore
    rooms: Rooms
    hub: Hub
    bus: Bus
    people: PeopleStore
    mails: MailStore
    mailer: Mailer
    accounts: Accounts


@asynccontextmanager
async def open_services(settings: Settings, demo: bool) -> AsyncIterator[Services]:
    database = Database(settings.database_url)
    store = RoomStore(database)
    ledger = open_ledger(database, store)
    rooms, bus = Rooms(store, ledger), open_bus(settings)
    hub = Hub(bus)
    people, mails, hasher = PeopleStore(database), MailStore(database), Hasher(settings)
    mailer = Mailer(settings, mails)
    accounts = Accounts(people, hasher, Letters(settings.public_address), hub.close_sessions)
    work: list[Work] = [
        Pulse(rooms, hub, bus, people).run,
        Bots(rooms, settings.bot_pace).run,
        mailer.run,
        Sweeping(people, mails).run,
    ]
    if demo:
        work += await demo_work(rooms, settings)
    tasks = [asyncio.create_task(steadily(run)) for run in work]
    try:
        yield Services(settings, database, store, rooms, hub, bus, people, mails, mailer, accounts)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await rooms.close()
        hasher.close()
        await ledger.close()
        await bus.close()
        await database.close()


async def demo_work(rooms: Rooms, settings: Settings) -> list[Work]:
    """The first demo table is there before the first visitor."""
    game = game_of(settings.demo_game)
    if game is None:
        log.warning("no demo table: no game is installed; HORLOGE_GAMES may name modules of games")
        return []
    demo = Demo(rooms, game)
    await demo.keep_one()
    return [demo.run]


async def steadily(run: Work) -> None:
    """Work that never ends is begun again if it fails."""
    while True:
        try:
            return await run()
        except Exception:
            log.exception("work in the background failed", work=getattr(run, "__qualname__", repr(run)))
            await asyncio.sleep(AGAIN_SECONDS)


def services_of(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services_of)]
TableKey = Annotated[str, Path(pattern="^[a-z0-9-]{1,32}$")]
"""What a table's key can look like; nothing else is looked for."""
