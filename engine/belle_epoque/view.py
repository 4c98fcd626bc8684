"""Shows each player what it may see: everything except Intrigue hands, the order of decks, the events put away, the
hands of automated Powers (13.4a), and other players' orders. The view is a whitelist, built field by field; `redeal`
deals all that it leaves out at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.belle_epoque import scoring
from engine.belle_epoque.automated_contests import arsenal_of, contests_of, share, to_come
from engine.belle_epoque.board import counts, fleet_track, general_reserves, needed
from engine.belle_epoque.clash import Clash
from engine.belle_epoque.events import EVENTS_BEFORE
from engine.belle_epoque.odds import Duel, Outlook, duel, new_die, outlooks
from engine.belle_epoque.orders import leave_anew
from engine.belle_epoque.orders_left import NONE, Orders
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import (
    EVENT,
    EVENTS,
    INTRIGUE_CARD,
    NATIONAL,
    NATIONAL_CARD,
    NATIONS,
    POWERS,
    SHEETS,
    TERRITORIES,
)
from engine.belle_epoque.printed.kinds import Objective
from engine.belle_epoque.scoring import kind_of, points
from engine.belle_epoque.state import BelleEpoque, Beside, Contest, MinorUnit
from engine.core.clone import cloner
from engine.core.game import Point
from engine.core.state import Side

clone = cloner(BelleEpoque)


class TerritoryView(Struct, frozen=True):
    spaces: tuple[str, ...]
    """The cube on each space; in a contest the lower one."""
    holder: Side | None
    needed: int
    """The cubes needed for a majority."""
    counting: dict[Side, int]
    """The number of cubes that count for each Power that has any."""
    closed_by: tuple[Side, ...]


class ScoreLine(Struct, frozen=True):
    """Points of a Power of one kind (see scoring.KINDS), and the territory, objective or card that brings them."""

    kind: str
    what: str
    vp: int


class Standing(Struct, frozen=True):
    """The progress of a Power's objective."""

    power: Side
    reached: bool
    has: int
    needs: int


class PowerView(Struct, frozen=True):
    played: bool
    """Whether a person plays this Power."""
    money: int
    embassies: int
    reserve_cubes: int
    reserve_armies: int
    reserve_fleets: int
    armies: int
    fleets: int
    armies_out: dict[str, int]
    ready: dict[str, int]
    exhausted: dict[str, int]
    sold_armies: int
    sold_fleets: int
    armaments: int
    prestige: int
    reached: int
    prestige_bought: bool
    fleet_track: int
    built: bool
    marked: bool
    intrigue: int
    """The number of cards it holds."""
    national: list[str]
    """Empty for an automated Power, whose cards are hidden."""
    national_cards: int
    scored: list[int]
    vp: int
    now: list[ScoreLine]
    """The lines of the final scoring if it were now; empty for a Power that never scores (13.1c)."""


class AutomatedView(Struct, frozen=True):
    """Chapter 13: the open state on the sheet of an automated Power; its table of missions is printed."""

    fleet_marks: int
    owed: int
    arsenal: int
    """13.9.1a: the bonus of this turn, less the loss to sabotage."""
    contests: int
    """The number of contests that share it at present."""
    share: int
    strategies: list[str]
    closing: bool


class ToCome(Struct, frozen=True):
    """13.9a: a contest that is resolved after the Actions phase."""

    territory: str
    space: int
    cube: str
    """The lower cube."""
    attacker: Side
    defender: Side | None
    shares: dict[Side, int]
    """13.9.1a: the bonus of each automated Power in it."""


class View(Struct, frozen=True):
    sides: tuple[Side, ...]
    turn: int
    round: int
    active: Side
    order: list[Side]
    passed: list[Side]
    automated_order: list[Side]
    ended: str
    promo: bool
    powers: dict[Side, PowerView]
    automated: dict[Side, AutomatedView]
    territories: dict[str, TerritoryView]
    objectives: dict[str, Standing]
    contests: list[Contest]
    duel: Duel | None
    """The contest that is being resolved."""
    to_come: list[ToCome]
    """The contests with automated Powers, in the order in which they are resolved."""
    minor_units: dict[str, MinorUnit]
    reserve: dict[Side, int]
    """Cubes of minor nations in the general reserve."""
    event_pile: int
    events_drawn: list[str]
    events_now: list[str]
    """The events of this turn."""
    claimed: dict[str, Side]
    intrigue_deck: int
    intrigue_discard: list[str]
    beside: list[Beside]
    in_force: list[str]
    hand: list[str]
    """The viewer's own Intrigue cards."""
    drawn: list[str]
    """The cards of which the viewer keeps one."""
    orders: Orders
    """The viewer's own answers in advance."""
    outlooks: tuple[Outlook, ...]
    """The chances of the contest under way, else of each open one."""
    new_die: int | None
    """The number of faces with which a new die would save the cube of the Power that is asked about it."""


