"""The answers of calls about ratings, field by field, as in `answers`."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Rating(Struct, frozen=True):
    """A rating as it is shown, and its uncertainty; `mean` and `spread` are those of the model (openskill)."""

    rating: int
    uncertainty: int
    mean: float
    spread: float


class RatingAt(Struct, frozen=True):
    """A rating after a game that ended then."""

    at: datetime
    rating: Rating


class Rated(Struct, frozen=True):
    """A person's rating in a game for this number of players, and from how many games; `listed`: whether these are
    enough for the leaderboard. `history` has the oldest first."""

    game: str
    players: int
    rating: Rating
    games: int
    listed: bool
    history: list[RatingAt]


class Fared(Struct, frozen=True):
    """How a seat does: `wins` are shares of victories, `points` those of a game on average."""

    game: str
    players: int
    sides: list[str]
    games: int
    wins: float
    points: float


class Met(Struct, frozen=True):
    """A person the player has played with: how often the player finished before them, level, and behind them."""

    name: str
    games: int
    before: int
    level: int
    behind: int


class Player(Struct, frozen=True):
    """A person who plays here. `decisions` are those at tables with a clock, `late` how many of them timed out;
    `given_up` are the games in which they resigned, or were away too long."""

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
    """One of a person's finished games. `share` is their part of the victory; `people`: each seat belonged to one
    person. `before` and `after` are their ratings, null if it was not rated."""

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
    """How sides do with one value of a trait that the game reports: `field` is the trait, such as a strategy."""

    field: str
    value: str
    games: int
    wins: float
    points: float


class Bin(Struct, frozen=True):
    """How many games had between `first` and `last` turns."""

    first: int
    last: int
    games: int


class Statistics(Struct, frozen=True):
    """A game in figures, over the latest games with this number of players. `middle` figures are medians."""

    players: int
    games: int
    sides: list[Fared]
    traits: list[Trait]
    turns: list[Bin]
    middle_turns: float
    middle_decisions: float
    middle_days: float


class MovedRating(Struct, frozen=True):
    """The change of a person's rating by a game."""

    person: int
    name: str
    sides: list[str]
    rank: int
    before: Rating
    after: Rating


class Moved(Struct, frozen=True):
    """The changes of ratings by a game; empty if the game was not rated. Not `counted`: it has yet to be computed."""

    counted: bool
    ratings: list[MovedRating]
