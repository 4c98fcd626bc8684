"""What a game tells, in a reader's language: sides as chips; entries, refusals, questions and choices as sentences.

A sentence is found by what is told: `entry.<game>.<tag>`, `do.<game>.<tag>` and so on, unless the game's `phrase` names
another. A game whose words are not written yet can be followed all the same: names are made readable, and an entry
without a sentence is listed plainly ("Raised: red, 3"). Templates get a Reader; hidden things never reach it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import asdict

from app.rules.links import clause
from app.words.catalogue import Words, number_in, words_of
from engine.core.absence import TimedOut
from engine.core.choice import Choice
from engine.core.ending import Ended
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.naming import snake
from engine.core.phrase import Phrase, Verbatim
from engine.core.refusal import Illegal, Malformed, Refusal
from engine.core.state import Side
from engine.core.step import Step
from engine.core.undo import WentBack

COLOURS = 8
"""Side colours that the style sheet has."""
KINDS = {"told": "entry", "step": "ask"}
"""What sentences of some kinds are called in the catalogues; other kinds are called as on the wire (`do`)."""
MINUS = "−"
FIELDS = re.compile(r"\.(\w+)(?:\[(\d+)\](?=\.))?")
"""The names in the path of a value, each with its row; `do` is no field that anybody fills in."""
REMEMBERED = 4_096
"""Names, marks, choices and sentences that a reader keeps as they are said; they are said in almost every part of every
page."""


class Reader:
    """One game in one language."""

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game, self.words = game, words
        self.sides = every_side(game)
        given = {side: words.sentence(f"letter.{game.key}.{side}") for side in self.sides}
        self.letters = letters({side: letter or self.name(side) for side, letter in given.items()})
        self.name = lru_cache(REMEMBERED)(self.name)  # type: ignore[method-assign]
        self.mark = lru_cache(REMEMBERED)(self.mark)  # type: ignore[method-assign]
        self.side = lru_cache(REMEMBERED)(self.side)  # type: ignore[method-assign]
        self.choice = lru_cache(REMEMBERED)(self.choice)  # type: ignore[method-assign]
        self.say_again = lru_cache(REMEMBERED, typed=True)(self.say_anew)

    # Names

    def word(self, kind: str, name: str) -> str:
        """`word("field", "last_turn")`: the game's own word for it, else the name made readable."""
        return self.words.sentence(f"{kind}.{self.game.key}.{name}") or readable(name)

    def name(self, thing: str, *beside: str) -> str:
        """What a side, a card, a place is called: `word.<game>.<id>`, or `word.<game>.<beside>.<id>` where it is called
        otherwise beside that (an option of a card, a region after "in")."""
        keys = [f"word.{self.game.key}.{other}.{thing}" for other in beside if other]
        found = (self.words.sentence(key) for key in (*keys, f"side.{self.game.key}.{thing}"))
        return next(filter(None, found), None) or self.word("word", thing)

    def label(self, key: str) -> str:
        """What a row is about: a side, a named thing, or a field."""
        if self.is_side(key):
            return self.side(key)
        return self.words.sentence(f"word.{self.game.key}.{key}") or self.word("field", key)

    def is_side(self, value: str) -> bool:
        return value in self.sides or self.words.sentence(f"side.{self.game.key}.{value}") is not None

    def side_class(self, side: Side) -> str:
        return f"side-{self.sides.index(side) % COLOURS + 1}" if side in self.sides else "side-0"

    def mark(self, side: Side) -> Markup:
        """The side's disc: its colour and its letter, which is `letter.<game>.<side>` or how its name begins."""
        letter = self.letters.get(side) or self.name(side)[:1].upper()
        return Markup('<i class="disc {} of-{}" aria-hidden="true">{}</i>').format(
            self.side_class(side), self.game.key, letter
        )

    def side(self, side: Side) -> Markup:
        """The side's disc and name."""
        return Markup('<span class="side">{}<b>{}</b></span>').format(self.mark(side), self.name(side))

    # Facts

    def fact(self, value: object, *beside: str) -> Markup:
        """One fact of a sentence, and what it stands beside."""
        if value is None or value in ("", (), []):
            return self.words.say("ui.none")
        if isinstance(value, bool):
            return self.words.say("ui.yes" if value else "ui.no")
        if isinstance(value, int):
            return escape((f"{value:+}" if "+" in beside else str(value)).replace("-", MINUS))
        if isinstance(value, tuple | list):
            return self.facts(value, *beside)
        if isinstance(value, Markup):
            return value
        if isinstance(value, Struct):
            return self.told(value)
        text = str(value)
        return self.side(text) if self.is_side(text) else escape(self.name(text, *beside))

    def facts(self, values: Iterable[object], *beside: str) -> Markup:
        """Several facts in a list; a side and what is its are said together, like "Red 3"."""
        match values:
            case str(owner), int() if self.is_side(owner):
                between = " "
            case _:
                between = "; " if ";" in beside else ", "
        return joined([self.fact(value, *beside) for value in values], between)

    # Sentences

    def sentence(self, key: str, facts: Mapping[str, Any]) -> Markup | None:
        """The catalogue's sentence, its facts marked up; None if there is none, or it asks for what isn't told. A place
        may say how its fact stands there: `{by:+}` with its sign, `{clauses:;}` parted by semicolons, `{region:in}` by
        the name that it has there (`word.<game>.in.<id>`)."""
        found = self.words.sentence(key, number_in(facts.values()))
        if found is None:
            return None
        named = [fact for fact in facts.values() if isinstance(fact, str)]
        said = []
        for text, name, place in places_in(found):
            said.append(text)
            if name is not None:
                if name not in facts:
                    return None
                said.append(self.fact(facts[name], place, name, *named))
        return joined(said)

    def told(self, thing: Struct, step: Step[Any] | None = None) -> Markup:
        """Anything a game tells. Where only some of it may be known, a sentence of its own says so."""
        if isinstance(thing, Verbatim):
            return escape(thing.text)
        phrase = thing if isinstance(thing, Phrase) else self.phrase(thing, step)
        try:
            return self.say_again(phrase.key, **phrase.facts)
        except TypeError:  # a fact that can't be remembered, such as a list
            return self.say_anew(phrase.key, **phrase.facts)

    def say_anew(self, key: str, /, **facts: Any) -> Markup:
        hidden = self.sentence(f"{key}.unknown", facts) if None in facts.values() else None
        return hidden or self.sentence(key, facts) or self.plainly(key, facts.values())

    def phrase(self, thing: Struct, step: Step[Any] | None = None) -> Phrase:
        return phrase_of(self.game, thing, step)

    def entry(self, entry: Entry) -> Markup:
        """What happened."""
        return self.told(entry)

    def question(self, step: Step[Any]) -> Markup:
        """What a waiting step asks."""
        return self.told(step)

    def choice(self, choice: Choice, step: Step[Any] | None = None) -> Markup:
        """What an answer does; `step` is the question, if it is one to a question."""
        return self.told(choice, step)

    def reason(self, kind: str, reason: str, facts: Mapping[str, Any]) -> Markup:
        """Why a point was scored, and the like."""
        return self.told(Phrase(f"{kind}.{reason}", facts))

    def refusal(self, refusal: Refusal) -> Markup:
        """Why a choice was not accepted, with a link to the clause it rests on."""
        named: dict[str, Any] = {}
        if isinstance(refusal, Illegal):
            named = {"clause": clause(self.game.key, refusal.clause)}
        elif isinstance(refusal, Malformed):
            named = {"path": self.place(refusal.path), "field": escape(self.word("field", refusal.field))}
        return self.told(Phrase(refusal.key, refusal.facts | named))

    def place(self, path: str) -> Markup:
        """`$.clauses[1].cubes` by the names of its fields; a row counts only where something of it is named."""
        fields = [
            f"{self.word('field', name)} {int(row) + 1 if row else ''}"
            for name, row in FIELDS.findall(path)
            if name != "do"
        ]
        named = ", ".join(field.strip() for field in fields)
        return self.words.say("refusal.malformed.field" if named else "refusal.malformed.all", fields=named)

    def plainly(self, key: str, facts: Iterable[object]) -> Markup:
        told, what = joined(map(self.fact, facts), ", "), readable(key.rpartition(".")[2])
        return Markup("{}: {}").format(what, told) if told else escape(what)

    # Values of a view

    def fields(self, value: object) -> dict[str, object] | None:
        """The fields of a struct that has no sentence of its own."""
        if not isinstance(value, Struct) or self.words.sentence(self.phrase(value).key):
            return None
        return asdict(value)


