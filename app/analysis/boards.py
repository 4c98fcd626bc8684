"""Makes analysis boards for one person: from a position that they may see, or from a record they bring."""

from __future__ import annotations

from random import SystemRandom

from app.analysis.reading import Played
from app.clock import now
from app.replay.vantage import RECORD, Vantage
from app.rooms.asked import sides_awaited, sides_waited_for
from app.rooms.room import encoded
from app.rooms.rooms import new_key
from app.rooms.seats import Seat, decode_seats
from app.store.boards import BoardStore
from app.store.chairs import Chair
from app.store.lobby import Arranged
from app.store.requests import Asked
from app.store.rooms import NewRoom, RoomRow
from engine.core import registry
from engine.core.game import AnyGame
from engine.core.state import AnyState, encode, fingerprint

TITLE = 80


async def from_position(
    boards: BoardStore, looking: Vantage, row: RoomRow, step: int, then: AnyState, me: int, asked: Asked | None = None
) -> str:
    """Make a board that begins at a past or present position as the person may know it: what they cannot see is dealt
    again, and nothing of the game's future luck is left in it. Return its key. Raises TooManyBoards."""
    game = looking.room.game
    position = game.redeal(then, looking.side, SystemRandom())
    position.sequence, position.draws = 0, 0
    seats = tuple(Seat(seat.sides) for seat in decode_seats(row.seats))
    new = room_at(game, looking.room.title, seats, row.options, position)
    await boards.open(board(new, seats, me, f"{row.key}/{step}", asked), new)
    return new.key


async def from_record(boards: BoardStore, played: Played, me: int, asked: Asked | None = None) -> str:
    """Make a board at the end of a record; return its key. Raises TooManyBoards."""
    game = registry.game(played.game)
    seats = tuple(map(Seat, played.seats))
    title = title_of(played.title) or game.title
    new = room_at(game, title, seats, played.options, game.decode(played.last), played.prologue)
    origin = "patched" if played.patched else RECORD
    await boards.open(board(new, seats, me, origin, asked), new, played.entries, played.snapshots)
    return new.key


def title_of(text: str) -> str:
    """Return a record's title as a table's."""
    return "".join(one for one in " ".join(text.split()) if one.isprintable())[:TITLE].strip()


def room_at(
    game: AnyGame, title: str, seats: tuple[Seat, ...], options: str, position: AnyState, prologue: str = "[]"
) -> NewRoom:
    waiting, awaited = sides_waited_for(game, position), sides_awaited(game, position)
    return NewRoom(
        key=new_key(),
        game=game.key,
        title=title,
        options=options,
        seats=encoded(seats),
        prologue=prologue,
        status="playing" if waiting else "finished",
        hash=fingerprint(position),
        waiting=" ".join(waiting),
        awaited=" ".join(awaited),
        bot_due=False,
        state=encode(position).decode(),
        at=now(),
    )


def board(room: NewRoom, seats: tuple[Seat, ...], me: int, origin: str, asked: Asked | None = None) -> Arranged:
    """Return a table that nobody else may join, watch or find."""
    chairs = (Chair(number, seat.sides, person=me, ready=True) for number, seat in enumerate(seats))
    return Arranged(
        id=0,
        key=room.key,
        game=room.game,
        title=room.title,
        options=room.options,
        host=me,
        access="link",
        seating="pick",
        spectators=False,
        started=True,
        again="",
        opened_at=room.at,
        moved_at=room.at,
        chairs=tuple(chairs),
        kind="analysis",
        origin=origin,
        asked=asked,
    )
