"""Links in mails: opening one does nothing yet, only the newest works, once, and for nothing else."""

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from app.web.visitor import COOKIE
from tests.app.features.accounts.test_entry import NEW, person_of
from tests.support.visitors import (
    PASSWORD,
    another,
    confirm,
    faults_of,
    key_of,
    link_in,
    log_in,
    name_of,
    post,
    quick_settings,
    register,
    written,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def test_opening_the_link_of_a_mail_does_nothing_yet(client: TestClient, other: TestClient) -> None:
    """Programs that scan mails open links."""
    register(client)
    page = other.get(link_in(client, "ada@example.org"))
    assert page.status_code == 200
    assert "ada@example.org" in page.text
    assert page.headers["cache-control"] == "no-store", "the link's secret is on it"
    assert person_of(client).email is None


def test_a_link_can_be_used_once(client: TestClient) -> None:
    register(client)
    link = link_in(client, "ada@example.org")
    confirm(client, "ada@example.org")
    assert person_of(client).email == "ada@example.org"
    assert client.get(link).status_code == 404
    again = post(client, "/confirm", key=key_of(link))
    assert again.status_code == 422
    assert "It was used already" in again.text


def test_an_old_link_leads_nowhere(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import timedelta

    from app.base import clock

    register(client)
    link = link_in(client, "ada@example.org")
    monkeypatch.setattr("app.web.sign_in.now", lambda: clock.now() + timedelta(days=4))
    assert client.get(link).status_code == 404
    assert post(client, "/confirm", key=key_of(link)).status_code == 422
    assert person_of(client).email is None


def test_only_the_newest_link_counts(client: TestClient) -> None:
    register(client)
    old = link_in(client, "ada@example.org")
    post(client, "/me/email", email="ada@example.net", password=PASSWORD)
    assert client.get(old).status_code == 404
    confirm(client, "ada@example.net")
    assert person_of(client).email == "ada@example.net"


def test_a_link_is_good_for_nothing_else(client: TestClient) -> None:
    register(client)
    key = key_of(link_in(client, "ada@example.org"))
    assert client.get(f"/reset?key={key}").status_code == 404
    assert post(client, "/reset", key=key, password=NEW).status_code == 422


@pytest.mark.parametrize("key", ["", "x", "a" * 43, "a" * 3_000, "é", "../..", "' OR 1=1--"])
@pytest.mark.parametrize("path", ["/reset", "/confirm"])
def test_a_made_up_link_leads_nowhere(client: TestClient, path: str, key: str) -> None:
    page = client.get(path, params={"key": key})
    assert page.status_code == 404
    assert "no longer works" in page.text
    fields = {"key": key} | ({"password": NEW} if path == "/reset" else {})
    assert post(client, path, **fields).status_code == 422


def test_of_two_who_want_an_address_the_first_to_confirm_gets_it(client: TestClient, other: TestClient) -> None:
    register(client, email="one@example.org")
    first = key_of(link_in(client, "one@example.org"))
    register(other, "Bob", "one@example.org")
    confirm(other, "one@example.org")
    answer = post(client, "/confirm", key=first)
    assert answer.status_code == 422
    assert "Another account uses that address" in answer.text
    assert person_of(client).email is None


def test_a_new_password_ends_every_session_and_the_old_password(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    post(other, "/forgot", email="ada@example.org")
    link = link_in(client, "ada@example.org")
    assert other.get(link).status_code == 200
    assert faults_of(post(other, "/reset", key=key_of(link), password="short"))["password"]
    assert post(other, "/reset", key=key_of(link), password=NEW).status_code == 303
    assert (name_of(other), name_of(client)) == ("Ada", None)
    assert log_in(another(client)).status_code == 422
    assert log_in(another(client), password=NEW).status_code == 303
    assert other.get(link).status_code == 404


def test_what_requests_say_of_the_site_is_in_no_link(client: TestClient) -> None:
    headers = {"host": "evil.test", "x-forwarded-host": "evil.test", "origin": "http://evil.test"}
    client.get("/guest")
    from app.base.tokens import form_token_of

    form = {"name": "Ada", "email": "ada@example.org", "password": PASSWORD, "next": "/"}
    form |= {"token": form_token_of(client.cookies[COOKIE])}
    client.post("/register", data=form, headers=headers)
    texts = "".join(text for *_, text in written(client))
    assert "http://127.0.0.1:8000/confirm?key=" in texts
    assert "evil" not in texts


def test_mails_are_in_the_language_of_the_page(client: TestClient) -> None:
    client.get("/?lang=it")
    register(client)
    assert written(client)[0][1] == "Conferma il tuo indirizzo su Horloge"
