"""Positions as examples write them, and what a position says in their notation."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.core.game import Opening
from engine.core.state import Side
from engine.nineteen33 import labour
from engine.nineteen33.examples import form
from engine.nineteen33.examples.form import DevelopmentForm, LeaderForm, PlaceForm, SlipForm
from engine.nineteen33.printed import LEADERS, PLACES, SECTORS, SHEETS
from engine.nineteen33.printed.kinds import Kind, Track
from engine.nineteen33.setup import Options, laid_out, seating
from engine.nineteen33.slips import (
    AnySlip,
    BondsSlip,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    TaxesSlip,
    written,
)
from engine.nineteen33.state import (
    FREE,
    HOME,
    ArmyIn,
    Block,
    Counter,
    Debt,
    Development,
    Exclusive,
    Guided,
    Leader,
    Nineteen33,
    Path,
    Unit,
    row_of,
)

TRACK_NAMES: dict[str, Track] = {
    "food": "food",
    "extraction": "extraction",
    "civil_industry": "civil",
    "war_industry": "war",
}
WARS = {"coup": "civil", "spanish": "endless", None: ""}
WAR_NAMES = {told: name for name, told in WARS.items()}
LAND = "land:"
EARLIER = "earlier"
"""The reason under which points from before the case are kept."""


def kind_of(unit: str) -> Kind:
    return "army" if unit == "army" else "division"


def position(told: form.Position) -> Nineteen33:
    """The position of a case: what it lists, and for the rest that of chapter 2 with labour as suggested."""
    unplayed = set(told.guide.values())
    sides = tuple(leader for leader in LEADERS if leader not in unplayed)
    if told.players != len(LEADERS):
        sides = tuple(side for seat in seating(told.players, Options()) for side in seat)
    state = laid_out(Opening(sides, Options()))
    state.month = form.month(told.month)
    state.food_quote, state.raw_quote = told.quotes.food, told.quotes.raw
    state.demand_change = told.demand_change
    state.order = [*told.order, *(side for side in sides if side not in told.order)]
    state.counters = [Counter(one.by, one.against, one.n) for one in told.counter_espionage]
    state.pile = [*reversed(told.press_face_down)]
    state.guided = {leader: Guided(guide, "M01", ("",) * 5, (False,) * 5) for guide, leader in told.guide.items()}
    for leader in LEADERS:
        fill_board(state, leader, told.leaders.get(leader, LeaderForm()))
    for place, one in {**told.states, **told.colonies}.items():
        fill_place(state, place, one)
    return state


def fill_board(state: Nineteen33, leader: Side, told: LeaderForm) -> None:
    held, sheet = state.leaders[leader], SHEETS[leader]
    suggested = {name: sheet.suggested.of(track) for name, track in TRACK_NAMES.items()}
    stand = suggested | {"unemployed": sheet.unemployed} | dict(told.labour)
    held.labour = {track: stand[name] for name, track in TRACK_NAMES.items()}
    held.unemployed = stand["unemployed"]
    for sector in SECTORS:
        if sector in told.development:
            held.development[sector] = development(told.development[sector])
    held.treasury = told.treasury_um
    held.points = {EARLIER: told.score} if told.score else {}
    held.debts = tuple(
        Debt(one.amount_um, one.rate_percent, form.month(one.due), one.kind != "bond") for one in told.debt
    )
    held.slips = [written(slip(one)) for one in told.slips]
    held.hand = sorted(told.hand)
    fill_stock(held, told.stock)
    held.demand = told.home_demand
    if told.unit_price_um is not UNSET:
        held.price = told.unit_price_um
    fill_forces(held, told)
    held.strike_next = told.strike_next_month
    held.press_known = (*told.press_known,)
    held.blocks = (Block(told.block.sector or told.block.place, told.block.n),) if told.block else ()
    row = state.places[leader].row if told.home is UNSET else row_of(box or FREE for box in told.home)
    state.change(leader, row=row, tension=told.tension)


def fill_stock(held: Leader, told: form.Stock) -> None:
    held.food, held.civil, held.reserved = told.food, told.civil, told.reserved
    held.own_raw, held.allied_raw, held.other_raw = told.raw.own, told.raw.allied, told.raw.other
    earlier = told.civil_from_earlier_months
    held.exportable = told.civil if earlier is UNSET else earlier


def fill_forces(held: Leader, told: LeaderForm) -> None:
    held.brigade_rate, held.squadron_rate = told.rate.brigades, told.rate.squadrons
    held.brigades, held.squadrons = told.track.brigades, told.track.squadrons
    if told.armies is not UNSET:
        held.armies = [Unit(HOME)] * told.armies
    for one in told.units:
        units = held.units(kind_of(one.unit))
        units += [Unit(HOME)] * (one.number - len(units))
        units[one.number - 1] = Unit(one.at.removeprefix(LAND) or HOME, one.faces)


def development(told: DevelopmentForm) -> Development:
    started = told.works.started if told.works else told.works_started
    return Development(
        told.branch or "",
        told.steps,
        told.works.months_left if told.works else 0,
        told.path,
        form.month(started) if started else 0,
    )


def slip(told: SlipForm) -> AnySlip:
    match told.type:
        case "development":
            return DevelopmentSlip(told.sector)  # type: ignore[arg-type]
        case "influence":
            return InfluenceSlip(told.place)
        case "labour":
            return LabourSlip()
        case "bonds":
            return BondsSlip(told.amount_um)
        case "taxes":
            return TaxesSlip(told.ul)
    return DefenceSlip(kind_of(told.unit))


def fill_place(state: Nineteen33, place: str, told: PlaceForm) -> None:
    path, held, army = told.path, told.exclusive, told.army_in
    here = state.places[place]
    state.places[place] = replace(
        here,
        row=here.row if told.boxes is UNSET else row_of(box or FREE for box in told.boxes),
        path=Path(path.leader, path.points, path.disturber) if path else None,
        tension=told.tension,
        allies=told.allies,
        exclusive=Exclusive(held.holder, held.months_left) if held else None,
        war=WARS[told.civil_war],
        closed=told.closed_this_month,
        dealt_by=told.dealt_by,
        lines=told.lines_used,
        army=ArmyIn(army.leader, army_in(state, army.leader, place), form.month(army.since)) if army else None,
    )


def army_in(state: Nineteen33, leader: Side, place: str) -> int:
    """The number of the leader's army that stands there."""
    armies = state.leaders[leader].armies
    return next((number for number, unit in enumerate(armies, 1) if unit.at == place), 1)


