"""Puts what a game tells into a reader's language: sides as chips; entries, refusals, questions and choices as
sentences.

The key of a sentence follows from what is told: `entry.<game>.<tag>`, `do.<game>.<tag>` and so on, unless the game's
`phrase` names another. A game can be followed before its words are written: names are made readable, and an entry
without a sentence is listed plainly ("Raised: red, 3"). Templates get a Reader; hidden information never reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any, TypeGuard

from markupsafe import Markup, escape
from msgspec import Struct

from app.words.catalogue import Words, number_in, words_of
from app.words.links import card, cards_in, clause, unlinked
from engine.core.absence import TimedOut
from engine.core.choice import Choice
from engine.core.ending import Ended
from engine.core.game import TONES, AnyGame
from engine.core.journal import Entry
from engine.core.lots import SeatsDrawn
from engine.core.naming import snake
from engine.core.phrase import Phrase, Verbatim
from engine.core.refusal import Illegal, Malformed, Refusal
from engine.core.sealed import AnswerWithdrawn, Sealed, WithdrawAnswer
from engine.core.sides import Side, SideName, facts_of
from engine.core.step import Step
from engine.core.undo import WentBack

FILTERS = 12
"""The number of sides for which the style sheet can filter a log."""
KINDS = {"told": "entry", "step": "ask"}
"""The key prefixes of some kinds of sentences; other kinds have the name they have on the wire (`do`)."""
MINUS = "−"
FIELDS = re.compile(r"\.(\w+)(?:\[(\d+)\](?=\.))?")
"""The names in the path of a value, each with its row; `do` is skipped, since players do not fill it in."""
REMEMBERED = 4_096
"""Size of the caches of a reader's names, marks, choices and sentences, which appear in almost every part of every
page."""


class Reader:
    """The words of one game in one language."""

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game, self.words = game, words
        self.sides = tuple(dict.fromkeys((*every_side(game), *game.showing.tones)))
        """All sides, including powers that nobody plays."""
        self.card_names: dict[str, str] = {}
        given = {side: words.sentence(f"letter.{game.key}.{side}") for side in self.sides}
        self.letters = letters({side: letter or self.name(side) for side, letter in given.items()})
        self.everywhere = {
            word: kind.key(word) for kind in game.showing.cards if not kind.beside for word in kind.cards
        }
        self.beside = {
            (other, word): kind.key(word) for kind in game.showing.cards for other in kind.beside for word in kind.cards
        }
        self.card_names = {
            kind.key(word): self.thing(word, *kind.beside) for kind in game.showing.cards for word in kind.cards
        }
        self.everywhere |= {key: key for key in self.card_names}
        self.name = lru_cache(REMEMBERED)(self.name)  # type: ignore[method-assign]
        self.thing = lru_cache(REMEMBERED)(self.thing)  # type: ignore[method-assign]
        self.mark = lru_cache(REMEMBERED)(self.mark)  # type: ignore[method-assign]
        self.side = lru_cache(REMEMBERED)(self.side)  # type: ignore[method-assign]
        self.choice = lru_cache(REMEMBERED)(self.choice)  # type: ignore[method-assign]
        self.card = lru_cache(REMEMBERED)(self.card)  # type: ignore[method-assign]
        self.say_again = lru_cache(REMEMBERED, typed=True)(self.say_anew)

    def word(self, kind: str, name: str) -> str:
        """Return the game's own word (`word("field", "last_turn")`), else the name made readable."""
        return self.words.sentence(f"{kind}.{self.game.key}.{name}") or readable(name)

    def source(self, name: str) -> str:
        """Return the name of a source of chance: the game's own, or one that every game has (`source.seats`)."""
        own = self.words.sentence(f"source.{self.game.key}.{name}")
        return own or self.words.sentence(f"source.{name}") or readable(name)

    def name(self, thing: str, *beside: str) -> str:
        """Return the name of a side, a card or a place: `word.<game>.<id>`, or `word.<game>.<beside>.<id>` where it has
        another name beside that (an option of a card, a region after "in"). A card is also known by its key."""
        keys = [f"word.{self.game.key}.{other}.{thing}" for other in beside if other]
        found = next(filter(None, map(self.words.sentence, keys)), None) or self.known_side(thing)
        return found or self.card_names.get(thing) or self.word("word", thing)

    def thing(self, thing: str, *beside: str) -> str:
        """Return the name of a card or a place, even where a side has the same id; the side's name if nothing else has
        it."""
        keys = [f"word.{self.game.key}.{other}.{thing}" for other in beside if other]
        found = next(filter(None, map(self.words.sentence, keys)), None) or self.card_names.get(thing)
        return found or self.words.sentence(f"word.{self.game.key}.{thing}") or self.name(thing)

    def label(self, key: str) -> str:
        """Return the label of a row: a side, a named thing, or a field."""
        if self.means_side(key):
            return self.side(key)
        return self.words.sentence(f"word.{self.game.key}.{key}") or self.known_side(key) or self.word("field", key)

    def pieces(self, number: int, shape: str) -> str:
        """Return this number of pieces of one shape, in the game's words (`piece.<game>.<shape>`), else in the
        site's."""
        keys = (f"piece.{self.game.key}.{shape}", f"ui.means.piece.{shape}")
        found = next(filter(None, (self.words.sentence(key, number) for key in keys)), None)
        return found.format(n=number) if found else f"{number} {self.name(shape, 'piece')}"

    def means_side(self, value: object) -> TypeGuard[SideName]:
        """Tell whether this is a side with a name: by the type of the value, not by its text."""
        return isinstance(value, SideName) and (value in self.sides or self.known_side(value) is not None)

    def known_side(self, word: str) -> str | None:
        return self.words.sentence(f"side.{self.game.key}.{word}")

    def side_class(self, side: Side) -> str:
        """Return the CSS class of the side's colour."""
        if side not in self.sides:
            return "side-0"
        return f"side-{self.game.showing.tones.get(side, self.sides.index(side) % len(TONES) + 1)}"

    def filter_of(self, side: Side) -> str:
        """Return the CSS class by which the log's filters find the lines about a side; sides that share a colour have
        different ones."""
        return f"side-{self.sides.index(side) % FILTERS + 1}" if side in self.sides else "side-0"

    def mark(self, side: Side) -> Markup:
        """Return the side's disc: its colour and its letter, which is `letter.<game>.<side>` or the beginning of its
        name."""
        letter = self.letters.get(side) or self.name(side)[:1].upper()
        return Markup('<i class="disc {} of-{}" aria-hidden="true">{}</i>').format(
            self.side_class(side), self.game.key, letter
        )

    def side(self, side: Side) -> Markup:
        """Return the side's disc and name."""
        return Markup('<span class="side">{}<b>{}</b></span>').format(self.mark(side), self.name(side))

    def good_at(self, side: Side) -> str | None:
        """Return what a side is good at; None if the game does not say so."""
        return self.words.sentence(f"word.{self.game.key}.good_at.{side}")

    def card_key(self, thing: object, *beside: str) -> str | None:
        """Return the key of the card that this word means, alone or beside others; None if it means none."""
        word = str(thing)
        return next((found for other in beside if (found := self.beside.get((other, word)))), self.everywhere.get(word))

    def names_card(self, thing: object, *beside: str) -> str | None:
        """Return the key of the card that this word names; None where the word stands for something else, such as its
        text."""
        key = self.card_key(thing, *beside)
        return key if key and self.thing(str(thing), *beside) == self.card_names[key] else None

    def card(self, thing: object, *beside: str) -> Markup:
        """Return the name of something, linked to its card if it is one, for running text."""
        name, key = self.thing(str(thing), *beside), self.names_card(thing, *beside)
        return card(self.game.key, key, name) if key else escape(name)

    def knows_cards(self, words: Iterable[object], *beside: str) -> bool:
        return any(self.card_key(word, *beside) for word in words)

    def cards_of(self, thing: Struct, step: Step[Any] | None = None) -> Markup:
        """Return links to the cards named in an answer, to put beside its button."""
        return cards_in(self.told(thing, step))

    def fact(self, value: object, *beside: str) -> Markup:
        """Return one fact of a sentence, given what it stands beside."""
        if value is None or value in ("", (), []):
            return self.words.say("ui.none")
        if isinstance(value, bool):
            return self.words.say("ui.yes" if value else "ui.no")
        if self.means_side(value):
            return self.side(value)
        if isinstance(value, int | str) and self.names_card(value, *beside):
            return self.card(value, *beside)
        if isinstance(value, int):
            return escape((f"{value:+}" if "+" in beside else str(value)).replace("-", MINUS))
        if isinstance(value, tuple | list):
            return self.facts(value, *beside)
        if isinstance(value, Markup):
            return value
        if isinstance(value, Struct):
            return self.told(value)
        return escape(self.thing(str(value), *beside))

    def facts(self, values: Iterable[object], *beside: str) -> Markup:
        """Return several facts as a list; a side and its number go together, like "Red 3"."""
        match values:
            case owner, int() if self.means_side(owner):
                between = " "
            case _:
                between = "; " if ";" in beside else ", "
        return joined([self.fact(value, *beside) for value in values], between)

    def sentence(self, key: str, facts: Mapping[str, Any]) -> Markup | None:
        """Return the catalogue's sentence with its facts marked up; None if there is none, or a fact is missing. A
        placeholder may say how its fact appears: `{by:+}` with its sign, `{clauses:;}` separated by semicolons,
        `{region:in}` by the name that it has there (`word.<game>.in.<id>`)."""
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
        """Return anything a game tells as a sentence. Where only a part of it may be known, a sentence of its own says
        so."""
        if isinstance(thing, Verbatim):
            return escape(thing.text)
        phrase = thing if isinstance(thing, Phrase) else self.phrase(thing, step)
        try:
            return self.say_again(phrase.key, **phrase.facts)
        except TypeError:  # a fact that cannot be hashed, such as a list
            return self.say_anew(phrase.key, **phrase.facts)

    def say_anew(self, key: str, /, **facts: Any) -> Markup:
        hidden = self.sentence(f"{key}.unknown", facts) if None in facts.values() else None
        return hidden or self.sentence(key, facts) or self.plainly(key, facts.values())

    def phrase(self, thing: Struct, step: Step[Any] | None = None) -> Phrase:
        return phrase_of(self.game, thing, step)

    def entry(self, entry: Entry) -> Markup:
        """Return what happened as a sentence."""
        return self.told(entry)

    def lines(self, news: Iterable[Entry]) -> list[Entry]:
        """Return the entries that are lines of the log, without those that only begin a heading."""
        return [entry for entry in news if self.game.showing.is_line(entry)]

    def question(self, step: Step[Any]) -> Markup:
        """Return the question of a waiting step."""
        return self.told(step)

    def choice(self, choice: Choice, step: Step[Any] | None = None) -> Markup:
        """Return an answer as on a button; `step` is the question that it answers, if any."""
        return unlinked(self.told(choice, step))

    def turn(self, turn: int) -> Markup:
        """Return the game's name of one of its turns."""
        return self.told(self.game.showing.turn_name(turn))

    def turns(self, count: int) -> Markup:
        """Return a number of turns, in the game's word for them."""
        own = f"turns.{self.game.key}"
        return self.words.say(own if own in self.words.sentences else "ui.turns", n=count)

    def reason(self, kind: str, reason: str, facts: Mapping[str, Any]) -> Markup:
        """Return the reason for a point, and the like."""
        return self.told(Phrase(f"{kind}.{reason}", facts))

    def refusal(self, refusal: Refusal) -> Markup:
        """Return why a choice was not accepted, with a link to the clause it rests on."""
        named: dict[str, Any] = {}
        if isinstance(refusal, Illegal):
            named = {"clause": clause(self.game.key, refusal.clause)}
        elif isinstance(refusal, Malformed):
            named = {"path": self.place(refusal.path), "field": escape(self.word("field", refusal.field))}
        return self.told(Phrase(refusal.key, refusal.facts | named))

    def place(self, path: str) -> Markup:
        """Return a path such as `$.clauses[1].cubes` by the names of its fields; a row counts only where a field of it
        is named."""
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

    def fields(self, value: object) -> dict[str, object] | None:
        """Return the fields of a struct that has no sentence of its own, else None."""
        if not isinstance(value, Struct) or self.words.sentence(self.phrase(value).key):
            return None
        return facts_of(value)


