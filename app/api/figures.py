"""What calls about standings answer with, field by field, as in `answers`."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Rating(Struct, frozen=True):
    """A rating as it is shown, and how uncertain it is; `mean` and `spread` are those of the model (openskill)."""

    rating: int
    uncertainty: int
    mean: float
    spread: float


class RatingAt(Struct, frozen=True):
    """A rating after a game that ended then."""

    at: datetime
    rating: Rating


class Rated(Struct, frozen=True):
    """Somebody's rating in a game for so many players, from so many games; `listed`: whether these are enough for the
    leaderboard. `history` is the oldest first."""

    game: str
    players: int
    rating: Rating
    games: int
    listed: bool
    history: list[RatingAt]


class Fared(Struct, frozen=True):
    """How a seat fares: `wins` are shares of victories, `points` those of a game on average."""

    game: str
    players: int
    sides: list[str]
    games: int
    wins: float
    points: float


class Met(Struct, frozen=True):
    """Somebody one has played with: how often one came before them, level, and behind them."""

    name: str
    games: int
    before: int
    level: int
    behind: int


class Player(Struct, frozen=True):
    """Somebody who plays here. `decisions` are those at tables with a clock, `late` how many of them their time ran out
    for; `given_up` are the games in which they resigned, or were gone too long."""

    id: int
    name: str
    guest: bool
    came_at: datetime
    ratings: list[Rated]
    sides: list[Fared]
    met: list[Met]
    decisions: int
    late: int
    given_up: int


class PastGame(Struct, frozen=True):
    """One of somebody's finished games. `share` is their part of the victory; `people`: each seat was one person's.
    `before` and `after` are their ratings, null if it was not rated."""

    table: str
    title: str
    game: str
    players: int
    ended_at: datetime
    sides: list[str]
    rank: int
    share: float
    points: int
    people: bool
    before: Rating | None
    after: Rating | None


class PastGames(Struct, frozen=True):
    games: list[PastGame]
    page: int
    pages: int


class Leader(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    person: int
    name: str
    rating: Rating
    games: int


class Leaders(Struct, frozen=True):
    players: int
    lines: list[Leader]
    page: int
    pages: int


class Trait(Struct, frozen=True):
    """How sides fare of which the game tells this: `field` is what, such as a strategy, `value` which."""

    field: str
    value: str
    games: int
    wins: float
    points: float


class Bin(Struct, frozen=True):
    """So many games had between `first` and `last` turns."""

    first: int
    last: int
    games: int


class Statistics(Struct, frozen=True):
    """A game in figures, over the latest games of so many players. `middle` figures: half of all games have more."""

    players: int
    games: int
    sides: list[Fared]
    traits: list[Trait]
    turns: list[Bin]
    middle_turns: float
    middle_decisions: float
    middle_days: float


class MovedRating(Struct, frozen=True):
    """What a game did to somebody's rating."""

    person: int
    name: str
    sides: list[str]
    rank: int
    before: Rating
    after: Rating


class Moved(Struct, frozen=True):
    """Nobody if the game was not rated. Not `counted`: it is still to be worked out."""

    counted: bool
    ratings: list[MovedRating]
