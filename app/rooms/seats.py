"""The seats of a table: each holds one or several sides and belongs to a bot, to a person, or to nobody yet."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.store.chairs import Chair
from app.store.lobby import Arranged
from engine.core.game import AnyGame
from engine.core.state import Side


class Seat(Struct, frozen=True, omit_defaults=True):
    sides: tuple[Side, ...]
    bot: str = ""
    """The kind of bot that plays here; empty for a person."""
    name: str = ""
    """The name of the person who sits here. It is not stored with the game, since people change their names."""
    program: bool = False
    """Whether that person lets a program play; not stored either."""
    offered: bool = False
    """Whether the player has left and nobody has taken the seat yet; not stored either."""
    person: int = 0
    """The person whose profile may be looked at, 0 for none; not stored either."""


class NoSuchSeating(ValueError):
    """The game cannot be played with these seats."""


def seating(game: AnyGame, bots: Iterable[str], options: Struct | None = None) -> tuple[Seat, ...]:
    """Return a seat for each kind of bot named, in order; an empty name is a person's seat. Without `options` the
    defaults apply. Raises NoSuchSeating."""
    kinds = tuple(bots)
    if len(kinds) not in game.players:
        raise NoSuchSeating(f"{game.title} is for {' or '.join(map(str, game.players))} players, not {len(kinds)}")
    if unknown := {kind for kind in kinds if kind and kind not in game.bots}:
        raise NoSuchSeating(f"there is no bot {min(unknown)!r}; there are: {', '.join(game.bots)}")
    seats = game.seating(len(kinds), options or game.options())
    return tuple(Seat(sides, kind) for sides, kind in zip(seats, kinds, strict=True))


decode_seats = msgspec.json.Decoder(tuple[Seat, ...]).decode


def sides_of(seats: Iterable[Seat]) -> tuple[Side, ...]:
    """Return all sides in the order of the seats: those that the game opens with."""
    return tuple(side for seat in seats for side in seat.sides)


def bots_of(seats: tuple[Seat, ...]) -> dict[Side, str]:
    """Return the kind of bot that answers for each side that has one."""
    return {side: seat.bot for seat in seats if seat.bot for side in seat.sides}


def seated(seats: tuple[Seat, ...], table: Arranged | None) -> tuple[Seat, ...]:
    """Return the seats with the people who sit there now: their names, and whether programs play for them."""
    chairs = {chair.sides: chair for chair in table.chairs} if table else {}
    return tuple(taken(seat, chairs.get(seat.sides)) for seat in seats)


def taken(seat: Seat, chair: Chair | None) -> Seat:
    if chair is None:
        return seat
    linked = (chair.linked and chair.person) or 0
    return replace(
        seat, bot=chair.bot, name=chair.name, program=chair.program, offered=chair.free, person=linked
    )  # fmt: skip
