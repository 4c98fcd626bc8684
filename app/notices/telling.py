"""Sends due notifications: checks once more whether a fact is still true and news to the person, and writes one mail
and one message for everything that is due, in one transaction. It works in the background of each process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import structlog

from app.clock import now
from app.clocks.calendar import Calendar
from app.keeping.visits import since_visit
from app.live.presence import Presence
from app.model.notice_kinds import DEED, HOOK, INVITATION, MAIL, MENTION, PUSH, STOPPED, wish_of
from app.notices.keys import Keys
from app.notices.messages import written
from app.notices.noticing import Noticing
from app.notices.wishes import Wishes, moment, read
from app.notices.wording import Section, Wording
from app.rooms.room import Room
from app.rooms.rooms import LostRoom, NotBegun, Rooms
from app.store import parcels
from app.store.clocks import ClockStore
from app.store.database import StoreUnavailable
from app.store.notices import Notice, NoticeStore, Overtaken, Telling
from app.store.parcels import NewParcel, ParcelStore, Receiver
from app.store.people import PeopleStore, Person
from app.store.visits import KeepingStore

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
        self.notices, self.parcels, self.clocks = NoticeStore(database), ParcelStore(database), ClockStore(database)
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
        wishes, day = read(await self.notices.wishes(number)), await self.clocks.hours_of(number)
        wanted = Plan(person, wishes, day, await self.parcels.receivers_of(number), at)
        for one in found:
            wanted.add(one, await self.is_news(one))
        await self.notices.tell(await self.carried_out(wanted), at)
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
            return not notice.seen and notice.kind in (DEED, STOPPED)
        return not notice.seen and isinstance(found, NotBegun) and notice.kind == MENTION

    async def carried_out(self, plan: Plan) -> Telling:
        message = uuid4().hex
        wording = Wording(plan.person, self.site)
        letter, packed, worded = None, [], []
        if plan.mailed:
            stop = await self.keys.stop_address(plan.person.id)
            worded += (sections := await self.sections(wording, plan.mailed))
            letter = wording.letter(sections, stop)
        for receiver, notices in plan.for_each():
            worded += (sections := await self.sections(wording, notices))
            told = wording.message(message, sections, plan.at)
            packed.append(NewParcel(receiver.id, told.topic, written(told)))
        return Telling(
            message,
            tuple(one.id for one in plan.mailed),
            letter,
            tuple(one.id for one in plan.pushed),
            tuple(packed),
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
        self, person: Person, wishes: Wishes, day: Calendar, receivers: Sequence[Receiver], at: datetime
    ) -> None:
        self.person, self.wishes, self.day, self.receivers, self.at = person, wishes, day, receivers, at
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
        when = moment(wish_of(one.kind, one.game), way, one.noticed_at, self.wishes, self.day)
        if wanted and when <= self.at:
            told.append(one)
        else:
            later[one.id] = when if wanted else None

    @property
    def mails(self) -> bool:
        """Whether the person wants mail and has an address."""
        return self.person.notices and self.person.email is not None

    def wants(self, one: Notice, way: str) -> bool:
        return self.wishes.wants(one.kind, way, one.game, one.key)

    def for_each(self) -> list[tuple[Receiver, list[Notice]]]:
        """Return what each browser and webhook is sent."""
        told = [(to, [one for one in self.pushed if self.wants(one, way_of(to))]) for to in self.receivers]
        return [(receiver, notices) for receiver, notices in told if notices]


def way_of(receiver: Receiver) -> str:
    return PUSH if receiver.shape == parcels.PUSH else HOOK
