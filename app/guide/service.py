"""Opens a person's lesson and plays on in it."""

from __future__ import annotations

from app.clock import now
from app.lobby.arranging import seats_of
from app.rooms.lesson import Lesson, go_on, play_next
from app.rooms.room import Room, encoded
from app.rooms.rooms import Rooms, new_key, room_opened
from app.store.chairs import Chair
from app.store.lobby import Arranged
from app.store.people import Person
from engine.core.game import AnyGame


async def open_lesson(rooms: Rooms, game: AnyGame, lesson: Lesson, person: Person, title: str) -> str:
    """Open a lesson and return the table's key; if the person has one under way, return that table's key."""
    if going_on := await rooms.tables.lesson_of(person.id, game.key):
        return going_on
    table = table_for(game, lesson, person, title)
    await rooms.tables.open(table, room_opened(game, title, seats_of(table), lesson.opening, table.key))
    return table.key


def table_for(game: AnyGame, lesson: Lesson, person: Person, title: str) -> Arranged:
    """Return a table for the learner alone; bots have the other seats, and play on should the lesson end before the
    game."""
    chairs = [
        Chair(number, sides, person=person.id, ready=True)
        if lesson.side in sides
        else Chair(number, sides, bot=game.best_bot, ready=True)
        for number, sides in enumerate(game.seats_at(lesson.opening))
    ]
    return Arranged(
        id=0,
        key=new_key(),
        game=game.key,
        title=title,
        options=encoded(lesson.opening.options),
        host=person.id,
        access="link",
        seating="pick",
        spectators=False,
        started=True,
        again="",
        opened_at=now(),
        moved_at=now(),
        kind="guide",
        chairs=tuple(chairs),
    )


async def play_on(room: Room) -> None:
    """Make the next move of the lesson for the learner, and those that follow."""
    if room.lesson and await play_next(room, room.lesson):
        await go_on(room)
