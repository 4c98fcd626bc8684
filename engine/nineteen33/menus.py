"""The wide menus: placement (3.4), budget (3.7), plan (4.4) and deals (7.1). Each lists the suggestion first (19.4),
which answers for players who are away.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33 import armaments, guided, manoeuvre, suggestions, trade
from engine.nineteen33.board import allied_states, have_pact
from engine.nineteen33.choices import Deal, PlaceLabour, PlannedDeal, RawOrder, SealPlan, SetBudget
from engine.nineteen33.printed import COLONIES, LEADERS, PLACES, PRODUCTS, SECTORS, SHEETS, STATES, TRACKS, tables
from engine.nineteen33.printed.kinds import Term
from engine.nineteen33.slips import (
    ONCE,
    AnySlip,
    BondsSlip,
    DefenceSlip,
    DevelopmentSlip,
    InfluenceSlip,
    LabourSlip,
    TaxesSlip,
)
from engine.nineteen33.state import Nineteen33

PLANS: frozenset[type[Choice]] = frozenset({SealPlan})
DEALS: frozenset[type[Choice]] = frozenset({Deal})


class Placements(Struct, Menu[PlaceLabour], frozen=True, gc=False):
    """3.4: all free UL, within the start capacities."""

    leader: Side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({PlaceLabour})

    def judge(self, choice: PlaceLabour) -> Refusal | None:
        sheet = SHEETS[self.leader]
        total = sum(getattr(choice, track) for track in TRACKS)
        if total != sheet.free:
            return illegal("nineteen33.place_all", "3.4", free=sheet.free, placed=total)
        for track in TRACKS:
            most = sheet.capacity.of(track) - sheet.fixed.of(track)
            if getattr(choice, track) > most:
                return illegal("nineteen33.no_room", "6.4", track=track, most=most)
        return None

    def __iter__(self) -> Iterator[PlaceLabour]:
        first = suggestions.placement(self.leader)
        yield first
        rooms = [range(SHEETS[self.leader].free + 1)] * (len(TRACKS) - 1)
        for food in rooms[0]:
            for extraction in rooms[1]:
                for civil in rooms[2]:
                    rest = SHEETS[self.leader].free - food - extraction - civil
                    choice = PlaceLabour(food, extraction, civil, max(0, rest))
                    if choice != first and self.judge(choice) is None:
                        yield choice

    def sample(self, rng: Random) -> PlaceLabour:
        """The free UL take any of the places there are."""
        sheet = SHEETS[self.leader]
        places = [track for track in TRACKS for _ in range(sheet.capacity.of(track) - sheet.fixed.of(track))]
        taken = rng.sample(places, sheet.free)
        return PlaceLabour(**{track: taken.count(track) for track in TRACKS})

    def describe(self) -> object:
        return {"do": "place_labour", "leader": self.leader, "free": SHEETS[self.leader].free}


class Budgets(Struct, Menu[SetBudget], frozen=True, gc=False):
    """3.7, 15.1 to 15.3, 13.3, 14.1, 9.13"""

    state: Nineteen33
    leader: Side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({SetBudget})

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return frozenset({SetBudget})

    def judge(self, choice: SetBudget) -> Refusal | None:
        if choice.end_pact and not have_pact(self.state, self.leader):
            return illegal("nineteen33.no_pact", "9.13")
        return slips_refusal(self.state, self.leader, choice)

    def __iter__(self) -> Iterator[SetBudget]:
        first = suggestions.budget(self.state, self.leader)
        yield first
        plain = tuple(slip for slip in first.slips if not isinstance(slip, BondsSlip | TaxesSlip))
        others = (slip for slip in self.every_slip() if slip not in plain)
        for slip in others:
            slips = (*plain, slip)
            for more in self.every_slip():
                choice = SetBudget((*slips, more))
                if self.judge(choice) is None:
                    yield choice

    def every_slip(self) -> Iterator[AnySlip]:
        """Of those kinds that ask for nothing else in the budget."""
        yield from map(DevelopmentSlip, SECTORS)
        yield from map(InfluenceSlip, PLACES)
        yield LabourSlip()
        yield from (DefenceSlip("army"), DefenceSlip("division"))

    def sample(self, rng: Random) -> SetBudget:
        """Slips one after the other, of homes as many as of states."""
        terms: tuple[Term, ...] = ("short", "medium", "long")
        change = rng.choice((-2, -1, 0, 0, 1, 2))
        bond = rng.choice((0, 0, 100, 300, 900))
        named: tuple[AnySlip, ...] = ()
        if bond and rng.random() < 0.5:
            named += (BondsSlip(bond),)
        if change < 0 and rng.random() < 0.5:
            named += (TaxesSlip(-change),)
        for slip in shuffled_slips(rng):
            tried = (*named, slip)
            if len(named) < tables.manoeuvre.slips and manoeuvre.is_possible(
                self.state, self.leader, tried, len(named)
            ):
                named = tried
        end = have_pact(self.state, self.leader) and rng.random() < 0.2
        choice = SetBudget(named, change, bond, rng.choice(terms), end)
        return choice if self.judge(choice) is None else suggestions.budget(self.state, self.leader)

    def describe(self) -> object:
        return {"do": "set_budget", "suggested": suggestions.budget(self.state, self.leader)}


HOME_SLIPS, STATE_SLIPS = [*map(InfluenceSlip, LEADERS)], [*map(InfluenceSlip, (*STATES, *COLONIES))]


def shuffled_slips(rng: Random) -> list[AnySlip]:
    """All that ask for nothing else in the budget; first one aim of each kind, so that none is rare."""
    kinds: list[list[AnySlip]] = [
        [*map(DevelopmentSlip, SECTORS)],
        [*HOME_SLIPS],
        [*STATE_SLIPS],
        [LabourSlip()],
        [DefenceSlip("army"), DefenceSlip("division")],
    ]
    for slips in kinds:
        rng.shuffle(slips)
    rng.shuffle(kinds)
    return [slips[turn] for turn in range(len(STATE_SLIPS)) for slips in kinds if turn < len(slips)]


def slips_refusal(state: Nineteen33, leader: Side, budget: SetBudget) -> Refusal | None:
    """15.1 to 15.3: why these five slips can't be written."""
    slips = budget.slips
    if len(slips) != tables.manoeuvre.slips:
        return illegal("nineteen33.five_slips", "15.1", slips=tables.manoeuvre.slips)
    for number, slip in enumerate(slips):
        if isinstance(slip, ONCE) and any(type(other) is type(slip) for other in slips[:number]):
            return illegal("nineteen33.slip_twice", "15.2")
        if isinstance(slip, BondsSlip) and slip.amount != budget.bond:
            return illegal("nineteen33.bond_as_declared", "15.3", amount=slip.amount)
        if isinstance(slip, TaxesSlip) and slip.ul != -budget.tax_change:
            return illegal("nineteen33.cut_as_declared", "15.3", ul=slip.ul)
        if not manoeuvre.is_possible(state, leader, slips, number):
            return illegal("nineteen33.slip_impossible", "15.3", number=number + 1)
    return None


