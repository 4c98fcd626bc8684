"""A table whose game cannot be loaded any more is as private as it was."""

import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.store.db.schema.games import snapshots
from tests.support.playing import begun
from tests.support.visitors import another, run, services_of


async def broken(client: TestClient, key: str) -> None:
    """Damage everything stored of it, and make the process forget it."""
    services = services_of(client)
    async with services.database.writing() as connection:
        await connection.execute(sa.update(snapshots).values(state="{"))
    services.rooms.forget(key)


def test_a_private_table_that_is_broken_is_there_for_those_who_play_alone(
    client: TestClient, other: TestClient
) -> None:
    key = begun(client, other, spectators="", title="A secret treaty")
    run(client, broken, client, key)
    stranger = another(client)
    for address in ("/tables/{}", "/api/v1/tables/{}"):
        there, absent = (stranger.get(address.format(one)) for one in (key, "nosuchtable2"))
        assert there.status_code == absent.status_code == 404
        assert there.text.replace(key, "KEY") == absent.text.replace("nosuchtable2", "KEY")
    assert "A secret treaty" in client.get(f"/tables/{key}").text
    assert client.get(f"/api/v1/tables/{key}").json()["error"] == "lost"


def test_a_public_table_that_is_broken_says_so_to_everybody(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    run(client, broken, client, key)
    assert "A table" in another(client).get(f"/tables/{key}").text
