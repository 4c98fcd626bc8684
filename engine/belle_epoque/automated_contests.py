"""13.9: contests with automated Powers, after the Actions phase. An automated Power has the same bonus in all of them;
a human sends Fleets and Armies in one step. The dice are rolled by reactions.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.belle_epoque.action_journal import ContestBegan
from engine.belle_epoque.automated import progress_of
from engine.belle_epoque.automated_journal import ArsenalShared, UnitsCommitted
from engine.belle_epoque.board import contest_at, cube_at
from engine.belle_epoque.cards import PlayableCards, play_national
from engine.belle_epoque.choices import ORDER, CommitArmies, CommitFleets, CommitUnits, LetBe, PlayNational
from engine.belle_epoque.clash import (
    NO_ARMIES,
    NO_FLEETS,
    Clash,
    armies_menu,
    defender_of,
    fleets_menu,
    send_armies,
    send_fleets,
)
from engine.belle_epoque.journal import PhaseBegan
from engine.belle_epoque.printed import MINOR_UNITS
from engine.belle_epoque.printed.figures import ARMY_COST, AUTOMATED_CAP
from engine.belle_epoque.reactions import Rolling
from engine.belle_epoque.state import BelleEpoque, Contest
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting

EMPIRE = ("uk", "nat_uk_empire_seas")
"""13.4.7c: the Power and the card that it may play before the first contest."""
Shares = tuple[tuple[Side, int], ...]


def opponents(state: BelleEpoque, contest: Contest) -> tuple[Side, Side]:
    """Return the attacker and the defender; an empty name stands for a nation without an ally."""
    return contest.side, defender_of(state, contest)


def with_automated(state: BelleEpoque) -> list[Contest]:
    """13.3e, 13.9a: return the contests with an automated Power, by territory and space."""
    found = [
        contest
        for contest in state.contests
        if len(set(sides := opponents(state, contest))) > 1 and any(side in state.automata for side in sides)
    ]
    return sorted(found, key=lambda contest: (ORDER[contest.territory], contest.space))


def share(arsenal: int, contests: int) -> int:
    """13.9.1a: divide the bonus, rounded to the nearest whole (a half up) and never above the limit."""
    return min(AUTOMATED_CAP, (2 * arsenal + contests) // (2 * contests))


def arsenal_of(state: BelleEpoque, side: Side) -> int:
    """13.9.1a, 13.4.6a: return the Arsenal bonus of this turn; none before the first turn."""
    bonus = progress_of(state, side).arsenal_bonus if state.turn else 0
    return max(0, bonus - state.automata[side].arsenal_lost)


def contests_of(state: BelleEpoque) -> Counter[Side]:
    """13.9.1a: count for each automated Power the contests it takes part in."""
    sides = (side for contest in with_automated(state) for side in opponents(state, contest))
    return Counter(side for side in sides if side in state.automata)


def shares_of(state: BelleEpoque) -> Shares:
    """13.9.1a: return the bonus that each automated Power has in its contests as they stand."""
    counts = sorted(contests_of(state).items())
    return tuple((side, share(arsenal_of(state, side), count)) for side, count in counts)


def share_with_another(state: BelleEpoque, side: Side) -> int:
    """13.9.1a: return the bonus that the Power would have with one contest more."""
    return share(arsenal_of(state, side), contests_of(state)[side] + 1)


class AutomatedContests(Automatic[BelleEpoque], frozen=True):
    """13.9a, 13.9.1a: fix the contests to be resolved and their bonuses at the beginning of the phase."""

    clause = "13.9a"

    def run(self, state: BelleEpoque) -> None:
        contests, counts, shares = with_automated(state), contests_of(state), shares_of(state)
        if contests:
            tell(state, PhaseBegan(state.turn, "contests"))
        for side, shared in shares:
            tell(state, ArsenalShared(side, arsenal_of(state, side), counts[side], shared))
        then(state, *(AutomatedContest(one, shares) for one in contests))
        if may_play_empire(state, contests):
            then(state, PlayingEmpire(EMPIRE[0]))


def may_play_empire(state: BelleEpoque, contests: list[Contest]) -> bool:
    """13.4.7c: tell whether the card is of any use: its Power must take part in one of the contests."""
    side, card = EMPIRE
    takes_part = any(side in opponents(state, contest) for contest in contests)
    alone = state.sides == (side,)
    return alone and takes_part and PlayableCards(state, side).judge(PlayNational(card)) is None


class PlayingEmpire(Waiting[BelleEpoque, PlayNational | LetBe], frozen=True):
    """13.4.7c: ask for Empire of the Seas before the first contest."""

    clause = "13.4.7c"
    side: Side

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: OneOf(LetBe(), PlayNational(EMPIRE[1]), clause=self.clause)}

    def choose(self, state: BelleEpoque, side: Side, choice: PlayNational | LetBe) -> None:
        if isinstance(choice, PlayNational):
            play_national(state, side, choice)


def clash_of(state: BelleEpoque, contest: Contest, shares: Shares) -> Clash:
    cube = cube_at(state, contest.territory, contest.space)
    return Clash(contest.territory, contest.space, cube, *opponents(state, contest), shares=shares)


class AutomatedContest(Automatic[BelleEpoque], frozen=True):
    """13.9.2, 13.9.3: resolve one contest, if it still exists and its cubes belong to two sides."""

    clause = "13.9.2"
    contest: Contest
    shares: Shares

    def run(self, state: BelleEpoque) -> None:
        clash = clash_of(state, self.contest, self.shares)
        if self.is_fought(state, clash):
            told = ContestBegan(clash.attacker, clash.defender or None, clash.territory, clash.space, clash.cube)
            tell(state, told)
            then(state, JoiningIn(clash))

    def is_fought(self, state: BelleEpoque, clash: Clash) -> bool:
        there = contest_at(state, clash.territory, clash.space) == self.contest
        return there and clash.attacker != clash.defender


def to_come(state: BelleEpoque) -> Iterator[Clash]:
    """13.9a: yield the contests that wait for the end of the Actions phase, in their order, as they stand now."""
    steps: list[Any] = state.agenda[::-1]
    for step in steps:
        if isinstance(step, AutomatedContests):
            shares = shares_of(state)
            yield from (clash_of(state, contest, shares) for contest in with_automated(state))
        elif isinstance(step, AutomatedContest):
            clash = clash_of(state, step.contest, step.shares)
            yield from [clash] if step.is_fought(state, clash) else []


class JoiningIn(Automatic[BelleEpoque], frozen=True):
    """13.9.3: ask the humans in the contest, the attacker first, then roll the dice. 8.7m: a human without any unit is
    not asked."""

    clause = "13.9.3"
    clash: Clash
    asked: tuple[Side, ...] = ()

    def run(self, state: BelleEpoque) -> None:
        for side in (self.clash.attacker, self.clash.defender):
            if side in state.sides and side not in self.asked and not Units(state, side, self.clash).is_pointless():
                then(state, SendingUnits(side, replace(self, asked=(*self.asked, side))))
                return
        then(state, Rolling(self.clash))


class Units(Menu[CommitUnits]):
    """13.9.3: Fleets and Armies as in 8.7a to 8.7d, paid together. Sending nothing comes first, as the harmless
    answer."""

    __slots__ = ("armies", "fleets")
    types = frozenset({CommitUnits})

    def __init__(self, state: BelleEpoque, side: Side, clash: Clash) -> None:
        self.fleets, self.armies = fleets_menu(state, side, clash), armies_menu(state, side, clash)

    def is_pointless(self) -> bool:
        return self.fleets.is_pointless() and self.armies.is_pointless()

    def judge(self, choice: CommitUnits) -> Refusal | None:
        fleets, armies = parts(choice)
        refused = self.fleets.judge(fleets) or self.armies.judge(armies)
        price = self.price(choice)
        if refused or price <= self.fleets.money:
            return refused
        return illegal("belle_epoque.too_dear", "8.7k", price=price, has=self.fleets.money)

    def price(self, choice: CommitUnits) -> int:
        return choice.fleets * self.fleets.cost + choice.armies * ARMY_COST

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[CommitUnits]:
        for fleets in self.fleets:
            for armies in self.armies:
                assert isinstance(fleets, CommitFleets)
                assert isinstance(armies, CommitArmies)
                choice = CommitUnits(fleets.own, armies.own, (*fleets.allied, *armies.allied))
                if self.price(choice) <= self.fleets.money:
                    yield choice

    def sample(self, rng: Random) -> CommitUnits:
        """Pick any number of Fleets, then as many Armies as the money allows, or fewer."""
        allied = tuple(unit for unit in (*self.fleets.allied, *self.armies.allied) if rng.random() < 0.5)
        fleets = int(rng.random() * (self.fleets.most + 1))
        left = self.fleets.money - fleets * self.fleets.cost
        return CommitUnits(fleets, int(rng.random() * (min(self.armies.most, left // ARMY_COST) + 1)), allied)

    def describe(self) -> object:
        return {"do": "commit_units", "fleets": self.fleets.describe(), "armies": self.armies.describe()}


def units_of(choice: Choice) -> tuple[CommitFleets, CommitArmies]:
    """Split an answer into Fleets and Armies, in a contest with or without an automated Power."""
    if isinstance(choice, CommitFleets):
        return choice, NO_ARMIES
    if isinstance(choice, CommitArmies):
        return NO_FLEETS, choice
    assert isinstance(choice, CommitUnits)
    return parts(choice)


def parts(choice: CommitUnits) -> tuple[CommitFleets, CommitArmies]:
    """Split an answer into its Fleets and its Armies."""
    fleets = tuple(unit for unit in choice.allied if MINOR_UNITS[unit].is_fleet)
    armies = tuple(unit for unit in choice.allied if unit not in fleets)
    return CommitFleets(choice.fleets, fleets), CommitArmies(choice.armies, armies)


class SendingUnits(Waiting[BelleEpoque, CommitUnits], frozen=True):
    """13.9.3: ask a human for units; the bonus of the automated Power is known."""

    clause = "13.9.3"
    side: Side
    joining: JoiningIn

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: Units(state, self.side, self.joining.clash)}

    def choose(self, state: BelleEpoque, side: Side, choice: CommitUnits) -> None:
        fleets, armies = parts(choice)
        clash = self.joining.clash
        paid = send_fleets(state, side, clash, fleets) + send_armies(state, side, clash, armies)
        tell(state, UnitsCommitted(side, choice.fleets, choice.armies, choice.allied, paid))
        then(state, replace(self.joining, clash=clash.joined_by(side, fleets, armies)))
