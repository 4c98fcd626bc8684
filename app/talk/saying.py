"""Accepts messages and reports, or refuses them by raising Unheard. Stored messages are announced to `live` and other
processes.
"""

from __future__ import annotations

import unicodedata

from app.accounts.limits import Limit, Limits
from app.clock import now
from app.once import once
from app.store.people import Person
from app.store.requests import Asked
from app.store.talk import Line, NewLine, TalkStore
from app.talk.channels import Standing
from app.talk.drawing import calls
from app.talk.live import TalkLive

LONGEST = 500
"""Characters of a message."""
ROWS = 12
"""Line breaks in it."""
REASON = 300
LINES = Limit("lines", 8, 2)
REPORTS = Limit("reports", 10, 60)
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINERS = {"\u200c", "\u200d"}
"""Invisible, but letters and emoji are composed with them."""


class Unheard(Exception):
    """A message is refused: the key of a sentence, and the HTTP status."""

    def __init__(self, reason: str, status: int = 422) -> None:
        super().__init__(reason)
        self.reason, self.status = reason, status


class Talk:
    def __init__(self, store: TalkStore, live: TalkLive) -> None:
        self.store, self.live = store, live
        self.limits = Limits()

    async def say(self, who: Standing, channel: str, text: str, asked: Asked | None = None) -> int:
        """Add a message and return its number. Raises Unheard and KeyUsed."""
        if who.person is None or not who.writes(channel):
            raise Unheard("ui.talk.not_here", 403)
        person, line = who.person.id, fit(text, LONGEST)

        async def add() -> str:
            if self.limits.wait(LINES, str(person)) > 0:
                raise Unheard("ui.talk.slower", 429)
            new = NewLine(person, who.own, line, who.sequence, now())
            mentioned = await self.mentioned(who, channel, new)
            number = await self.store.say(who.table.id, channel, new, mentioned, asked)
            self.live.said(who.key)
            return str(number)

        return int(await once(self.store.database, asked, add))

    async def mentioned(self, who: Standing, channel: str, new: NewLine) -> set[int]:
        """Return the people whom the message mentions and who may read it there, unless they mute the author."""
        called = {number for number, name in who.hearers(channel).items() if calls(new.text, name)} - {new.person}
        deaf = (await self.store.who_mutes([new.person])).get(new.person, set()) if called else set()
        return called - deaf

    async def report(self, who: Standing, person: Person, line: Line, reason: str) -> bool:
        """Store a report; return False if the person has reported the message before."""
        said = fit(reason, REASON)
        if self.limits.wait(REPORTS, str(person.id)) > 0:
            raise Unheard("ui.talk.slower", 429)
        return await self.store.report(person.id, who.table.id, line, said, now())


def fit(text: str, longest: int) -> str:
    """Return the text as it will be shown: line breaks stay, invisible characters go. Raises Unheard."""
    rows = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = "\n".join("".join(filter(shows, row)).rstrip() for row in rows).strip()
    if not kept:
        raise Unheard("ui.talk.empty")
    if len(kept) > longest or kept.count("\n") > ROWS:
        raise Unheard("ui.talk.long")
    return kept


def shows(sign: str) -> bool:
    return sign in JOINERS or unicodedata.category(sign) not in UNSEEN
