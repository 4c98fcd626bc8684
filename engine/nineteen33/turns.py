"""4.6: action turns. An own action is one choice; what a guide does for its leader goes the same way (18.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.nineteen33 import (
    alliances,
    armaments,
    choices,
    coups,
    functions,
    guided,
    offers,
    opinion,
    trade,
    units,
)
from engine.nineteen33.action_journal import (
    CardBoosted,
    CardPlayed,
    GuidePointsRolled,
    GuidingBegan,
    StrikeRolled,
    TurnBegan,
    TurnEnded,
)
from engine.nineteen33.espionage import forget_card
from engine.nineteen33.food import strike
from engine.nineteen33.orders_kept import note_act
from engine.nineteen33.own_actions import BOOST, guided_actions, own_actions
from engine.nineteen33.printed import CARDS, ideology_of, tables
from engine.nineteen33.state import Goods, JointAlliance, Leading, Nineteen33, Pact, Turn


class BeginTurn(Automatic[Nineteen33], frozen=True):
    """4.6, 5.13: blocks of the player's last turn end; 18.6: the guide's points are rolled."""

    clause = "4.6"
    side: Leading

    def run(self, state: Nineteen33) -> None:
        if state.ended:
            return
        tell(state, TurnBegan(self.side))
        led = next((leader for leader, one in state.guided.items() if one.guide == self.side), None)
        for leader in filter(None, (self.side, led)):
            state.leaders[leader].blocks = ()
        points = roll_guide_points(state, self.side, led) if led else 0
        has = state.leaders[self.side].treasury
        state.turn = Turn(self.side, guided=led, guide_points=points, treasury=has)
        then(state, Acting(self.side))


def roll_guide_points(state: Nineteen33, guide: Side, leader: Side) -> int:
    """18.6"""
    die = roll(state, "guide_points", tables.guide.die)
    points = die + tables.guide.added
    tell(state, GuidePointsRolled(guide, leader, die, points))
    return points


class Acting(Waiting[Nineteen33, Choice], frozen=True):
    """4.6: own actions, in any sequence, until the player ends the turn."""

    clause = "4.6"
    side: Leading

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {self.side: own_actions(state, self.side)}

    def choose(self, state: Nineteen33, side: Side, choice: Choice) -> None:
        note_act(state, side, choice)
        if isinstance(choice, choices.EndTurn):
            state.turn = None
            tell(state, TurnEnded(side))
            return
        then(state, self)
        if isinstance(choice, choices.ActForGuided):
            begin_guiding(state, side)
        else:
            act(state, side, choice)


class Guiding(Waiting[Nineteen33, Choice], frozen=True):
    """18.6: a guide acts for its leader, once in its own turn."""

    clause = "18.6"
    guide: Leading
    leader: Leading

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {self.guide: guided_actions(state, self.leader)}

    def choose(self, state: Nineteen33, side: Side, choice: Choice) -> None:
        note_act(state, side, choice)
        if not isinstance(choice, choices.EndGuiding):
            then(state, self)
            act(state, self.leader, choice)


def begin_guiding(state: Nineteen33, side: Side) -> None:
    assert state.turn is not None
    assert state.turn.guided is not None
    leader = state.turn.guided
    state.turn = replace(state.turn, guided=None)
    tell(state, GuidingBegan(side, leader))
    then(state, Guiding(side, leader))


def act(state: Nineteen33, leader: Side, choice: Choice) -> None:
    """Carry out an own action of this leader."""
    if type(choice) in functions.USES:
        left = functions.carry_out(state, leader, choice)
        if left:
            then(state, Rest(leader, left))
    else:
        ACTIONS[type(choice)](state, leader, choice)
    if state.ended:
        state.agenda.clear()
        state.turn = None
        from engine.nineteen33.scoring import finish

        finish(state)


class Rest(Automatic[Nineteen33], frozen=True):
    """5.8: points left when a path was complete may open another."""

    clause = "5.8"
    leader: Leading
    points: int

    def run(self, state: Nineteen33) -> None:
        if any(functions.places_to_open(state, self.leader)):
            then(state, OpeningPath(self.leader, self.points))


class OpeningPath(Waiting[Nineteen33, Choice], frozen=True):
    """5.8"""

    clause = "5.8"
    leader: Leading
    points: int

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        assert state.turn is not None
        found = map(choices.OpenPath, functions.places_to_open(state, self.leader))
        return {state.turn.active: OneOf(choices.LeaveRest(), *found, clause="5.8")}

    def choose(self, state: Nineteen33, side: Side, choice: Choice) -> None:
        note_act(state, side, choice)
        if isinstance(choice, choices.OpenPath):
            left = opinion.advance(state, self.leader, choice.place, self.points)
            if left:
                then(state, Rest(self.leader, left))


# Cards


def play_card(state: Nineteen33, leader: Side, choice: choices.PlayCard) -> None:
    """5.1: it lies open from then on."""
    assert state.turn is not None
    card = CARDS[choice.card]
    state.leaders[leader].hand.remove(choice.card)
    state.discard.append(choice.card)
    forget_card(state, choice.card)
    state.turn = replace(state.turn, card=choice.card, points=card.value)
    tell(state, CardPlayed(leader, choice.card, card.value))


def boost(state: Nineteen33, leader: Side, _choice: choices.BoostCard) -> None:
    """5.4: the points invested are paid whatever falls."""
    assert state.turn is not None
    um = BOOST.points * ideology_of(leader).um_per_point
    state.leaders[leader].treasury -= um
    die = roll(state, "boost", BOOST.die)
    points = state.turn.points + BOOST.change[die]
    state.turn = replace(state.turn, boosted=True, points=points)
    tell(state, CardBoosted(leader, die, points, um))


# Without points


def lower_rate(state: Nineteen33, leader: Side, choice: choices.LowerRate) -> None:
    """5.12: free of charge."""
    functions.set_rate(state, leader, choice)


def deal(state: Nineteen33, leader: Side, choice: choices.Deal) -> None:
    trade.carry_out(state, leader, choice)
    guided.note_deal(state, leader, choice.state)


def call_strike(state: Nineteen33, leader: Side, choice: choices.CallStrike) -> None:
    state.leaders[leader].called_strike = True
    dice = roll(state, "strike", tables.strike.die), roll(state, "strike", tables.strike.die)
    tell(state, StrikeRolled(leader, choice.at, dice))
    if dice[0] > dice[1]:
        strike(state, choice.at)


def propose_alliance(state: Nineteen33, leader: Side, choice: choices.ProposeAlliance) -> None:
    """9.8: until the end of next month."""
    offers.propose(state, leader, JointAlliance(choice.state), 1)


def propose_pact(state: Nineteen33, leader: Side, _choice: choices.ProposePact) -> None:
    offers.propose(state, leader, Pact(), 1)


def offer_goods(state: Nineteen33, leader: Side, choice: choices.OfferGoods) -> None:
    """7.7: in the same month."""
    offers.propose(state, leader, Goods(choice.product, choice.quantity), 0)


ACTIONS: dict[type[Choice], Callable[[Nineteen33, Side, Any], None]] = {
    choices.PlayCard: play_card,
    choices.BoostCard: boost,
    choices.LowerRate: lower_rate,
    choices.Deal: deal,
    choices.Supply: lambda state, leader, one: armaments.supply(state, leader, one.state),
    choices.SignAlliance: lambda state, leader, one: alliances.ally(state, leader, one.state),
    choices.CallStrike: call_strike,
    choices.MoveUnit: units.move,
    choices.SendArmy: coups.send_army,
    choices.ProposeAlliance: propose_alliance,
    choices.ProposePact: propose_pact,
    choices.OfferGoods: offer_goods,
}
