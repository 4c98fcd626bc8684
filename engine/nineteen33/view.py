"""The views (19.1). Secret are hands, slips face down, the order of press cards, the cards that were read, and sealed
answers. The view is a whitelist, built field by field; `redeal` deals all that it leaves out at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any

from msgspec import Struct

from engine.core.clone import cloner
from engine.core.sealed import sealed_step
from engine.core.state import Side
from engine.nineteen33 import bonds, industry, labour, manoeuvre, support, taxes, units
from engine.nineteen33.board import Stability, read
from engine.nineteen33.choices import (
    AcceptPoint,
    BidPrice,
    DeclinePoint,
    PaySupport,
    PlaceLabour,
    SealPlan,
    SetBudget,
    StandAside,
    TakePart,
)
from engine.nineteen33.espionage import hidden_slips
from engine.nineteen33.food import need
from engine.nineteen33.idle import Act, Idle, closed, idle_functions
from engine.nineteen33.orders import leave_anew
from engine.nineteen33.orders_kept import orders_of
from engine.nineteen33.orders_left import NONE, Orders
from engine.nineteen33.printed import CARDS, LEADERS, PLACES, SECTORS, TACTIC_CARD, TRACKS, manoeuvres
from engine.nineteen33.printed.kinds import Ideology, Sector, Track
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.production import output
from engine.nineteen33.slips import (
    BOUNDS,
    AnySlip,
    Bound,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    written,
)
from engine.nineteen33.state import (
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
    Standing,
    Turn,
    Unit,
)
from engine.nineteen33.year import press_cards, press_deck_of

clone = cloner(Nineteen33)

Answer = PlaceLabour | SetBudget | AcceptPoint | DeclinePoint | TakePart | BidPrice | StandAside | SealPlan | PaySupport


class SlipView(Struct, frozen=True):
    """A slip; face down nobody sees it but its writer and those who read it."""

    slip: AnySlip | None
    up: bool
    points: int


class LeaderView(Struct, frozen=True):
    """A government board."""

    played: bool
    treasury: int
    labour: dict[Track, int]
    capacity: dict[Track, int]
    output: dict[Track, int]
    """This month's, without what happens to raw materials on their way."""
    unemployed: int
    development: dict[Sector, Development]
    food: int
    need: int
    own_raw: int
    allied_raw: int
    other_raw: int
    dear_raw: bool
    civil: int
    reserved: int
    exportable: int
    demand: int
    month_demand: int
    sold: int
    indirect_taxes: int
    direct_taxes: int
    """Of a year, as it stands."""
    price: int
    raw_average: int
    support: dict[str, int]
    """From which stock on the December support is due."""
    brigades: tuple[int, ...]
    squadrons: int
    brigade_rate: int
    squadron_rate: int
    armies: list[Unit]
    divisions: list[Unit]
    strike: bool
    strike_next: bool
    tax_change: int
    debts: tuple[Debt, ...]
    due: tuple[int, int]
    """Interest and principal that would be due this month, were it December."""
    blocks: tuple[Block, ...]
    bound: tuple[Bound, ...]
    points: dict[str, int]
    by_year: tuple[int, ...]
    score: int
    signed: tuple[str, ...]
    created: int
    boxes_won: tuple[str, ...]
    cards: int
    """How many it holds."""
    press_read: int


class PlaceView(Struct, frozen=True):
    """A node with an opinion track."""

    boxes: tuple[str, ...]
    government: Ideology
    stability: Stability
    counts: Mapping[Side, int]
    path: Path | None
    pressure: int
    """The points that units add to the path there."""
    facing: tuple[Side, ...]
    """10.8: the leaders whose units name it; two cancel each other (10.9)."""
    tension: int
    shield: int
    closed: bool
    war: str
    army: ArmyIn | None
    allies: tuple[Side, ...]
    exclusive: Exclusive | None
    dealt_by: Side | None
    lines: tuple[str, ...]
    supplier: Side | None
    supplies: tuple[int, ...]


class View(Struct, frozen=True):
    sides: tuple[Side, ...]
    years: int
    month: int
    order: list[Side]
    line: list[Side]
    food_quote: int
    raw_quote: int
    quotes: list[tuple[int, int]]
    """Of food and raw materials in the last twelve months, those of this month last."""
    demand_change: int
    leaders: dict[Side, LeaderView]
    places: dict[str, PlaceView]
    guided: dict[Side, Guided]
    pacts: list[Ideology]
    offers: list[Standing]
    counters: list[Counter]
    turn: Turn | None
    pile: int
    """Press cards face down."""
    news_card: str
    headlines: list[str]
    discard: list[int]
    answered: tuple[Side, ...]
    """The sides that have sealed an answer to the present question."""
    ended: str
    slips: dict[Side, tuple[SlipView, ...]]
    hand: list[int]
    idle: dict[FunctionName, Idle]
    """The functions that could do nothing for the viewer now, and why."""
    closed: dict[str, dict[Act, Idle]]
    """The acts that the viewer cannot begin in a place now, and why."""
    helps: list[FunctionName]
    """The functions that the viewer's open slips need (18.7 names them for each type)."""
    known_cards: dict[Side, list[int]]
    """Cards that the viewer gave away in swaps and knows to be there still."""
    press_known: tuple[str, ...]
    """Press cards that the viewer read this year."""
    press_next: list[str]
    """The face-down pile, the next card first, as far as the viewer knows it; empty names for others."""
    orders: Orders
    """19.6: the viewer's own."""
    answer: Answer | None
    """The viewer's sealed answer."""


