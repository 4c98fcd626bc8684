"""Programs that act for people. Each has a token, created here and shown once, which is stored by its digest as a
session of its owner, with what it may do and perhaps the one table it is for. Ending the session ends the token.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from app.accounts.judging import Faults, all_of
from app.accounts.own import Own
from app.accounts.tokens import PROGRAMS, digest_of, new_token, token_from
from app.clock import now
from app.once import once
from app.store.people import Session
from app.store.requests import Asked

READ, PLAY, TABLES, TALK, NOTICES = "read", "play", "tables", "talk", "notices"
SCOPES = (READ, PLAY, TABLES, TALK, NOTICES)
"""The permissions of programs: look at what their owner may see; decide for their owner's sides; create, join and
arrange tables; write in their owner's name and keep their notes; change what their owner is notified of, and where."""
AT_A_TABLE = (READ, PLAY)
"""The permissions of a program that plays its owner's seats at one table."""
DAYS = ("", "7", "30", "90", "365")
"""How many days a token may last; empty for as long as it is used."""
MOST = 20
"""How many tokens one person may have."""
LONGEST = 40


async def let_in(own: Own, name: str, scopes: Iterable[str], days: str, asked: Asked | None = None) -> str:
    """Create a token for a program that may do this at every table. The token itself is not stored, so it cannot be
    shown again."""
    name, allowed, lasts = all_of(lambda: fit(name), lambda: fit_scopes(scopes), lambda: fit_days(days))
    return await hand_out(own, name, allowed, "", lasts, asked)


async def let_play(own: Own, name: str, table: str, asked: Asked | None = None) -> str:
    """Create a token for a program that plays its owner's seats at one table until the owner ends it."""
    return await hand_out(own, fit(name), " ".join(AT_A_TABLE), table, "", asked)


async def hand_out(own: Own, name: str, scopes: str, table: str, days: str, asked: Asked | None) -> str:
    """Create a token. The same request sent again returns the same one, as long as it has not been ended."""
    people, at = own.accounts.people, now()
    token = PROGRAMS + (token_from(own.browser.visitor.cookie, asked.key) if asked else new_token())
    until = at + timedelta(days=int(days)) if days else None

    async def begin() -> str:
        if len(await people.programs_of(own.person.id, at)) >= MOST:
            raise Faults(name="ui.tokens.most")
        return str(await people.begin(own.person.id, digest_of(token), name, at, scopes, table, until, asked))

    await once(people.database, asked, begin)
    if await people.recognise(digest_of(token), at) is None:
        raise Faults(name="ui.tokens.name.made")
    return token


async def programs_of(own: Own, table: str | None = None) -> list[Session]:
    return await own.accounts.people.programs_of(own.person.id, now(), table)


def fit(name: str) -> str:
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= LONGEST or not plain.isprintable():
        raise Faults(name="ui.tokens.name.wrong")
    return plain


def fit_scopes(scopes: Iterable[str]) -> str:
    wanted = set(scopes)
    if not wanted or not wanted <= set(SCOPES):
        raise Faults(scopes="ui.tokens.scopes.wrong")
    return " ".join(scope for scope in SCOPES if scope in wanted)


def fit_days(days: str) -> str:
    if days not in DAYS:
        raise Faults(days="ui.choice.wrong")
    return days
