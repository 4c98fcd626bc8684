"""Finds which facts at a table people should be notified of, from a room, or from its row if the room cannot be read.
It has no side effects.

A fact is named after the position at which it arose. It is the same fact as long as it is true and the person has not
moved since; so a person who is asked, answers, and is asked again is notified of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from app.model.notification_kinds import OFFER, OVER, STOPPED, TIME, TURN, VOTE
from app.rooms.room import Room
from app.store.games.rooms import RoomRow
from app.store.messages.notices import Fact
from app.store.tables.tables import Arranged
from engine.core.alerts import Alert
from engine.core.journal import Entry, seen
from engine.core.state import Side


def true_facts(room: Room, stood: list[Fact]) -> list[Fact]:
    """Return all facts that are true at a table now, given those of the last look."""
    people: dict[int, tuple[Side, ...]] = {}
    for chair in room.table.chairs if room.table and room.seating.tells else ():
        if chair.person is not None:
            people[chair.person] = people.get(chair.person, ()) + chair.sides
    found = [one for person, own in people.items() for one in facts_for(room, person, own, stood)]
    return [*found, *open_votes(room, people)]


def has_stopped(row: RoomRow) -> bool:
    """Tell whether a fault has stopped the game. If an admin has frozen it, the players are notified of that action
    instead."""
    return row.status == "frozen" and row.trouble != ""


def facts_of_fault(row: RoomRow, table: Arranged, admins: Collection[int]) -> Iterator[Fact]:
    """Yield that a fault has stopped the game, for its players and for the admins."""
    players = {chair.person for chair in table.chairs if chair.person is not None and table.kind == "game"}
    for person in sorted(players | {*admins}):
        yield Fact(person, STOPPED, f"{row.epoch}.{row.sequence}", row.epoch, row.sequence)


def facts_for(room: Room, person: int, own: tuple[Side, ...], stood: list[Fact]) -> Iterator[Fact]:
    acted = max((told.sequence for told in room.log if told.side in own), default=-1)
    news = acted < room.sequence
    candidates = ((TURN, room.waiting), (OFFER, room.awaited), *sides_alerted(room, own), (TIME, sides_reminded(room)))
    for kind, sides in candidates:
        if not set(sides).isdisjoint(own):
            known = same_fact(stood, person, kind, room.epoch, acted)
            yield known or new_fact(room, person, kind, news or kind == TIME)
    if room.status == "finished" and not room.void:
        yield Fact(person, OVER, str(room.epoch), room.epoch, room.sequence, news)


def same_fact(stood: list[Fact], person: int, kind: str, epoch: int, acted: int) -> Fact | None:
    """Return the fact of this kind that has been true since the person last moved."""
    own = (one for one in stood if (one.person, one.kind, one.epoch) == (person, kind, epoch))
    return next((one for one in own if one.sequence > acted), None)


def new_fact(room: Room, person: int, kind: str, news: bool) -> Fact:
    return Fact(person, kind, f"{room.epoch}.{room.sequence}", room.epoch, room.sequence, news)


def open_votes(room: Room, people: Collection[int]) -> Iterator[Fact]:
    """Yield the open vote for everyone who has yet to vote."""
    vote = room.open_vote
    if vote:
        for person in people:
            if person != vote.person and person not in vote.ballots:
                yield Fact(person, VOTE, str(vote.id), room.epoch, room.sequence)


def sides_reminded(room: Room) -> Collection[Side]:
    """Return the sides whose time is running out."""
    clock = room.clock
    if clock is None or clock.paused:
        return ()
    return [side for side in room.waiting if side in clock.hands and clock.hands[side].reminded]


def sides_alerted(room: Room, own: tuple[Side, ...]) -> list[tuple[str, tuple[Side, ...]]]:
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
