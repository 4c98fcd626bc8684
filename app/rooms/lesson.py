"""A guided first game at a table. The game follows its guide's record: `wants` says what the learner has to choose
next, and `go_on` plays everything up to the next stop. The progress of a lesson follows from the position's sequence
alone, so nothing is stored but that the table is guided.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec import Struct

from app.model.refusals import Accepted
from app.model.senders import LESSON
from app.rooms.move import Move
from engine.core import registry
from engine.core.choice import Choice
from engine.core.game import AnyGame, Opening
from engine.core.guide import Guide, Stop
from engine.core.phrase import Phrase
from engine.core.record import Chosen, opening, read
from engine.core.refusal import Refusal
from engine.core.state import Side

if TYPE_CHECKING:
    from app.rooms.room import Room

log = structlog.get_logger(__name__)


EndLesson = Callable[["Room"], Awaitable[None]]
"""Stores that a game is no lesson any more, once it has gone past it."""


async def keep_lesson(room: Room) -> None:
    """Do nothing: a room without `Rooms` stores nothing."""


class NotInLesson(Refusal, frozen=True):
    """The choice is legal, but the lesson asks for another one."""

    wanted: Phrase


class Stand(Struct, frozen=True):
    """The progress of a lesson, which templates know as `table.lesson`."""

    name: str
    """The name of the stop; empty while moves of others are still to be played."""
    number: int
    """The number of this stop, or of the last one before, counted from 1."""
    count: int
    show: tuple[str, ...]
    wanted: Phrase | None
    """The learner's task; None where they only read on."""
    over: bool
    """Whether there is nothing more to learn."""
    goes_on: bool = False
    """Whether the game goes on after the lesson: a lesson may teach the first turns only."""


class Lesson(Struct, frozen=True):
    side: Side
    opening: Opening
    entries: tuple[Chosen, ...]
    stops: dict[int, Stop]

    def stop_at(self, sequence: int) -> Stop | None:
        return self.stops.get(sequence)

    def entry_at(self, sequence: int) -> Chosen | None:
        """Return the next entry of the record; None at the end."""
        return self.entries[sequence] if sequence < len(self.entries) else None

    def accepts(self, sequence: int, side: Side, choice: Choice) -> bool:
        entry, stop = self.entry_at(sequence), self.stop_at(sequence)
        if entry is None or side != entry.side:
            return False
        return any(same(choice, one) for one in (entry.choice, *(stop.also if stop else ())))

    def left_behind(self, sequence: int) -> bool:
        """Tell whether the game has gone past the end of the lesson."""
        return sequence > len(self.entries)

    def number(self, sequence: int) -> int:
        return sum(after <= sequence for after in self.stops)


@cache
def lesson_of(game: AnyGame) -> Lesson | None:
    """Return the lesson of a game; None if it has no guide."""
    guide: Guide | None = game.teaching.guide
    if guide is None:
        return None
    _, record = read((registry.folder(game.key) / guide.record).read_bytes())
    stops = {stop.after: stop for stop in guide.stops}
    return Lesson(guide.side, opening(game, record), tuple(record.choices), stops)


def stand(lesson: Lesson, sequence: int, wanted: Phrase | None, playing: bool) -> Stand:
    stop, over = lesson.stop_at(sequence), lesson.entry_at(sequence) is None
    name, show = (stop.name, stop.show) if stop else ("", ())
    return Stand(
        name, lesson.number(sequence), len(lesson.stops), show, wanted if stop else None, over, over and playing
    )


def learners_turn(lesson: Lesson, sequence: int) -> Chosen | None:
    """Return the next entry if the learner has to choose it."""
    entry = lesson.entry_at(sequence)
    return entry if entry and entry.side == lesson.side and lesson.stop_at(sequence) else None


async def follow(room: Room, lesson: Lesson) -> None:
    """After the learner's choice, play on to the next stop, or end the lesson if the game has gone past it."""
    await go_on(room)
    if lesson.left_behind(room.sequence):
        await room.end_lesson(room)


async def go_on(room: Room) -> None:
    """Play everything before the next stop. If an entry cannot be played, the lesson stays there and the learner may
    end it."""
    while (lesson := room.lesson) and room.status == "playing" and not lesson.stop_at(room.sequence):
        if not await play_next(room, lesson):
            return


async def play_next(room: Room, lesson: Lesson) -> bool:
    """Play the next entry of the record, whichever side it belongs to."""
    sequence = room.sequence
    entry = lesson.entry_at(sequence)
    if entry is None:
        return False
    answer = await room.play(Move(entry.side, entry.choice, str(sequence), sequence, LESSON))
    if not isinstance(answer, Accepted):
        log.warning("a lesson does not go on", room=room.key, sequence=sequence, refusal=answer.key)
    return isinstance(answer, Accepted)


def same(one: Choice, other: Choice) -> bool:
    """Tell whether two answers mean the same: the order of lists inside them does not matter."""
    return type(one) is type(other) and sorted_within(one) == sorted_within(other)


def sorted_within(value: Any) -> Any:
    match msgspec.to_builtins(value):
        case dict(fields):
            return {name: sorted_within(field) for name, field in fields.items()}
        case list(values) | tuple(values):
            return sorted((sorted_within(one) for one in values), key=msgspec.json.encode)
        case plain:
            return plain
