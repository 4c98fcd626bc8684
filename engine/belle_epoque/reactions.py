"""8.7e to 8.7j and 8.6.4: the dice of a contest, the cards that roll one of them again, and its end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.belle_epoque.action_journal import BothLeft, ContestRolled, ContestWon, DieRolledAgain, LeftAsItIs
from engine.belle_epoque.board import contest_at
from engine.belle_epoque.choices import ChangeStrategy, LetBe
from engine.belle_epoque.clash import Clash
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.printed import HALVES, INTRIGUE, NATIONS, SHEETS, effects_of
from engine.belle_epoque.printed.figures import CONTEST_CAP, DIE, FREE
from engine.belle_epoque.printed.vocabulary import ContestBonus
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from engine.core.step import Automatic, Waiting


def modifiers(state: BelleEpoque, clash: Clash, side: Side) -> list[tuple[int, int]]:
    """8.7f to 8.7h: return a Power's bonuses in this contest beyond its units, each with the limit it brings."""
    force, rules = clash.force_of(side), SHEETS[side].contest
    found = []
    if rules.own_fleet_used and force.fleets:
        found.append((rules.own_fleet_used.bonus, rules.own_fleet_used.cap))
    if rules.army_in_attack and side == clash.attacker and (force.armies or force.allied_armies):
        found.append((rules.army_in_attack.bonus, rules.army_in_attack.cap))
    for card in state.in_force_of(side) if state.in_force else ():
        found += [(effect.bonus, effect.cap) for effect in effects_of(card) if isinstance(effect, ContestBonus)]
    return found


def bonus(state: BelleEpoque, clash: Clash, side: Side) -> int:
    """8.7e: return the bonus for a Power's units; 8.7.1: a nation without an ally has a fixed bonus; 13.9.1a: so has an
    automated Power."""
    if not side:
        return NATIONS[clash.cube].unaligned_defence
    if state.is_automated(side):
        return dict(clash.shares)[side]
    more, strength = modifiers(state, clash, side), clash.force_of(side).strength
    if not more:
        return min(CONTEST_CAP, strength)
    limit = max([CONTEST_CAP, *(cap for _, cap in more)])
    return min(limit, strength + sum(by for by, _ in more))


class Rolling(Automatic[BelleEpoque], frozen=True):
    """8.7i: roll both dice."""

    clause = "8.7i"
    clash: Clash

    def run(self, state: BelleEpoque) -> None:
        clash = self.clash
        dice = Dice(clash, roll(state, "attacker", DIE), roll(state, "defender", DIE))
        attacker = (dice.attacker, bonus(state, clash, clash.attacker))
        defender = (dice.defender, bonus(state, clash, clash.defender))
        tell(state, ContestRolled(clash.territory, clash.space, attacker, defender))
        then(state, dice)


class Dice(Automatic[BelleEpoque], frozen=True):
    """8.7j, 8.6.4: ask the side that would lose its cube whether it reacts; if none does, the contest ends with these
    dice. An automated Power rolls again after its opponent (13.4.6g)."""

    clause = "8.7j"
    clash: Clash
    attacker: int
    defender: int
    declined: tuple[Side, ...] = ()
    """The sides that have let these dice be."""

    def run(self, state: BelleEpoque) -> None:
        losing = losers(state, self)
        for side in sorted(losing, key=state.is_automated):
            if side in state.automata and can_turn(state, self, side):
                then(state, use_strategy(state, self, side))
                return
            if side in state.sides and side not in self.declined and state.sheets[side].intrigue:
                then(state, Reacting(side, self))
                return
        finish(state, self.clash, losing)

    def rolled_again(self, side: Side, die: int) -> Dice:
        if side == self.clash.attacker:
            return Dice(self.clash, die, self.defender)
        return Dice(self.clash, self.attacker, die)


