"""For every registered game, after a reset, a rewind and a return to a later position: every old entry stays readable,
and the position is the one its branch leads to.
"""

from random import Random

import pytest
import sqlalchemy as sa

from app.features.admin.actions import SHELL_DOER, do
from app.features.replay.exporting import exported
from app.model.refusals import Accepted
from app.rooms.admin_actions import Asked, Reset, Rewind, Undo
from app.rooms.loading import load
from app.rooms.room import Room
from app.rooms.rooms import open_room
from app.rooms.verifying import prove
from app.rooms.viewpoint import vantage
from app.store.db.schema.games import entries, snapshots
from engine.core.fuzz import random_answer
from engine.core.record import Replay, read
from tests.support.games import every_game
from tests.support.moves import play
from tests.support.process import SEED, Process, process_on

GAMES = every_game()
TABLES = [(key, players) for key, game in GAMES.items() for players in game.players]


class Led:
    """A table of a game that is led through several branches; `kept` is everything ever stored of it."""

    def __init__(self, process: Process, room: Room, chance: Random) -> None:
        self.process, self.room, self.chance = process, room, chance
        self.kept: dict[str, set[tuple[object, ...]]] = {"entries": set(), "snapshots": set()}

    async def play(self, steps: int) -> None:
        room, answer = self.room, random_answer(self.room.game)
        for _ in range(steps):
            if room.status != "playing":
                return
            side, choice = answer(room.position, self.chance)
            key = f"led-{room.epoch}-{room.sequence}"
            assert isinstance(await play(room, side, choice, key), Accepted)

    async def lead(self, asked: Asked) -> None:
        """Carry out the action, and check that nothing stored before has changed."""
        epoch, sequence = self.room.epoch, self.room.sequence
        await self.look()
        assert await do(self.process.database, SHELL_DOER, self.room.key, asked, "It has to be.") is None
        await self.room.refresh()
        assert self.room.epoch == epoch + 1
        left = await self.process.store.row_of(await self.room.follower.row(), epoch)
        assert left
        assert left.sequence == sequence
        await load(self.process.store, self.room.game, left)
        await self.look()

    async def look(self) -> None:
        """Check that everything ever stored is still there, and that the position is where its branch leads."""
        for table in (entries, snapshots):
            async with self.process.database.reading() as connection:
                rows = {tuple(row) for row in await connection.execute(sa.select(table))}
            assert self.kept[table.name] <= rows
            self.kept[table.name] = rows
        row = await self.room.follower.row()
        assert (await load(self.process.store, self.room.game, row)).position == self.room.position
        assert str(await prove(self.process.store, row)) == f"/tables/{row.key}: same, {row.sequence} entries"


@pytest.mark.parametrize(("key", "players"), TABLES)
async def test_led_to_and_fro_a_game_loses_nothing(sqlite_url: str, key: str, players: int) -> None:
    async with process_on(sqlite_url) as process:
        game = GAMES[key]
        made = await open_room(process.store, game, "A table", [""] * players, seed=SEED)
        table = Led(process, await process.room(made), Random(f"{key} {players}"))
        await table.play(54)
        await table.lead(Rewind(table.room.sequence - 3))
        await table.play(5)
        await table.lead(Undo(0))
        await table.play(2)
        await table.lead(Rewind(4))
        await table.play(3)
        await table.lead(Rewind(0))
        await table.play(2)
        await table.lead(Undo(1))
        await record_holds(table)
        await table.lead(Reset())
        await table.play(3)
        await table.lead(Reset(same_seed=True))
        await table.lead(Undo(4))
        await table.play(2)
        await table.look()


async def record_holds(table: Led) -> None:
    """Check that the exported record of such a game can be replayed once the game is over."""
    room = table.room
    room.status = "finished"
    looking = vantage(room, None)
    game, record = read(await exported(table.process.store, looking))
    assert [*Replay(game, record)][-1][1] == room.position
    room.status = "playing"
