"""The menus of action turns (4.6, 18.6): a kind of own action each, put side by side. To look at one choice, or to draw
one, the menu of its kind is all that is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.core.choice import Choice
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33 import alliances, armaments, choices, coups, defence, functions, guided, offers, units
from engine.nineteen33.board import allied_states, have_pact, missing_for_strike, read
from engine.nineteen33.menus import Deals
from engine.nineteen33.printed import LEADERS, SHEETS, STATES, ideology_of, partner_of, tables, tactics
from engine.nineteen33.state import LETTERS, Nineteen33

BOOST = tactics.boost
Reason = Callable[[Any], Refusal | None]


class Judged(Menu):
    """Choices of one type, each judged by the rules alone."""

    __slots__ = ("candidates", "kind", "reason")

    def __init__(self, kind: type[Choice], candidates: Callable[[], Iterator[Any]], reason: Reason) -> None:
        self.kind, self.candidates, self.reason = kind, candidates, reason

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({self.kind})

    def judge(self, choice: Choice) -> Refusal | None:
        return self.reason(choice)

    def __iter__(self) -> Iterator[Choice]:
        return (choice for choice in self.candidates() if self.reason(choice) is None)

    def draw(self, rng: Random) -> Choice | None:
        """Look at candidates in any order, up to one that may be chosen."""
        left = [*self.candidates()]
        while left:
            number = int(rng.random() * len(left))
            choice: Choice = left[number]
            if self.reason(choice) is None:
                return choice
            left[number] = left[-1]
            left.pop()
        return None

    def sample(self, rng: Random) -> Choice:
        choice = self.draw(rng)
        assert choice is not None
        return choice


class Drawn(Judged):
    """Choices of which there are many: `some` of them are looked at before all are."""

    __slots__ = ("some",)

    def __init__(
        self,
        kind: type[Choice],
        candidates: Callable[[], Iterator[Any]],
        reason: Reason,
        some: Callable[[Random], Iterator[Any]],
    ) -> None:
        super().__init__(kind, candidates, reason)
        self.some = some

    def draw(self, rng: Random) -> Choice | None:
        found = (choice for choice in self.some(rng) if self.reason(choice) is None)
        return next(found, None) or super().draw(rng)


# A player's alone


def ends(state: Nineteen33, leader: Side) -> Menu:
    """Ending the turn comes first, as it harms nobody."""
    assert state.turn is not None
    guiding = (choices.ActForGuided(),) if state.turn.guided else ()
    return OneOf(choices.EndTurn(), *guiding, clause="4.6")


def cards_to_play(state: Nineteen33, leader: Side) -> Menu:
    """4.6: at most one card in a turn."""
    assert state.turn is not None
    hand = () if state.turn.card else state.leaders[leader].hand
    why = illegal("nineteen33.one_card", "4.6") if state.turn.card else illegal("nineteen33.not_in_hand", "5.1")
    return OneOf(*map(choices.PlayCard, hand), clause="5.1", otherwise={choices.PlayCard: why})


def boosts(state: Nineteen33, leader: Side) -> Menu:
    return Judged(choices.BoostCard, lambda: iter((choices.BoostCard(),)), lambda _: boost_refusal(state, leader))


def boost_refusal(state: Nineteen33, leader: Side) -> Refusal | None:
    """5.4"""
    turn = state.turn
    assert turn is not None
    um, has = BOOST.points * ideology_of(leader).um_per_point, state.leaders[leader].treasury
    if not turn.card or turn.boosted or turn.used:
        return illegal("nineteen33.boost_first", "5.4")
    return illegal("nineteen33.too_dear", "5.2", um=um, has=has) if um > has else None


def strikes(state: Nineteen33, leader: Side) -> Menu:
    return Judged(
        choices.CallStrike,
        lambda: map(choices.CallStrike, LEADERS),
        lambda one: strike_refusal(state, leader, one.at),
    )


def strike_refusal(state: Nineteen33, leader: Side, at: Side) -> Refusal | None:
    """9.9: by a leader of another ideology with both free boxes, while there is tension."""
    if SHEETS[at].ideology == SHEETS[leader].ideology:
        return illegal("nineteen33.same_ideology", "9.9", leader=at)
    if missing_for_strike(state, leader, at):
        return illegal("nineteen33.needs_both_boxes", "9.9", leader=at)
    if not state.places[at].tension:
        return illegal("nineteen33.no_tension_there", "9.9", leader=at)
    if state.leaders[leader].called_strike:
        return illegal("nineteen33.once_a_month", "9.9")
    return None


def sent_armies(state: Nineteen33, leader: Side) -> Menu:
    """12.8"""
    return Judged(choices.SendArmy, lambda: armies(state, leader), lambda one: coups.army_refusal(state, leader, one))


def armies(state: Nineteen33, leader: Side) -> Iterator[choices.SendArmy]:
    numbers = range(1, len(state.leaders[leader].armies) + 1)
    at_war = [place for place in STATES if state.places[place].war]
    return (choices.SendArmy(number, place) for number in numbers for place in at_war)


def proposed_alliances(state: Nineteen33, leader: Side) -> Menu:
    """9.8"""
    return Judged(
        choices.ProposeAlliance,
        lambda: map(choices.ProposeAlliance, shared_states(state, leader)),
        lambda one: offers.alliance_refusal(state, leader, one),
    )


def shared_states(state: Nineteen33, leader: Side) -> list[str]:
    """The states that could be allied to both leaders of its ideology: with a cube of its own, or the other's ally."""
    partner, places = partner_of(leader), state.places
    if partner is None:
        return []
    cube = LETTERS[leader]
    return [name for name in STATES if cube in places[name].row or partner in places[name].allies]


