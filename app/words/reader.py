"""What a game tells, in a reader's language: sides as chips, journal entries and refusals as sentences.

A game whose words are not in the catalogues yet can be followed all the same: names are made readable, and an entry
without a sentence is listed plainly ("Raised: red, 3"). Templates get a Reader; hidden things never reach it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape
from msgspec.structs import asdict

from app.words.catalogue import Words, number_in, words_of
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Side

COLOURS = 8
"""Side colours that the style sheet has."""


class Reader:
    """One game in one language."""

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game, self.words = game, words
        self.sides = every_side(game)
        self.names = names_in(words, game.key)
        self.letters = letters({side: self.name(side) for side in self.sides})

    def word(self, kind: str, name: str) -> str:
        """`word("field", "last_turn")`: the game's own word for it, else the name made readable."""
        return self.words.sentence(f"{kind}.{self.game.key}.{name}") or readable(name)

    def name(self, thing: str) -> str:
        """What a side, a card, a place is called."""
        return self.words.sentence(f"side.{self.game.key}.{thing}") or self.names.get(thing) or readable(thing)

    def label(self, key: str) -> str:
        """What a row is about: a side, a named thing, or a field."""
        if self.is_side(key):
            return self.side(key)
        return self.names.get(key) or self.word("field", key)

    def side_class(self, side: Side) -> str:
        return f"side-{self.sides.index(side) % COLOURS + 1}" if side in self.sides else "side-0"

    def mark(self, side: Side) -> Markup:
        """The side's disc: its colour and its letter."""
        letter = self.letters.get(side) or self.name(side)[:1].upper()
        return Markup('<i class="disc {}" aria-hidden="true">{}</i>').format(self.side_class(side), letter)

    def side(self, side: Side) -> Markup:
        """The side's disc and name."""
        return Markup('<span class="side">{}<b>{}</b></span>').format(self.mark(side), self.name(side))

    def fact(self, value: object) -> Markup:
        """One fact of a sentence."""
        if value is None or value == "":
            return self.words.say("ui.none")
        if isinstance(value, bool):
            return self.words.say("ui.yes" if value else "ui.no")
        if isinstance(value, tuple):
            return self.facts(value)
        if isinstance(value, str):
            return self.side(value) if self.is_side(value) else escape(self.name(value))
        return escape(value)

    def facts(self, values: tuple[object, ...]) -> Markup:
        """Several facts in a list; a side and what is its are said together, like "Red 3"."""
        pair = len(values) > 1 and self.is_side(str(values[0])) and isinstance(values[1], int)
        between = escape(" " if pair else ", ")
        return between.join(map(self.fact, values)) if values else self.fact(None)

    def is_side(self, value: str) -> bool:
        return value in self.sides or self.words.sentence(f"side.{self.game.key}.{value}") is not None

    def sentence(self, key: str, facts: dict[str, object]) -> Markup | None:
        """The catalogue's sentence, its facts marked up; None if there is none, or it asks for what isn't told."""
        found = self.words.sentence(key, number_in(facts.values()))
        if found is None:
            return None
        try:
            return escape(found).format(**{name: self.fact(fact) for name, fact in facts.items()})
        except (KeyError, IndexError):
            return None

    def entry(self, entry: Entry) -> Markup:
        """A journal entry as a sentence. Where only some of it is told, a sentence of its own says so."""
        tag, facts = str(entry.__struct_config__.tag), asdict(entry)
        key = f"entry.{self.game.key}.{tag}"
        hidden = self.sentence(f"{key}.unknown", facts) if None in facts.values() else None
        return hidden or self.sentence(key, facts) or self.plainly(tag, facts.values())

    def plainly(self, tag: str, facts: Iterable[object]) -> Markup:
        told = escape(", ").join(map(self.fact, facts))
        return Markup("{}: {}").format(readable(tag), told) if told else escape(readable(tag))

    def reason(self, kind: str, reason: str, facts: dict[str, object]) -> Markup:
        """Why a point was scored, and the like."""
        return self.sentence(f"{kind}.{reason}", facts) or self.plainly(reason.rpartition(".")[2], facts.values())

    def refusal(self, refusal: Refusal) -> Markup:
        """Why a choice was not accepted, in a sentence."""
        return self.reason("refusal", refusal.key.removeprefix("refusal."), dict(refusal.facts))


@cache
def reader_of(game: AnyGame, language: str) -> Reader:
    return Reader(game, words_of(language))


def every_side(game: AnyGame) -> tuple[Side, ...]:
    """All sides of the game's largest table, and of smaller ones what that has not."""
    largest_first = sorted(game.seats, reverse=True)
    return tuple(dict.fromkeys(side for players in largest_first for side in game.sides(players)))


def names_in(words: Words, game: str) -> dict[str, str]:
    """The names in a game's own words (`versailles.issue.syria`), by their last part. Where several things are said of
    one, its name is the shortest."""
    found: dict[str, str] = {}
    for key, (said, *_) in words.sentences.items():
        if key.startswith(f"{game}."):
            thing = key.rpartition(".")[2]
            found[thing] = min(found.get(thing, said), said, key=len)
    return found


def letters(names: dict[Side, str]) -> dict[Side, str]:
    """A letter for each side; two where one would be taken already."""
    given: dict[Side, str] = {}
    for side, name in names.items():
        short = [name[:1].upper(), name[:2].capitalize(), name[:3].capitalize()]
        given[side] = next((letter for letter in short if letter not in given.values()), short[-1])
    return given


def readable(name: str) -> str:
    """`last_turn` as Last turn."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
