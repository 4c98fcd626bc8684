"""Puts notices into words, in the reader's language and as far as the reader's sides may know, and makes mails and
messages of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from msgspec import Struct

from app.decide.votes import asking_of, sentence
from app.features.notifications.facts import alerts
from app.features.notifications.messages import Item, Message
from app.model.clocks.side_time import due
from app.model.notification_kinds import ADMIN_ACTION, KINDS, OFFER, OVER, STOPPED, TIME, TURN, VOTE
from app.render.admin_log import done_at, told_of
from app.render.cards import card, cards_at
from app.render.recap import Recap
from app.render.scene import places
from app.render.seat_changes import sentences
from app.rooms.permissions import ADMIN
from app.rooms.room import Room
from app.store.messages.mail_outbox import NewMail
from app.store.messages.notices import Notice
from app.store.people.people import Person
from app.store.tables.tables import Arranged
from app.words.catalogue import DEFAULT, Words, words_of
from app.words.links import keys_in
from app.words.plain import PlainReader, plain_reader_of
from app.words.reader import joined, phrase_of
from app.words.times import absolute
from engine.core import registry
from engine.core.phrase import Phrase
from engine.core.state import Side

MOST = 8
"""How many lines of news a mail has in each group."""
SUBJECT = 150
DECIDE = dict.fromkeys((TURN, TIME), "#part-decision") | {OFFER: "#part-offered", VOTE: "#asked"}
"""Where on a table's page to decide; an alert of the game is mostly about the next question."""
SEVERAL = "tables"


class Section(Struct, frozen=True):
    """The news of one table: the notices, and the news there, in groups."""

    items: tuple[Item, ...]
    happened: tuple[tuple[str, tuple[str, ...]], ...] = ()
    until: str = ""
    """The reader's deadline, where no notice says it."""
    cards: tuple[tuple[str, str], ...] = ()
    """The cards that all this names, each with its address."""
    told_of: tuple[int, int] | None = None
    """The room and the epoch of all this."""

    @property
    def title(self) -> str:
        return self.items[0].title