def proposed_pacts(state: Nineteen33, leader: Side) -> Menu:
    """9.13"""
    return Judged(
        choices.ProposePact, lambda: iter((choices.ProposePact(),)), lambda _: offers.pact_refusal(state, leader)
    )


def offered_goods(state: Nineteen33, leader: Side) -> Menu:
    """7.7"""
    return Judged(
        choices.OfferGoods, lambda: some_goods(state, leader), lambda one: offers.goods_refusal(state, leader, one)
    )


def some_goods(state: Nineteen33, leader: Side) -> Iterator[choices.OfferGoods]:
    """7.7: the least and the most of each product; any other number is judged too."""
    held = state.leaders[leader]
    for quantity in dict.fromkeys((1, held.food)):
        yield choices.OfferGoods("food", min(99, max(1, quantity)))
    for quantity in dict.fromkeys((1, held.own_raw)):
        yield choices.OfferGoods("raw", min(99, max(1, quantity)))


# Of players and guides alike


def allowed(state: Nineteen33, leader: Side, reason: Reason) -> Reason:
    """18.5: a guide is also held to the card of its leader."""
    if state.is_played(leader):
        return reason
    return lambda one: reason(one) or guided.refusal(state, leader, one)


def supplies(state: Nineteen33, leader: Side) -> Menu:
    """7.8"""
    return Judged(
        choices.Supply,
        lambda: map(choices.Supply, allied_states(state, leader)),
        allowed(state, leader, lambda one: armaments.refusal(state, leader, one.state)),
    )


def signatures(state: Nineteen33, leader: Side) -> Menu:
    """9.7"""
    return Judged(
        choices.SignAlliance,
        lambda: map(choices.SignAlliance, ripe_states(state, leader)),
        allowed(state, leader, lambda one: alliances.refusal(state, leader, one.state)),
    )


def ripe_states(state: Nineteen33, leader: Side) -> Iterator[str]:
    """9.7: the states without an ally where its count is high enough."""
    needed, places = tables.alliance.count, state.places
    return (name for name in STATES if not places[name].allies and read(places[name].row).leaders[leader] >= needed)


def unit_moves(state: Nineteen33, leader: Side) -> Menu:
    """10.5 to 10.8"""
    return Drawn(
        choices.MoveUnit,
        lambda: units.moves(state, leader),
        allowed(state, leader, lambda one: units.refusal(state, leader, one)),
        lambda rng: units.some_moves(state, leader, rng),
    )


def lowered_rates(state: Nineteen33, leader: Side) -> Menu:
    return Judged(
        choices.LowerRate,
        lambda: lower_rates(state, leader),
        allowed(state, leader, lambda one: rate_refusal(state, leader, one)),
    )


def lower_rates(state: Nineteen33, leader: Side) -> Iterator[choices.LowerRate]:
    for kind in units.KINDS:
        yield from (choices.LowerRate(kind, to) for to in range(defence.rate(state, leader, kind)))


def rate_refusal(state: Nineteen33, leader: Side, choice: choices.LowerRate) -> Refusal | None:
    """5.12"""
    rate = defence.rate(state, leader, choice.unit)
    return None if choice.to < rate else illegal("nineteen33.not_lower", "5.12", rate=rate)


END_GUIDING = OneOf(choices.EndGuiding(), clause="18.6")


def end_of_guiding(state: Nineteen33, leader: Side) -> Menu:
    """18.6"""
    return END_GUIDING


