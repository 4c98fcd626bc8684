"""Errors of a database are logged without the values that were to be written."""

import pytest
import sqlalchemy as sa

from app.store.db.schema.games import snapshots
from tests.support.process import Process


async def test_what_was_to_be_written_stands_in_no_error(process: Process) -> None:
    room = await process.opened()
    same = {"room": room.id, "epoch": 0, "sequence": 0, "state": "a secret hand"}
    with pytest.raises(sa.exc.IntegrityError) as caught:
        async with process.database.writing() as connection:
            await connection.execute(snapshots.insert().values(same))
    assert "a secret hand" not in str(caught.value)