def view(state: Nineteen33, side: Side | None) -> View:
    step, faced = sealed_step(state), units.faced(state)
    return View(
        sides=state.sides,
        years=state.years,
        month=state.month,
        order=state.order[:],
        line=state.line,
        food_quote=state.food_quote,
        raw_quote=state.raw_quote,
        quotes=[*zip(state.food_quotes, state.raw_quotes, strict=True)],
        demand_change=state.demand_change,
        leaders={leader: leader_view(state, leader) for leader in LEADERS},
        places={place: place_view(state, place, tuple(faced.get(place, ()))) for place in PLACES},
        guided=dict(state.guided),
        pacts=state.pacts[:],
        offers=state.offers[:],
        counters=state.counters[:],
        turn=state.turn,
        pile=len(state.pile),
        news_card=state.news_card,
        headlines=state.headlines[:],
        discard=state.discard[:],
        answered=tuple(step.given) if step else (),
        ended=state.ended,
        **secrets(state, side),
    )


def confided(state: Nineteen33, side: Side) -> Mapping[str, Any]:
    """The fields that one side sees otherwise than a spectator."""
    return secrets(state, side)


def secrets(state: Nineteen33, side: Side | None) -> dict[str, Any]:
    held = state.leaders[side] if side in state.sides else None
    step = sealed_step(state)
    return {
        "slips": {other: slips_of(state, other, side) for other in state.sides},
        "hand": held.hand[:] if held else [],
        "idle": idle_functions(state, side) if held and held.hand and side else {},
        "closed": closed(state, side) if held and side else {},
        "helps": helping(held) if held else [],
        "known_cards": {other: known[:] for other, known in held.known_cards.items()} if held else {},
        "press_known": held.press_known if held else (),
        "press_next": [card if held and card in held.press_known else "" for card in reversed(state.pile)],
        "orders": orders_of(state, side) if side in state.sides and side else NONE,
        "answer": step.given.get(side) if step and side else None,
    }


def helping(held: Leader) -> list[FunctionName]:
    """The functions that its slips face down need, each once."""
    needed = (manoeuvres.functions[one.slip.__struct_config__.tag] for one in held.slips if not one.up)  # type: ignore[index]
    return list(dict.fromkeys(chain.from_iterable(needed)))


def slips_of(state: Nineteen33, leader: Side, viewer: Side | None) -> tuple[SlipView, ...]:
    known = known_slips(state, leader, viewer)
    return tuple(
        SlipView(one.slip if one.up or number in known else None, one.up, one.points)
        for number, one in enumerate(state.leaders[leader].slips)
    )


def known_slips(state: Nineteen33, leader: Side, viewer: Side | None) -> set[int]:
    """Which slips face down a viewer knows: its own, and those that it read."""
    if viewer == leader:
        return set(range(len(state.leaders[leader].slips)))
    return set(state.leaders[viewer].slips_known.get(leader, [])) if viewer in state.sides and viewer else set()


def leader_view(state: Nineteen33, leader: Side) -> LeaderView:
    held = state.leaders[leader]
    return LeaderView(
        played=state.is_played(leader),
        treasury=held.treasury,
        labour=dict(held.labour),
        capacity={track: labour.capacity(state, leader, track) for track in TRACKS},
        output={track: output(state, leader, track) for track in TRACKS},
        unemployed=held.unemployed,
        development=dict(held.development),
        food=held.food,
        need=need(state, leader),
        own_raw=held.own_raw,
        allied_raw=held.allied_raw,
        other_raw=held.other_raw,
        dear_raw=held.dear_raw,
        civil=held.civil,
        reserved=held.reserved,
        exportable=min(held.exportable, held.civil),
        demand=held.demand,
        month_demand=industry.demand(state, leader),
        sold=held.sold,
        indirect_taxes=taxes.indirect(held.sold),
        direct_taxes=taxes.direct(state, leader),
        price=held.price,
        raw_average=held.raw_average,
        support={product: support.threshold(state, leader, product) for product in support.DUE},
        brigades=held.brigades,
        squadrons=held.squadrons,
        brigade_rate=held.brigade_rate,
        squadron_rate=held.squadron_rate,
        armies=held.armies[:],
        divisions=held.divisions[:],
        strike=held.strike,
        strike_next=held.strike_next,
        tax_change=held.tax_change,
        debts=held.debts,
        due=bonds.due(state, leader),
        blocks=held.blocks,
        bound=tuple(BOUNDS[one] for one in held.bound),
        points=dict(held.points),
        by_year=held.by_year,
        score=held.score,
        signed=held.signed,
        created=held.created,
        boxes_won=held.boxes_won,
        cards=len(held.hand),
        press_read=len(held.press_known),
    )


