"""Turns tables, positions and news into the structs of `answers`. Secrets are removed before anything gets here: by
Room.sight, by a game's view, by an entry's `seen_by`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from app.api.caller import Caller
from app.api.schemas.extras import AdminAction
from app.api.schemas.game import Line, Listed, Place, Plain, Point, Question, Refused, Seat, Table, Tenure, Vote
from app.decide.votes import asking_of
from app.model.clocks.side_time import told as time_told
from app.render.admin_log import Done
from app.render.scene import Scene, scene_now
from app.rooms.loading import Told
from app.rooms.room import Room
from app.store.people.people import Person
from app.store.tables.lists import Listed as Found
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from app.store.tables.tenures import Tenure as Held
from app.words.plain import PlainReader
from engine.core.refusal import Refusal
from engine.core.sides import written
from engine.core.state import AnyState


def seat(chair: Chair, person: Person | None, host: int | None) -> Seat:
    return Seat(
        number=chair.number,
        sides=list(chair.sides),
        person=chair.name,
        bot=chair.bot,
        mine=person is not None and chair.person == person.id,
        host=chair.person is not None and chair.person == host,
        ready=chair.ready,
        program=chair.program,
        wishes=list(chair.wishes),
    )


def listed_table(table: Found, person: Person | None) -> Listed:
    own = table.sides_of(person.id) if person else set()
    return Listed(
        key=table.key,
        game=table.game,
        title=table.title,
        status=table.status,
        sequence=table.sequence,
        moved_at=table.moved_at,
        waiting=table.waiting.split(),
        awaited=[side for side in table.awaited.split() if side in own],
        seats=[seat(chair, person, table.host) for chair in table.chairs],
        clock=table.terms,
        rated=table.rated,
    )


def open_table(table: Arranged, caller: Caller) -> Table:
    """Return a table whose game has not begun."""
    person = caller.person
    return Table(
        key=table.key,
        game=table.game,
        title=table.title,
        status="open",
        own=list(table.sides_of(person.id if person else None)),
        **about(table, person),
    )


def about(table: Arranged, person: Person | None) -> dict[str, Any]:
    """Return the terms and seats of a table."""
    return {
        "seats": [seat(chair, person, table.host) for chair in table.chairs],
        "options": msgspec.json.decode(table.options),
        "access": table.access,
        "seating": table.seats_by,
        "spectators": table.spectators,
        "delay": table.delay,
        "rated": table.rated,
        "private_talk": table.private_talk,
        "stand_in": table.stand_in,
        "comes_back": table.comes_back,
        "clock": table.terms,
        "invited": [guest.name for guest in table.invited],
        "again": table.again,
    }


def running_table(room: Room, caller: Caller) -> Table:
    """Return a table as this caller sees it; a room without a table has seats of bots only."""
    own = room.sides_of(caller.person)
    scene = scene_now(room, own[0] if own else None)
    seats = [Seat(n, list(one.sides), one.name, one.bot) for n, one in enumerate(room.seating.seats)]
    return Table(
        key=room.key,
        game=room.game.key,
        title=room.title,
        status=room.sight(own).status,
        own=list(own),
        epoch=room.epoch,
        sequence=scene.table.sequence,
        waiting=list(scene.table.waiting),
        awaited=[side for side in room.awaited if side in own],
        question=question(scene, caller),
        ranking=[Place(place.rank, list(place.sides), place.points) for place in scene.table.places],
        points=points(scene, caller.reader(room.game)),
        motion=None if scene.table.behind else motion(room),
        tenures=[tenure(one, scene.table.sequence) for one in room.tenures if one.first <= scene.table.sequence],
        agreed=scene.table.agreed,
        deeds=[admin_action(one) for one in scene.table.done],
        time=time_told(scene.table.clock),
        **(about(room.table, caller.person) if room.table else {"seats": seats}),
    )


def tenure(one: Held, shown: int) -> Tenure:
    """Return a tenure as a reader knows it who has seen the game up to `shown`."""
    over = one.last is not None and one.last <= shown
    return Tenure(one.seat, one.name, one.bot, one.first, one.last if over else None, one.why if over else "")


def admin_action(one: Done) -> AdminAction:
    return AdminAction(one.said, one.name, one.role, one.reason, one.at, list(one.sides), one.title, one.number)


def motion(room: Room) -> Vote | None:
    said = asking_of(room)
    return msgspec.convert(said, Vote, from_attributes=True) if said else None


def question(scene: Scene, caller: Caller) -> Question | None:
    asked = scene.table.question
    return Question(caller.reader(scene.game).text(asked), scene.table.clause) if asked else None


def points(scene: Scene, reader: PlainReader) -> list[Point]:
    return [
        Point(point.side, point.points, point.reason, reader.reason("score", point.reason, point.facts).striptags())
        for point in scene.table.points
    ]


def plain(things: Iterable[Any]) -> list[Plain]:
    return [msgspec.to_builtins(thing) for thing in things]


def sentences(things: Iterable[Any], reader: PlainReader) -> list[str]:
    return [reader.text(thing) for thing in things]


def line(told: Told, reader: PlainReader) -> Line:
    return Line(told.sequence, told.side, told.at, plain(told.news), sentences(told.news, reader))


def turn_of(position: AnyState, reader: PlainReader) -> tuple[int, str]:
    """Return the turn of the game at a position, as number and name."""
    turn = reader.game.turn(position)
    return turn, reader.turn(turn).striptags()


def refusal_body(refusal: Refusal, reader: PlainReader) -> Refused:
    facts = msgspec.to_builtins(refusal.facts, enc_hook=written)
    return Refused(refusal.key.partition(".")[2], reader.text(refusal), facts)