class Plans(Struct, Menu[SealPlan], frozen=True, gc=False):
    """4.4: judged by form and board; money is looked at when the plan is carried out (4.5)."""

    state: Nineteen33
    leader: Side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return PLANS

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return PLANS

    def judge(self, choice: SealPlan) -> Refusal | None:
        if choice.reserve > tables.plan.reserve_most:
            return illegal("nineteen33.reserve_too_much", "4.4", most=tables.plan.reserve_most)
        if len(choice.deals) > tables.plan.deals_most:
            return illegal("nineteen33.too_many_states", "7.2", most=tables.plan.deals_most)
        return self.deals_refusal(choice) or self.supplies_refusal(choice)

    def deals_refusal(self, choice: SealPlan) -> Refusal | None:
        dealt = trade.partners(self.state, self.leader) if choice.deals else []
        for number, deal in enumerate(choice.deals):
            if any(other.state == deal.state for other in choice.deals[:number]):
                return illegal("nineteen33.state_twice", "7.2", place=deal.state)
            if refused := trade.shut(self.state, self.leader, deal.state):
                return refused
            if refused := trade.too_many(self.state, deal.state, dealt):
                return refused
            if malformed := form_refusal(deal):
                return malformed
        return None

    def supplies_refusal(self, choice: SealPlan) -> Refusal | None:
        for number, place in enumerate(choice.supplies):
            if place in choice.supplies[:number]:
                return illegal("nineteen33.state_twice", "7.8", place=place)
            if refused := armaments.refusal(self.state, self.leader, place):
                return refused
        return None

    def __iter__(self) -> Iterator[SealPlan]:
        first = suggestions.plan(self.state, self.leader)
        yield first
        for reserve in range(1, tables.plan.reserve_most + 1):
            yield suggestions.plan(self.state, self.leader, reserve)
        everything = suggestions.EVERYTHING
        yield SealPlan(civil_most=everything, war_most=everything)

    def sample(self, rng: Random) -> SealPlan:
        """Deals with any states that are open, and anything else."""
        state, leader, drawn = self.state, self.leader, rng.random
        able = trade.open_states(state, leader)
        wanted = min(len(able), int(drawn() * (tables.plan.deals_most + 1)))
        deals = [some_deal(able.pop(int(drawn() * len(able))), rng) for _ in range(wanted)]
        supplies = [place for place in allied_states(state, leader) if armaments.refusal(state, leader, place) is None]
        orders: tuple[RawOrder, ...] = ("NAE", "EAN", "ANE")
        return SealPlan(
            tuple([deal for deal in deals if deal.food or deal.raw or deal.civil]),
            tuple(supplies[: int(drawn() * 2)]),
            int(drawn() * (tables.plan.reserve_most + 1)),
            (4, 99)[int(drawn() * 2)],
            (0, 3, 99)[int(drawn() * 3)],
            orders[int(drawn() * len(orders))],
            drawn() < 0.5,
        )

    def describe(self) -> object:
        able = trade.open_states(self.state, self.leader)
        return {"do": "seal_plan", "states": able, "suggested": suggestions.plan(self.state, self.leader)}


