"""What there is to show of a table: a room as it is now, or as it was after some choice. Made for each page and for
each change that watchers are told of; everything in it may be shown to the side it was made for.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.rooms.loading import Told
from app.rooms.room import Room
from app.rooms.seats import Seat
from app.words.reader import phrase_of
from engine.core import door
from engine.core.game import AnyGame, Point
from engine.core.journal import seen
from engine.core.phrase import Phrase
from engine.core.state import AnyState, Side


class Place(Struct, frozen=True):
    """A place in the final ranking."""

    rank: int
    sides: tuple[Side, ...]


class Table(Struct, frozen=True):
    """What templates know as `table`."""

    key: str
    title: str
    game: str
    status: str
    past: bool
    """Whether this is a look back."""
    sequence: int
    waiting: tuple[Side, ...]
    clause: str
    """The rule by which they are asked."""
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]
    points: tuple[Point, ...]
    question: Phrase | None = None
    """What is asked of those who are waited for; everybody may know."""


class Scene(Struct, frozen=True):
    game: AnyGame
    table: Table
    view: Struct
    log: list[Told]
    """As far as it may be read, oldest first."""


def scene_now(room: Room, side: Side | None) -> Scene:
    return scene(room, room.position, room.log, side, room.status, past=False)


def scene_then(room: Room, position: AnyState, log: Sequence[Told]) -> Scene:
    """The spectators' view of a past position."""
    return scene(room, position, log, None, "playing" if position.agenda else "finished", past=True)


def scene(room: Room, position: AnyState, log: Sequence[Told], side: Side | None, status: str, past: bool) -> Scene:
    game = room.game
    step = position.agenda[-1] if position.agenda and status == "playing" else None
    table = Table(
        key=room.key,
        title=room.title,
        game=game.title,
        status=status,
        past=past,
        sequence=position.sequence,
        waiting=tuple(door.waiting(game, position)) if step else (),
        clause=step.clause if step else "",
        question=phrase_of(game, step) if step else None,
        sides=position.sides,
        seats=room.seats,
        places=places(game, position) if not position.agenda else (),
        points=game.score(position) if not position.agenda else (),
    )
    return Scene(game, table, game.view(position, side), readable_log(log, side))


def places(game: AnyGame, position: AnyState) -> tuple[Place, ...]:
    """Those who tie share a place, and the next ones are so many further down."""
    found, rank = [], 1
    for sides in game.ranking(position):
        found.append(Place(rank, sides))
        rank += len(sides)
    return tuple(found)


def readable_log(log: Sequence[Told], side: Side | None) -> list[Told]:
    visible = (Told(told.sequence, told.side, told.at, seen(told.news, side)) for told in log)
    return [told for told in visible if told.news]
