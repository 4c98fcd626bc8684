"""Sends due notifications: checks once more whether a fact is still true and news to the person, and writes one mail
and one message for everything that is due, in one transaction. It works in the background of each process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import structlog

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.features.notifications.messages import written
from app.features.notifications.site_keys import Keys
from app.features.notifications.wording import Section, Wording
from app.jobs.notice_facts import Noticing
from app.live.presence import Presence
from app.model.clocks.calendar import Calendar
from app.model.notification_kinds import ADMIN_ACTION, HOOK, INVITATION, MAIL, MENTION, PUSH, STOPPED, setting_of
from app.model.notification_settings import NotificationSettings, moment, read
from app.render.visits import since_visit
from app.rooms.room import Room
from app.rooms.rooms import LostRoom, NotBegun, Rooms
from app.store.games.clocks import ClockStore
from app.store.messages import deliveries
from app.store.messages.deliveries import DeliveryStore, NewDelivery, Receiver
from app.store.messages.notes_and_visits import KeepingStore
from app.store.messages.notices import Dispatch, Notice, NoticeStore, Overtaken
from app.store.people.people import PeopleStore, Person

AT_ONCE = 50
AGAIN = timedelta(minutes=10)
"""The pause after a fault."""

log = structlog.get_logger(__name__)


class Teller:
    def __init__(
        self, site: str, rooms: Rooms, people: PeopleStore, keeping: KeepingStore, presence: Presence, keys: Keys
    ) -> None:
        database = rooms.store.database
        self.site, self.rooms, self.people, self.keeping = site, rooms, people, keeping
        self.presence, self.keys = presence, keys
        self.notices, self.deliveries = NoticeStore(database), DeliveryStore(database)
        self.clocks = ClockStore(database)
        self.noticing = Noticing(rooms, self.notices)

    async def work(self) -> None:
        for person in await self.notices.due(now(), AT_ONCE):
            try:
                await self.tell(person)
            except (Overtaken, StoreUnavailable):
                continue  # it is tried again in the next round
            except Exception:
                log.exception("somebody can't be told", person=person)
                await self.notices.put_off(person, now() + AGAIN)

    async def tell(self, number: int) -> None:
        """Notify one person of everything that is due."""
        person = await self.people.found(number)
        found = await self.notices.of(number)
        if person is None:
            await self.notices.gone([one.id for one in found])
            return
        if pending := {one.key for one in found if one.pending}:
            for key in pending:
                await self.noticing.look(key)
            found = await self.notices.of(number)
        at = now()
        settings, day = read(await self.notices.settings(number)), await self.clocks.hours_of(number)
        wanted = Plan(person, settings, day, await self.deliveries.receivers_of(number), at)
        for one in found:
            wanted.add(one, await self.is_news(one))
        await self.notices.dispatch(await self.carried_out(wanted), at)
        log.debug("told", person=number, mailed=len(wanted.mailed), pushed=len(wanted.pushed))

    async def is_news(self, notice: Notice) -> bool:
        """Tell whether the person does not know it yet: they have not seen it, and do not have the table on the
        screen."""
        found = await self.rooms.get(notice.key)
        if notice.kind == INVITATION:
            named = isinstance(found, NotBegun) and any(one.person == notice.person for one in found.table.invited)
            return named and isinstance(found, NotBegun) and not found.table.chairs_of(notice.person)
        if isinstance(found, Room):
            return not notice.seen and notice.person not in self.presence.looking(found)
        if isinstance(found, LostRoom):
            return not notice.seen and notice.kind in (ADMIN_ACTION, STOPPED)
        return not notice.seen and isinstance(found, NotBegun) and notice.kind == MENTION

    async def carried_out(self, plan: Plan) -> Dispatch:
        message = uuid4().hex
        wording = Wording(plan.person, self.site)
        mail, queued, worded = None, [], []
        if plan.mailed:
            stop = await self.keys.stop_address(plan.person.id)
            worded += (sections := await self.sections(wording, plan.mailed))
            mail = wording.mail(sections, stop)
        for receiver, notices in plan.for_each():
            worded += (sections := await self.sections(wording, notices))
            told = wording.message(message, sections, plan.at)
            queued.append(NewDelivery(receiver.id, told.topic, written(told)))
        return Dispatch(
            message,
            tuple(one.id for one in plan.mailed),
            mail,
            tuple(one.id for one in plan.pushed),
            tuple(queued),
            plan.mail_later,
            plan.push_later,
            frozenset(one.told_of for one in worded if one.told_of),
        )

    async def sections(self, wording: Wording, notices: Iterable[Notice]) -> list[Section]:
        """Return a section per table, in the order in which the notices arose."""
        by_table: dict[str, list[Notice]] = {}
        for one in notices:
            by_table.setdefault(one.key, []).append(one)
        return [await self.section(wording, key, those) for key, those in by_table.items()]

    async def section(self, wording: Wording, key: str, notices: list[Notice]) -> Section:
        """Word a table as its game is now: an admin may have rewound it through another process."""
        found = await self.rooms.get(key)
        if isinstance(found, Room) and found.table:
            await found.refresh()
            sees = found.shown_to(wording.person)
            since = await since_visit(self.keeping, found, wording.person) if sees else None
            return wording.of_game(found, found.table, notices, since.told if since else None)
        if not isinstance(found, NotBegun | LostRoom) or found.table is None:
            raise Overtaken
        host = await self.people.found(found.table.host or 0)
        return wording.of_table(found.table, notices, host.name if host else "")


class Plan:
    """Which of a person's notices are sent now and by which channel, and which later or not at all."""

    def __init__(
        self, person: Person, settings: NotificationSettings, day: Calendar, receivers: Sequence[Receiver], at: datetime
    ) -> None:
        self.person, self.settings, self.day, self.receivers, self.at = person, settings, day, receivers, at
        self.mailed: list[Notice] = []
        self.pushed: list[Notice] = []
        self.mail_later: dict[int, datetime | None] = {}
        self.push_later: dict[int, datetime | None] = {}

    def add(self, one: Notice, news: bool) -> None:
        mail = news and self.mails and self.wants(one, MAIL)
        push = news and any(self.wants(one, way_of(receiver)) for receiver in self.receivers)
        self.sort(one, one.mail_at, MAIL, mail, self.mailed, self.mail_later)
        self.sort(one, one.prompt_at, PUSH, push, self.pushed, self.push_later)

    def sort(
        self,
        one: Notice,
        due: datetime | None,
        way: str,
        wanted: bool,
        told: list[Notice],
        later: dict[int, datetime | None],
    ) -> None:
        if due is None or due > self.at:
            return
        when = moment(setting_of(one.kind, one.game), way, one.noticed_at, self.settings, self.day)
        if wanted and when <= self.at:
            told.append(one)
        else:
            later[one.id] = when if wanted else None

    @property
    def mails(self) -> bool:
        """Whether the person wants mail and has an address."""
        return self.person.notices and self.person.email is not None

    def wants(self, one: Notice, way: str) -> bool:
        return self.settings.wants(one.kind, way, one.game, one.key)

    def for_each(self) -> list[tuple[Receiver, list[Notice]]]:
        """Return what each browser and webhook is sent."""
        told = [(to, [one for one in self.pushed if self.wants(one, way_of(to))]) for to in self.receivers]
        return [(receiver, notices) for receiver, notices in told if notices]


def way_of(receiver: Receiver) -> str:
    return PUSH if receiver.shape == deliveries.PUSH else HOOK
