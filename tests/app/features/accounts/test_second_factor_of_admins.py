"""Moderators and admins need a second factor, and a long password, before the admin pages open."""

from typing import Any

import pytest
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.settings import Settings
from app.store.db.schema.games import metadata
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    arm,
    change_person,
    code_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    token_of,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_who_runs_the_site_sets_one_up_before_its_pages_open(client: TestClient, role: str) -> None:
    register(client)
    change_person(client, "Ada", role=role)
    routes = [one for one in iter_route_contexts(client.app.routes) if str(one.path).startswith("/admin")]  # type: ignore[attr-defined]
    assert len(routes) > 7
    for route in routes:
        path = str(route.path).format(number=1, key="abc")
        for method in route.methods or ():
            sent: dict[str, Any] = {"data": {"do": "ban", "reason": "x", "token": token_of(client)}, "headers": ORIGIN}
            answer = client.request(method, path, follow_redirects=False, **(sent if method == "POST" else {}))
            assert (answer.status_code, answer.headers["location"]) == (303, "/me/factor"), (method, path)
    assert "set up two-step login" in client.get("/me/factor").text
    arm(client)
    assert client.get("/admin").status_code == 200


def test_a_short_password_keeps_the_pages_shut(client: TestClient) -> None:
    short, longer = "nine lives!!", "nine lives of a very old cat"
    register(client, password=short)
    arm(client, short)
    change_person(client, "Ada", role="admin")
    assert client.get("/admin", follow_redirects=False).status_code == 303
    assert "14 characters" in client.get("/me/factor").text
    assert post(client, "/me/password", old=short, password=longer).status_code == 303
    assert client.get("/admin").status_code == 200


def test_a_session_that_was_begun_without_a_code_shows_one_first(client: TestClient) -> None:
    """Like sessions that an older process has begun."""
    register(client)
    secret, _ = arm(client)
    change_person(client, "Ada", role="admin")

    async def forget() -> None:
        async with services_of(client).database.writing() as connection:
            await connection.execute(metadata.tables["sessions"].update().values(factor=False))

    run(client, forget)
    assert client.get("/admin", follow_redirects=False).status_code == 303
    assert post(client, "/me/factor", do="show", code="000000").status_code == 422
    assert post(client, "/me/factor", do="show", code=code_of(secret, 1)).status_code == 303
    assert client.get("/admin").status_code == 200


def test_switched_off_the_pages_are_shut_at_once(client: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    change_person(client, "Ada", role="admin")
    assert client.get("/admin").status_code == 200
    post(client, "/me/factor", do="off", password=PASSWORD, code=code_of(secret, 1))
    assert client.get("/admin", follow_redirects=False).headers["location"] == "/me/factor"
