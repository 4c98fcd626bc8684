"""4.6: the clerk's action turn. First what needs no card, then the card whose functions are worth most, use by use."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.choice import Choice
from engine.core.state import Side
from engine.nineteen33 import alliances, bonds, clerk_plan, coups, functions, units
from engine.nineteen33.choices import (
    ActForGuided,
    CallStrike,
    EndGuiding,
    EndTurn,
    MoveUnit,
    OpenPath,
    PlayCard,
    SendArmy,
    SignAlliance,
)
from engine.nineteen33.clerk_uses import Mind, Worth, best_use
from engine.nineteen33.food import need
from engine.nineteen33.own_actions import strike_refusal
from engine.nineteen33.printed import CARDS, FUNCTIONS, LEADERS, STATES, ideology_of
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.production import output
from engine.nineteen33.state import HOME, Nineteen33
from engine.nineteen33.wants import Wants, is_akin, is_ripe, missing_points, prize, turns_left, wants

ENOUGH = 0.04
"""A use must be worth more than this."""
FOOD_PRICE = 3
MOST = max(one.most for one in FUNCTIONS.values())


def act(state: Nineteen33, leader: Side) -> Choice:
    """4.6"""
    free = next(without_card(state, leader), None)
    if free is not None:
        return free
    assert state.turn is not None
    if not state.turn.card:
        card = best_card(state, leader)
        if card is not None:
            return PlayCard(card)
    use = next_use(state, leader) if state.turn.card else None
    if use is not None:
        return use
    return ActForGuided() if state.turn.guided else EndTurn()


def guide(state: Nineteen33, leader: Side) -> Choice:
    """18.6: for a leader that nobody plays, towards the points of its card."""
    wanted = wants(state, leader)
    signed = next(signatures(state, leader, wanted), None)
    return signed or next_use(state, leader) or EndGuiding()


def open_path(state: Nineteen33, leader: Side, menu: Iterator[Choice]) -> Choice:
    """5.8: where a slip wants one, else where one more box makes an alliance; else the points are left."""
    found = [*menu]
    wanted = wants(state, leader).places
    paths = [one for one in found if isinstance(one, OpenPath)]

    def worth(choice: OpenPath) -> float:
        ours = prize(state, leader, choice.place) if choice.place in wanted else 0
        return ours + 0.5 * is_akin(state, leader, choice.place)

    best = max(paths, key=worth)
    return best if worth(best) else found[0]


# Without a card


def without_card(state: Nineteen33, leader: Side) -> Iterator[Choice]:
    wanted = wants(state, leader)
    if deal := clerk_plan.deal(state, leader):
        yield deal
    yield from strikes(state, leader)
    yield from signatures(state, leader, wanted)
    yield from marches(state, leader, wanted)
    yield from pressures(state, leader, wanted)


def strikes(state: Nineteen33, leader: Side) -> Iterator[Choice]:
    """9.9: wherever one can be called, as it costs nothing."""
    calls = map(CallStrike, LEADERS)
    return (call for call in calls if strike_refusal(state, leader, call.at) is None)


def signatures(state: Nineteen33, leader: Side, wanted: Wants) -> Iterator[Choice]:
    """9.7: what a slip names; other alliances wait for a year in which they count."""
    for place in wanted.places:
        if place in STATES and alliances.refusal(state, leader, place) is None:
            yield SignAlliance(place)


def marches(state: Nineteen33, leader: Side, wanted: Wants) -> Iterator[Choice]:
    """12.8: into a civil war where a slip is, unless another army waits there."""
    for place in wanted.places:
        if place in STATES and state.places[place].war == "civil" and state.places[place].army is None:
            for number in range(1, len(state.leaders[leader].armies) + 1):
                choice = SendArmy(number, place)
                if coups.army_refusal(state, leader, choice) is None:
                    yield choice


def pressures(state: Nineteen33, leader: Side, wanted: Wants) -> Iterator[Choice]:
    """10.8: a unit that faces nobody turns to a state where a slip wants a box."""
    for place in wanted.places:
        here = place in STATES and not is_ripe(state, leader, place) and not units.faces(state, leader, place)
        if here and not state.places[place].allies and not state.places[place].war:
            yield from facing(state, leader, place)


def facing(state: Nineteen33, leader: Side, place: str) -> Iterator[Choice]:
    for kind, number, unit in units.all_units(state, leader):
        if unit.faces and missing_points(state, leader, unit.faces) > 1 and unit.faces in wants(state, leader).places:
            continue
        for to in sorted(units.reachable(state, leader, kind, unit), key=lambda one: (one != HOME, one)):
            choice = MoveUnit(kind, number, to, place)
            if units.refusal(state, leader, choice) is None:
                yield choice


# With points


def spendable(state: Nineteen33, leader: Side) -> int:
    """UM that December and food do not need."""
    interest, principal = due(state, leader)
    short = max(0, need(state, leader) - output(state, leader, "food"))
    return state.leaders[leader].treasury - interest - principal - short * FOOD_PRICE * turns_left(state)


def due(state: Nineteen33, leader: Side) -> tuple[int, int]:
    """14.4: what the coming December takes."""
    debts = state.leaders[leader].debts
    december = state.month + turns_left(state)
    interest = sum(one.amount * one.rate // bonds.PERCENT for one in debts)
    return interest, sum(one.amount for one in debts if one.due <= december)


def mind_of(state: Nineteen33, leader: Side, points: int) -> tuple[Mind, int]:
    """With the money that may be spent."""
    purse = spendable(state, leader)
    most = min(points, purse // ideology_of(leader).um_per_point)
    return Mind(state, leader, wants(state, leader), most), purse


def next_use(state: Nineteen33, leader: Side) -> Choice | None:
    """The use that is worth most, of those that are left."""
    held = functions.purse(state, leader)
    mind, money = mind_of(state, leader, held.points)
    able = [best_use(mind, name, money) for name in held.functions if name not in held.used]
    found = [one for one in able if one and functions.refusal(state, leader, one.choice) is None]
    best = max(found, key=lambda one: one.points, default=None)
    return best.choice if best and best.points > ENOUGH else None


def best_card(state: Nineteen33, leader: Side) -> int | None:
    """5.3: the card with which most can be done now; of equal ones that with the fewest other functions of use."""
    mind, money = mind_of(state, leader, MOST)
    uses = {name: best_use(mind, name, money) for name in FUNCTIONS}
    worths = {card: card_worth(uses, card, money, leader) for card in state.leaders[leader].hand}
    best = max(worths, key=lambda card: worths[card], default=None)
    return best if best is not None and worths[best] > ENOUGH else None


def card_worth(uses: dict[FunctionName, Worth | None], card: int, money: int, leader: Side) -> float:
    """Add up what the functions of a card bring, as far as its points and the money go."""
    found = [use for name in CARDS[card].functions if (use := uses[name])]
    points = min(CARDS[card].value, money // ideology_of(leader).um_per_point)
    worth = 0.0
    for use in sorted(found, key=lambda one: -one.points):
        taken = min(points, functions.points_of(use.choice))
        points -= taken
        worth += use.points * taken / functions.points_of(use.choice)
    return worth
