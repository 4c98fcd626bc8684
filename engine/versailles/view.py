"""1.4: everything is open except the order of the decks (and, with deals, what concerns two sides only). The view is a
whitelist, built field by field; `redeal` draws again whatever it leaves out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.core.state import Side
from engine.core.step import Waiting
from engine.versailles import solitaire
from engine.versailles.at_hand import at_hand
from engine.versailles.bidding import Bidding, strength
from engine.versailles.cards.board import LENGTHS
from engine.versailles.cards.issues import END
from engine.versailles.choices import Bid
from engine.versailles.clauses import Ceiling, Deal, Orders
from engine.versailles.pieces import best_space
from engine.versailles.solitaire_bots import LettingWin
from engine.versailles.state import Settlement, Versailles


class BiddingView(Struct, frozen=True):
    issue: str
    region: str
    still_in: tuple[Side, ...]
    standing: Bid | None
    strength: int
    """Of the standing bid."""
    holder: Side


class SolitaireView(Struct, frozen=True):
    goal: int
    points: int
    strength: dict[Side, int]


class View(Struct, frozen=True):
    length: str
    sides: tuple[Side, ...]
    factions: tuple[Side, ...]
    turn: int
    active: Side
    player: Side
    table: list[str]
    waiting_room: list[str]
    issue_deck: int
    """The number of issues left to draw; players can only infer where the end card lies from what has been drawn."""
    issue_discard: list[str]
    event: str
    event_holder: Side
    events_waiting: list[str]
    event_deck: int
    event_discard: list[str]
    cubes: dict[str, dict[Side, int]]
    leaders: dict[str, Side]
    """The leader of each issue; issues without a leader are missing."""
    available: dict[Side, int]
    exhausted: dict[Side, int]
    units_available: dict[Side, int]
    units_exhausted: dict[Side, int]
    deployed: dict[Side, dict[str, int]]
    demobilised: dict[Side, int]
    home: list[Side]
    next_home: int
    happiness: dict[Side, int]
    kegs: dict[str, int]
    unrest: dict[str, int]
    settled: dict[str, Settlement]
    settling: str
    uprisings: int
    offered: list[str]
    strategies: dict[Side, str]
    dealing: bool
    secret_deals: bool
    deals: list[Deal]
    """Open offers and struck deals, as far as the viewer is party to them or they are public."""
    orders: Orders
    """The viewer's own."""
    ceilings: list[Ceiling]
    """The viewer's own."""
    bidding: BiddingView | None
    solitaire: SolitaireView | None
    at_hand: list[str]
    """The cards that the game is about at this moment, by their keys."""


def view(state: Versailles, side: Side | None) -> View:
    shown = open_view(state)
    return replace(shown, **confided(state, side)) if side else shown


def confided(state: Versailles, side: Side) -> dict[str, Any]:
    """15.1, 15.2: return what only this side may see."""
    own: dict[str, Any] = {}
    if state.deals:
        own["deals"] = [deal for deal in state.deals.values() if deal.seen_by(side)]
    if orders := state.orders.get(side):
        own["orders"] = orders
    if ceilings := state.ceilings.get(side):
        own["ceilings"] = list(ceilings.values())
    return own


def open_view(state: Versailles) -> View:
    """Return what everyone may see."""
    return View(
        length=state.length,
        sides=state.sides,
        factions=state.factions,
        turn=state.turn,
        active=state.active,
        player=state.player,
        table=state.table[:],
        waiting_room=state.waiting_room[:],
        issue_deck=len(state.issue_deck),
        issue_discard=state.issue_discard[:],
        event=state.event,
        event_holder=state.event_holder,
        events_waiting=state.events_waiting[:],
        event_deck=len(state.event_deck),
        event_discard=state.event_discard[:],
        cubes={issue: on_issue.copy() for issue, on_issue in state.cubes.items()},
        leaders={issue: leader for issue in state.cubes if (leader := state.leader(issue))},
        available=state.available.copy(),
        exhausted=state.exhausted.copy(),
        units_available=state.units_available.copy(),
        units_exhausted=state.units_exhausted.copy(),
        deployed={side: units.copy() for side, units in state.deployed.items()},
        demobilised=state.demobilised.copy(),
        home=state.home[:],
        next_home=best_space(state),
        happiness=state.happiness.copy(),
        kegs=state.kegs.copy(),
        unrest=state.unrest.copy(),
        settled=state.settled.copy(),
        settling=state.settling,
        uprisings=state.uprisings,
        offered=state.offered[:],
        strategies=state.strategies.copy(),
        dealing=bool(state.dealing),
        secret_deals=state.secret_deals,
        deals=[deal for deal in state.deals.values() if deal.public],
        orders=Orders(),
        ceilings=[],
        bidding=bidding(state),
        solitaire=solitaire_view(state) if state.goal else None,
        at_hand=at_hand(state),
    )


def solitaire_view(state: Versailles) -> SolitaireView:
    """14.2, 14.3"""
    strengths = {faction: solitaire.strength(state, faction) for faction in state.factions}
    return SolitaireView(state.goal, solitaire.points(state), strengths)


def bidding(state: Versailles) -> BiddingView | None:
    for step in reversed(state.agenda):
        if type(step) is Bidding:
            return bidding_view(step.issue, step.region, step.still_in, step.standing, step.holder)
        if type(step) is LettingWin:
            return bidding_view(step.issue, step.region, (state.player,), step.equal[0][1], "")
    return None


def bidding_view(
    issue: str, region: str, still_in: tuple[Side, ...], standing: Bid | None, holder: Side
) -> BiddingView:
    return BiddingView(issue, region, still_in, standing, strength(standing) if standing else 0, holder)


def redeal(state: Versailles, side: Side | None, rng: Random) -> Versailles:
    """Shuffle the decks into any other order that is compatible with what has been drawn: the end card stays where it
    is, because 2.2 lets everyone count down to it; in the longest game it may lie anywhere among the last six."""
    from engine.versailles import GAME

    other = GAME.clone(state)
    other.seed = f"{rng.getrandbits(256):064x}"
    other.rigged = {}
    shuffle_around_end(other, rng)
    rng.shuffle(other.event_deck)
    other.deals = {name: deal for name, deal in state.deals.items() if deal.seen_by(side)}
    confide_anew(other, side, rng)
    return other


def confide_anew(state: Versailles, side: Side | None, rng: Random) -> None:
    """Draw orders that the other sides may have left, but none that would have answered an open question or offer of
    theirs. Secret maximums are dropped. A player alone leaves no orders."""
    if state.goal:
        return
    step = state.agenda[-1] if state.agenda else None
    asked = set(step.waiting(state)) if isinstance(step, Waiting) else set()
    for other in state.sides:
        if other == side:
            continue
        state.ceilings.pop(other, None)
        state.orders.pop(other, None)
        if other not in asked and rng.random() < 0.5:
            no_deals = rng.random() < 0.5 and not any(deal.awaits(other) for deal in state.deals.values())
            state.orders[other] = Orders(rng.random() < 0.5, rng.random() < 0.5, (), no_deals)


def shuffle_around_end(state: Versailles, rng: Random) -> None:
    deck = [issue for issue in state.issue_deck if issue != END]
    rng.shuffle(deck)
    if END in state.issue_deck:
        at = state.issue_deck.index(END)
        if LENGTHS[state.length].shuffled:
            at = rng.randint(0, min(LENGTHS["longest"].below, len(deck)))
        deck.insert(at, END)
    state.issue_deck = deck