def view(state: BelleEpoque, side: Side | None) -> View:
    shown = open_view(state)
    return replace(shown, **confided(state, side)) if side else shown


def confided(state: BelleEpoque, side: Side) -> dict[str, Any]:
    """7.0b, 7.0d: return the fields that only this Power sees, its orders among them."""
    own: dict[str, Any] = {}
    if side in state.sides and (hand := state.sheets[side].intrigue):
        own["hand"] = list(hand)
    if drawn := drawn_by(state, side):
        own["drawn"] = drawn
    if orders := state.orders.get(side):
        own["orders"] = orders
    return own


def drawn_by(state: BelleEpoque, side: Side) -> list[str]:
    """Return the cards of which this Power is asked to keep one; those of others may lie below in the list."""
    step = state.agenda[-1] if state.agenda else None
    return state.drawn[step.first :] if isinstance(step, Keeping) and step.side == side else []


def open_view(state: BelleEpoque) -> View:
    """Build the view that everyone shares."""
    reserves = general_reserves(state)
    return View(
        sides=state.sides,
        turn=state.turn,
        round=state.round,
        active=state.active,
        order=list(state.order),
        passed=list(state.passed),
        automated_order=list(state.automated_order),
        ended=state.ended,
        promo=state.promo,
        powers={power: power_view(state, power, reserves[power]) for power in POWERS},
        automated=automated_views(state),
        territories={territory: territory_view(state, territory) for territory in TERRITORIES},
        objectives={one.id: standing(state, power, one) for power in POWERS for one in SHEETS[power].objectives},
        contests=list(state.contests),
        duel=duel(state),
        to_come=[coming(clash) for clash in to_come(state)] if state.automata else [],
        minor_units=state.minor_units.copy(),
        reserve={nation: reserves[nation] for nation in NATIONS},
        event_pile=len(state.events),
        events_drawn=list(state.events_drawn),
        events_now=events_now(state),
        claimed=state.claimed.copy(),
        intrigue_deck=len(state.intrigue_deck),
        intrigue_discard=list(state.intrigue_discard),
        beside=list(state.beside),
        in_force=list(state.in_force),
        hand=[],
        drawn=[],
        orders=NONE,
        outlooks=outlooks(state),
        new_die=new_die(state),
    )


def events_now(state: BelleEpoque) -> list[str]:
    """Return the events drawn since this turn began."""
    return state.events_drawn[EVENTS_BEFORE.get(state.turn, 0) :]


def coming(clash: Clash) -> ToCome:
    shares = {side: share for side, share in clash.shares if side in (clash.attacker, clash.defender)}
    return ToCome(clash.territory, clash.space, clash.cube, clash.attacker, clash.defender or None, shares)


def territory_view(state: BelleEpoque, territory: str) -> TerritoryView:
    row = state.spaces[territory]
    return TerritoryView(
        spaces=row,
        holder=state.held.get(territory),
        needed=needed(row),
        counting=counts(state, territory),
        closed_by=state.closed.get(territory, ()),
    )


def power_view(state: BelleEpoque, power: Side, reserve: int) -> PowerView:
    sheet, played = state.sheets[power], not state.is_automated(power)
    return PowerView(
        played=played,
        money=sheet.money,
        embassies=sheet.embassies,
        reserve_cubes=reserve,
        reserve_armies=sheet.reserve_armies,
        reserve_fleets=sheet.reserve_fleets,
        armies=sheet.armies,
        fleets=sheet.fleets,
        armies_out=sheet.armies_out.copy(),
        ready=sheet.ready.copy(),
        exhausted=sheet.exhausted.copy(),
        sold_armies=sheet.sold_armies,
        sold_fleets=sheet.sold_fleets,
        armaments=sheet.armaments,
        prestige=sheet.prestige,
        reached=sheet.reached,
        prestige_bought=sheet.prestige_bought,
        fleet_track=fleet_track(state, power),
        built=sheet.built,
        marked=sheet.marked,
        intrigue=len(sheet.intrigue),
        national=list(sheet.national) if played else [],
        national_cards=len(sheet.national),
        scored=list(sheet.scored),
        vp=sheet.vp,
        now=[score_line(point) for point in points(state, power, final=True)] if played and not state.ended else [],
    )


