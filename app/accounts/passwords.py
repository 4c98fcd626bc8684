"""Passwords: which ones will do, and how they are kept (Argon2id, in threads of their own: it takes a while, and much
memory, on purpose). Called by accounts.service.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.names import folded
from app.settings import Settings

T = TypeVar("T")

SHORTEST, LONGEST = 10, 256
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
OWN_SIGNS = 6
"""Signs that a password has at least besides what anybody would guess."""
THREADS = 2


class Unfit(ValueError):
    """Not a password to be safe with: `reason` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check(password: str, *known: str) -> None:
    """Raises Unfit. `known` is what everybody knows of the person: name, address."""
    plain = normal(password).casefold()
    if not SHORTEST <= len(plain) <= LONGEST:
        raise Unfit("length")
    if len(set(plain)) < KINDS or is_run(plain):
        raise Unfit("simple")
    if any(word in plain for word in GUESSED) and len(without(plain, GUESSED)) < OWN_SIGNS:
        raise Unfit("common")
    if len(without(folded(plain), [name for word in known for name in parts(word)])) < min(
        OWN_SIGNS, len(folded(plain))
    ):
        raise Unfit("own")


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