def some_deal(place: str, rng: Random) -> PlannedDeal:
    most = trade.MOST[place]
    return PlannedDeal(place, *[int(rng.random() * (most[product] + 1)) for product in PRODUCTS])


def form_refusal(deal: PlannedDeal) -> Refusal | None:
    """7.2: a deal of the plan has at least one line, and no more than the card has."""
    lines = trade.lines_of(deal)
    if not lines:
        return illegal("nineteen33.empty_deal", "7.2")
    for product, number in lines.items():
        if number > trade.most(deal.state, product):
            most = trade.most(deal.state, product)
            return illegal("nineteen33.more_than_there_is", "7.2", product=product, most=most)
    return None


class Deals(Struct, Menu[Deal], frozen=True, gc=False):
    """7.1: deals in own action; of the lines only the simplest quantities are listed."""

    state: Nineteen33
    leader: Side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return DEALS

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return DEALS

    def judge(self, choice: Deal) -> Refusal | None:
        return trade.refusal(self.state, self.leader, choice) or guided.refusal(self.state, self.leader, choice)

    def __iter__(self) -> Iterator[Deal]:
        return filter(self.permits, trade.deals(self.state, self.leader))

    def draw(self, rng: Random) -> Deal | None:
        """A state first, then one of its simplest deals."""
        left = trade.partners_left(self.state, self.leader)
        while left:
            number = int(rng.random() * len(left))
            if trade.is_free(self.state, self.leader, left[number]):
                found = self.drawn(left[number], rng)
                if found:
                    return found
            left[number] = left[-1]
            left.pop()
        return None

    def drawn(self, place: str, rng: Random) -> Deal | None:
        """With this state: any product that is possible."""
        products = [*PRODUCTS]
        while products:
            product = products.pop(int(rng.random() * len(products)))
            found = [*filter(self.permits, trade.lines(self.state, self.leader, place, product))]
            if found:
                return found[int(rng.random() * len(found))]
        return None

    def permits(self, deal: Deal) -> bool:
        """18.5: of deals that are possible."""
        return self.state.is_played(self.leader) or guided.refusal(self.state, self.leader, deal) is None

    def sample(self, rng: Random) -> Deal:
        choice = self.draw(rng)
        assert choice is not None
        return choice

    def describe(self) -> object:
        able = trade.open_states(self.state, self.leader)
        return {"do": "deal", "states": able}
