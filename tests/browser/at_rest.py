"""Tables of Versailles 1919 on which nothing happens: in the middle of a game, of a bidding, of a draft, and when all
is over. Clerks played them so far.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from app.rooms.answers import Accepted
from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.store.database import Database
from app.store.ledger import open_ledger
from app.store.rooms import RoomStore
from app.store.schema import bring_up_to_date
from engine.core import door
from engine.versailles import GAME
from engine.versailles.bidding import Bidding
from engine.versailles.strategy import Picking

POSITIONS: dict[str, tuple[int, Callable[[Any], bool]]] = {
    "four": (4, lambda state: state.turn >= 20),
    "two": (2, lambda state: state.turn >= 12),
    "alone": (1, lambda state: state.turn >= 20),
    "bidding": (4, lambda state: any(isinstance(step, Bidding) and step.standing for step in state.agenda)),
    "drafting": (3, lambda state: any(isinstance(step, Picking) for step in state.agenda)),
    "over": (3, lambda _: False),
}
"""The key of each: so many players, and how far it went."""


async def lay_out(url: str) -> None:
    await bring_up_to_date(url)
    database = Database(url)
    store = RoomStore(database)
    rooms = Rooms(store, open_ledger(database, store))
    for number, (key, (players, enough)) in enumerate(POSITIONS.items()):
        await open_room(store, GAME, "The Hall of Mirrors", [""] * players, key=key, seed=f"{number:064x}")
        room = await rooms.get(key)
        assert isinstance(room, Room)
        await play(room, enough)
    await rooms.close()
    await rooms.ledger.close()
    await database.close()


async def play(room: Room, enough: Callable[[Any], bool]) -> None:
    chance = Random(1)
    while room.position.agenda and not enough(room.position):
        side, menu = next(iter(door.waiting(GAME, room.position).items()))
        choice = GAME.bots["clerk"](room.position, side, menu, chance)
        answer = await room.submit(side, msgspec.json.encode(choice), f"k{room.sequence}", room.sequence)
        assert isinstance(answer, Accepted), answer
