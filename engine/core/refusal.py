"""Refusals: values with a reason, never exceptions. The reason is a key and facts, so that each reader gets it in their
own language, with the clause of the rules it rests on. The doors return them; app renders them.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import asdict

from engine.core.naming import snake
from engine.core.sides import Side, facts_of

Fact = str | int | tuple[str, ...] | Struct
"""The facts of a sentence; a struct has a sentence of its own."""


class Refusal(Struct, frozen=True, tag_field="refusal", tag=snake):
    """Why a choice was not accepted. The position is unchanged."""

    @property
    def key(self) -> str:
        """The catalogue key of the sentence that explains it."""
        return f"refusal.{snake(type(self).__name__)}"

    @property
    def facts(self) -> dict[str, Fact]:
        """The facts of that sentence."""
        return facts_of(self)


class NotYourTurn(Refusal, frozen=True):
    """Another side has to decide."""

    side: Side
    waiting: tuple[Side, ...]


class GameOver(Refusal, frozen=True):
    """The game is over: no side has to decide."""


class NothingToTakeBack(Refusal, frozen=True):
    """The side cannot take its move back any more: something was drawn or shown, or another side has decided."""


class Stale(Refusal, frozen=True):
    """The player answered an older position than the present one."""

    seen: int
    head: int


class Malformed(Refusal, frozen=True):
    """The choice cannot be read: wrong type, unknown field, unknown word. `path` says where; `problem` tells programs
    in plain English, readers get the sentence of its kind."""

    path: str
    problem: str

    @property
    def key(self) -> str:
        kind = next((kind for kind, told in PROBLEMS.items() if told.search(self.problem)), "")
        return ".".join(filter(None, ("refusal.malformed", kind)))

    @property
    def field(self) -> str:
        """The field that is missing or unknown, if that is the problem."""
        return str(self.facts.get("field", ""))

    @property
    def facts(self) -> dict[str, Fact]:
        found = next(filter(None, (told.search(self.problem) for told in PROBLEMS.values())), None)
        named = found.groupdict() if found else {}
        return {name: int(text) if text.lstrip("-").isdigit() else text for name, text in named.items()} | asdict(self)


PROBLEMS = {
    "few": re.compile(r"of length >= (?P<least>\d+)"),
    "many": re.compile(r"of length <= (?P<most>\d+)"),
    "least": re.compile(r">= (?P<least>-?\d+)"),
    "most": re.compile(r"<= (?P<most>-?\d+)"),
    "empty": re.compile(r"Invalid enum value ''$"),
    "word": re.compile(r"Invalid (enum )?value '?(?P<word>.*?)'?$"),
    "missing": re.compile(r"missing required field `(?P<field>.*)`"),
    "unknown": re.compile(r"unknown field `(?P<field>.*)`"),
    "number": re.compile(r"Expected `int`"),
    "kind": re.compile(r"Expected"),
}
"""The complaints of the typed decoder; each kind has a sentence of its own."""


class Illegal(Refusal, frozen=True):
    """The rules do not allow it. Made by `illegal`."""

    reason: str
    clause: str
    because: dict[str, Fact]

    @property
    def key(self) -> str:
        return f"refusal.{self.reason}"

    @property
    def facts(self) -> dict[str, Fact]:
        return self.because | {"clause": self.clause}


def illegal(reason: str, clause: str, **because: Fact) -> Illegal:
    """Return a refusal: `illegal("too_few_coins", "4.2", needed=4, has=3)` has the reason's key, the clause of the
    rules, and facts."""
    return Illegal(reason, clause, because)