@lru_cache(REMEMBERED)
def places_in(sentence: str) -> tuple[tuple[Markup, str | None, str], ...]:
    """What it says up to a fact, the fact's name, and how it stands there."""
    return tuple((escape(text), name, place or "") for text, name, place, _ in Formatter().parse(sentence))


def joined(said: Iterable[Markup], between: str = "") -> Markup:
    """Several things that are markup already, with plain text between them: joining them as Markup does would look at
    each of them again."""
    return Markup(between.join(said))  # noqa: S704 - nothing else is joined


@cache
def reader_of(game: AnyGame, language: str) -> Reader:
    return Reader(game, words_of(language, game.key))


def phrase_of(game: AnyGame, thing: Struct, step: Step[Any] | None = None) -> Phrase:
    """The sentence that says it, and what it is filled in with."""
    if isinstance(thing, WentBack):
        return went_back(game.key, thing)
    if isinstance(thing, TimedOut):
        return Phrase("entry.timed_out", {"side": thing.side})
    if isinstance(thing, Ended):
        return Phrase("entry.ended", {"side": thing.side})
    return game.phrase(thing, step) or own_phrase(game.key, thing)


def went_back(game: str, told: WentBack) -> Phrase:
    """Any game's."""
    facts = {"side": told.side, "step": told.step, "what": Phrase(f"choice.{game}.{told.what}")}
    return Phrase("entry.went_back.agreed" if told.agreed else "entry.went_back", facts)


def own_phrase(game: str, thing: Struct) -> Phrase:
    """The sentence named after what is told, with its fields."""
    config = thing.__struct_config__
    if config.tag_field is None:
        return Phrase(f"phrase.{game}.{snake(type(thing).__name__)}", asdict(thing))
    return Phrase(f"{KINDS.get(config.tag_field, config.tag_field)}.{game}.{config.tag}", asdict(thing))


def every_side(game: AnyGame) -> tuple[Side, ...]:
    """All sides of the game's largest table, and of smaller ones what that has not."""
    largest_first = sorted(game.seats, reverse=True)
    return tuple(dict.fromkeys(side for players in largest_first for side in game.sides(players)))


def letters(names: dict[Side, str]) -> dict[Side, str]:
    """A letter for each side; two where one would be taken already."""
    given: dict[Side, str] = {}
    for side, name in names.items():
        short = [name[:1].upper() + name[1:more] for more in (1, 2, 3)]
        given[side] = next((letter for letter in short if letter not in given.values()), short[-1])
    return given


def readable(name: str) -> str:
    """`last_turn` as Last turn; what is no name at all stays as it is."""
    if not name.replace("_", "").isalnum():
        return name
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
