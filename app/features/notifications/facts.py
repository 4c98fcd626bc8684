"""Finds which facts at a table people should be notified of, from a room, or from its row if the room cannot be read.
It has no side effects.

A fact is named after the position at which it arose. It is the same fact as long as it is true and the person has not
moved since; so a person who is asked, answers, and is asked again is notified of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from app.model.notification_kinds import MOTION, OFFER, OVER, STOPPED, TIME, TURN
from app.rooms.room import Room
from app.store.games.rooms import RoomRow
from app.store.messages.notices import Matter
from app.store.tables.tables import Arranged
from engine.core.alerts import Alert
from engine.core.journal import Entry, seen
from engine.core.state import Side


def standing(room: Room, stood: list[Matter]) -> list[Matter]:
    """Return all facts that are true at a table now, given those of the last look."""
    people: dict[int, tuple[Side, ...]] = {}
    for chair in room.table.chairs if room.table and room.seating.tells else ():
        if chair.person is not None:
            people[chair.person] = people.get(chair.person, ()) + chair.sides
    found = [one for person, own in people.items() for one in matters_of(room, person, own, stood)]
    return [*found, *asked(room, people)]


def has_stopped(row: RoomRow) -> bool:
    """Tell whether a fault has stopped the game. If an admin has frozen it, the players are notified of that action
    instead."""
    return row.status == "frozen" and row.trouble != ""


def stopped(row: RoomRow, table: Arranged, admins: Collection[int]) -> Iterator[Matter]:
    """Yield that a fault has stopped the game, for its players and for the admins."""
    players = {chair.person for chair in table.chairs if chair.person is not None and table.kind == "game"}
    for person in sorted(players | {*admins}):
        yield Matter(person, STOPPED, f"{row.epoch}.{row.sequence}", row.epoch, row.sequence)


def matters_of(room: Room, person: int, own: tuple[Side, ...], stood: list[Matter]) -> Iterator[Matter]:
    acted = max((told.sequence for told in room.log if told.side in own), default=-1)
    news = acted < room.sequence
    matters = ((TURN, room.waiting), (OFFER, room.awaited), *alerted(room, own), (TIME, reminded(room)))
    for kind, sides in matters:
        if not set(sides).isdisjoint(own):
            yield same(stood, person, kind, room.epoch, acted) or since_now(room, person, kind, news or kind == TIME)
    if room.status == "finished" and not room.void:
        yield Matter(person, OVER, str(room.epoch), room.epoch, room.sequence, news)


def same(stood: list[Matter], person: int, kind: str, epoch: int, acted: int) -> Matter | None:
    """Return the fact of this kind that has been true since the person last moved."""
    own = (one for one in stood if (one.person, one.kind, one.epoch) == (person, kind, epoch))
    return next((one for one in own if one.sequence > acted), None)


def since_now(room: Room, person: int, kind: str, news: bool) -> Matter:
    return Matter(person, kind, f"{room.epoch}.{room.sequence}", room.epoch, room.sequence, news)


def asked(room: Room, people: Collection[int]) -> Iterator[Matter]:
    """Yield the open vote for everyone who has yet to vote."""
    vote = room.open_vote
    if vote:
        for person in people:
            if person != vote.person and person not in vote.ballots:
                yield Matter(person, MOTION, str(vote.id), room.epoch, room.sequence)


def reminded(room: Room) -> Collection[Side]:
    """Return the sides whose time is running out."""
    clock = room.clock
    if clock is None or clock.paused:
        return ()
    return [side for side in room.waiting if side in clock.hands and clock.hands[side].reminded]


def alerted(room: Room, own: tuple[Side, ...]) -> list[tuple[str, tuple[Side, ...]]]:
    """Return the game's alerts and for which of these sides each is."""
    sides_of: dict[str, tuple[Side, ...]] = {}
    for side, alert in alerts(room, own):
        sides_of[alert.kind] = (*sides_of.get(alert.kind, ()), side)
    return [*sides_of.items()]


def alerts(room: Room, own: tuple[Side, ...]) -> Iterator[tuple[Side, Alert]]:
    """Yield the game's alerts for these sides, each from entries that the side itself may read."""
    if room.status != "playing" or not room.game.out_of_turn.alert_kinds:
        return
    told: list[Entry] = [entry for line in room.log for entry in line.news]
    for side in own:
        for alert in room.game.out_of_turn.alerts(room.position, side, seen(told, side)):
            yield side, alert