@lru_cache(REMEMBERED)
def places_in(sentence: str) -> tuple[tuple[Markup, str | None, str], ...]:
    """Split a sentence into the text before each fact, the fact's name, and its format."""
    return tuple((escape(text), name, place or "") for text, name, place, _ in Formatter().parse(sentence))


def joined(said: Iterable[Markup], between: str = "") -> Markup:
    """Join markup with plain text between. Markup's own join would escape each part again."""
    return Markup(between.join(said))  # noqa: S704 - all parts are markup already


@cache
def reader_of(game: AnyGame, language: str) -> Reader:
    return Reader(game, words_of(language, game.key))


def phrase_of(game: AnyGame, thing: Struct, step: Step[Any] | None = None) -> Phrase:
    """Return the sentence for a thing, with its facts."""
    if isinstance(thing, WentBack):
        return went_back(game.key, thing)
    if isinstance(thing, SeatsDrawn):
        return seats_drawn(thing)
    if isinstance(thing, TimedOut):
        return Phrase("entry.timed_out", facts_of(thing))
    if isinstance(thing, Ended):
        return Phrase("entry.ended", facts_of(thing))
    if isinstance(thing, AnswerWithdrawn):
        return Phrase("entry.answer_withdrawn", facts_of(thing))
    if isinstance(thing, WithdrawAnswer):
        return Phrase("do.withdraw_answer", {})
    if isinstance(thing, Sealed):
        thing = thing.known_to(None)
    return game.showing.phrase(thing, step) or own_phrase(game.key, thing)


