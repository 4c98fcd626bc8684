"""Shows each side what it may see of the Antechamber, and redeals what is hidden; the score."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from engine.core.game import Point
from engine.core.sealed import sealed_step
from engine.core.state import Side
from tests.games.tiny.auction import Auction
from tests.games.tiny.state import CARDS, Antechamber, Whisper


class Bidding(Struct, frozen=True):
    dispatch: int
    standing: int
    holder: Side | None
    still_in: tuple[Side, ...]


class View(Struct, frozen=True):
    turn: int
    last_turn: int
    active: Side
    coins: dict[Side, int]
    published: dict[Side, list[int]]
    discarded: list[int]
    deck: int
    """The number of dispatches left to draw."""
    hands: dict[Side, int]
    """The number of dispatches in each hand."""
    hand: list[int]
    """The viewer's own dispatches."""
    whispers: list[Whisper]
    bound: list[Side]
    order: bool
    bidding: Bidding | None


def view(state: Antechamber, side: Side | None) -> View:
    return View(
        turn=state.turn,
        last_turn=state.rounds * len(state.sides) - 1,
        active=state.active,
        coins=dict(state.coins),
        published={owner: list(pile) for owner, pile in state.published.items()},
        discarded=list(state.discarded),
        deck=len(state.deck),
        hands={owner: len(hand) for owner, hand in state.hands.items()},
        hand=sorted(state.hands.get(side or "", [])),
        whispers=[whisper for whisper in state.whispers if side in (whisper.by, whisper.to)],
        bound=list(state.bound),
        order=side in state.orders,
        bidding=next((bidding(step) for step in reversed(state.agenda) if isinstance(step, Auction)), None),
    )


def bidding(auction: Auction) -> Bidding:
    return Bidding(auction.dispatch, auction.standing, auction.holder, auction.still_in)


def figures(view: View) -> dict[Side, dict[str, int]]:
    return {side: {"coins": coins} for side, coins in view.coins.items()}


def at_hand(view: View) -> list[str]:
    """Return the dispatch that is bid for, else the viewer's own, which no other side sees."""
    [dispatch] = CARDS
    return [dispatch.key(number) for number in ((view.bidding.dispatch,) if view.bidding else view.hand)]


def redeal(state: Antechamber, side: Side | None, rng: Random) -> Antechamber:
    """Redeal the deck, others' hands, stakes, whispers and orders; replace the seed and what is rigged."""
    from tests.games.tiny import GAME

    other = GAME.clone(state)
    other.seed = f"{rng.getrandbits(256):064x}"
    other.rigged = {}
    hidden = [owner for owner in other.sides if owner != side]
    unseen = other.deck + [dispatch for owner in hidden for dispatch in other.hands[owner]]
    rng.shuffle(unseen)
    for owner in hidden:
        other.hands[owner] = [unseen.pop() for _ in other.hands[owner]]
    other.deck = unseen
    other.orders = [owner for owner in other.sides if ordered(state, owner, side, rng)]
    other.whispers = [whisper for whisper in state.whispers if side in (whisper.by, whisper.to)]
    if ballot := sealed_step(other):
        other.agenda[-1] = ballot.resealed(other, side, rng)
    return other


def ordered(state: Antechamber, owner: Side, viewer: Side | None, rng: Random) -> bool:
    """Decide at random whether an envoy left the order; one who is asked in an auction did not, since the order would
    have answered."""
    asked = state.agenda and isinstance(step := state.agenda[-1], Auction) and step.still_in[0] == owner
    return owner in state.orders if owner == viewer or asked else rng.random() < 0.5


def score(state: Antechamber) -> tuple[Point, ...]:
    """1.2"""
    return tuple(
        Point(side, dispatch, "antechamber.dispatch", {"dispatch": dispatch})
        for side in state.sides
        for dispatch in state.published[side]
    )


def ranking(state: Antechamber) -> tuple[tuple[Side, ...], ...]:
    """1.2: rank by prestige, then coins, then shared."""
    worth = {side: (sum(state.published[side]), state.coins[side]) for side in state.sides}
    return tuple(
        tuple(side for side in state.sides if worth[side] == level)
        for level in sorted(set(worth.values()), reverse=True)
    )


def facts(state: Antechamber) -> dict[Side, dict[str, str]]:
    """7.3: return the order that each envoy ended with."""
    return {side: {"order": "every_auction" if side in state.orders else "none"} for side in state.sides}