# Side by side

Part = Callable[[Nineteen33, Side], Menu]
SHARED: dict[Part, tuple[type[Choice], ...]] = {
    functions.Uses: tuple(functions.USES),
    Deals: (choices.Deal,),
    supplies: (choices.Supply,),
    signatures: (choices.SignAlliance,),
    unit_moves: (choices.MoveUnit,),
    lowered_rates: (choices.LowerRate,),
}
OWN: dict[Part, tuple[type[Choice], ...]] = {
    ends: (choices.EndTurn, choices.ActForGuided),
    cards_to_play: (choices.PlayCard,),
    boosts: (choices.BoostCard,),
    **SHARED,
    strikes: (choices.CallStrike,),
    sent_armies: (choices.SendArmy,),
    proposed_alliances: (choices.ProposeAlliance,),
    proposed_pacts: (choices.ProposePact,),
    offered_goods: (choices.OfferGoods,),
}
"""4.6: the parts of a player's turn, in the order of forms, with the types of choice that each judges."""
GUIDED: dict[Part, tuple[type[Choice], ...]] = {end_of_guiding: (choices.EndGuiding,), **SHARED}
"""18.6, 18.7"""


def may_boost(state: Nineteen33, leader: Side) -> bool:
    turn = state.turn
    return turn is not None and bool(turn.card) and not turn.boosted and not turn.used


def may_offer(state: Nineteen33, leader: Side) -> bool:
    partner = partner_of(leader)
    return partner is not None and state.is_played(partner)


def has_rate(state: Nineteen33, leader: Side) -> bool:
    held = state.leaders[leader]
    return held.brigade_rate > 0 or held.squadron_rate > 0


MAY: dict[Part, Callable[[Nineteen33, Side], bool]] = {
    boosts: may_boost,
    supplies: lambda state, leader: bool(state.leaders[leader].brigades),
    lowered_rates: has_rate,
    strikes: lambda state, _leader: any(state.places[home].tension for home in LEADERS),
    proposed_alliances: may_offer,
    sent_armies: lambda state, _leader: any(state.places[place].war for place in STATES),
    proposed_pacts: lambda state, leader: may_offer(state, leader) and not have_pact(state, leader),
    offered_goods: lambda state, leader: may_offer(state, leader) and have_pact(state, leader),
}
"""The condition that a part needs first, where that is quicker to check than its choices."""


class Parts:
    """Parts by the type of choice that they judge."""

    def __init__(self, parts: dict[Part, tuple[type[Choice], ...]]) -> None:
        self.each = tuple(parts)
        self.of = {kind: part for part, kinds in parts.items() for kind in kinds}
        self.types = frozenset(self.of)


OWN_PARTS, GUIDED_PARTS = Parts(OWN), Parts(GUIDED)
OPEN_ENDED: frozenset[type[Choice]] = frozenset({choices.MoveLabour, choices.Deal})


class Actions(Menu):
    """The parts of a turn side by side."""

    __slots__ = ("leader", "made_of", "state")

    def __init__(self, state: Nineteen33, leader: Side, made_of: Parts) -> None:
        self.state, self.leader, self.made_of = state, leader, made_of

    def whole_menu(self) -> Either:
        return Either(*(part(self.state, self.leader) for part in self.made_of.each))

    @property
    def types(self) -> frozenset[type[Choice]]:
        return self.made_of.types

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return OPEN_ENDED

    def check(self, choice: Choice) -> Refusal | None:
        part = self.made_of.of.get(type(choice), self.made_of.each[0])
        return part(self.state, self.leader).check(choice)

    def parts(self) -> Iterator[Menu]:
        return self.whole_menu().parts()

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.whole_menu())

    def __bool__(self) -> bool:
        return True

    def sample(self, rng: Random) -> Choice:
        """A kind of answer first, then one of that kind: a wide menu does not drown a narrow one."""
        state, leader, parts = self.state, self.leader, self.made_of.each
        while True:
            part = parts[int(rng.random() * len(parts))]
            if part in MAY and not MAY[part](state, leader):
                continue
            choice = part(state, leader).draw(rng)
            if choice is not None:
                return choice

    def describe(self) -> object:
        return self.whole_menu().describe()


def own_actions(state: Nineteen33, leader: Side) -> Menu:
    """4.6"""
    return Actions(state, leader, OWN_PARTS)


def guided_actions(state: Nineteen33, leader: Side) -> Menu:
    """18.6"""
    return Actions(state, leader, GUIDED_PARTS)
