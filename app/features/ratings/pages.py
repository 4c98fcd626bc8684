"""Finds what pages and calls show of ratings: a person's profile, a leaderboard, the statistics of a game. The result
may be shown to the viewer it was found for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from app.base.numbers import number_in
from app.features.ratings.charts import Bin, Line, histogram, line, middle, share
from app.model.names import fold_name
from app.store.people.people import Person
from app.store.ratings.leaderboards import PAGE, Fared, Known, Leader, Met, Past, Point, Rated, Seated, StandingStore
from app.store.ratings.statistics import LATEST, Length, StatisticsStore, Trait
from engine.core import registry
from engine.core.game import AnyGame

DAY = 24 * 3600
SPANS = (("hours", DAY // 4), ("day", DAY), ("week", 7 * DAY), ("month", 30 * DAY), ("longer", 0))
"""How long games take from beginning to end: up to so many seconds; 0 for any."""


class Pages(Struct, frozen=True):
    """A page of a list, and how far the list goes."""

    page: int
    last: int
    lines: int


class Curve(Struct, frozen=True):
    """A person's rating, and how it developed."""

    rated: Rated
    points: list[Point]
    line: Line


class Profile(Struct, frozen=True):
    known: Known
    own: bool
    curves: list[Curve]
    sides: list[Fared]
    met: list[Met]
    asked: int
    """Decisions at tables with a clock; `late` is how many of them timed out."""
    late: int
    given_up: int
    games: list[Past]
    pages: Pages

    @property
    def in_time(self) -> float | None:
        return 1 - self.late / self.asked if self.asked else None


class Leaders(Struct, frozen=True):
    players: int
    numbers: list[int]
    """The numbers of players with leaderboards."""
    lines: list[Leader]
    pages: Pages


class Span(Struct, frozen=True):
    """How many games took this long."""

    name: str
    count: int
    width: float


class Statistics(Struct, frozen=True):
    players: int
    people: bool
    numbers: dict[int, int]
    """How many games there are for each number of players."""
    games: int
    """How many of the latest games the figures cover."""
    sides: list[Fared]
    traits: dict[str, list[Trait]]
    """By field."""
    turns: list[Bin]
    spans: list[Span]
    middle_turns: float
    middle_decisions: float
    middle_days: float
    most: int = LATEST


async def profile(store: StandingStore, who: str, viewer: Person | None, page: int) -> Profile | None:
    """Return a profile by id or by name. People who left for good have none; a hidden one is shown only to its
    owner."""
    known = await found(store, who, viewer)
    if known is None:
        return None
    seen_by = viewer.id if viewer else None
    games, count = await store.games(known.id, seen_by, page)
    asked, late = await store.punctuality(known.id)
    installed = registry.games().keys()
    return Profile(
        known=known,
        own=known.id == seen_by,
        curves=[await curve(store, known, one) for one in await ratings(store, known)],
        sides=[one for one in await store.sides(known.id, seen_by) if one.game in installed],
        met=await store.met(known.id, seen_by),
        asked=asked,
        late=late,
        given_up=await store.given_up(known.id, seen_by),
        games=games,
        pages=pages(page, count),
    )


async def found(store: StandingStore, who: str, viewer: Person | None) -> Known | None:
    """Return the person whose profile this is, if the viewer may see it."""
    known = await store.known(number_in(who), fold_name(who))
    seen = known and (known.profile or (viewer is not None and viewer.id == known.id))
    return known if seen else None


async def ratings(store: StandingStore, known: Known) -> list[Rated]:
    """Return a person's ratings; guests have none."""
    return [] if known.guest else [one for one in await store.ratings(known.id) if one.game in registry.games()]


async def curve(store: StandingStore, known: Known, rated: Rated) -> Curve:
    points = await store.history(known.id, rated.game, rated.players)
    return Curve(rated, points, line([one.rating.shown for one in points] or [rated.rating.shown]))


def pages(page: int, lines: int) -> Pages:
    return Pages(page, max(1, -(-lines // PAGE)), lines)


async def leaders(store: StandingStore, game: AnyGame, players: int, page: int) -> Leaders:
    """Return the leaderboard for this number of players, by default for the largest table."""
    numbers = [number for number in sorted(game.players) if number > 1]
    wanted = players if players in numbers else numbers[-1]
    lines, count = await store.leaders(game.key, wanted, page)
    return Leaders(wanted, numbers, lines, pages(page, count))


async def statistics(store: StatisticsStore, game: AnyGame, players: int, people: bool) -> Statistics:
    """Return the statistics for this number of players, by default for the one with the most games."""
    numbers = dict.fromkeys(sorted(game.players), 0) | await store.numbers(game.key, people)
    wanted = players if players in numbers else max(numbers, key=lambda number: (numbers[number], number))
    lengths = await store.lengths(game.key, wanted, people)
    traits = await store.traits(game.key, wanted, people)
    return Statistics(
        players=wanted,
        people=people,
        numbers=numbers,
        games=len(lengths),
        sides=await store.sides(game.key, wanted, people),
        traits={field: list(those) for field, those in groupby(traits, key=lambda one: one.field)},
        turns=histogram([one.turns for one in lengths]),
        spans=spans(lengths),
        middle_turns=middle([one.turns for one in lengths]),
        middle_decisions=middle([one.decisions for one in lengths]),
        middle_days=middle([seconds(one) / DAY for one in lengths]),
    )


def seconds(length: Length) -> float:
    return (length.ended_at - length.began_at).total_seconds()


def spans(lengths: Sequence[Length]) -> list[Span]:
    counts = dict.fromkeys((name for name, _ in SPANS), 0)
    for one in lengths:
        counts[next(name for name, most in SPANS if not most or seconds(one) <= most)] += 1
    return [Span(name, count, share(count, max(counts.values()))) for name, count in counts.items()]


async def moved(store: StandingStore, key: str, viewer: Person | None) -> list[Seated] | None:
    """Return what a game did to the ratings of people with a visible profile, and to the viewer's; None if it is not
    counted yet."""
    found = await store.moved(key)
    return None if found is None else list(visible(found, viewer))


def visible(found: Iterable[Seated], viewer: Person | None) -> Iterable[Seated]:
    return (one for one in found if one.linked or (viewer is not None and one.person == viewer.id))
