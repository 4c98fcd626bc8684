"""Standings from games: those of one game for one number of players, taken in the order in which they ended. Pure: the
same games give the same standings, whether they come one by one or all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from app.standings.rating import Rating, rated

NEWCOMER = Rating()


class Played(Struct, frozen=True):
    """A rated game: who played it, by seat, and in which place they came."""

    room: int
    people: tuple[int, ...]
    ranks: tuple[int, ...]


class Standing(Struct, frozen=True):
    rating: Rating = NEWCOMER
    games: int = 0


class Change(Struct, frozen=True):
    """What a game did to the rating of one who played it."""

    room: int
    person: int
    before: Rating
    after: Rating


class Season:
    """Standings as they are so far."""

    def __init__(self, standings: Mapping[int, Standing] | None = None) -> None:
        self.standings = dict(standings or {})
        self.changes: list[Change] = []

    def take(self, games: Iterable[Played]) -> Season:
        for game in games:
            before = [self.standings.get(person, Standing()) for person in game.people]
            after = rated([one.rating for one in before], game.ranks)
            for person, was, now in zip(game.people, before, after, strict=True):
                self.standings[person] = Standing(now, was.games + 1)
                self.changes.append(Change(game.room, person, was.rating, now))
        return self
