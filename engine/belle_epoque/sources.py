"""Lists the dice, decks and hands whose outcomes a record may give in advance, and the possible outcomes of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.belle_epoque.events import cards_of_era, removed_from
from engine.belle_epoque.prestige import intrigue_cards
from engine.belle_epoque.printed import DECKS, NATIONAL, POWERS, TURNS
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.printed.kinds import EventDeck
from engine.core.chance import Deck, Dice, Draw, Part, Source
from engine.core.game import Opening
from engine.core.state import Side

OPEN_SOURCES = frozenset(
    {"first_power", "automated_order", "event", "attacker", "defender", "tie", "row", "cell", "either"}
)
"""The dice and draws that everyone sees at once."""


def sources(opening: Opening) -> dict[str, Source]:
    """List the dice and decks that a record may rig. The first cards of an era's order are those put away."""
    promo, events = opening.options.promo, [*piles(opening)]
    automated = tuple(power for power in POWERS if power not in opening.sides)
    intrigue, national = intrigue_cards(promo), common_cards(automated)
    return {
        **{f"era_{era}": Deck(cards_of_era(era, promo)) for era in DECKS if removed_from(era, promo)},
        "events": Deck(tuple(card for era in DECKS for card in cards_of_era(era, promo)), orders=tuple(events)),
        "intrigue": Deck(intrigue, reshuffled=True),
        "card": Draw((*intrigue, *national), once=national),
        "first_power": Dice(len(opening.sides)),
        **dict.fromkeys(("event", "attacker", "defender"), Dice(DIE)),
        **dict.fromkeys(("tie", "row", "cell", "either") if automated else (), Dice(DIE)),
        **({"automated_order": Deck(automated)} if len(automated) > 1 else {}),
    }


def common_cards(automated: tuple[Side, ...]) -> tuple[str, ...]:
    """13.1b, 13.4.2: return the National cards that are drawn at random."""
    return tuple(card.id for card in NATIONAL.values() if card.power in automated and card.kind == "common")


def piles(opening: Opening) -> Iterator[tuple[Part, Part]]:
    """6.1b: yield what the draw pile consists of each time it is shuffled: the rest of the turns before, and the new
    era. An order given in advance fixes which cards these are."""
    first, *_ = DECKS.values()
    pile = put_in(opening, first.era)
    for number, (before, deck) in enumerate(pairwise(DECKS.values())):
        parts = left_of(pile, before, deck), put_in(opening, deck.era)
        yield parts
        count = sum(part.count for part in parts)
        cards = tuple(card for part in parts for card in part.cards)
        pile = Part(given(opening, "events", number, count) or cards, count)


def put_in(opening: Opening, era: int) -> Part:
    """3.0c, 6.1b: return the events of an era without those put away."""
    cards, removed = cards_of_era(era, opening.options.promo), removed_from(era, opening.options.promo)
    order = given(opening, f"era_{era}", 0, len(cards))
    return Part(order[removed:] if order else cards, len(cards) - removed)


def left_of(pile: Part, before: EventDeck, deck: EventDeck) -> Part:
    """Return the cards not drawn in the turns between these eras; of a pile in a known order, its last cards."""
    drawn = sum(turn.events for turn in TURNS.values() if before.enters_turn <= turn.turn < deck.enters_turn)
    known = len(pile.cards) == pile.count
    return Part(pile.cards[drawn:] if known else pile.cards, pile.count - drawn)


def given(opening: Opening, source: str, number: int, count: int) -> tuple[int | str, ...] | None:
    """Return the order that is given in advance, if it has that many cards."""
    orders = opening.rigged.get(source, [])
    order = orders[number] if number < len(orders) else None
    return order if isinstance(order, tuple) and len(order) == count else None
