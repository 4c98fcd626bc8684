"""Chapter 5: a dispatch is auctioned, in the middle of a turn and, after a leak, in the middle of another auction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.agenda import then
from engine.core.alerts import Alert, AlertKind
from engine.core.journal import Entry, tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.sides import SideName
from engine.core.state import Side
from engine.core.step import Waiting
from tests.games.tiny.choices import Leak, Pass, Raise
from tests.games.tiny.journal import AuctionWon, Discarded, Leaked, Passed, Published, Raised
from tests.games.tiny.menus import CoinsBetween
from tests.games.tiny.state import BANK, USHER, Antechamber

PASS = OneOf(Pass(), clause="5.1")
KEEP_QUIET_OR_LEAK = OneOf(Leak(leak=False), Leak(leak=True), clause="5.4")


class Auction(Waiting[Antechamber, Raise | Pass], frozen=True):
    """5.1, 5.2: the first of the sides still in raises or passes; the holder of the standing bid is never asked."""

    clause = "5.1"
    owner: Side
    dispatch: int
    still_in: tuple[Side, ...]
    standing: int = 0
    holder: Side | None = None

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        side = self.still_in[0]
        return {side: Either(PASS, CoinsBetween(Raise, self.standing + 1, state.coins[side], "5.2"))}

    def choose(self, state: Antechamber, side: Side, choice: Raise | Pass) -> None:
        others = self.still_in[1:]
        if isinstance(choice, Raise):
            tell(state, Raised(side, choice.coins))
            self.go_on(state, (*others, side), choice.coins, side)
        else:
            tell(state, Passed(side))
            self.go_on(state, others, self.standing, self.holder)

    def go_on(self, state: Antechamber, still_in: tuple[Side, ...], standing: int, holder: Side | None) -> None:
        """Ask the next side, unless all have passed but the holder of the bid, or all."""
        if still_in and still_in != (holder,):
            then(state, Auction(self.owner, self.dispatch, still_in, standing, holder))
        elif holder:
            self.award(state, holder, standing)
        else:
            state.published[self.owner].remove(self.dispatch)
            state.discarded.append(self.dispatch)
            tell(state, Discarded(self.dispatch))

    def award(self, state: Antechamber, winner: Side, coins: int) -> None:
        state.pay(coins, winner, USHER)
        state.published[self.owner].remove(self.dispatch)
        state.published[winner].append(self.dispatch)
        tell(state, AuctionWon(winner, self.dispatch, coins))
        if state.coins[BANK]:
            then(state, Temptation(winner, self.dispatch))


ALERTS = (AlertKind("outbid"),)


def alerts(state: Antechamber, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    """5.2: alert the sides that are still in and whose own bid no longer stands."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Auction) or step.holder is None or step.holder == side or side not in step.still_in:
        return
    begun = max((n for n, entry in enumerate(told) if isinstance(entry, Published | Leaked)), default=0)
    if any(isinstance(entry, Raised) and entry.side == side for entry in told[begun:]):
        yield Alert("outbid", {"by": SideName(step.holder), "coins": step.standing})


class Temptation(Waiting[Antechamber, Leak], frozen=True):
    clause = "5.4"
    winner: Side
    dispatch: int

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {self.winner: KEEP_QUIET_OR_LEAK}

    def choose(self, state: Antechamber, side: Side, choice: Leak) -> None:
        from tests.games.tiny.turn import Scandal

        if choice.leak:
            state.pay(1, BANK, side)
            tell(state, Leaked(side))
            then(state, Scandal(side, self.dispatch))
