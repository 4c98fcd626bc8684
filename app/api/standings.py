"""Calls about people and their ratings, leaderboards, and statistics of games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import HTTPException, Path, Query

from app.accounts.programs import READ
from app.api import figures as told
from app.api.caller import Caller, CallerDep
from app.api.calls import Calls
from app.api.figures import Leaders, Moved, PastGames, Player, Statistics
from app.api.games import GameKey
from app.services import TableKey
from app.standings import looking
from app.standings.looking import Curve, Profile
from app.standings.rating import Rating
from app.store.standings import PAGE, Fared, Past, Seated, StandingStore
from app.store.statistics import StatisticsStore

calls = Calls("standings")

Who = Annotated[str, Path(max_length=80, description="Somebody's number, or their name.")]
Page = Annotated[int, Query(ge=1, le=10_000, description=f"Which page of {PAGE} lines.")]
Players = Annotated[int, Query(ge=0, le=99, description="For so many players; 0: for as many as there is most about.")]
Whose = Annotated[Literal["people", "all"], Query(description="Games of people alone, or all.")]


@calls.get("/people/{who}", scope=READ)
async def player(caller: CallerDep, who: Who) -> Player:
    """A person's ratings, results by side, punctuality, and results against the people they met. Games at private
    tables are left out for callers who did not play there. People who hide their profile, or have left for good, are
    not found."""
    found = await profile_of(caller, who)
    return Player(
        id=found.known.id,
        name=found.known.name,
        guest=found.known.guest,
        came_at=found.known.came_at,
        ratings=[rated(one) for one in found.curves],
        sides=[fared(one) for one in found.sides],
        met=[told.Met(one.name, one.games, one.before, one.even, one.behind) for one in found.met],
        decisions=found.asked,
        late=found.late,
        given_up=found.given_up,
    )


@calls.get("/people/{who}/games", scope=READ)
async def games_of(caller: CallerDep, who: Who, page: Page = 1) -> PastGames:
    """A person's finished games, the latest first, page by page."""
    found = await profile_of(caller, who, page)
    return PastGames([past(one) for one in found.games], found.pages.page, found.pages.last)


@calls.get("/standings/{game}", scope=READ)
async def leaders(caller: CallerDep, game: GameKey, players: Players = 0, page: Page = 1) -> Leaders:
    """The leaderboard of a game, page by page."""
    found = await looking.leaders(StandingStore(caller.services.database), caller.game(game), players, page)
    lines = [told.Leader(one.place, one.person, one.name, rating(one.rating), one.games) for one in found.lines]
    return Leaders(found.players, lines, found.pages.page, found.pages.last)


@calls.get("/statistics/{game}", scope=READ)
async def statistics(caller: CallerDep, game: GameKey, players: Players = 0, who: Whose = "people") -> Statistics:
    """Results of sides and lengths of games, over the latest games with this number of players."""
    store = StatisticsStore(caller.services.database)
    found = await looking.statistics(store, caller.game(game), players, who == "people")
    traits = [trait for some in found.traits.values() for trait in some]
    return Statistics(
        players=found.players,
        games=found.games,
        sides=[fared(one) for one in found.sides],
        traits=[told.Trait(one.field, one.value, one.games, one.wins, one.points) for one in traits],
        turns=[told.Bin(one.first, one.last, one.count) for one in found.turns],
        middle_turns=found.middle_turns,
        middle_decisions=found.middle_decisions,
        middle_days=found.middle_days,
    )


@calls.get("/tables/{key}/ratings", scope=READ)
async def ratings(caller: CallerDep, key: TableKey) -> Moved:
    """The changes of its players' ratings by a finished game."""
    room = await caller.room(key)
    if room.status != "finished":
        raise HTTPException(404)
    found = await looking.moved(StandingStore(caller.services.database), key, caller.person)
    return Moved(found is not None, [moved(one) for one in found or []])


async def profile_of(caller: Caller, who: str, page: int = 1) -> Profile:
    found = await looking.profile(StandingStore(caller.services.database), who, caller.person, page)
    if found is None:
        raise HTTPException(404)
    return found


def rating(one: Rating) -> told.Rating:
    return told.Rating(one.shown, one.uncertainty, one.mean, one.spread)


def rated(curve: Curve) -> told.Rated:
    one, history = curve.rated, [told.RatingAt(point.at, rating(point.rating)) for point in curve.points]
    return told.Rated(one.game, one.players, rating(one.rating), one.games, one.listed, history)


def fared(one: Fared) -> told.Fared:
    return told.Fared(one.game, one.players, list(one.sides), one.games, one.wins, one.points)


def past(one: Past) -> told.PastGame:
    before, after = (rating(it) if it else None for it in (one.before, one.after))
    return told.PastGame(
        *(one.key, one.title, one.game, one.players, one.ended_at, list(one.sides)),
        *(one.rank, one.share, one.points, one.people, before, after),
    )


def moved(one: Seated) -> told.MovedRating:
    return told.MovedRating(
        one.person, one.name, list(one.sides), one.rank, rating(one.before), rating(one.after)
    )  # fmt: skip
