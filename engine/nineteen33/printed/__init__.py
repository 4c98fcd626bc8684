"""Map, boards, tables and cards of 1933 as typed data, read once from the JSON files of this folder.

No rule depends on a figure in them: replacing a reconstructed number needs no code. Names and headlines are words.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.core.cards import CardKind
from engine.core.state import Side
from engine.nineteen33.printed.chart import Chart
from engine.nineteen33.printed.kinds import (
    Ideology,
    IdeologySheet,
    Land,
    LeaderSheet,
    Product,
    Sector,
    StateCard,
    StatesFile,
    TablesFile,
    Track,
    WorksRow,
)
from engine.nineteen33.printed.odds import bond_odds
from engine.nineteen33.printed.vocabulary import (
    Function,
    FunctionName,
    Headline,
    ManoeuvreCard,
    ManoeuvresFile,
    Option,
    PressCard,
    PressFile,
    TacticCard,
    TacticsFile,
)

KindT = TypeVar("KindT")


def read(name: str, kind: type[KindT]) -> KindT:
    """Read a file of this folder; a mistake in it stops the import, with its place."""
    return msgspec.json.decode(Path(__file__).with_name(f"{name}.json").read_bytes(), type=kind)


board = read("states", StatesFile)
tables = read("tables", TablesFile)
tactics = read("tactics", TacticsFile)
press = read("press", PressFile)
manoeuvres = read("manoeuvres", ManoeuvresFile)
CHART = read("map", Chart)

SHEETS: dict[Side, LeaderSheet] = {one.id: one for one in board.leaders}
LEADERS: tuple[Side, ...] = tuple(SHEETS)
STATES: dict[str, StateCard] = {one.id: one for one in board.states}
COLONIES = {one.id: one for one in board.colonies}
PROTECTORATES = {one.id: one for one in board.protectorates}
NEUTRALS = {one.id: one for one in board.neutrals}
SEAS = {one.id: one for one in board.seas}
LANDS: dict[str, Land] = {
    one.id: one
    for group in (board.leaders, board.states, board.colonies, board.protectorates, board.neutrals)
    for one in group
}
PLACES: tuple[str, ...] = (*LEADERS, *STATES, *COLONIES)
"""9.1: all that has an opinion track, in the order of the file."""
IDEOLOGIES: dict[Ideology, IdeologySheet] = tables.ideologies
PRECOLOURED = {one.id: one.boxes for group in (board.leaders, board.states, board.colonies) for one in group}
COLONY_OF: dict[Side, str] = {one.owner: one.id for one in COLONIES.values()}
"""10.1: the colony of each leader that extracts nothing at home."""
TRACKS: tuple[Track, ...] = ("food", "extraction", "civil", "war")
SECTORS: tuple[Sector, ...] = ("food", "extraction", "industry")
PRODUCTS: tuple[Product, ...] = ("food", "raw", "civil")
TRACKS_OF: dict[Sector, tuple[Track, ...]] = {
    "food": ("food",),
    "extraction": ("extraction",),
    "industry": ("civil", "war"),
}
SECTOR_OF: dict[Track, Sector] = {track: sector for sector, tracks in TRACKS_OF.items() for track in tracks}
CARDS: dict[int, TacticCard] = {one.number: one for one in tactics.cards}
FUNCTIONS: dict[FunctionName, Function] = {one.id: one for one in tactics.functions}
PRESS: dict[str, PressCard] = {card.id: card for deck in press.decks for card in deck.cards}
MANOEUVRES: dict[str, ManoeuvreCard] = {one.id: one for one in manoeuvres.cards}
WORKS: dict[int, WorksRow] = {row.points: row for row in tables.works}

TACTIC_CARD = CardKind(
    "tactic",
    {str(card.number): str(card.value) for card in CARDS.values()},
    grouped="value",
    beside=("card", "given", "hand", "known_cards", "taken"),
)
PRESS_CARD = CardKind("press", {card.id: card.about for card in PRESS.values()})
MANOEUVRE_CARD = CardKind("manoeuvre", dict.fromkeys(MANOEUVRES, ""))


def prevailing(state: StateCard) -> str:
    """1.3: the ideology of two printed boxes, if there is one."""
    return next((one for one in IDEOLOGIES if state.boxes.count(one) > 1), "none")


STATE_CARD = CardKind(
    "state",
    {name: prevailing(state) for name, state in STATES.items()} | dict.fromkeys(COLONIES, "colony"),
    grouped="prevailing",
)
LEADER_CARD = CardKind("power", {name: sheet.ideology for name, sheet in SHEETS.items()}, beside=("power",))
"""In running text the name of a Power is a side, and no card."""
CARD_KINDS = (TACTIC_CARD, STATE_CARD, LEADER_CARD, PRESS_CARD, MANOEUVRE_CARD)

PRINTED = {
    "leaders": SHEETS,
    "states": STATES,
    "colonies": COLONIES,
    "protectorates": PROTECTORATES,
    "neutrals": NEUTRALS,
    "seas": SEAS,
    "chart": CHART,
    "bent_lines": board.bent_lines,
    "tables": tables,
    "tactics": CARDS,
    "functions": FUNCTIONS,
    "boost": tactics.boost,
    "press": PRESS,
    "manoeuvres": MANOEUVRES,
    "bond_odds": bond_odds(tables.bonds),
}


def ideology_of(leader: Side) -> IdeologySheet:
    """1.2: the table of the leader's ideology."""
    return IDEOLOGIES[SHEETS[leader].ideology]


@cache
def partner_of(leader: Side) -> Side | None:
    """9.13: the other leader of the same ideology, if there is one."""
    return next((other for other in ideology_of(leader).leaders if other != leader), None)


def headline(card: str, year: int) -> Headline:
    """8.1: the headline of a card in one year."""
    return PRESS[card].years[year]


def option_of(card: str, action: str) -> Option | None:
    """18.5: the optional action of a manoeuvre card, if it has it."""
    return next((one for one in MANOEUVRES[card].options if one.action == action), None)
