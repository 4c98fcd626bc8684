"""Opens what a process needs when it starts, and closes it when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from app.base.encryption import Sealing
from app.base.ending import end
from app.base.tasks import Work, steadily
from app.features.analysis.import_queue import Imports
from app.features.notifications.service import Notices
from app.features.talk.messages import Talk
from app.jobs.bots import Bots
from app.jobs.cleanup import Sweeping
from app.jobs.demo import Demo, game_of
from app.jobs.heartbeat import Heart
from app.jobs.housekeeping import Caring
from app.jobs.mail import Mailer
from app.jobs.notifications import Notifying
from app.jobs.ratings import Counting
from app.jobs.scheduler import Due
from app.jobs.timeouts import Ringing
from app.live import presence
from app.live import talk as talking
from app.live.bus import open_bus
from app.live.catch_up import Pulse
from app.live.connection_limits import Crowd
from app.live.presence import Presence
from app.live.process_figures import Counted, Telling
from app.live.talk import TalkLive
from app.live.watchers import Hub
from app.rooms.past_positions import Moments
from app.rooms.rooms import Rooms
from app.settings import Settings
from app.store.db.database import Database
from app.store.games.ledger import open_ledger
from app.store.games.rooms import RoomStore
from app.store.messages.deliveries import DeliveryStore
from app.store.messages.mail_outbox import MailStore
from app.store.messages.notes_and_visits import KeepingStore
from app.store.messages.talk import TalkStore
from app.store.people.attempts import TryStore
from app.store.people.factors import FactorStore
from app.store.people.people import PeopleStore
from app.store.people.request_keys import RequestStore
from app.web.passwords import Hasher
from app.web.rate_limits import Tries
from app.web.second_factor import Second
from app.web.services import Services
from app.web.sign_in import Accounts
from app.words.account_mails import AccountMails

log = structlog.get_logger(__name__)


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
    account_mails, tries = AccountMails(settings.public_address), TryStore(database)
    factors, counted = FactorStore(database), Tries(tries)
    sealing = Sealing(settings.secret, DeliveryStore(database).key)
    second = Second(factors, sealing, account_mails, counted, hub.close_sessions)
    accounts = Accounts(people, hasher, account_mails, hub.close_sessions, counted, second)
    talk_store = TalkStore(database)
    talk = Talk(talk_store, TalkLive(talk_store, bus))
    here, keeping = Presence(rooms, hub, bus), KeepingStore(database)
    notices = Notices(settings, rooms, people)
    notifying = Notifying(settings, rooms, keeping, here, notices)
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
        due.calls(Caring(rooms).scan, "votes", "seats"),
        due.calls(notifying.noticing.work, "news"),
        due.calls(notifying.teller.work, "notices"),
        due.calls(notifying.carrier.work, "deliveries"),
        due.calls(mailer.work, "mails"),
        Sweeping(people, mails, notices.store, notices.deliveries, RequestStore(database), tries, factors).run,
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
            notifying,
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
