"""Chapter 9: uprisings, from the check to the new option."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.bidding import unsettle_issue
from engine.versailles.cards.board import COLUMNS, REGIONS
from engine.versailles.cards.kinds import Effects
from engine.versailles.choices import Modify, PickIssue, PickSide
from engine.versailles.journal import Announced, EventAnswered, RegionCalm, SufferingRolled, Suffers, UprisingRolled
from engine.versailles.meaning import Context, queue
from engine.versailles.solitaire import bot_signs
from engine.versailles.state import Versailles, card
from engine.versailles.strategy import Drafting
from engine.versailles.tracks import reset_region


def highest_unrest(state: Versailles) -> tuple[str, ...]:
    """9.1: return the regions with the highest unrest, all of them when tied, from the top."""
    highest = max(state.unrest.values())
    return tuple(region for region in REGIONS if state.unrest[region] == highest)


class UprisingCheck(Automatic[Versailles], frozen=True):
    """9.2: make all rolls before any uprising."""

    clause = "9.2"
    regions: tuple[str, ...]
    modifier: int
    if_none: tuple[Effects, ...]
    if_nothing_unsettled: tuple[Effects, ...]
    context: Context
    rolled: int = 0
    """The number of regions dealt with."""
    risen: tuple[str, ...] = ()

    def run(self, state: Versailles) -> None:
        if self.rolled == len(self.regions):
            self.conclude(state)
            return
        region = self.regions[self.rolled]
        if COLUMNS[state.unrest[region]].uprising is None:
            tell(state, RegionCalm(region))
            then(state, self.next(self.risen))
        else:
            then(state, Announcing(region, announcers(state, region), self.modifier, self))

    def next(self, risen: tuple[str, ...]) -> UprisingCheck:
        return UprisingCheck(
            self.regions,
            self.modifier,
            self.if_none,
            self.if_nothing_unsettled,
            self.context,
            self.rolled + 1,
            risen,
        )

    def conclude(self, state: Versailles) -> None:
        """9.3-9.6 region by region, then the effect that the card adds; 9.7: strategies are drafted after all regions
        [R]."""
        context = replace(self.context, checked=self.regions)
        then(state, CardFollows(self.if_nothing_unsettled, context, state.unsettlings))
        if not self.risen:
            queue(state, self.if_none, context)
            return
        state.uprisings += 1
        draft = (Drafting(),) if state.uprisings == 1 else ()
        then(state, *(Uprising(region, self.context.event) for region in self.risen), *draft)


class CardFollows(Automatic[Versailles], frozen=True):
    """Carry out the effect that a card adds if no issue has become unsettled since."""

    clause = "9.2"
    effects: tuple[Effects, ...]
    context: Context
    unsettlings: int

    def run(self, state: Versailles) -> None:
        if state.unsettlings == self.unsettlings:
            queue(state, self.effects, self.context)


def announcers(state: Versailles, region: str) -> tuple[Side, ...]:
    """9.2: return the sides that may modify the die there, clockwise from the active side's left, itself last
    (13.2)."""
    return tuple(
        side for side in state.after(state.last_asked) if COLUMNS[state.deployed.get(side, {}).get(region, 1)].modifies
    )


class Announcing(Automatic[Versailles], frozen=True):
    """9.2: let the sides announce one after the other, then roll the die."""

    clause = "9.2"
    region: str
    left: tuple[Side, ...]
    modifier: int
    check: UprisingCheck

    def run(self, state: Versailles) -> None:
        if self.left:
            self.ask(state, self.left[0])
            return
        die = roll(state, "uprising", 6)
        needed = COLUMNS[state.unrest[self.region]].uprising or 0
        rises = die + self.modifier >= needed
        tell(state, UprisingRolled(self.region, die, self.modifier, needed, rises))
        then(state, self.check.next((*self.check.risen, self.region) if rises else self.check.risen))

    def ask(self, state: Versailles, side: Side) -> None:
        """14.8: most announcements of a bot are fixed by rule, and need no question."""
        first, *others = modifiers(state, side, self.region)
        if others:
            then(state, Modifying(side, self))
        else:
            self.announce(state, side, first)

    def announce(self, state: Versailles, side: Side, by: int) -> None:
        tell(state, Announced(side, self.region, by))
        then(state, Announcing(self.region, self.left[1:], self.modifier + by, self.check))


def modifiers(state: Versailles, side: Side, region: str) -> tuple[int, ...]:
    """9.2: return the modifiers that this side may announce for a region where it has a unit."""
    by = COLUMNS[state.deployed[side][region]].modifies
    if state.is_bot(side):
        return tuple(by * sign for sign in bot_signs(side, most_issues(state, region)))
    return 0, by, -by


class Modifying(Waiting[Versailles, Modify], frozen=True):
    """9.2: ask for +1, -1 or nothing."""

    clause = "9.2"
    side: Side
    announcing: Announcing

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        possible = modifiers(state, self.side, self.announcing.region)
        return {state.answers_for(self.side): OneOf(*map(Modify, possible), clause="9.2")}

    def choose(self, state: Versailles, side: Side, choice: Modify) -> None:
        self.announcing.announce(state, self.side, choice.by)


class Uprising(Automatic[Versailles], frozen=True):
    """9.3: let the side controlling most issues of the region suffer; where no side holds one the markers are reset all
    the same [R]."""

    clause = "9.3"
    region: str
    event: str = ""
    """The card that led here."""

    def run(self, state: Versailles) -> None:
        tied = most_issues(state, self.region)
        if not tied:
            tell(state, Suffers(self.region, None))
            reset_region(state, self.region)
        elif len(tied) == 1:
            then(state, Suffering(self.region, tied[0], self.event))
        elif chooser := leftmost_unit(state, self.region):
            then(state, ChoosingSufferer(self.region, chooser, tied, self.event))
        else:
            then(state, Suffering(self.region, roll_for_suffering(state, self.region, tied), self.event))


def most_issues(state: Versailles, region: str) -> tuple[Side, ...]:
    """Return the sides that control most issues of the region, in turn order; none if no side controls any."""
    owned = dict.fromkeys(state.clockwise(state.active), 0)
    for issue, settlement in state.settled.items():
        owned[settlement.side] += card(issue).group == region
    most = max(owned.values())
    return tuple(side for side, issues in owned.items() if issues == most) if most else ()


def leftmost_unit(state: Versailles, region: str) -> Side | None:
    units = [(column[region], side) for side, column in state.deployed.items() if region in column]
    return min(units)[1] if units else None


def roll_for_suffering(state: Versailles, region: str, tied: tuple[Side, ...]) -> Side:
    """9.3: roll for the side that suffers: the highest, ties are rolled again."""
    while len(tied) > 1:
        rolls = tuple((side, roll(state, "suffering", 6)) for side in tied)
        tell(state, SufferingRolled(region, rolls))
        highest = max(die for _, die in rolls)
        tied = tuple(side for side, die in rolls if die == highest)
    return tied[0]


class ChoosingSufferer(Waiting[Versailles, PickSide], frozen=True):
    """9.3: ask the side with the leftmost unit to choose among the tied; it need not be one of them."""

    clause = "9.3"
    region: str
    side: Side
    tied: tuple[Side, ...]
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.answers_for(self.side): OneOf(*map(PickSide, self.tied), clause="9.3")}

    def choose(self, state: Versailles, side: Side, choice: PickSide) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        then(state, Suffering(self.region, choice.side, self.event))


class Suffering(Automatic[Versailles], frozen=True):
    """9.4: unsettle the issue of the region with most stars; the suffering side chooses among equals."""

    clause = "9.4"
    region: str
    side: Side
    event: str = ""

    def run(self, state: Versailles) -> None:
        tell(state, Suffers(self.region, self.side))
        issues = dearest_issues(state, self.region, self.side)
        if len(issues) == 1:
            unsettle_issue(state, issues[0], self.region)
        else:
            then(state, ChoosingLoss(self.region, self.side, self.event))


def dearest_issues(state: Versailles, region: str, side: Side) -> list[str]:
    issues = [issue for issue in state.controlled(side) if card(issue).group == region]
    stars = max(card(issue).stars for issue in issues)
    return [issue for issue in issues if card(issue).stars == stars]


class ChoosingLoss(Waiting[Versailles, PickIssue], frozen=True):
    clause = "9.4"
    region: str
    side: Side
    event: str = ""

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        issues = dearest_issues(state, self.region, self.side)
        return {state.answers_for(self.side): OneOf(*map(PickIssue, issues), clause="9.4")}

    def choose(self, state: Versailles, side: Side, choice: PickIssue) -> None:
        tell(state, EventAnswered(self.side, self.event, choice))
        unsettle_issue(state, choice.issue, self.region)
