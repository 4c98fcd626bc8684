"""Everything that a process has open, made once when it starts and closed when it ends. Routes get it as
`ServicesDep`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

import structlog
from fastapi import Depends, Path, Request

from app.accounts.letters import Letters
from app.accounts.limits import Tries
from app.accounts.passwords import Hasher
from app.accounts.sealing import Sealing
from app.accounts.second import Second
from app.accounts.service import Accounts
from app.accounts.sweeping import Sweeping
from app.analysis.importing import Imports
from app.background import Work, steadily
from app.clocks.heart import Heart
from app.clocks.ringing import Ringing
from app.due import Due
from app.ending import end
from app.live import presence
from app.live.bus import Bus, open_bus
from app.live.crowd import Crowd
from app.live.hub import Hub
from app.live.presence import Presence
from app.live.pulse import Pulse
from app.mail import Mailer
from app.notices.service import Notices
from app.replay.moments import Moments
from app.rooms.bots import Bots
from app.rooms.caring import Caring
from app.rooms.demo import Demo, game_of
from app.rooms.rooms import Rooms
from app.settings import Settings
from app.standings.counting import Counting
from app.store.database import Database
from app.store.factors import FactorStore
from app.store.ledger import open_ledger
from app.store.mails import MailStore
from app.store.parcels import ParcelStore
from app.store.people import PeopleStore
from app.store.requests import RequestStore
from app.store.rooms import RoomStore
from app.store.talk import TalkStore
from app.store.tries import TryStore
from app.store.visits import KeepingStore
from app.talk import live as talking
from app.talk.live import TalkLive
from app.talk.saying import Talk
from app.watch.figures import Counted, Telling

log = structlog.get_logger(__name__)


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
    talk: Talk
    notices: Notices
    keeping: KeepingStore
    presence: Presence
    crowd: Crowd
    moments: Moments
    telling: Telling
    imports: Imports


@asynccontextmanager
async def open_services(settings: Settings, demo: bool) -> AsyncIterator[Services]:
    database = Database(settings.database_url)
    store = RoomStore(database)
    ledger = Counted(open_ledger(database, store))
    rooms, bus, heart = Rooms(store, ledger), open_bus(settings), Heart(database)
    rooms.in_time = heart.in_time
    hub = Hub(bus)
    people, mails, hasher = PeopleStore(database), MailStore(database), Hasher(settings)
    mailer = Mailer(settings, mails)
    letters, tries = Letters(settings.public_address), TryStore(database)
    factors, counted = FactorStore(database), Tries(tries)
    sealing = Sealing(settings.secret, ParcelStore(database).key)
    second = Second(factors, sealing, letters, counted, hub.close_sessions)
    accounts = Accounts(people, hasher, letters, hub.close_sessions, counted, second)
    talk_store = TalkStore(database)
    talk = Talk(talk_store, TalkLive(talk_store, bus))
    here, keeping = Presence(rooms, hub, bus), KeepingStore(database)
    notices = Notices(settings, rooms, people, keeping, here)
    pulse = Pulse(rooms, hub, bus, people, {talking.TOPIC: talk.live, presence.TOPIC: here})
    imports = Imports(settings.game_modules)
    telling, due = Telling(database, rooms, hub, pulse, ledger), Due(database)
    work: list[Work] = [
        pulse.run,
        telling.run,
        Bots(rooms, settings.bot_pace).run,
        Counting(rooms).run,
        heart.run,
        due.run,
        due.calls(Ringing(rooms, heart).ring, "clocks"),
        due.calls(Caring(rooms).scan, "motions", "seats"),
        due.calls(notices.noticing.work, "news"),
        due.calls(notices.teller.work, "notices"),
        due.calls(notices.carrier.work, "parcels"),
        due.calls(mailer.work, "mails"),
        Sweeping(people, mails, notices.store, notices.parcels, RequestStore(database), tries, factors).run,
    ]
    if demo:
        work += await demo_work(rooms, settings)
    tasks = [asyncio.create_task(steadily(run)) for run in work]
    try:
        yield Services(
            settings,
            database,
            store,
            rooms,
            hub,
            bus,
            people,
            mails,
            mailer,
            accounts,
            talk,
            notices,
            keeping,
            here,
            Crowd(settings.sockets),
            Moments(store),
            telling,
            imports,
        )
    finally:
        await end(tasks)
        await imports.close()
        await telling.close()
        await rooms.close()
        hasher.close()
        await ledger.close()
        await bus.close()
        await database.close()


async def demo_work(rooms: Rooms, settings: Settings) -> list[Work]:
    """Open the first demo table before the first visitor, and return the work that keeps it going."""
    game = game_of(settings.demo_game)
    if game is None:
        log.warning("no demo table: no game is installed; HORLOGE_GAMES may name modules of games")
        return []
    demo = Demo(rooms, game)
    await demo.keep_one()
    return [demo.run]


def services_of(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


async def open_here(request: Request) -> Services:
    """Return the services as a dependency. It is async because FastAPI runs other functions in a thread, which takes
    longer than a whole action."""
    return services_of(request)


ServicesDep = Annotated[Services, Depends(open_here)]
TableKey = Annotated[str, Path(pattern="^[a-z0-9-]{1,32}$")]
"""The shape of a table's key; nothing else is looked up."""
