"""The two bots of Versailles.

`clerk` is a sound player. It tries every answer on a copy of the position, up to the next question, die or unknown
card, and takes the one with the best result by appraisal.py. THOUGHTS lists the questions for which that is not enough
(a turn, a bidding, a die) and the functions that answer them. Deals are not among them: bargains.py judges them.

`caretaker` answers for a player who is away: quickly, always the same in the same position, and harming no side.

Neither can look at what its side cannot see: both decide on a copy without seed and with sorted decks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.core.agenda import pending, then
from engine.core.chance import UnriggedDraw
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles.appraisal import CUBES, THREAT, WAITING_ROOM, advantage, appraise, prospect
from engine.versailles.bidding import Bidding, award_bid, force, nobody_bids
from engine.versailles.cards.board import RECLAIM_MOST, REGIONS
from engine.versailles.cards.issues import ISSUES
from engine.versailles.choices import (
    Bid,
    Demobilise,
    DrawIssues,
    EndTurn,
    Hold,
    Modify,
    PassBid,
    PickUnit,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.military import Deployments
from engine.versailles.option import Optioning
from engine.versailles.pieces import units_of
from engine.versailles.questions import Branching, PickingModifier
from engine.versailles.state import Versailles, card
from engine.versailles.turn import Acting, needed
from engine.versailles.uprising import Modifying, Uprising

MOST = 60
"""The most answers tried where no function picks the promising ones."""
SPARE = range(5)
"""The numbers of cubes, beyond the fewest that lead, that are considered when placing."""
RIVAL_LED = 0.5
"""The worth of taking a lead away from a rival, compared with having it."""
STIR = 0.6
"""The least gain of a military action: it can be done later too."""
RAISE = 2
"""The cubes by which a bid beats the standing one, if there are enough. More than one, so that fewer questions are
asked."""

# Looking ahead


def copy(state: Versailles) -> Versailles:
    from engine.versailles import GAME

    return GAME.clone(state)


def blindfold(state: Versailles) -> Versailles:
    """Copy the position with what everyone knows only: no seed to draw with, and decks in an order that says
    nothing."""
    seen = copy(state)
    seen.seed, seen.rigged = "", {}
    seen.issue_deck.sort(key=lambda issue: -ISSUES[issue].number)
    seen.event_deck.sort()
    return seen


def after(state: Versailles, side: Side, choice: Choice) -> Versailles:
    """Return the position that an answer leads to."""
    ahead = copy(state)
    step: Any = ahead.agenda.pop()
    step.choose(ahead, side, choice)
    return run(ahead, state.barriers)


def run(state: Versailles, barriers: int) -> Versailles:
    """Run automatic steps up to the next question, die or unknown card."""
    agenda: list[Any] = state.agenda
    try:
        while agenda and agenda[-1].automatic and state.barriers == barriers:
            agenda.pop().run(state)
    except UnriggedDraw:
        pass
    return state


def outlook(state: Versailles, side: Side) -> float:
    """Return the advantage of a side. If the position waits for an option or a branch of an event, assume that its
    chooser takes the best for itself."""
    step = pending(state)
    if not isinstance(step, Optioning | Branching):
        return advantage(state, side)
    asked, menu = next(iter(step.waiting(state).items()))
    return advantage(max((after(state, asked, choice) for choice in menu), key=lambda end: advantage(end, asked)), side)


def best(state: Versailles, side: Side, choices: Iterable[Choice]) -> tuple[float, Choice]:
    """Return the answer with the best outlook, the first of equals."""
    return max(((outlook(after(state, side, choice), side), choice) for choice in choices), key=lambda found: found[0])


# The clerk


def clerk(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """Play soundly."""
    seen = blindfold(state)
    choice = THOUGHTS.get(type(pending(seen)), try_all)(seen, side, menu)
    return choice if menu.check(choice) is None else next(iter(menu))


def try_all(state: Versailles, side: Side, menu: Menu) -> Choice:
    """Answer any question with the choice that has the best consequences."""
    choices = list(islice(menu, MOST))
    return best(state, side, choices)[1] if len(choices) > 1 else choices[0]


def act(state: Versailles, side: Side, menu: Menu) -> Choice:
    """Chapters 3 and 4: make a military action as soon as it gains something, otherwise the best political one."""
    moves = best_open(state, side, menu, military(state, side))
    if moves and moves[0] > advantage(state, side) + STIR:
        return moves[1]
    actions = best_open(state, side, menu, political(state, side))
    return actions[1] if actions else next(iter(menu))


def best_open(state: Versailles, side: Side, menu: Menu, choices: Iterable[Choice]) -> tuple[float, Choice] | None:
    """Return the best of those choices that the menu offers."""
    offered = [choice for choice in choices if menu.check(choice) is None]
    return best(state, side, offered) if offered else None


def military(state: Versailles, side: Side) -> Iterator[Choice]:
    """Chapter 8: yield demobilisations, and deployments to regions where issues of the side are in danger."""
    yield from map(Demobilise, units_of(state, side))
    own = {card(issue).group for issue in state.controlled(side)}
    troubled = {region for region in REGIONS if region in own and THREAT[state.unrest[region]]}
    if troubled:
        yield from (choice for choice in Deployments(state, side) if choice.region in troubled)


def political(state: Versailles, side: Side) -> Iterator[Choice]:
    """Chapter 4: yield the political actions; of the ways to place only the most promising."""
    yield EndTurn()
    yield from map(Settle, state.table)
    cubes = min(RECLAIM_MOST, state.exhausted[side])
    yield Reclaim(cubes)
    if idle := tuple(region for region in state.deployed[side] if not THREAT[state.unrest[region]]):
        yield Reclaim(cubes, idle)
    yield from placement(state, side)


def placement(state: Versailles, side: Side) -> Iterator[Place]:
    """4.1: yield the two stakes that together gain most, counting the cubes that stay available."""
    available = state.available[side]
    stakes = list(all_stakes(state, side))
    pairs = [
        (gain + other_gain + CUBES[available - cubes - others], Place(((issue, cubes), (other, others))))
        for gain, issue, cubes in stakes
        for other_gain, other, others in stakes
        if issue < other and cubes + others <= available
    ]
    if pairs:
        yield max(pairs, key=lambda pair: pair[0])[1]


def all_stakes(state: Versailles, side: Side) -> Iterator[tuple[float, str, int]]:
    """Yield each number of cubes that could be added to each issue, with what it gains."""
    for issues, near in ((state.table, 1.0), (state.waiting_room, WAITING_ROOM)):
        for issue in issues:
            on_issue = state.cubes.get(issue, {})
            before = lead_worth(issue, on_issue, side) if on_issue else 0.0
            least = needed(state, side, issue)
            for cubes in (least + spare for spare in SPARE):
                staked = {**on_issue, side: on_issue.get(side, 0) + cubes}
                yield near * (lead_worth(issue, staked, side) - before), issue, cubes


def lead_worth(issue: str, on_issue: dict[Side, int], side: Side) -> float:
    leader, worth = prospect(issue, on_issue)
    return worth if leader == side else -RIVAL_LED * worth


def bid(state: Versailles, side: Side, menu: Menu) -> Choice:
    """Chapter 10: make the raise that is best if it wins, unless the side is better off if a rival wins the issue."""
    bidding = pending(state)
    assert isinstance(bidding, Bidding)
    raises = [raised for raised in cheap_raises(state, bidding, side) if menu.check(raised) is None]
    worths = [(advantage_if_won(state, bidding, side, raised, side), raised) for raised in raises]
    worth, choice = max(worths, key=lambda found: found[0], default=(0.0, PassBid()))
    return choice if worths and worth > advantage_if_passed(state, bidding, side) else PassBid()


def cheap_raises(state: Versailles, bidding: Bidding, side: Side) -> Iterator[Bid]:
    """Yield a raise for each force, with as few cubes as seem enough; fewest units first."""
    standing = bidding.standing or Bid()
    available = state.available[side]
    for units in range(state.units_available[side] + 1):
        for local in (False, True):
            stronger = force(units, local) > force(standing.units, standing.local)
            cubes = 0 if stronger else max(min(standing.cubes + RAISE, available), standing.cubes + 1)
            yield Bid(units, local, cubes)


def advantage_if_won(state: Versailles, bidding: Bidding, winner: Side, with_bid: Bid, side: Side) -> float:
    ahead = copy(state)
    ahead.agenda.pop()
    award_bid(ahead, bidding.issue, bidding.region, winner, with_bid)
    return outlook(run(ahead, state.barriers), side)


def advantage_if_passed(state: Versailles, bidding: Bidding, side: Side) -> float:
    """Assume that the holder of the standing bid wins; without one, the next side that has a cube, for one cube;
    without any, no side."""
    if bidding.standing:
        return advantage_if_won(state, bidding, bidding.holder, bidding.standing, side)
    for rival in bidding.still_in[1:]:
        if state.available[rival]:
            return advantage_if_won(state, bidding, rival, Bid(cubes=1), side)
    ahead = copy(state)
    ahead.agenda.pop()
    nobody_bids(ahead, bidding.issue, bidding.region)
    return advantage(ahead, side)


def modify(state: Versailles, side: Side, menu: Menu) -> Choice:
    """9.2: modify the die for or against an uprising, whichever suits the side."""
    step: Any = pending(state)
    region = step.announcing.region if isinstance(step, Modifying) else step.effect.where
    if region not in REGIONS:
        return next(iter(menu))
    by = sorted(choice.by for choice in menu if isinstance(choice, Modify))
    gain = advantage_if_next(state, Uprising(region), side) - advantage(state, side)
    if gain == 0 and 0 in by:
        return Modify(0)
    return Modify(by[-1] if gain > 0 else by[0])


def advantage_if_next(state: Versailles, step: Step[Any], side: Side) -> float:
    ahead = copy(state)
    then(ahead, step)
    return advantage(run(ahead, state.barriers), side)


THOUGHTS: dict[type[Any], Callable[[Versailles, Side, Menu], Choice]] = {
    Acting: act,
    Bidding: bid,
    Modifying: modify,
    PickingModifier: modify,
}

# The caretaker

HARMLESS: tuple[Choice, ...] = (
    EndTurn(),
    PassBid(),
    Modify(0),
    Hold(perform=False),
    PickUnit(None),
    DrawIssues(),
    *(Reclaim(cubes) for cubes in range(RECLAIM_MOST, -1, -1)),
)


def caretaker(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """Choose something harmless if possible, then the smallest placement, otherwise what costs the side least of its
    own."""
    types = menu.types
    for choice in HARMLESS:
        if type(choice) in types and menu.check(choice) is None:
            return choice
    choices = list(islice(menu, MOST))
    if isinstance(choices[0], Place) or len(choices) == 1:
        return choices[0]
    seen = blindfold(state)
    return max(choices, key=lambda choice: appraise(after(seen, side, choice))[side])
