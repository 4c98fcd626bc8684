"""19.2: all that is random, by source name."""

from __future__ import annotations

from engine.core.chance import Deck, Dice, Source
from engine.core.game import Opening
from engine.nineteen33.printed import CARDS, LEADERS, MANOEUVRES, press, tables, tactics

OPEN_SOURCES = frozenset(
    {
        "boost",
        "bond_first",
        "bond_later",
        "coup",
        "demand",
        "face_off",
        "guide",
        "guide_points",
        "hunger",
        "lot",
        "manoeuvre",
        "order",
        "strike",
    }
)
"""The draws that everybody sees as they fall: not the decks, nor draws of cards and slips."""


def sources(opening: Opening) -> dict[str, Source]:
    """List the dice and decks. A deck is shuffled again each time, always of the same cards."""
    unplayed = tuple(leader for leader in LEADERS if leader not in opening.sides)
    guiding: dict[str, Source] = {
        "manoeuvre": Deck(tuple(MANOEUVRES), reshuffled=True),
        "guide": Deck(opening.sides, reshuffled=True),
        "guide_points": Dice(tables.guide.die),
    }
    return {
        "order": Deck(opening.sides, reshuffled=True),
        **{f"press_{one.deck}": Deck(press_deck(one.deck - 1, opening), reshuffled=True) for one in press.decks},
        "tactics": Deck(tuple(CARDS), reshuffled=True),
        "demand": Dice(tables.home_demand.die),
        "boost": Dice(tactics.boost.die),
        "bond_first": Dice(tables.bonds.first_die),
        "bond_later": Dice(tables.bonds.later_die),
        "coup": Dice(tables.coup.die),
        "face_off": Dice(tables.civil_war.die),
        "strike": Dice(tables.strike.die),
        "hunger": Dice(tables.strike.hunger_die),
        "lot": Dice(len(LEADERS)),
        "swap": Dice(tactics.hand),
        "slips": Dice(tables.manoeuvre.slips),
        **(guiding if unplayed else {}),
    }


def press_deck(number: int, opening: Opening) -> tuple[str, ...]:
    """3.2, 8.11"""
    return tuple(card.id for card in press.decks[number].cards if not card.unplayed or card.about not in opening.sides)
