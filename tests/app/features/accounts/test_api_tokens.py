"""Programs that people allow to act for them: tokens are shown once, stored as digests, and end when their owner says
so.
"""

import re
from datetime import timedelta

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.base.clock import now
from app.base.tokens import digest_of
from app.settings import Settings
from app.store.db.schema.games import sessions
from tests.support.playing import begun, table_of
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    faults_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def made_in(text: str) -> str:
    """Return the token that a page shows."""
    return str(re.findall(r'value="(hrl_[A-Za-z0-9_-]{43})"', text)[0])


def token_for(client: TestClient, *scopes: str, days: str = "") -> str:
    answer = post(client, "/me/tokens", name="My bot", days=days, **dict.fromkeys(scopes, "on"))
    assert answer.status_code == 200, faults_of(answer)
    return made_in(answer.text)


def kept(client: TestClient, token: str) -> sa.Row[tuple[object, ...]]:
    async def find() -> sa.Row[tuple[object, ...]]:
        async with services_of(client).database.reading() as connection:
            found = sa.select(sessions).where(sessions.c.digest == digest_of(token))
            return (await connection.execute(found)).one()

    row: sa.Row[tuple[object, ...]] = run(client, find)
    return row


def change(client: TestClient, token: str, **values: object) -> None:
    async def update() -> None:
        async with services_of(client).database.writing() as connection:
            await connection.execute(sessions.update().where(sessions.c.digest == digest_of(token)).values(values))

    run(client, update)


def test_a_token_is_shown_once_and_kept_as_a_digest(client: TestClient) -> None:
    come_as_guest(client)
    answer = post(client, "/me/tokens", name=" My   bot ", days="30", read="on", play="on")
    token = made_in(answer.text)
    assert answer.headers["cache-control"] == "no-store"
    row = kept(client, token)._mapping
    assert (row["agent"], row["scopes"], row["table"]) == ("My bot", "read play", "")
    assert token not in repr(row)
    later = client.get("/me/tokens")
    assert token not in later.text
    assert "My bot" in later.text
    assert "My bot" not in client.get("/me/sessions").text, "it is no browser"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": "a\nb\u202e"}, "name"),
        ({"read": ""}, "scopes"),
        ({"days": "9"}, "days"),
    ],
)
def test_what_is_wrong_with_a_token_is_said_beside_it(client: TestClient, fields: dict[str, str], field: str) -> None:
    come_as_guest(client)
    answer = post(client, "/me/tokens", **({"name": "My bot", "days": "", "read": "on"} | fields))
    assert answer.status_code == 422
    assert field in faults_of(answer)
    assert "hrl_" not in answer.text


def test_somebody_has_only_so_many_tokens(client: TestClient) -> None:
    come_as_guest(client)
    for _ in range(20):
        token_for(client, "read")
    assert post(client, "/me/tokens", name="One more", days="", read="on").status_code == 422


def test_a_token_ends_when_its_owner_says_so_and_nobody_else(client: TestClient) -> None:
    come_as_guest(client)
    token = token_for(client, "read")
    other = another(client)
    come_as_guest(other, "Bob")
    which = re.findall(r'name="which" value="(\d+)"', client.get("/me/tokens").text)[0]
    assert post(other, "/me/tokens/end", which=which).status_code == 404
    assert post(client, "/me/tokens/end", which="x").status_code == 422
    assert kept(client, token)
    assert post(client, "/me/tokens/end", which=which).status_code == 303
    assert "My bot" not in client.get("/me/tokens").text


def test_a_token_ends_at_its_time(client: TestClient) -> None:
    come_as_guest(client)
    token = token_for(client, "read", days="7")
    bearer = {"authorization": f"Bearer {token}"}
    assert client.get("/api/v1/me", headers=bearer).status_code == 200
    change(client, token, until=now() - timedelta(seconds=1))
    assert client.get("/api/v1/me", headers=bearer).status_code == 401
    assert "My bot" not in client.get("/me/tokens").text


def test_pages_take_no_tokens(client: TestClient) -> None:
    come_as_guest(client)
    bearer = {"authorization": f"Bearer {token_for(client, 'read')}"}
    answer = client.get("/me", headers=bearer, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/guest?next=/me")
    client.cookies.clear()
    client.cookies.set("horloge", bearer["authorization"].removeprefix("Bearer hrl_"))
    assert client.get("/me", follow_redirects=False).status_code == 303, "a token is no cookie"


def test_leaving_for_good_ends_all_tokens(client: TestClient) -> None:
    register(client)
    bearer = {"authorization": f"Bearer {token_for(client, 'read')}"}
    assert client.get("/api/v1/me", headers=bearer).json()["name"] == "Ada"
    assert post(client, "/me/leave", password="nine lives of a cat", name="").status_code == 303
    assert client.get("/api/v1/me", headers=bearer).status_code == 401


def test_seats_are_opened_to_a_program_by_who_sits_there(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client)
    other = another(client)
    come_as_guest(other, "Bob")
    assert other.get(f"/tables/{key}/program").status_code == 404
    assert post(other, f"/tables/{key}/program", name="x").status_code == 404
    assert "played by a program" not in client.get(f"/tables/{key}").text
    token = made_in(post(client, f"/tables/{key}/program", name="Engine").text)
    assert (kept(client, token)._mapping["scopes"], kept(client, token)._mapping["table"]) == ("read play", key)
    assert "played by a program" in other.get(f"/tables/{key}").text
    which = re.findall(r'name="which" value="(\d+)"', client.get(f"/tables/{key}/program").text)[0]
    assert post(client, f"/tables/{key}/program/end", which=which).status_code == 303
    assert "played by a program" not in other.get(f"/tables/{key}").text


def test_those_who_have_the_table_open_see_at_once_that_a_program_plays(client: TestClient) -> None:
    other = another(client)
    key = begun(client, other, game="versailles")
    with other.websocket_connect(f"/tables/{key}/feed?after=0", headers=ORIGIN) as feed:
        post(client, f"/tables/{key}/program", name="Engine")
        frame = feed.receive_json()
        while "html" not in frame or "played by a program" not in frame["html"]:
            frame = feed.receive_json()
    assert "played by a program" in other.get(f"/tables/{key}").text