def place_view(state: Nineteen33, place: str, facing: tuple[Side, ...]) -> PlaceView:
    here = state.places[place]
    found = read(here.row)
    return PlaceView(
        boxes=here.boxes,
        government=found.government,
        stability=found.stability,
        counts=found.leaders,
        path=here.path,
        pressure=units.pressure(state, here.path.owner, place) if here.path else 0,
        facing=facing,
        tension=here.tension,
        shield=here.shield,
        closed=here.closed,
        war=here.war,
        army=here.army,
        allies=here.allies,
        exclusive=here.exclusive,
        dealt_by=here.dealt_by,
        lines=here.lines,
        supplier=here.supplier,
        supplies=here.supplies,
    )


def at_hand(shown: View) -> list[str]:
    """5.1: the tactic card of the turn, which lies open."""
    return [TACTIC_CARD.key(str(shown.turn.card))] if shown.turn and shown.turn.card else []


# What could be otherwise


def redeal(state: Nineteen33, side: Side | None, rng: Random) -> Nineteen33:
    """Return the same position with all that this side cannot know dealt at random."""
    other: Nineteen33 = clone(state)
    redeal_cards(other, side, rng)
    redeal_press(other, side, rng)
    for leader in other.sides:
        redeal_slips(other, leader, side, rng)
    leave_anew(other, side, rng)
    if step := sealed_step(other):
        other.agenda[-1] = step.resealed(other, side, rng)
    return other


def exchanged(unseen: list[Any], rng: Random) -> dict[Any, Any]:
    """Each of these stands for another one."""
    drawn = unseen[:]
    rng.shuffle(drawn)
    return dict(zip(unseen, drawn, strict=True))


def redeal_cards(other: Nineteen33, side: Side | None, rng: Random) -> None:
    """Hands of others and what lies unseen change places; what is known to be in a hand stays there."""
    mine = other.leaders[side] if side in other.sides and side else None
    seen = {*other.discard, *(mine.hand if mine else ())}
    seen |= {card for known in (mine.known_cards.values() if mine else ()) for card in known}
    swapped = exchanged([card for card in CARDS if card not in seen], rng)
    for leader in other.sides:
        if leader == side:
            continue
        held = other.leaders[leader]
        held.hand = sorted(swapped.get(card, card) for card in held.hand)
        held.known_cards = {
            whose: sorted(swapped.get(card, card) for card in known) for whose, known in held.known_cards.items()
        }


def redeal_press(other: Nineteen33, side: Side | None, rng: Random) -> None:
    """Cards face down, and those not laid out."""
    if not other.month:
        return
    mine = other.leaders[side].press_known if side in other.sides and side else ()
    seen = {*other.headlines, *mine}
    cards = press_cards(other, press_deck_of(other))
    swapped = exchanged([card for card in cards if card not in seen], rng)
    other.pile = [swapped.get(card, card) for card in other.pile]
    for leader in other.sides:
        if leader != side:
            held = other.leaders[leader]
            held.press_known = tuple(swapped.get(card, card) for card in held.press_known)


def redeal_slips(other: Nineteen33, leader: Side, viewer: Side | None, rng: Random) -> None:
    """Slips face down become others that could lie there: none that would have been turned up already."""
    slips, known = other.leaders[leader].slips, known_slips(other, leader, viewer)
    unknown = [number for number in hidden_slips(other, leader) if number not in known]
    if not unknown:
        return
    staying = {one.slip for number, one in enumerate(slips) if number not in unknown}
    fitting = [slip for slip in likely_slips(other, leader) if slip not in staying]
    if len(fitting) >= len(unknown):
        for number, slip in zip(unknown, rng.sample(fitting, len(unknown)), strict=True):
            slips[number] = written(slip)


def likely_slips(state: Nineteen33, leader: Side) -> list[AnySlip]:
    """Slips that could have been written in January and are not reached."""
    unclaimed = state.leaders[leader].unclaimed
    found: list[AnySlip] = [LabourSlip()]
    found += [DevelopmentSlip(sector) for sector in SECTORS if sector not in unclaimed]
    found += [DefenceSlip(kind) for kind in units.KINDS if kind not in unclaimed]
    allied = [place for place in PLACES if leader in state.places[place].allies]
    free = [place for place in PLACES if place not in unclaimed and place not in allied]
    return found + [InfluenceSlip(place) for place in free if manoeuvre.can_be_won(state, leader, place)]
