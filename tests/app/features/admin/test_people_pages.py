"""The admin pages of people: bans, which take effect at once, and roles."""

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.settings import Settings
from tests.app.features.admin.test_pages import WHY, action, appointed, number_of, said
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    another,
    log_in,
    post,
    quick_settings,
    register,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def test_whoever_is_banned_is_out_at_once_and_stays_out(admin: TestClient, client: TestClient, key: str) -> None:
    troll = another(client)
    register(troll, "Troll", "troll@example.org")
    number = number_of(admin, "Troll")
    with troll.websocket_connect(f"/tables/{key}/feed", headers=ORIGIN) as socket:
        assert post(admin, f"/admin/people/{number}", do="ban", reason=WHY).status_code == 303
        with pytest.raises(WebSocketDisconnect):
            read_on(socket)
    assert troll.get("/me", follow_redirects=False).status_code == 303
    answer = log_in(troll, "Troll")
    assert answer.status_code == 422
    assert said("ui.login.banned", "en") in answer.text
    assert said("ui.login.banned", "en") not in post(troll, "/login", who="Troll", password="wrong one", next="/").text
    assert post(admin, f"/admin/people/{number}", do="unban", reason=WHY).status_code == 303
    assert log_in(troll, "Troll").status_code == 303


def read_on(socket: WebSocketTestSession) -> None:
    """Read until the socket closes."""
    while True:
        socket.receive_text()


def test_nobody_shuts_themselves_out_and_guests_get_no_role(admin: TestClient, client: TestClient, key: str) -> None:
    assert post(admin, f"/admin/people/{number_of(admin, 'Zoe')}", do="ban", reason=WHY).status_code == 409
    ada = number_of(admin, "Ada")
    assert post(admin, f"/admin/people/{ada}", do="appoint", role="admin", reason=WHY).status_code == 422
    assert client.get("/admin").status_code == 404


def test_the_last_admin_does_not_delete_their_account(admin: TestClient, client: TestClient, key: str) -> None:
    answer = post(admin, "/me/leave", password=PASSWORD, name="")
    assert answer.status_code == 422
    assert said("ui.leave.last_admin", "en") in answer.text
    appointed(client, "Yve", "admin")
    assert post(admin, "/me/leave", password=PASSWORD, name="").status_code == 303


def test_who_is_banned_is_not_seated(admin: TestClient, client: TestClient, key: str) -> None:
    register(another(client), "Troll", "troll@example.org")
    assert post(admin, f"/admin/people/{number_of(admin, 'Troll')}", do="ban", reason=WHY).status_code == 303
    assert action(admin, key, "replace", seat="1", name="Troll").status_code == 422


def test_whoever_is_an_admin_can_make_others_so(admin: TestClient, client: TestClient) -> None:
    new = another(client)
    register(new, "Newton", "newton@example.org")
    assert new.get("/admin").status_code == 404
    path = f"/admin/people/{number_of(admin, 'Newton')}"
    assert post(admin, path, do="appoint", role="moderator", reason=WHY).status_code == 303
    assert new.get("/admin").status_code == 200
    assert post(admin, path, do="appoint", role="emperor", reason=WHY).status_code == 422