def losers(state: BelleEpoque, dice: Dice) -> tuple[Side, ...]:
    """8.7j: return the sides that would lose their cubes, the attacker first if both would. A nation without an ally is
    an empty name; it loses on equal totals (8.7.1)."""
    clash = dice.clash
    attacking = dice.attacker + bonus(state, clash, clash.attacker)
    defending = dice.defender + bonus(state, clash, clash.defender)
    if attacking != defending:
        return (clash.attacker,) if attacking < defending else (clash.defender,)
    winner = winner_when_level(state, clash)
    if winner is None:
        return clash.attacker, clash.defender
    return (clash.defender,) if winner == clash.attacker else (clash.attacker,)


def winner_when_level(state: BelleEpoque, clash: Clash) -> Side | None:
    """8.7j, 8.7.1: return the winner on equal totals; None if both cubes leave."""
    if not clash.defender:
        return clash.attacker
    attacking, defending = state.sheets[clash.attacker].prestige, state.sheets[clash.defender].prestige
    if attacking == defending:
        return None
    return clash.attacker if attacking > defending else clash.defender


class Reacting(Waiting[BelleEpoque, ChangeStrategy | LetBe], frozen=True):
    """8.6.4, 8.6.5: ask every side with an Intrigue card in hand, so that the question does not tell who holds the
    right one. An automated Power has its cards beside its sheet (13.4.6g)."""

    clause = "8.6.4"
    side: Side
    dice: Dice

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        cards = (ChangeStrategy(card) for card in state.sheets[self.side].intrigue if reacting_half(card))
        return {self.side: OneOf(LetBe(), *cards, clause="8.6.4")}

    def choose(self, state: BelleEpoque, side: Side, choice: ChangeStrategy | LetBe) -> None:
        if isinstance(choice, LetBe):
            tell(state, LeftAsItIs(self.side))
            then(state, replace(self.dice, declined=(*self.dice.declined, self.side)))
            return
        state.sheets[self.side].intrigue.remove(choice.card)
        then(state, roll_again(state, self.dice, self.side, choice.card))


def roll_again(state: BelleEpoque, dice: Dice, side: Side, card: str) -> Dice:
    """8.6.4: discard the card and roll the die again; the new number counts."""
    state.intrigue_discard.append(card)
    die = roll(state, "attacker" if side == dice.clash.attacker else "defender", DIE)
    tell(state, DieRolledAgain(side, card, die))
    return dice.rolled_again(side, die)


def can_turn(state: BelleEpoque, dice: Dice, side: Side) -> bool:
    """13.4.6g: tell whether an automated Power has the card and would win with another die."""
    numbers = range(1, DIE + 1)
    return bool(state.automata[side].strategies) and any(
        side not in losers(state, dice.rolled_again(side, die)) for die in numbers
    )


def use_strategy(state: BelleEpoque, dice: Dice, side: Side) -> Dice:
    return roll_again(state, dice, side, state.automata[side].strategies.pop(0))


def reacting_half(card: str) -> str | None:
    """Return the half of an Intrigue card that is a reaction, if it has one."""
    return next((half for half in INTRIGUE[card].halves if HALVES[half].reaction), None)


def finish(state: BelleEpoque, clash: Clash, losing: tuple[Side, ...]) -> None:
    """8.7j: return the loser's cube to the general reserve; a winning upper cube drops into the space."""
    contest = contest_at(state, clash.territory, clash.space)
    assert contest is not None
    state.contests.remove(contest)
    if len(losing) == 2:
        set_space(state, clash.territory, clash.space, FREE)
        tell(state, BothLeft(clash.territory, clash.space, (clash.attacker, clash.cube)))
    elif losing[0] == clash.attacker:
        tell(state, ContestWon(clash.territory, clash.space, clash.cube, clash.attacker))
    else:
        set_space(state, clash.territory, clash.space, clash.attacker)
        tell(state, ContestWon(clash.territory, clash.space, clash.attacker, clash.cube))
    recheck(state, clash.territory)
