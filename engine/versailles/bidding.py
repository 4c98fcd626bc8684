"""Chapter 10: bidding for an unsettled issue, whether an uprising or an event unsettled it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.core.agenda import then
from engine.core.alerts import Alert
from engine.core.choice import Choice
from engine.core.journal import Entry, tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.board import AVAILABLE_STRENGTH, BID_HAPPINESS, COLUMNS
from engine.versailles.choices import Bid, PassBid
from engine.versailles.journal import BidWon, NobodyBid, PassedBid, Raised, Unsettled
from engine.versailles.option import optioning
from engine.versailles.pieces import exhaust, lift
from engine.versailles.state import Settlement, Versailles, card
from engine.versailles.tracks import change_happiness, reset_region

LOCAL_STRENGTH = max(column.strength for column in COLUMNS.values())


def unsettle_issue(state: Versailles, issue: str, region: str = "") -> None:
    """9.4, 9.8: make the issue unsettled. Alone, the player first becomes the weakest faction, while the issue still
    counts for the faction that held it (14.10)."""
    if state.goal:
        from engine.versailles.solitaire_bots import TakingFaction

        then(state, TakingFaction(), GoingToBid(issue, region))
    else:
        unsettle(state, issue, region)


class GoingToBid(Automatic[Versailles], frozen=True):
    """14.10: start the bidding once the player has changed factions."""

    clause = "14.10"
    issue: str
    region: str

    def run(self, state: Versailles) -> None:
        unsettle(state, self.issue, self.region)


def unsettle(state: Versailles, issue: str, region: str) -> None:
    """Remove the tokens and start the bidding with the side that held the issue (with the active player's, if that side
    does not bid: 13.5 [R]). After an uprising, `region` is where units count two and what is reset afterwards."""
    settlement = state.settled.pop(issue)
    state.unsettlings += 1
    tell(state, Unsettled(settlement.side, issue, settlement.tokens))
    if state.goal:
        from engine.versailles.solitaire_bots import BotsBidding

        then(state, BotsBidding(issue, region, settlement.side))
        return
    first = settlement.side if settlement.side in state.sides else state.player
    bidders = tuple(side for side in state.clockwise(first) if side in state.sides)
    then(state, Bidding(issue, region, bidders, settlement.side))


def strength(bid: Bid) -> int:
    return force(bid.units, bid.local)


def force(units: int, local: bool) -> int:
    """10.2: count one for each available unit and two for the unit in the region, in whatever column it stands."""
    return units * AVAILABLE_STRENGTH + local * LOCAL_STRENGTH


def beats(bid: Bid, standing: Bid | None) -> bool:
    """10.3"""
    if standing is None:
        return bid.units > 0 or bid.local or bid.cubes > 0
    return (strength(bid), bid.cubes) > (strength(standing), standing.cubes)


class Bidding(Waiting[Versailles, Bid | PassBid], frozen=True):
    """10.1: ask the first of the sides still in to raise or pass; the holder of the standing bid is never asked."""

    clause = "10.1"
    issue: str
    region: str
    still_in: tuple[Side, ...]
    held_by: Side
    standing: Bid | None = None
    holder: Side = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        side = self.still_in[0]
        return {side: Either(OneOf(PassBid(), clause="10.1"), Raising(state, self, side))}

    def choose(self, state: Versailles, side: Side, choice: Bid | PassBid) -> None:
        others = self.still_in[1:]
        if isinstance(choice, Bid):
            tell(state, Raised(side, self.issue, choice.units, choice.local, choice.cubes))
            self.go_on(state, (*others, side), choice, side)
        else:
            tell(state, PassedBid(side, self.issue))
            self.go_on(state, others, self.standing, self.holder)

    def go_on(self, state: Versailles, still_in: tuple[Side, ...], standing: Bid | None, holder: Side) -> None:
        if still_in and still_in != (holder,):
            then(state, Bidding(self.issue, self.region, still_in, self.held_by, standing, holder))
        elif standing:
            award_bid(state, self.issue, self.region, holder, standing)
        else:
            nobody_bids(state, self.issue, self.region)


def bid_for(state: Versailles) -> list[str]:
    """Return the issues that are being bid for."""
    return [step.issue for step in state.agenda if isinstance(step, Bidding)]


def uncommitted(state: Versailles, side: Side) -> int:
    """10.4: return the available cubes of a side that are not in its standing bid; only they can be transferred
    (15.2)."""
    bids = (step.standing for step in state.agenda if isinstance(step, Bidding) and step.holder == side)
    return state.available[side] - sum(bid.cubes for bid in bids if bid)


def alerts(state: Versailles, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    if side in outbid(state, told):
        yield Alert("outbid")


def outbid(state: Versailles, told: Sequence[Entry]) -> tuple[Side, ...]:
    """Return the sides still in whose bid no longer stands."""
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, Bidding) or step.standing is None:
        return ()
    bidders = set()
    for entry in reversed(told):
        if isinstance(entry, Unsettled):
            break
        if isinstance(entry, Raised):
            bidders.add(entry.side)
    return tuple(side for side in step.still_in if side in bidders and side != step.holder)


def award_bid(state: Versailles, issue: str, region: str, winner: Side, bid: Bid) -> None:
    """10.4: exhaust the units and cubes of the final bid, at one happiness per unit; then 9.5 and 9.6."""
    state.settled[issue] = Settlement(winner)
    tell(state, BidWon(winner, issue, bid.units, bid.local, bid.cubes))
    then(state, Resetting(region), optioning(state, winner, issue))
    exhaust(state, winner, bid.cubes)
    for unit in ("available",) * bid.units + ((region,) if bid.local else ()):
        lift(state, winner, unit)
        state.units_exhausted[winner] += 1
    change_happiness(state, winner, -BID_HAPPINESS * (bid.units + bid.local))


def nobody_bids(state: Versailles, issue: str, region: str) -> None:
    """10.5"""
    state.issue_discard.append(issue)
    tell(state, NobodyBid(issue))
    then(state, Resetting(region))


class Resetting(Automatic[Versailles], frozen=True):
    """9.5, after an uprising only (9.8)."""

    clause = "9.5"
    region: str

    def run(self, state: Versailles) -> None:
        if self.region:
            reset_region(state, self.region)


class Raising(Menu[Bid]):
    """10.2, 10.3: the bids that a side can pay and that beat the standing one."""

    __slots__ = ("cubes", "local", "military", "standing", "units")

    def __init__(self, state: Versailles, bidding: Bidding, side: Side) -> None:
        self.military = not card(bidding.issue).no_military
        self.units = state.units_available[side] if self.military else 0
        self.local = self.military and bidding.region in state.deployed[side]
        self.cubes = state.available[side]
        self.standing = bidding.standing

    @property
    def types(self) -> frozenset[type[Choice]]:
        return BID

    def __bool__(self) -> bool:
        return beats(Bid(self.units, self.local, self.cubes), self.standing)

    def judge(self, choice: Bid) -> Refusal | None:
        if (choice.units or choice.local) and not self.military:
            return illegal("versailles.no_military", "10.2")
        if choice.units > self.units:
            return illegal("versailles.units_available", "10.2", has=self.units)
        if choice.local and not self.local:
            return illegal("versailles.no_unit_in_region", "10.2")
        if choice.cubes > self.cubes:
            return illegal("versailles.cubes_available", "10.2", needed=choice.cubes, has=self.cubes)
        if not beats(choice, self.standing):
            least = self.to_beat()
            return illegal("versailles.bid_too_low", "10.3", strength=least["strength"], cubes=least["cubes"])
        return None

    def specimens(self) -> Iterator[Choice]:
        """Yield the highest bid the side can pay, if even that is not enough."""
        return iter(() if self else (Bid(self.units, self.local, self.cubes),))

    def to_beat(self) -> dict[str, int]:
        return {
            "strength": strength(self.standing) if self.standing else 0,
            "cubes": self.standing.cubes if self.standing else 0,
        }

    def __iter__(self) -> Iterator[Bid]:
        """Yield the bids, those with the fewest units first."""
        forces = [
            (units, local) for units in range(self.units + 1) for local in ((False, True) if self.local else (False,))
        ]
        for units, local in forces:
            for cubes in range(self.least_cubes(units, local), self.cubes + 1):
                yield Bid(units, local, cubes)

    def least_cubes(self, units: int, local: bool) -> int:
        """Return the fewest cubes with which these units beat the standing bid; more than the side has if none do."""
        military = force(units, local)
        if self.standing is None:
            return 0 if military else 1
        if military == strength(self.standing):
            return self.standing.cubes + 1
        return 0 if military > strength(self.standing) else self.cubes + 1

    def sample(self, rng: Random) -> Bid:
        forces = [
            (units, local, least)
            for units in range(self.units + 1)
            for local in ((False, True) if self.local else (False,))
            if (least := self.least_cubes(units, local)) <= self.cubes
        ]
        units, local, least = forces[int(rng.random() * len(forces))]
        return Bid(units, local, least + int(rng.random() * (self.cubes - least + 1)))

    def describe(self) -> object:
        most = {"units": self.units, "local": self.local, "cubes": self.cubes}
        return {"do": "bid", "most": most, "to_beat": self.to_beat()}


BID: frozenset[type[Choice]] = frozenset({Bid})
