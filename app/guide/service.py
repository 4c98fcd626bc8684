"""A guided first game of somebody's own: opened, gone on with, ended. Called by guide.routes."""

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
    """The key of the table; the one at which somebody is being taught already, if there is one."""
    if going_on := await rooms.tables.lesson_of(person.id, game.key):
        return going_on
    table = table_for(game, lesson, person, title)
    await rooms.tables.open(table, room_opened(game, title, seats_of(table), lesson.opening, table.key))
    return table.key


def table_for(game: AnyGame, lesson: Lesson, person: Person, title: str) -> Arranged:
    """Only for the learner; bots have the other seats, and go on with the game should the lesson end before it."""
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
    """The next move of the lesson is made for the learner, and what follows it."""
    if room.lesson and await play_next(room, room.lesson):
        await go_on(room)