class Wording:
    """The words for one person."""

    def __init__(self, person: Person, site: str) -> None:
        self.person, self.site = person, site
        self.words: Words = words_of(person.language or DEFAULT)

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(key, **facts).striptags()

    def of_table(self, table: Arranged, notices: Iterable[Notice], host: str) -> Section:
        """Return the section of a table whose game has not begun, or cannot be read."""
        return Section(tuple(self.item(table, one, self.plainly(one.kind, host)) for one in notices))

    def of_game(self, room: Room, table: Arranged, notices: Sequence[Notice], since: Recap | None) -> Section:
        reader = plain_reader_of(room.game, self.words.language)
        own = table.sides_of(self.person.id)
        items = []
        for one in notices:
            sides = sides_concerned(room, one.kind, own)
            until = deadline(room, one.kind, sides)
            of_admin = one.kind == ADMIN_ACTION
            says = self.done(room, reader, one) if of_admin else self.says(room, reader, one.kind, sides)
            if until:
                says += f" {self.until(until)}"
            items.append(self.item(table, one, says, sides, until))
        told_until = any(item.until for item in items)
        until_then = "" if told_until else self.until(due(room.clock, own))
        cards = self.cards(room, reader, since, any(one.kind == TURN for one in notices))
        return Section(tuple(items), self.happened(reader, since), until_then, cards, (room.id, room.epoch))

    def until(self, moment: datetime | None) -> str:
        return self.say("notice.until", until=absolute(self.words.language, self.person.zone, moment)) if moment else ""

    def item(
        self, table: Arranged, notice: Notice, says: str, sides: tuple[Side, ...] = (), until: datetime | None = None
    ) -> Item:
        place = "admin/tables" if self.called(notice.kind) else "tables"
        address = f"{self.site}/{place}/{table.key}{decided_at(notice.kind)}"
        where = (notice.kind, table.key, table.title, table.game, address)
        return Item(*where, says, sides, notice.epoch, notice.sequence, until)

    def called(self, kind: str) -> bool:
        """Tell whether a game has stopped and the reader can restart it."""
        return kind == STOPPED and self.person.role == ADMIN

    def says(self, room: Room, reader: PlainReader, kind: str, sides: tuple[Side, ...]) -> str:
        if kind not in KINDS:
            return alert_said(room, reader, kind, sides)
        named = ", ".join(map(reader.name, sides))
        if kind == TURN and room.position.agenda:
            question = reader.text(phrase_of(room.game, room.position.agenda[-1]))
            return self.say("notice.turn", sides=named, question=question)
        if kind == OVER:
            return self.over(room, reader)
        if kind == VOTE and (said := asking_of(room)):
            asked = sentence(said, reader).striptags()
            return f"{self.plainly(kind, named)} {asked}"
        return self.plainly(kind, named)

    def over(self, room: Room, reader: PlainReader) -> str:
        """Name the winners, if the game is over: until then what decides between them may be hidden."""
        found = places(room, room.position) if room.status == "finished" else ()
        winners = ", ".join(reader.name(side) for one in found if one.rank == 1 for side in one.sides)
        return self.say("notice.over", winners=winners) if winners else self.say("notice.ended")

    def done(self, room: Room, reader: PlainReader, notice: Notice) -> str:
        """Return what an admin did to the table and why, as its log says it."""
        found = [action for action in room.admin_actions if str(action.id) == notice.about]
        told = [said.striptags() for one in done_at(tuple(found), room.seating.seats) for said in told_of(one, reader)]
        return " ".join(told) or self.plainly(ADMIN_ACTION, "")

    def plainly(self, kind: str, who: str) -> str:
        """Return the sentence of a kind; `who` is the person who invites the reader, else the reader's own sides."""
        return self.say("notice.called" if self.called(kind) else f"notice.{kind}", who=who)

    def happened(self, reader: PlainReader, since: Recap | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the latest news of each group."""
        found = []
        if since and since.seats:
            handed = tuple(" ".join(line.striptags() for line in sentences(one, reader)) for one in since.seats[-MOST:])
            found.append((self.say("ui.recap.seats"), handed))
        for group in since.groups if since else ():
            told = group.happened
            lines = tuple(reader.text(one.entry) for one in told[-MOST:])
            more = (self.say("ui.recap.more", n=len(told) - MOST),) if len(told) > MOST else ()
            name = reader.word("topic", group.name) if group.topic else self.say(f"ui.recap.{group.name}")
            found.append((name, lines + more))
        return tuple(found)

    def cards(self, room: Room, reader: PlainReader, since: Recap | None, asks: bool) -> tuple[tuple[str, str], ...]:
        """Return the cards named by the question, if it `asks` the reader, and by the news."""
        lately = [one.entry for group in (since.groups if since else ()) for one in group.happened[-MOST:]]
        question = [phrase_of(room.game, room.position.agenda[-1])] if asks and room.position.agenda else []
        keys = keys_in(joined(map(reader.told, (*question, *lately))))
        found = filter(None, (card(room.game, self.words.language, key) for key in keys))
        return tuple((one.name, f"{self.site}{cards_at(room.game)}#{one.key}") for one in found)

    def title(self, sections: Sequence[Section]) -> str:
        if len(sections) > 1:
            return self.say("notice.several", n=len(sections))
        return sections[0].title

    def message(self, number: str, sections: Sequence[Section], at: datetime) -> Message:
        items = tuple(item for section in sections for item in section.items)
        alone = len(sections) == 1
        lines = [item.says if alone else f"{item.title}: {item.says}" for item in items]
        address = items[0].address if alone else f"{self.site}/mine"
        topic = items[0].table if alone else SEVERAL
        return Message(number, at, self.person.name, self.title(sections), "\n".join(lines), address, topic, items)

    def mail(self, sections: Sequence[Section], stop: str) -> NewMail:
        first = sections[0].items[0]
        subject = self.title(sections) if len(sections) > 1 else f"{first.title}: {first.says}"
        parts = [self.say("notice.hello", name=self.person.name), *map(self.part, sections)]
        return self.signed(shorten_subject(" ".join(subject.split())), parts, stop)

    def signed(self, subject: str, parts: Sequence[str], stop: str) -> NewMail:
        assert self.person.email
        page = self.say("notice.foot.page", page=f"{self.site}/me/notices")
        foot = ("-- ", page, self.say("notice.foot.stop", stop=stop), self.site, "")
        return NewMail(self.person.email, subject, "\n\n".join([*parts, "\n".join(foot)]), stop)

    def part(self, section: Section) -> str:
        """Return a section as text: what is asked, where to decide, what happened."""
        first = section.items[0]
        game = registry.games().get(first.game)
        lines = [f"{first.title} ({game.title if game else first.game})"]
        for address, items in groupby(section.items, key=lambda item: item.address):
            lines += [*(item.says for item in items), address]
        for name, happened in section.happened:
            lines += ["", f"{name}:", *(f"- {line}" for line in happened)]
        if section.cards:
            lines += ["", f"{self.say('ui.cards')}:", *(f"- {name}: {address}" for name, address in section.cards)]
        if section.until:
            lines += ["", section.until]
        return "\n".join(lines)

    def test(self, number: str, at: datetime) -> Message:
        said = self.say("notice.test"), self.say("notice.test.text", name=self.person.name)
        return Message(number, at, self.person.name, *said, f"{self.site}/me/notices", "test")

    def test_mail(self, stop: str) -> NewMail:
        return self.signed(self.say("notice.test"), [self.say("notice.test.text", name=self.person.name)], stop)


def decided_at(kind: str) -> str:
    return DECIDE.get(kind, "") if kind in KINDS else DECIDE[TURN]


def alert_said(room: Room, reader: PlainReader, kind: str, sides: tuple[Side, ...]) -> str:
    """Return the game's alerts for these sides in its own words, each sentence once."""
    key = f"alert.{room.game.key}.{kind}"
    phrases = [Phrase(key, alert.facts) for _, alert in alerts(room, sides) if alert.kind == kind]
    return " ".join(dict.fromkeys(map(reader.text, phrases or [Phrase(key)])))


def sides_concerned(room: Room, kind: str, own: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return those of the person's sides that a notice is about."""
    if kind not in KINDS:
        return tuple(side for side, alert in alerts(room, own) if alert.kind == kind)
    those = {TURN: room.waiting, TIME: room.waiting, OFFER: room.awaited}.get(kind, own)
    return tuple(side for side in own if side in those)


def deadline(room: Room, kind: str, sides: tuple[Side, ...]) -> datetime | None:
    """Return the deadline by which one of these sides has to decide or to vote."""
    if kind == VOTE:
        return room.open_vote.until if room.open_vote else None
    return due(room.clock, sides) if kind in (TURN, TIME) else None


def shorten_subject(text: str) -> str:
    return text if len(text) <= SUBJECT else f"{text[:SUBJECT].rstrip()}…"
