"""My games: the most urgent first, with what each asks or waits for and since when; and a link to the next one."""

from datetime import timedelta

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.base.clock import now
from app.settings import Settings
from app.store.db.schema.games import rooms
from tests.support.playing import begun, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings, run, services_of


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def note_of(client: TestClient, key: str, language: str = "en") -> str:
    """Return what the card of a table says that it waits for."""
    card = client.get(f"/mine?lang={language}").text.split(f'id="card-{key}"')[1].split("</a>")[0]
    return " ".join(card.split('class="note')[1].split(">", 1)[1].replace("<", " <").split())


def test_a_game_that_waits_for_me_says_what_it_asks(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert note_of(client, key).startswith("You: Publish a dispatch, collect from the bank")
    assert note_of(client, key, "it").startswith("Tu:")


def test_who_gave_up_a_seat_finds_the_way_back_and_the_others_that_it_is_offered(
    client: TestClient, other: TestClient
) -> None:
    key = begun(client, other)
    assert post(client, f"/tables/{key}/resign").status_code == 303
    assert note_of(client, key).startswith("goes on without you")
    assert f'href="/tables/{key}/seat"' in client.get("/mine").text
    assert "seat offered" in other.get("/mine").text
    assert post(client, f"/tables/{key}/seat", seat="0").status_code == 303
    assert note_of(client, key).startswith("You: ")


def test_a_game_that_waits_for_others_names_them_and_since_when(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    run(client, long_ago, client)
    assert note_of(other, key).startswith("waiting for Ada")
    assert "2 h ago" in note_of(other, key)
    assert "2 ore fa" in note_of(other, key, "it")
    assert "hace 2 h" in note_of(other, key, "es")


async def long_ago(client: TestClient) -> None:
    async with services_of(client).database.writing() as connection:
        await connection.execute(sa.update(rooms).values(moved_at=now() - timedelta(hours=2)))


def test_from_one_game_to_the_next_that_waits(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert f'href="/mine/next?after={key}"' in other.get(f"/tables/{key}").text, "Bob has nothing to do there"
    lesson = post(client, "/learn/versailles").headers["location"]
    answer = client.get(f"/mine/next?after={key}", follow_redirects=False)
    assert answer.headers["location"] == lesson
    assert other.get(f"/mine/next?after={key}", follow_redirects=False).headers["location"] == "/mine"


def test_invitations_come_before_games_that_wait_for_others(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    third = another(client)
    come_as_guest(third, "Cleo")
    asked = table_of(third, access="named", names="Bob")
    text = other.get("/mine").text
    assert text.index(asked) < text.index(key)
    assert note_of(other, asked).startswith("you are invited")
    to = other.get("/mine/next", follow_redirects=False).headers["location"]
    assert to == f"/tables/{asked}"
