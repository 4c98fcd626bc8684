"""8.7: contests. The attacker commits Fleets, the defender Fleets and Armies, the attacker Armies; then both roll
(reactions.py). A side that can commit nothing in a step is not asked (8.7m).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.belle_epoque.action_journal import ArmiesCommitted, ContestBegan, FleetsCommitted
from engine.belle_epoque.board import cube_at
from engine.belle_epoque.choices import CommitArmies, CommitFleets, ResolveContest
from engine.belle_epoque.clash import (
    Clash,
    armies_menu,
    defender_of,
    fleets_menu,
    refused_contest,
    send_armies,
    send_fleets,
)
from engine.belle_epoque.reactions import Rolling
from engine.belle_epoque.state import BelleEpoque, Contest
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting


class Contests(Menu[ResolveContest]):
    """8.7: the contests whose upper cube is the Power's own."""

    __slots__ = ("side", "state")
    types = frozenset({ResolveContest})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side

    def judge(self, choice: ResolveContest) -> Refusal | None:
        there = (one for one in self.state.contests if (one.territory, one.space) == (choice.territory, choice.space))
        return refused_contest(self.state, self.side, next(there, None))

    def specimens(self) -> Iterator[Choice]:
        own = (contest for contest in self.state.contests if contest.side == self.side)
        return (ResolveContest(one.territory, one.space) for one in own)

    def __bool__(self) -> bool:
        return bool(self.state.contests) and super().__bool__()

    def __iter__(self) -> Iterator[ResolveContest]:
        for contest in self.state.contests:
            if contest.side == self.side and refused_contest(self.state, self.side, contest) is None:
                yield ResolveContest(contest.territory, contest.space)


def resolve(state: BelleEpoque, side: Side, choice: ResolveContest) -> None:
    """8.7: the four steps of committing units, then the dice."""
    cube = cube_at(state, choice.territory, choice.space)
    defender = defender_of(state, Contest(choice.territory, choice.space, side))
    tell(state, ContestBegan(side, defender or None, choice.territory, choice.space, cube))
    then(state, Committing(Clash(choice.territory, choice.space, cube, side, defender)))


# Committing units


class Committing(Automatic[BelleEpoque], frozen=True):
    """8.7a to 8.7d: ask for the units, one stage after the other; then roll the dice."""

    clause = "8.7k"
    clash: Clash
    stage: int = 0

    def run(self, state: BelleEpoque) -> None:
        for number, (is_attacker, menu, asking) in enumerate(STAGES[self.stage :], start=self.stage):
            side = self.clash.attacker if is_attacker else self.clash.defender
            if side and not menu(state, side, self.clash).is_pointless():
                then(state, asking(side, self.clash, number))
                return
        then(state, Rolling(self.clash))


class SendingFleets(Waiting[BelleEpoque, CommitFleets], frozen=True):
    """8.7a, 8.7b"""

    clause = "8.7a"
    side: Side
    clash: Clash
    stage: int

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: fleets_menu(state, self.side, self.clash)}

    def choose(self, state: BelleEpoque, side: Side, choice: CommitFleets) -> None:
        paid = send_fleets(state, self.side, self.clash, choice)
        tell(state, FleetsCommitted(self.side, choice.own, choice.allied, paid))
        then(state, Committing(self.clash.joined_by(self.side, fleets=choice), self.stage + 1))


class SendingArmies(Waiting[BelleEpoque, CommitArmies], frozen=True):
    """8.7c, 8.7d"""

    clause = "8.7c"
    side: Side
    clash: Clash
    stage: int

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: armies_menu(state, self.side, self.clash)}

    def choose(self, state: BelleEpoque, side: Side, choice: CommitArmies) -> None:
        paid = send_armies(state, self.side, self.clash, choice)
        tell(state, ArmiesCommitted(self.side, choice.own, choice.allied, paid))
        then(state, Committing(self.clash.joined_by(self.side, armies=choice), self.stage + 1))


STAGES = (
    (True, fleets_menu, SendingFleets),
    (False, fleets_menu, SendingFleets),
    (False, armies_menu, SendingArmies),
    (True, armies_menu, SendingArmies),
)
"""8.7a to 8.7d: for each stage, whether the attacker is asked, what may be committed, and the question."""