# The notation of a position


def told(state: Nineteen33) -> dict[str, Any]:
    """All that `after` may list."""
    return {
        "leaders": {leader: leader_told(state, leader) for leader in LEADERS},
        "states": {place: place_told(state, place) for place in PLACES},
        "counter_espionage": [{"by": one.by, "against": one.against, "n": one.points} for one in state.counters],
    }


def leader_told(state: Nineteen33, leader: Side) -> dict[str, Any]:
    held = state.leaders[leader]
    named = {name: held.labour[track] for name, track in TRACK_NAMES.items()}
    return {
        "labour": {**named, "unemployed": held.unemployed},
        "capacity": {name: labour.capacity(state, leader, track) for name, track in TRACK_NAMES.items()},
        "development": {sector: development_told(held.development[sector]) for sector in SECTORS},
        "treasury_um": held.treasury,
        "score": held.score,
        "debt": [debt_told(one) for one in held.debts],
        "hand": held.hand,
        "stock": stock_told(held),
        "home_demand": held.demand,
        "unit_price_um": held.price,
        "rate": {"brigades": held.brigade_rate, "squadrons": held.squadron_rate},
        "track": {"brigades": [*held.brigades], "squadrons": held.squadrons},
        "armies": len(held.armies),
        "divisions": len(held.divisions),
        "tension": state.places[leader].tension,
        "strike_next_month": held.strike_next,
        "press_read_this_year": len(held.press_known),
        "press_known": [*held.press_known],
        "block": block_told(held),
        "sold_this_month": held.sold,
        "card_open": card_told(state, leader),
    }


def stock_told(held: Leader) -> dict[str, Any]:
    return {
        "food": held.food,
        "raw": {"N": held.own_raw, "A": held.allied_raw, "E": held.other_raw},
        "civil": held.civil,
        "civil_from_earlier_months": min(held.exportable, held.civil),
        "reserved": held.reserved,
    }


def development_told(one: Development) -> dict[str, Any]:
    works = {"months_left": one.works, "started": form.text_of(one.started)} if one.works else None
    return {"branch": one.branch or None, "steps": one.steps, "works": works, "path": one.path}


def debt_told(one: Debt) -> dict[str, Any]:
    kind = {"kind": "emergency"} if one.emergency else {}
    return {"amount_um": one.amount, "rate_percent": one.rate, "due": form.text_of(one.due), **kind}


def block_told(held: Leader) -> dict[str, Any] | None:
    if not held.blocks:
        return None
    [one, *_] = held.blocks
    return {"sector" if one.on in SECTORS else "place": one.on, "n": one.points}


def card_told(state: Nineteen33, leader: Side) -> dict[str, Any] | None:
    turn = state.turn
    return {"card": turn.card, "points_left": turn.points} if turn and turn.active == leader and turn.card else None


def place_told(state: Nineteen33, place: str) -> dict[str, Any]:
    here = state.places[place]
    held = here.exclusive
    return {
        "boxes": [box or None for box in here.boxes],
        "path": path_told(here.path),
        "tension": here.tension,
        "allies": [*here.allies],
        "exclusive": {"holder": held.holder, "months_left": held.months} if held else None,
        "civil_war": WAR_NAMES[here.war],
        "closed_this_month": here.closed,
        "dealt_by": here.dealt_by,
        "lines_used": [*here.lines],
    }


def path_told(path: Path | None) -> dict[str, Any] | None:
    return {"leader": path.owner, "points": path.points, "disturber": path.disturber} if path else None
