"""19.6: the orders that a player may leave out of turn, and take back. orders_left.py says what they are,
orders_answers.py how they answer. They are sealed: nobody else sees them, or is told of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import asdict, replace

from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Either, Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Step, Waiting
from engine.nineteen33 import offers
from engine.nineteen33.board import cubes
from engine.nineteen33.choices import (
    OUT_OF_TURN,
    Count,
    EndTurn,
    Influence,
    PlayCard,
    SignAlliance,
)
from engine.nineteen33.orders_kept import OrderName, OrdersLeft, drop, keep, orders_of, without
from engine.nineteen33.orders_left import (
    ANY_PRICE,
    MOST_ACTS,
    MOST_MONTHS,
    NONE,
    Act,
    AnswersOrder,
    Auctions,
    MoveWorkers,
    News,
    Orders,
    PassOrder,
    PlanOrder,
    Price,
    Reserve,
    Support,
    Wake,
)
from engine.nineteen33.plans import Planning
from engine.nineteen33.printed import CARDS, PLACES, STATES
from engine.nineteen33.slips import StateName
from engine.nineteen33.state import Nineteen33, Place
from engine.nineteen33.turns import Acting, BeginTurn

# The choices


class LeavePlan(Choice, frozen=True):
    """19.6, 4.4: a standing plan in place of an earlier one."""

    food_um: Price = ANY_PRICE
    food_from: Annotated[tuple[StateName, ...], Meta(max_length=len(STATES))] = ()
    raw_to: Count = 0
    leave: Count = 0
    reserve: Reserve = 0
    war_most: Count = 99
    squadrons_first: bool = False


class LeaveAnswers(Choice, frozen=True):
    """19.6: standing answers in place of earlier ones."""

    auctions: Auctions = "ask"
    news: News = "ask"
    support: Support = "ask"


class LeaveTurn(Choice, frozen=True):
    """19.6, 4.6: the next action turn, part by part; it ends by itself."""

    acts: Annotated[tuple[Act, ...], Meta(min_length=1, max_length=MOST_ACTS)]


class PassTurns(Choice, frozen=True):
    """19.6, 4.6: so many action turns, beginning with the next one."""

    months: Annotated[int, Meta(ge=1, le=MOST_MONTHS)]
    wake: Annotated[tuple[Wake, ...], Meta(max_length=4)] = ()


class DropOrder(Choice, frozen=True):
    """19.6"""

    order: OrderName


ORDER_CHOICES = (LeavePlan, LeaveAnswers, LeaveTurn, PassTurns, DropOrder)
ORDERING: frozenset[type[Choice]] = frozenset(ORDER_CHOICES)
ASIDE_CHOICES = OUT_OF_TURN | ORDERING
NAMES: tuple[OrderName, ...] = ("plan", "answers", "turn", "pass")

# The menu


class Ordering(Menu):
    """The orders that a player may leave or take back now."""

    __slots__ = ("side", "state")
    types = ORDERING
    open_ended = ORDERING - {DropOrder}

    def __init__(self, state: Nineteen33, side: Side) -> None:
        self.state, self.side = state, side

    def __bool__(self) -> bool:
        return True

    def judge(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, DropOrder):
            standing = orders_of(self.state, self.side)
            return illegal("nineteen33.no_such_order", "19.6") if without(standing, choice.order) == standing else None
        if isinstance(choice, LeaveTurn):
            return self.judge_turn(choice)
        return None

    def judge_turn(self, choice: LeaveTurn) -> Refusal | None:
        """4.6, 5.1: one card, of its hand; the rest is looked at when the turn comes."""
        cards = [act.card for act in choice.acts if isinstance(act, PlayCard)]
        if len(cards) > 1:
            return illegal("nineteen33.one_card", "4.6")
        if not set(cards) <= set(self.state.leaders[self.side].hand):
            return illegal("nineteen33.not_in_hand", "5.1")
        return None

    def __iter__(self) -> Iterator[Choice]:
        """The simplest orders, and dropping those that stand."""
        yield from (LeavePlan(), LeavePlan(food_um=4), LeavePlan(reserve=1))
        yield from (LeaveAnswers(), LeaveAnswers("stand_aside", "accept", "pay"), LeaveAnswers("ask", "ask", "refuse"))
        yield from (PassTurns(1), PassTurns(3, ("attack", "slip", "path", "offer")))
        yield from (LeaveTurn((PlayCard(card),)) for card in self.state.leaders[self.side].hand)
        yield from self.countable()

    def countable(self) -> Iterator[Choice]:
        return (one for one in map(DropOrder, NAMES) if self.judge(one) is None)

    def sample(self, rng: Random) -> Choice:
        standing = [*self.countable()]
        if standing and rng.random() < 0.3:
            return rng.choice(standing)
        makers = (sampled_plan, sampled_answers, sampled_passing, self.sampled_turn)
        return rng.choice(makers)(rng)

    def sampled_turn(self, rng: Random) -> Choice:
        """A card, influence where it has begun to win a box or anywhere, and an alliance."""
        hand, places = self.state.leaders[self.side].hand, self.state.places
        hand = [card for card in hand if "influence" in CARDS[card].functions] or hand
        cards = (PlayCard(rng.choice(hand)),) if hand else ()
        begun = [name for name, here in places.items() if cubes(here, self.side) or owner_of(here) == self.side]
        place = rng.choice(begun if begun and rng.random() < 0.7 else PLACES)
        acts = (*cards, Influence(place, rng.randint(1, 3)), SignAlliance(rng.choice([*STATES])))
        return LeaveTurn(acts[: rng.choice((1, 2, 2, 3))])

    def describe(self) -> object:
        return {"do": sorted(str(kind.__struct_config__.tag) for kind in ORDER_CHOICES), "states": [*STATES]}


def owner_of(place: Place) -> Side | None:
    return place.path.owner if place.path else None


def sampled_plan(rng: Random) -> Choice:
    states = tuple(rng.sample([*STATES], rng.randrange(3)))
    return LeavePlan(rng.randint(2, 9), states, rng.randrange(9), rng.randrange(9), rng.randrange(4), rng.randrange(9))


def sampled_answers(rng: Random) -> Choice:
    auctions: tuple[Auctions, ...] = ("ask", "ask", "ask", "stand_aside")
    news: tuple[News, ...] = ("ask", "accept", "decline")
    support: tuple[Support, ...] = ("ask", "pay", "refuse")
    return LeaveAnswers(rng.choice(auctions), rng.choice(news), rng.choice(support))


def sampled_passing(rng: Random) -> Choice:
    reasons: list[Wake] = ["attack", "slip", "path", "offer"]
    return PassTurns(rng.randint(1, 2), tuple(rng.sample(reasons, rng.randrange(4))))


# Out of turn


class Aside(Waiting[Nineteen33, Choice], frozen=True):
    """19.6, 9.8: all that may be done out of turn. It is never on the agenda."""

    clause = "19.6"

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        asked = offers.AnswerOffers().waiting(state)
        return {
            side: Either(asked[side], Ordering(state, side)) if side in asked else Ordering(state, side)
            for side in state.sides
        }

    def choose(self, state: Nineteen33, side: Side, choice: Any) -> None:
        if type(choice) in OUT_OF_TURN:
            offers.AnswerOffers().choose(state, side, choice)
        elif isinstance(choice, DropOrder):
            drop(state, side, choice.order)
        else:
            order, orders = LEFT[type(choice)](state, side, choice)
            keep(state, side, replace(orders, by_hand=False))
            tell(state, OrdersLeft(side, order, orders))


Left = tuple[OrderName, Orders]


def leave_plan(state: Nineteen33, side: Side, choice: LeavePlan) -> Left:
    fields = asdict(choice) | {"food_from": tuple(dict.fromkeys(choice.food_from))}
    return "plan", replace(orders_of(state, side), plan=PlanOrder(**fields))


def leave_answers(state: Nineteen33, side: Side, choice: LeaveAnswers) -> Left:
    return "answers", replace(orders_of(state, side), answers=AnswersOrder(**asdict(choice)))


def leave_turn(state: Nineteen33, side: Side, choice: LeaveTurn) -> Left:
    acts = (act.choice if isinstance(act, MoveWorkers) else act for act in choice.acts)
    return "turn", replace(orders_of(state, side), acts=(*acts, EndTurn()))


def pass_turns(state: Nineteen33, side: Side, choice: PassTurns) -> Left:
    until = next_turn(state, side) + choice.months
    order = PassOrder(until, tuple(dict.fromkeys(choice.wake)))
    return "pass", replace(orders_of(state, side), passing=order)


def next_turn(state: Nineteen33, side: Side) -> int:
    """The month of its next action turn, or of the one that it is in."""
    turns = [step for step in state.agenda if isinstance(step, Acting | BeginTurn)]
    over = state.turn is not None and not any(step.side == side for step in turns)
    return state.month + over


LEFT: dict[type[Choice], Any] = {
    LeavePlan: leave_plan,
    LeaveAnswers: leave_answers,
    LeaveTurn: leave_turn,
    PassTurns: pass_turns,
}

# Trying them out


def rehearsals(state: Nineteen33, side: Side) -> Iterator[Step[Nineteen33]]:
    """A question for each order that can be tried out in any month: the plan, and the action turn."""
    orders = orders_of(state, side)
    if orders.plan:
        yield Planning()
    if orders.acts or orders.passing:
        yield Acting(side)


# The orders of others


def leave_anew(state: Nineteen33, side: Side | None, rng: Random) -> None:
    """The others may have left any orders, but none that would have answered what they are asked."""
    news, step = state.news[:], state.agenda[-1] if state.agenda else None
    asked = set(step.waiting(state)) if isinstance(step, Waiting) else set()
    for other in state.sides:
        if other != side:
            keep(state, other, NONE)
            if other not in asked and rng.random() < 0.5:
                Aside().choose(state, other, Ordering(state, other).sample(rng))
    state.news = news
