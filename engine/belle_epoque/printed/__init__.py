"""Board, sheets, tracks and cards of La Belle Époque as typed tables, read once from the JSON files of this folder.

No rule depends on a figure in them: replacing a reconstructed one needs no code. Names and texts are in the catalogues
of words.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from engine.belle_epoque.printed import kinds, panels
from engine.belle_epoque.printed.vocabulary import Effects
from engine.core.cards import CardKind
from engine.core.state import Side

KindT = TypeVar("KindT")


def read(name: str, kind: type[KindT]) -> KindT:
    """Read a file of this folder; a mistake in it stops the import and is reported with its place."""
    return msgspec.json.decode(Path(__file__).with_name(f"{name}.json").read_bytes(), type=kind)


board = read("map", kinds.Board)
powers = read("powers", kinds.PowersFile)
tracks = read("tracks", kinds.Tracks)
events = read("events", kinds.Events)
intrigue = read("intrigue", kinds.Intrigue)
national = read("national", kinds.National)

CONTINENTS: dict[str, kinds.ContinentBox] = {one.id: one for one in board.continents}
NATIONS: dict[str, kinds.MinorNation] = {one.id: one for one in board.minor_nations}
TERRITORIES: dict[str, kinds.Territory] = {one.id: one for one in board.territories}
SHEETS: dict[str, kinds.PowerSheet] = {one.id: one for one in powers.powers}
POWERS: tuple[Side, ...] = powers.clockwise
"""3.0i: clockwise, with or without players."""
PRESTIGE = {one.space: one for one in tracks.prestige}
PRESTIGE_LEAST, PRESTIGE_MOST = min(PRESTIGE), max(PRESTIGE)
TURNS = {one.turn: one for one in tracks.turns}
LAST_TURN = max(TURNS)
EVENTS = {one.id: one for one in events.events}
DECKS = {one.era: one for one in events.decks}
HALVES = {one.id: one for one in intrigue.halves}
INTRIGUE = {one.id: one for one in intrigue.cards}
NATIONAL = {one.id: one for one in national.cards}
WORK_OF: dict[str, Side] = {sheet.great_work.id: power for power, sheet in SHEETS.items()}
PANELS = {one.map.key: one for one in read("panels", tuple[panels.Panel, ...])}

EVENT = CardKind("event", {card.id: f"era_{card.era}" for card in EVENTS.values()}, grouped="era")
INTRIGUE_CARD = CardKind("intrigue", {card.id: card.automated for card in INTRIGUE.values()}, grouped="half")
NATIONAL_CARD = CardKind("national", {card.id: card.power for card in NATIONAL.values()}, grouped="power")
GREAT_WORK = CardKind("great_work", WORK_OF)
CARDS = (EVENT, INTRIGUE_CARD, NATIONAL_CARD, GREAT_WORK)


class MinorUnitKind(msgspec.Struct, frozen=True):
    """A unit that comes with an alliance: its nation, whether it is a Fleet, and where it may be used (8.7.3)."""

    nation: str
    is_fleet: bool
    usable_in: tuple[str, ...]


def units_of_nations() -> dict[str, MinorUnitKind]:
    """8.2.3a: return the units of all nations; no nation has two of a kind."""
    found = {}
    for one in TERRITORIES.values():
        if one.bonus and one.bonus.armies:
            found[f"{one.id}_army"] = MinorUnitKind(one.id, False, one.bonus.usable_in)
        if one.bonus and one.bonus.fleets:
            found[f"{one.id}_fleet"] = MinorUnitKind(one.id, True, one.bonus.usable_in)
    return found


MINOR_UNITS = units_of_nations()

PRINTED = {
    "continents": CONTINENTS,
    "nations": NATIONS,
    "territories": TERRITORIES,
    "powers": SHEETS,
    "prestige": PRESTIGE,
    "turns": TURNS,
    "events": EVENTS,
    "halves": HALVES,
    "intrigue": INTRIGUE,
    "national": NATIONAL,
    "panels": PANELS,
    "minor_units": MINOR_UNITS,
    "work_of": WORK_OF,
}


def rate_of(territory: str) -> kinds.Rate:
    """8.9a, 8.9b: return the rate of the territory, or the one rate of its continent."""
    here = TERRITORIES[territory]
    rate = here.armament_rate or CONTINENTS[here.continent].common_rate
    assert rate is not None, f"{territory} has no armament rate"
    return rate


def effects_of(card: str, half: str = "") -> tuple[Effects, ...]:
    """Return the effects of an event, a half of an Intrigue card, or a National card."""
    if half:
        return HALVES[half].effects
    return EVENTS[card].effects if card in EVENTS else NATIONAL[card].effects
