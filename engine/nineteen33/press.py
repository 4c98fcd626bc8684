"""Chapter 8: the headline of the month and its repercussions, in the words of printed.vocabulary."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.sealed import Sealed
from engine.core.state import Side, reveal
from engine.core.step import Automatic
from engine.nineteen33 import coups, guided, opinion, tension, works
from engine.nineteen33.auctions import Auction
from engine.nineteen33.board import has_free_box
from engine.nineteen33.calendar import year_of
from engine.nineteen33.choices import AcceptPoint, DeclinePoint
from engine.nineteen33.journal import HeadlineTurned, NewsDevelopment, NewsPointGiven, NewsPointLost, NewsVoid
from engine.nineteen33.printed import headline, tables
from engine.nineteen33.printed.kinds import Sector
from engine.nineteen33.printed.vocabulary import (
    AnyRepercussion,
    DevelopmentPlus,
    EndlessWar,
    InfluenceMinus,
    InfluencePlus,
    NewsTension,
    Offer,
    Request,
)
from engine.nineteen33.state import Leading, Nineteen33

Answer = AcceptPoint | DeclinePoint


class TurnUpPress(Automatic[Nineteen33], frozen=True):
    """4.2, 8.1, 8.2: quotes and home demand, then the repercussions."""

    clause = "4.2"

    def run(self, state: Nineteen33) -> None:
        if not state.pile:
            return
        state.news_card = state.pile.pop()
        state.headlines.append(state.news_card)
        reveal(state)
        year = year_of(state.month)
        news = headline(state.news_card, year)
        state.demand_change = news.demand
        quote(state, news.food, news.raw)
        tell(state, HeadlineTurned(state.news_card, year, news.food, news.raw, news.demand))
        then(state, *map(CarryNews, news.does))


def quote_first_month(state: Nineteen33) -> None:
    """2.7"""
    first = tables.calendar.first_quotes
    state.demand_change = 0
    quote(state, first.food, first.raw)


def quote(state: Nineteen33, food: int, raw: int) -> None:
    """8.1: the prices of the month; those of a year stay to be looked at."""
    state.food_quote, state.raw_quote = food, raw
    earlier = 1 - tables.calendar.months
    state.food_quotes = (*state.food_quotes[earlier:], food)
    state.raw_quotes = (*state.raw_quotes[earlier:], raw)


class CarryNews(Automatic[Nineteen33], frozen=True):
    """8.2 to 8.10: one repercussion."""

    clause = "8.2"
    what: AnyRepercussion

    def run(self, state: Nineteen33) -> None:
        match self.what:
            case InfluencePlus(place, leaders):
                offer_influence(state, place, leaders)
            case InfluenceMinus(place, leaders):
                take_influence(state, place, leaders)
            case DevelopmentPlus(leaders):
                offer_development(state, leaders)
            case NewsTension(place, months):
                stir(state, place, months)
            case EndlessWar(place):
                if state.places[place].war != "endless":
                    coups.begin_war(state, place, "endless")
            case Request(place, product, quantity):
                then(state, Auction(place, product, quantity, wanted=True))
            case Offer(place, product, quantity):
                then(state, Auction(place, product, quantity, wanted=False))


def stir(state: Nineteen33, place: str, months: int) -> None:
    """8.6: tension by news suspends an exclusive, and does not end it (5.9)."""
    if tension.can_have(state, place):
        tension.begin(state, place, months)
    else:
        tell(state, NewsVoid("tension", place))


def take_influence(state: Nineteen33, place: str, leaders: tuple[Side, ...]) -> None:
    """8.4"""
    path = state.places[place].path
    if state.places[place].war or path is None or path.owner not in leaders:
        tell(state, NewsVoid("influence_minus", place))
        return
    left = opinion.weaken(state, place, 1)
    tell(state, NewsPointLost(path.owner, place, left))


# 8.3: a point of influence


def concerned(state: Nineteen33, place: str, leaders: tuple[Side, ...]) -> list[Side]:
    """8.3: those who could have the point, the first with the best claim."""
    here = state.places[place]
    if here.war:
        return []
    if here.path:
        return [here.path.owner] if here.path.owner in leaders else []
    if not has_free_box(here):
        return []
    order = [leader for leader in state.line if leader in leaders]
    return sorted(order, key=lambda leader: leader != place)


def offer_influence(state: Nineteen33, place: str, leaders: tuple[Side, ...]) -> None:
    found = concerned(state, place, leaders)
    if not found:
        tell(state, NewsVoid("influence_plus", place))
    elif any(state.is_played(leader) for leader in found):
        then(state, TakingPoint(place=place, leaders=tuple(found)))
    else:
        give_point(state, place, tuple(found), {})


class TakingPoint(Sealed[Nineteen33, Answer], frozen=True, kw_only=True):
    """8.3, 8.7: all players concerned are asked at once."""

    clause = "8.7"
    place: str
    leaders: tuple[Leading, ...]

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        menu = OneOf(AcceptPoint(), DeclinePoint(), clause="8.7")
        return {leader: menu for leader in self.leaders if state.is_played(leader)}

    def opened(self, state: Nineteen33, answers: Mapping[Side, Answer]) -> None:
        give_point(state, self.place, self.leaders, answers)


def give_point(state: Nineteen33, place: str, leaders: tuple[Side, ...], answers: Mapping[Side, Answer]) -> None:
    """8.3: to the first who accepts; a leader that nobody plays takes it towards a target (8.7)."""
    for leader in leaders:
        accepts = (
            isinstance(answers[leader], AcceptPoint)
            if leader in answers
            else guided.wants_influence(state, leader, place)
        )
        if accepts:
            path = state.places[place].path
            tell(state, NewsPointGiven(leader, place, (path.points if path else 0) + 1))
            opinion.advance(state, leader, place, 1)
            return
    tell(state, NewsVoid("influence_plus", place))


# 8.5: a point of development


def offer_development(state: Nineteen33, leaders: tuple[Side, ...]) -> None:
    able = tuple(leader for leader in state.line if leader in leaders and works.fullest_paths(state, leader))
    if not able:
        tell(state, NewsVoid("development_plus", ""))
    elif any(state.is_played(leader) for leader in able):
        then(state, Developing(leaders=able))
    else:
        give_development(state, able, {})


class Developing(Sealed[Nineteen33, Answer], frozen=True, kw_only=True):
    """8.5, 8.7: each chooses one of its open paths."""

    clause = "8.5"
    leaders: tuple[Leading, ...]

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {leader: self.menu(state, leader) for leader in self.leaders if state.is_played(leader)}

    def menu(self, state: Nineteen33, leader: Side) -> Menu:
        return OneOf(*map(AcceptPoint, works.fullest_paths(state, leader)), DeclinePoint(), clause="8.5")

    def opened(self, state: Nineteen33, answers: Mapping[Side, Answer]) -> None:
        give_development(state, self.leaders, answers)


def give_development(state: Nineteen33, leaders: tuple[Side, ...], answers: Mapping[Side, Answer]) -> None:
    for leader in leaders:
        if sector := wanted_sector(state, leader, answers):
            path = state.leaders[leader].development[sector].path
            tell(state, NewsDevelopment(leader, sector, (path or 0) + 1))
            works.develop(state, leader, sector, 1)


def wanted_sector(state: Nineteen33, leader: Side, answers: Mapping[Side, Answer]) -> Sector | None:
    """8.5, 8.7: the chosen sector; without a player the fullest path towards a point of its card."""
    if leader in answers:
        answer = answers[leader]
        return (answer.sector or None) if isinstance(answer, AcceptPoint) else None
    wanted = [one for one in works.fullest_paths(state, leader) if guided.wants_development(state, leader, one)]
    return wanted[0] if wanted else None
