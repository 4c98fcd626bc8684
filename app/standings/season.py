"""Computes standings from the games of one kind for one number of players, in the order in which they ended. The same
games give the same standings, whether they come one by one or all at once; it has no side effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from app.standings.rating import Rating, rated

NEWCOMER = Rating()


class Played(Struct, frozen=True):
    """A rated game: its players by seat, and their ranks."""

    room: int
    people: tuple[int, ...]
    ranks: tuple[int, ...]


class Standing(Struct, frozen=True):
    rating: Rating = NEWCOMER
    games: int = 0


class Change(Struct, frozen=True):
    """How a game changed the rating of one of its players."""

    room: int
    person: int
    before: Rating
    after: Rating


class Season:
    """The standings so far."""

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
