"""Exports records of tables. Of a finished game: all of it, with its seed, as `horloge record` reads it. Of a running
game: a digest of what happened, as far as the visitor may know it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from app.rooms.draws import begun_with, lots_of
from app.rooms.loading import decode_position, log_entry
from app.rooms.room import Room
from app.rooms.viewpoint import Vantage, whole
from app.store.games.rooms import RoomRow, RoomStore, StoredEntry
from engine.core import door
from engine.core.chance import commitment
from engine.core.journal import Entry, seen
from engine.core.record import Chosen, Patch, Record, Tenure
from engine.core.state import AnyState, Side

LED = "The game was led back here, and went on as another branch."


class Known(Struct, frozen=True, omit_defaults=True):
    """A side's knowledge of one step: its news and, if the choice was its own, the choice."""

    sequence: int
    news: list[Entry]
    side: Side = ""
    choice: msgspec.Raw | None = None


class Digest(Struct, frozen=True, omit_defaults=True):
    """A running game as one side or the public knows it. It cannot be replayed, since what is hidden is left out."""

    digest: int
    game: str
    rules: str
    title: str
    sides: tuple[Side, ...]
    players: int
    options: msgspec.Raw
    epoch: int
    sequence: int
    waiting: tuple[Side, ...]
    commitment: str
    """The SHA-256 of the seed."""
    view: Struct
    entries: list[Known]
    as_: Side | None = field(name="as", default=None)


async def exported(store: RoomStore, looking: Vantage) -> bytes:
    """Return the whole record, if it may be known and the game can be replayed from its beginning; else the digest."""
    room = looking.room
    row = await store.row(room.key)
    entries = await store.entries(room.id, looking.sight.epoch, 0, looking.last)
    kept = await record(store, room, row, entries) if whole(looking.room, looking.sight) else None
    made = kept or digest(looking, row, entries)
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"


async def record(store: RoomStore, room: Room, row: RoomRow, entries: list[StoredEntry]) -> Record[Any, Any] | None:
    """Return the record; None where dice or cards were given in advance."""
    oldest = (await store.made_of(room.id, row.epoch))[-1].epoch
    snapshot = await store.snapshot(room.id, oldest, 0)
    first = decode_position(room.game, snapshot.state) if snapshot else None
    begun = begun_with(room, first, row.options, lots_of(room.game, row.prologue)) if first else None
    if first is None or begun is None:
        return None
    totals = room.game.totals(room.position)
    patches = await led_on(store, room, row, first)
    led = {patch.after for patch in patches}
    return Record(
        record=1,
        game=room.game.key,
        rules=first.rules,
        sides=begun.sides,
        choices=[
            Chosen(entry.side, msgspec.Raw(entry.choice.encode()), "" if entry.sequence in led else entry.hash)
            for entry in entries
        ],
        patches=patches,
        options=msgspec.Raw(row.options.encode()),
        seed=first.seed,
        points={side: totals[side] for side in begun.sides},
        title=room.title,
        players=0 if len(room.seating.seats) == len(begun.sides) else len(room.seating.seats),
        lots=begun.lots,
        tenures=[
            Tenure(room.seating.seats[one.seat].sides, one.first, one.name, one.bot, one.last, one.why)
            for one in room.tenures
        ],
    )


async def led_on(store: RoomStore, room: Room, row: RoomRow, first: AnyState) -> list[Patch]:
    """Return a patch for each place where the game was rewound and went on as another branch: draws made by then stay
    made; after its end it goes on with another seed."""
    found = list[Patch]()
    for reach in (await store.made_of(row.id, row.epoch))[:-1]:
        root = await store.snapshot(row.id, reach.epoch, reach.first)
        assert root, "each branch has its first position"
        there = decode_position(room.game, root.state)
        changed: dict[str, object] = {"draws": there.draws, "barriers": there.barriers}
        changed |= {"seed": there.seed} if there.seed != first.seed else {}
        found += [Patch(reach.first, path, value, LED) for path, value in changed.items()]
    return found[::-1]


def digest(looking: Vantage, row: RoomRow, entries: list[StoredEntry]) -> Digest:
    room, position = looking.room, looking.sight.position
    known = (known_of(looking, entry) for entry in entries)
    return Digest(
        digest=1,
        game=room.game.key,
        rules=room.game.rules,
        title=room.title,
        sides=position.sides,
        players=len(room.seating.seats),
        options=msgspec.Raw(row.options.encode()),
        epoch=looking.sight.epoch,
        sequence=looking.last,
        waiting=tuple(door.waiting(room.game, position)),
        commitment=commitment(position.seed) if position.seed else "",
        view=room.game.view(position, looking.side),
        entries=[one for one in known if one.news or one.choice],
        as_=looking.side,
    )


def known_of(looking: Vantage, entry: StoredEntry) -> Known:
    news = seen(log_entry(looking.room.game, entry).news, looking.side)
    if entry.side not in looking.own:
        return Known(entry.sequence, news)
    return Known(entry.sequence, news, entry.side, msgspec.Raw(entry.choice.encode()))
