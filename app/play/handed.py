"""Changes of seats as the log, recaps and mails tell them: who left and why, and who plays now; and who sat where at a
past position.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from markupsafe import Markup
from msgspec import Struct

from app.rooms.seats import Seat
from app.store.tenures import Held, Tenure
from app.words.reader import Reader
from engine.core.state import Side


class Sitter(Struct, frozen=True):
    """A person by name, or a kind of bot."""

    name: str
    bot: str


class Handed(Struct, frozen=True):
    """A seat that changed hands after the position of a sequence."""

    sequence: int
    at: datetime
    sides: tuple[Side, ...]
    why: str
    left: Sitter | None
    came: Sitter | None
    """None while nobody has taken the seat."""


def handed_over(held: Held, seats: tuple[Seat, ...]) -> tuple[Handed, ...]:
    """Return the changes of seats in the order in which they happened."""
    found = [one for number, seat in enumerate(seats) for one in of_seat([t for t in held if t.seat == number], seat)]
    return tuple(sorted(found, key=lambda one: one.at))


def of_seat(held: list[Tenure], seat: Seat) -> Iterable[Handed]:
    for before, tenure in zip([None, *held], [*held, None], strict=True):
        if tenure is None or (before and before.ended_at != tenure.began_at):
            if before and before.last is not None and before.ended_at:
                yield Handed(before.last, before.ended_at, seat.sides, before.why, sitter(before), None)
            if tenure:
                yield Handed(tenure.first, tenure.began_at, seat.sides, "", None, sitter(tenure))
        elif before and before.ended_at:
            yield Handed(tenure.first, tenure.began_at, seat.sides, before.why, sitter(before), sitter(tenure))


def sitter(tenure: Tenure) -> Sitter:
    return Sitter(tenure.name, tenure.bot)


def sentences(one: Handed, reader: Reader) -> list[Markup]:
    """Return the sentences: who left, and who plays now."""
    say, sides = reader.words.say, Markup(", ").join(map(reader.side, one.sides))
    left = [say(f"ui.seat.why.{one.why}", name=called(one.left, reader), sides=sides)] if one.left else []
    came = say("ui.seat.plays", name=called(one.came, reader), sides=sides) if one.came else None
    return [*left, came or say("ui.seat.is_offered", sides=sides)]


def called(one: Sitter, reader: Reader) -> str:
    say = reader.words.say
    return say("ui.bot", kind=reader.word("bot", one.bot)) if one.bot else one.name or say("ui.lobby.gone")


def seats_at(seats: tuple[Seat, ...], held: Held, sequence: int) -> tuple[Seat, ...]:
    """Return who sat where when the position of a sequence was played on."""
    return tuple(seat_at(seat, [t for t in held if t.seat == number], sequence) for number, seat in enumerate(seats))


def seat_at(seat: Seat, held: list[Tenure], sequence: int) -> Seat:
    if not held:
        return seat
    there = [one for one in held if one.first <= sequence and (one.last is None or sequence < one.last)]
    if not there:
        return Seat(seat.sides, offered=True)
    return seat if there[-1].last is None else Seat(seat.sides, there[-1].bot, there[-1].name)
