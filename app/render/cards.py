"""The cards of a game, each by itself and all in a gallery among the rules. The text of a card is the same for
everyone; where the card is in a game, only the view tells.

`templates/<game>/cards/<kind>.html` draws a card of a kind, which it knows as `card`; `rules/card.html` any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct

from app.base.paths import TEMPLATES
from app.render.templates import environment
from app.words.reader import Reader, reader_of
from app.words.search import Words, folded, has
from engine.core.cards import CardKind
from engine.core.game import AnyGame


class Card(Struct, frozen=True):
    """A card in one language. `search` is the folded text in which words are looked for."""

    key: str
    name: str
    group: str
    html: Markup
    search: str


class Section(NamedTuple):
    """The cards of a kind."""

    kind: str
    title: str
    cards: Sequence[Card]

    @property
    def groups(self) -> dict[str, list[Card]]:
        """The cards by group, in the order in which the first of each appears."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            found.setdefault(card.group, []).append(card)
        return found


def cards_at(game: AnyGame) -> str:
    """Return the address of the gallery."""
    return f"/rules/{game.key}/cards"


@cache
def gallery(game: AnyGame, language: str) -> tuple[Section, ...]:
    reader = reader_of(game, language)
    return tuple(
        Section(kind.name, reader.word("cards", kind.name), [card_of(kind, card, reader) for card in kind.cards])
        for kind in game.showing.cards
    )


def card(game: AnyGame, language: str, key: str) -> Card | None:
    """Return the card with this key."""
    return by_key(game, language).get(key)


@cache
def by_key(game: AnyGame, language: str) -> dict[str, Card]:
    return {card.key: card for section in gallery(game, language) for card in section.cards}


def whole(reader: Reader, key: str) -> Markup:
    """Return the markup of a card, the same wherever it is shown whole."""
    found = card(reader.game, reader.words.language, key)
    return found.html if found else Markup()


def sections_with(sections: Sequence[Section], words: Words) -> list[Section]:
    """Return the cards that contain all of these words, by kind."""
    kept = (section._replace(cards=[card for card in section.cards if has(card.search, words)]) for section in sections)
    return [section for section in kept if section.cards]


def card_of(kind: CardKind, card: str, reader: Reader) -> Card:
    name, group = named(kind, card, reader), kind.cards[card]
    html = drawn(kind, card, name, reader)
    called = reader.name(group, kind.grouped) if group else ""
    return Card(kind.key(card), name, called, html, folded(f"{name} {called} {html.striptags()}"))


def named(kind: CardKind, card: str, reader: Reader) -> str:
    """Return a card's name for places where nothing around it tells its kind: "Dispatch 5"."""
    told = reader.sentence(f"card.{reader.game.key}.{kind.name}", {"card": card})
    return told.striptags() if told else reader.name(card, *kind.beside)


def drawn(kind: CardKind, card: str, name: str, reader: Reader) -> Markup:
    own, words = f"{reader.game.key}/cards/{kind.name}.html", reader.words
    template = environment.get_template(own if (TEMPLATES / own).is_file() else "rules/card.html")
    text = reader.sentence(f"card.{reader.game.key}.{kind.name}.text", {"card": card}) or ""
    given = {"card": card, "name": name, "text": text, "kind": kind.name, "printed": reader.game.showing.printed}
    return Markup(template.render(reader=reader, say=words.say, language=words.language, **given))  # noqa: S704 - escaped
