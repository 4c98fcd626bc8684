"""Positions of 1933 written down by hand, and short ways to play on from them, for tests."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core.agenda import proceed
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Outcome, Side
from engine.core.step import Step
from engine.nineteen33 import choices
from engine.nineteen33.examples.form import month as month_of
from engine.nineteen33.game import GAME
from engine.nineteen33.printed import LEADERS, SHEETS, TRACKS
from engine.nineteen33.printed.kinds import Sector
from engine.nineteen33.setup import Options, laid_out
from engine.nineteen33.slips import AnySlip, written
from engine.nineteen33.state import Guided, Nineteen33, row_of
from engine.nineteen33.turns import BeginTurn
from tests.support.refusing import refused_by

SEED = "33" * 32
EntryT = TypeVar("EntryT", bound=Entry)


def position(when: str = "1934-03", sides: tuple[Side, ...] = LEADERS, **rolls: list[int]) -> Nineteen33:
    """Labour as suggested, 500 UM each, quotes of 3; `rolls` fall where they are named, by source."""
    rigged: dict[str, list[Outcome]] = {name: [*given] for name, given in rolls.items()}
    state = laid_out(Opening(sides, Options(), SEED, rigged))
    state.month = month_of(when)
    state.order = [*sides]
    state.food_quote = state.raw_quote = 3
    for leader in LEADERS:
        held = state.leaders[leader]
        held.labour = {track: SHEETS[leader].suggested.of(track) for track in TRACKS}
        held.treasury, held.demand = 500, 5
    guides = [*sides]
    for number, leader in enumerate(one for one in LEADERS if one not in sides):
        state.guided[leader] = Guided(guides[number], "M01", ("",) * 5, (False,) * 5)
    return state


def acting(state: Nineteen33, side: Side, *cards: int) -> Nineteen33:
    """The action turn of this side has begun; with a card named, it is the one played."""
    state.turn = None
    state.agenda = [BeginTurn(side)]
    run(state)
    if cards:
        state.leaders[side].hand = [*cards]
        play(state, side, choices.PlayCard(cards[0]))
    return state


def run(state: Nineteen33, *steps: Step[Any]) -> list[Entry]:
    """Run these steps, the first one first, up to a question; what was told."""
    state.agenda += steps[::-1]
    proceed(state)
    told, state.news = state.news, []
    return told


def play(state: Nineteen33, side: Side, *answers: Choice) -> list[Entry]:
    """Give these answers, each of which must be accepted; what they told."""
    told: list[Entry] = []
    for choice in answers:
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
        told += came
    return told


def refused(state: Nineteen33, side: Side, choice: Choice) -> tuple[str, str]:
    """This answer must be refused, and change nothing; why, and by which clause."""
    return refused_by(GAME, state, side, choice)


def asked(state: Nineteen33) -> list[Side]:
    return list(waiting(GAME, state))


def offered(state: Nineteen33, side: Side, kind: type[Choice]) -> list[Any]:
    """The choices of one kind that this side may answer with."""
    return [choice for choice in waiting(GAME, state)[side] if isinstance(choice, kind)]


def one(told: list[Entry], kind: type[EntryT]) -> EntryT:
    """The only entry of this kind."""
    [found] = [entry for entry in told if isinstance(entry, kind)]
    return found


def write(state: Nineteen33, side: Side, *slips: AnySlip) -> None:
    state.leaders[side].slips = [written(slip) for slip in slips]


def develop(state: Nineteen33, leader: Side, sector: Sector, **changes: Any) -> None:
    held = state.leaders[leader].development
    held[sector] = replace(held[sector], **changes)


def boxes(state: Nineteen33, place: str, *cubes: Side) -> None:
    """Put cubes into the free boxes of a place."""
    for leader in cubes:
        row = [*state.places[place].boxes]
        row[row.index("")] = leader
        state.change(place, row=row_of(row))


def place_unit(state: Nineteen33, leader: Side, kind: str, number: int, **changes: Any) -> None:
    units = state.leaders[leader].armies if kind == "army" else state.leaders[leader].divisions
    units[number - 1] = replace(units[number - 1], **changes)