def automated_views(state: BelleEpoque) -> dict[Side, AutomatedView]:
    contests = contests_of(state) if state.automata else {}
    return {power: automated_view(state, power, contests.get(power, 0)) for power in state.automata}


def automated_view(state: BelleEpoque, power: Side, contests: int) -> AutomatedView:
    automaton = state.automata[power]
    arsenal = arsenal_of(state, power)
    return AutomatedView(
        fleet_marks=automaton.fleet_marks,
        owed=automaton.owed,
        arsenal=arsenal,
        contests=contests,
        share=share(arsenal, max(1, contests)),
        strategies=list(automaton.strategies),
        closing=automaton.closing,
    )


def standing(state: BelleEpoque, power: Side, objective: Objective) -> Standing:
    return Standing(power, *scoring.standing(state, power, objective))


def score_line(point: Point) -> ScoreLine:
    [what] = point.facts.values()
    return ScoreLine(kind_of(point), str(what), point.points)


def redeal(state: BelleEpoque, side: Side | None, rng: Random) -> BelleEpoque:
    """Deal the Intrigue cards that the side cannot see at random, and the events so that the eras stay as they were
    dealt."""
    other: BelleEpoque = clone(state)
    other.seed = f"{rng.getrandbits(256):064x}"
    other.rigged = {}
    redeal_intrigue(other, side, rng)
    redeal_national(other, rng)
    redeal_events(other, rng)
    leave_anew(other, side, rng)
    return other


def redeal_intrigue(state: BelleEpoque, side: Side | None, rng: Random) -> None:
    """Redeal the deck, the hands of others, and the cards that others drew."""
    own = len(drawn_by(state, side)) if side else 0
    hidden_drawn = state.drawn[: len(state.drawn) - own]
    hands = [state.sheets[power].intrigue for power in POWERS if power != side or power not in state.sides]
    unseen = [*state.intrigue_deck, *hidden_drawn, *(card for hand in hands for card in hand)]
    rng.shuffle(unseen)
    for hand in hands:
        hand[:] = [unseen.pop() for _ in hand]
    state.drawn[: len(hidden_drawn)] = [unseen.pop() for _ in hidden_drawn]
    state.intrigue_deck = unseen


def redeal_national(state: BelleEpoque, rng: Random) -> None:
    """13.4a: shuffle the hands of automated Powers. The cards they have played are known, and so are those left; only
    their order is not."""
    for power in state.automata:
        rng.shuffle(state.sheets[power].national)


def redeal_events(state: BelleEpoque, rng: Random) -> None:
    """Redeal which events of an era were put away, and the order of the pile; an era without any put away stays in the
    pile as a whole."""
    for era in {EVENTS[event].era for event in state.events_away}:
        unseen = [event for event in (*state.events, *state.events_away) if EVENTS[event].era == era]
        rng.shuffle(unseen)
        for place in (state.events, state.events_away):
            place[:] = [unseen.pop() if EVENTS[event].era == era else event for event in place]
    rng.shuffle(state.events)


def figures(seen: View) -> dict[Side, dict[str, int]]:
    """Return the money and the Prestige of each Power. An automated Power has no money (13.3c)."""
    return {
        power: ({"money": sheet.money} if power in seen.sides else {}) | {"prestige": sheet.prestige}
        for power, sheet in seen.powers.items()
    }


def at_hand(shown: View) -> list[str]:
    """List the cards of which the viewer keeps one, those being carried out, the events of this turn, and the viewer's
    own Intrigue cards."""
    course = [key_of(one.card) for one in shown.beside if not one.marked]
    drawn, hand = (map(INTRIGUE_CARD.key, cards) for cards in (shown.drawn, shown.hand))
    return [*drawn, *course, *map(EVENT.key, shown.events_now), *hand]


def key_of(card: str) -> str:
    """Return the key of a card that people play."""
    return (NATIONAL_CARD if card in NATIONAL else INTRIGUE_CARD).key(card)