def seats_drawn(told: SeatsDrawn) -> Phrase:
    """Return the sentence about seats drawn, the same in any game: each place with its sides, by die in the order of
    choosing."""
    sides = {place: tuple(map(SideName, seat)) for place, seat in enumerate(told.seats, start=1)}
    numbers = {place: Verbatim(str(place)) for place in sides}  # a plain number may be the name of a card
    seats = tuple(
        Phrase("phrase.seat_drawn", {"place": numbers[place], "sides": sides[place]}) for place in told.order or sides
    )
    if not told.order:
        return Phrase("entry.seats_drawn", {"seats": seats})
    throws = tuple(
        Phrase("phrase.seat_thrown", {"place": numbers[place], "dice": Verbatim(", ".join(map(str, dice)))})
        for place, dice in enumerate(told.throws, start=1)
    )
    return Phrase("entry.seats_drawn.die", {"throws": throws, "seats": seats})


def went_back(game: str, told: WentBack) -> Phrase:
    """Return the sentence about going back, the same in any game."""
    facts = {"side": SideName(told.side), "step": told.step, "what": Phrase(f"choice.{game}.{told.what}")}
    return Phrase("entry.went_back.agreed" if told.agreed else "entry.went_back", facts)


def own_phrase(game: str, thing: Struct) -> Phrase:
    """Return the sentence named after the thing's type, with its fields."""
    config = thing.__struct_config__
    if config.tag_field is None:
        return Phrase(f"phrase.{game}.{snake(type(thing).__name__)}", facts_of(thing))
    return Phrase(f"{KINDS.get(config.tag_field, config.tag_field)}.{game}.{config.tag}", facts_of(thing))


def every_side(game: AnyGame) -> tuple[Side, ...]:
    """Return all sides of the game's largest table, then those that only smaller ones have."""
    largest_first = sorted(game.players, reverse=True)
    return tuple(dict.fromkeys(side for players in largest_first for side in game.sides(players)))


def letters(names: dict[Side, str]) -> dict[Side, str]:
    """Return a letter for each side; more where one is already taken."""
    given: dict[Side, str] = {}
    for side, name in names.items():
        short = [name[:1].upper() + name[1:more] for more in (1, 2, 3)]
        given[side] = next((letter for letter in short if letter not in given.values()), short[-1])
    return given


def readable(name: str) -> str:
    """Return `last_turn` as Last turn; what is no name stays as it is."""
    if not name.replace("_", "").isalnum():
        return name
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
