"""Tables on which nothing happens, played so far by bots. A game may list its own in the `at_rest.py` of its tests."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from app.model.refusals import Accepted
from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.games.ledger import open_ledger
from app.store.games.rooms import RoomStore
from engine.core import door
from engine.core.game import AnyGame
from tests.support.games import every_game, own_part
from tests.support.moves import play as play_move

Enough = Callable[[Any], bool]


def tables() -> Iterator[tuple[AnyGame, str, int, Enough]]:
    """Yield the game and the key of each table, the number of players, and the test of when to stop playing."""
    for game in every_game().values():
        if part := own_part(game.key, "at_rest"):
            for key, (players, enough) in part.POSITIONS.items():
                yield game, key, players, enough


async def lay_out(url: str) -> None:
    await bring_up_to_date(url)
    database = Database(url)
    store = RoomStore(database)
    rooms = Rooms(store, open_ledger(database, store))
    for number, (game, key, players, enough) in enumerate(tables()):
        await open_room(store, game, "The Hall of Mirrors", [""] * players, key=key, seed=f"{number:064x}")
        room = await rooms.get(key)
        assert isinstance(room, Room)
        await play(room, enough)
    await rooms.close()
    await rooms.ledger.close()
    await database.close()


async def play(room: Room, enough: Enough) -> None:
    chance, bot = Random(1), next(iter(room.game.bots.values()))
    while room.position.agenda and not enough(room.position):
        side, menu = next(iter(door.waiting(room.game, room.position).items()))
        choice = bot(room.position, side, menu, chance)
        answer = await play_move(room, side, choice, f"k{room.sequence}")
        assert isinstance(answer, Accepted), answer
