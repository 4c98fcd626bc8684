"""Refusals: values with a reason, never exceptions. The reason is a key and facts, so that each reader gets it in
their own language, with the clause of the rules it rests on. The doors return them; app renders them.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import asdict

from engine.core.naming import snake
from engine.core.sides import Side, facts_of

Fact = str | int | tuple[str, ...] | Struct
"""What a sentence is filled in with; a struct has a sentence of its own."""


class Refusal(Struct, frozen=True, tag_field="refusal", tag=snake):
    """Why a choice was not accepted. The position is untouched."""

    @property
    def key(self) -> str:
        """The catalogue key of the sentence that explains it."""
        return f"refusal.{snake(type(self).__name__)}"

    @property
    def facts(self) -> dict[str, Fact]:
        """What the sentence fills in."""
        return facts_of(self)


class NotYourTurn(Refusal, frozen=True):
    """Somebody else is waited for."""

    side: Side
    waiting: tuple[Side, ...]


class GameOver(Refusal, frozen=True):
    """Nobody is waited for any more."""


class NothingToTakeBack(Refusal, frozen=True):
    """It is not that side's own move any more: something was drawn or shown, or somebody else has decided."""


class Stale(Refusal, frozen=True):
    """The player answered an older position than the one on the table."""

    seen: int
    head: int


class Malformed(Refusal, frozen=True):
    """The choice can't be read: wrong type, unknown field, unknown word. `path` says where; `problem` says it to
    programs in plain English, readers get the sentence of its kind."""

    path: str
    problem: str

    @property
    def key(self) -> str:
        kind = next((kind for kind, told in PROBLEMS.items() if told.search(self.problem)), "")
        return ".".join(filter(None, ("refusal.malformed", kind)))

    @property
    def field(self) -> str:
        """What is missing or too much, if it is that."""
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
"""What the typed decoder complains of; each kind has a sentence of its own."""


class Illegal(Refusal, frozen=True):
    """The rules don't allow it. Made by `illegal`."""

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
    """`illegal("too_few_coins", "4.2", needed=4, has=3)`: reason key, clause of the rules, facts."""
    return Illegal(reason, clause, because)
