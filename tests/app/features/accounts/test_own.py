"""People change their own data, only theirs, and only with the confirmation it requires. Sockets end with their
session.
"""

import re
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.features.table.feed import AGAIN
from app.settings import Settings
from app.store.db.schema.games import links, people, sessions
from tests.app.features.accounts.test_entry import NEW, person_of
from tests.support.process import Process
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    another,
    come_as_guest,
    confirm,
    faults_of,
    key_of,
    link_in,
    log_in,
    name_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    token_of,
    written,
)

PREFERENCES = {"language": "", "theme": "auto", "zone": "UTC", "confirm": "on", "sounds": ""}
PAGES = ["/me", "/me/name", "/me/email", "/me/password", "/me/sessions", "/me/leave"]


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def session_numbers(client: TestClient) -> list[str]:
    """Return the numbers of the sessions that the page lists."""
    return re.findall(r'name="session" value="(\d+)"', client.get("/me/sessions").text)


# Permissions


@pytest.mark.parametrize("path", PAGES)
def test_a_stranger_is_asked_for_a_name_first(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/guest?next={path}")
    sent = post(client, path)
    assert sent.status_code == 401
    assert "You need a name" in sent.text


@pytest.mark.parametrize("path", ["/me/email", "/me/password"])
def test_a_guest_has_neither_password_nor_address(client: TestClient, path: str) -> None:
    come_as_guest(client)
    assert client.get(path).status_code == 404
    assert post(client, path, old="", password=NEW, email="a@b.org").status_code == 404
    assert path not in client.get("/me").text


@pytest.mark.parametrize("path", PAGES)
def test_forms_with_something_missing_or_more_change_nothing(client: TestClient, path: str) -> None:
    register(client)
    before = person_of(client)
    assert post(client, path).status_code == 422
    assert post(client, path, person="1").status_code == 422
    assert person_of(client) == before


# Name


def test_a_new_name_shows_everywhere(client: TestClient) -> None:
    come_as_guest(client)
    assert post(client, "/me/name", name="Ada Byron").headers["location"] == "/me?done=name"
    assert "Your name is changed" in client.get("/me?done=name").text
    assert name_of(client) == "Ada Byron"
    assert post(client, "/me/name", name="ADA BYRON").status_code == 303, "one's own name is not taken"


def test_anothers_name_is_refused(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    assert faults_of(post(other, "/me/name", name="adа")).keys() == {"name"}
    assert name_of(other) == "Bob"


# Preferences


def test_the_language_is_everywhere_where_no_other_was_picked(client: TestClient, other: TestClient) -> None:
    register(client)
    post(client, "/me", **PREFERENCES | {"language": "it"})
    assert "Il tuo account" in client.get("/me").text
    log_in(other)
    assert "Il tuo account" in other.get("/me").text
    assert "Tu cuenta" in other.get("/me?lang=es").text


def test_the_theme_is_said_to_the_style_sheet(client: TestClient) -> None:
    come_as_guest(client)
    assert "data-theme" not in client.get("/").text
    post(client, "/me", **PREFERENCES | {"theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in client.get("/").text


def test_times_are_in_the_persons_zone_which_is_named(client: TestClient) -> None:
    come_as_guest(client)
    assert re.search(r'<time [^>]* title="[^"]+ UTC">just now</time>', client.get("/me/sessions").text)
    post(client, "/me", **PREFERENCES | {"zone": "Asia/Tokyo"})
    assert re.search(r'<time [^>]* title="[^"]+ JST">just now</time>', client.get("/me/sessions").text)
    post(client, "/me", **PREFERENCES | {"zone": "America/Sao_Paulo"})
    assert re.search(r'<time [^>]* title="[^"]+ Sao Paulo">just now</time>', client.get("/me/sessions").text)


def test_preferences_are_kept_and_shown(client: TestClient) -> None:
    come_as_guest(client)
    chosen = {"language": "es", "theme": "light", "zone": "Europe/Rome", "confirm": "", "sounds": "on"}
    assert post(client, "/me", **chosen).headers["location"] == "/me?done=preferences"
    person = person_of(client)
    assert (person.language, person.theme, person.zone, person.confirm, person.sounds) == (
        "es", "light", "Europe/Rome", False, True,
    )  # fmt: skip
    text = client.get("/me?lang=en").text
    for option in ("es", "light", "Europe/Rome"):
        assert f'<option value="{option}" selected>' in text
    assert re.search(r'name="sounds" type="checkbox" value="on" checked', text)
    assert not re.search(r'name="confirm" type="checkbox" value="on" checked', text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "xx"),
        ("theme", "pink"),
        ("theme", ""),
        ("zone", "Mars/Olympus"),
        ("zone", "../../etc/passwd"),
        ("zone", ""),
        ("confirm", "yes"),
        ("sounds", "1"),
    ],
)
def test_what_is_not_on_the_list_is_refused(client: TestClient, field: str, value: str) -> None:
    come_as_guest(client)
    before = person_of(client)
    answer = post(client, "/me", **PREFERENCES | {field: value})
    assert answer.status_code == 422
    assert person_of(client) == before


@pytest.mark.parametrize("done", ["<b>", "x" * 1_000, "mails", "confirmed"])
def test_the_page_says_only_what_it_knows(client: TestClient, done: str) -> None:
    come_as_guest(client)
    assert 'role="status"' not in client.get("/me", params={"done": done}).text


# Password and address


def test_a_changed_password_puts_all_other_browsers_out(client: TestClient, other: TestClient) -> None:
    register(client)
    log_in(other)
    assert faults_of(post(client, "/me/password", old="wrong", password=NEW)).keys() == {"old"}
    assert faults_of(post(client, "/me/password", old=PASSWORD, password="short")).keys() == {"password"}
    assert name_of(other) == "Ada"
    assert post(client, "/me/password", old=PASSWORD, password=NEW).status_code == 303
    assert (name_of(client), name_of(other)) == ("Ada", None)
    assert log_in(other).status_code == 422
    assert log_in(other, password=NEW).status_code == 303


def test_nobody_at_an_open_browser_tries_out_passwords(client: TestClient) -> None:
    register(client)
    codes = [post(client, "/me/password", old=f"wrong {n}", password=NEW).status_code for n in range(12)]
    assert codes == [422] * 10 + [429] * 2


def test_a_new_address_counts_once_it_is_confirmed_and_the_old_one_is_told(client: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    assert faults_of(post(client, "/me/email", email="ada@example.net", password="wrong")).keys() == {"password"}
    assert post(client, "/me/email", email="ada@example.net", password=PASSWORD).status_code == 303
    assert "We sent a link to ada@example.net" in client.get("/me").text
    assert person_of(client).email == "ada@example.org"
    confirm(client, "ada@example.net")
    assert person_of(client).email == "ada@example.net"
    to, subject, _ = written(client)[-1]
    assert (to, subject) == ("ada@example.org", "Your account at Horloge has a new address")
    assert "We sent a link" not in client.get("/me").text


# Browsers


def test_a_browser_can_be_logged_out_from_another(client: TestClient, other: TestClient) -> None:
    other.headers["user-agent"] = "Other/2.0"
    register(client)
    log_in(other)
    assert "Other/2.0" in client.get("/me/sessions").text
    (number,) = session_numbers(client)
    assert post(client, "/me/sessions", session=number).status_code == 303
    assert (name_of(client), name_of(other)) == ("Ada", None)
    assert post(client, "/me/sessions", session=number).status_code == 404, "it is over"


def test_all_other_browsers_can_be_logged_out_at_once(client: TestClient) -> None:
    register(client)
    others = [another(client) for _ in range(3)]
    for browser in others:
        log_in(browser)
    assert len(session_numbers(client)) == 3
    assert post(client, "/me/sessions", session="others").status_code == 303
    assert [name_of(browser) for browser in (client, *others)] == ["Ada", None, None, None]


@pytest.mark.parametrize("session", ["", "x", "-1", "1.5", "9" * 30, "²", "1 OR 1=1"])
def test_what_is_no_session_is_refused(client: TestClient, session: str) -> None:
    come_as_guest(client)
    assert post(client, "/me/sessions", session=session).status_code == 422
    assert name_of(client) == "Ada"


def test_nobody_ends_anothers_session(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Eve")

    async def of_ada() -> str:
        query = sa.select(sessions.c.id).join(people).where(people.c.name == "Ada")
        async with services_of(client).database.reading() as connection:
            return str((await connection.execute(query)).scalar())

    assert post(other, "/me/sessions", session=run(client, of_ada)).status_code == 404
    assert name_of(client) == "Ada"


# Leaving for good


def everything_about(client: TestClient) -> str:
    async def rows() -> str:
        async with services_of(client).database.reading() as connection:
            found = [(await connection.execute(sa.select(table))).all() for table in (people, sessions, links)]
        return repr(found)

    return str(run(client, rows))


def test_of_an_account_that_is_deleted_a_number_stays(client: TestClient, other: TestClient) -> None:
    register(client, "Ada Lovelace")
    confirm(client, "ada@example.org")
    post(client, "/me/email", email="ada@example.net", password=PASSWORD)
    log_in(other, "Ada Lovelace")
    number = person_of(client).id
    assert faults_of(post(client, "/me/leave", password="wrong", name="")).keys() == {"password"}
    assert name_of(client) == "Ada Lovelace"
    assert post(client, "/me/leave", password=PASSWORD, name="").headers["location"] == "/"
    assert name_of(client) is name_of(other) is None
    left = everything_about(client)
    for gone in ("Ada", "ada", "Lovelace", "argon2", "testclient"):
        assert gone not in left
    assert f"N. N. {number}" in left, "games still have somebody to point to"
    assert log_in(another(client), "Ada Lovelace").status_code == 422
    assert log_in(another(client), f"N. N. {number}", "").status_code == 422


def test_a_guest_leaves_by_typing_their_name(client: TestClient) -> None:
    come_as_guest(client)
    assert faults_of(post(client, "/me/leave", name="Eve", password="")).keys() == {"name"}
    assert name_of(client) == "Ada"
    assert post(client, "/me/leave", name="ada", password="").status_code == 303
    assert name_of(client) is None


def test_a_name_that_was_left_is_free_again(client: TestClient, other: TestClient) -> None:
    come_as_guest(client)
    post(client, "/me/leave", name="Ada", password="")
    come_as_guest(other)
    assert name_of(other) == "Ada"


def test_nobody_takes_the_name_of_one_who_left(client: TestClient) -> None:
    assert faults_of(post(client, "/guest", name="N. N.", next="/")).keys() == {"name"}
    assert faults_of(post(client, "/guest", name="n.n. 12", next="/")).keys() == {"name"}


# Sockets


@pytest.fixture
def table(client: TestClient) -> str:
    """Make a table and return its key."""

    async def opened() -> str:
        services = services_of(client)
        return await Process(services.database, services.store, services.rooms.ledger, services.rooms).open()

    return str(run(client, opened))


def closed_with(client: TestClient, table: str, work: Callable[[], object]) -> int:
    """Return the code with which this visitor's socket is closed during some work."""
    with client.websocket_connect(f"/tables/{table}/feed?after=0", headers=ORIGIN) as socket:
        work()
        try:
            while True:
                socket.receive_json()
        except WebSocketDisconnect as closed:
            return closed.code


def test_logging_out_closes_the_sockets_of_that_session(client: TestClient, table: str) -> None:
    come_as_guest(client)
    assert closed_with(client, table, lambda: post(client, "/logout")) == AGAIN


def test_a_session_ended_elsewhere_closes_its_sockets(client: TestClient, other: TestClient, table: str) -> None:
    register(client)
    log_in(other)
    assert closed_with(other, table, lambda: post(client, "/me/sessions", session="others")) == AGAIN


def test_a_session_ended_at_another_process_closes_its_sockets_at_the_next_beat(client: TestClient, table: str) -> None:
    come_as_guest(client)

    async def end_it() -> None:
        async with services_of(client).database.writing() as connection:
            await connection.execute(sessions.delete())

    assert closed_with(client, table, lambda: run(client, end_it)) == AGAIN


def test_the_sockets_of_others_stay_open(client: TestClient, other: TestClient, table: str) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    with other.websocket_connect(f"/tables/{table}/feed?after=0", headers=ORIGIN) as socket:
        post(client, "/logout")
        while "seq" not in (frame := socket.receive_json()):
            pass
        assert frame["html"] == "", "a beat"


def test_a_token_from_before_is_worth_nothing_after_deletion(client: TestClient) -> None:
    come_as_guest(client)
    old = dict(client.cookies)
    token = token_of(client)
    post(client, "/me/leave", name="Ada", password="")
    client.cookies.update(old)
    assert client.post("/me/name", data={"token": token, "name": "Eve"}, headers=ORIGIN).status_code == 401


def test_a_reset_link_from_before_is_worth_nothing_after_deletion(client: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    post(client, "/forgot", email="ada@example.org")
    link = link_in(client, "ada@example.org")
    post(client, "/me/leave", password=PASSWORD, name="")
    assert client.get(link).status_code == 404
    assert post(client, "/reset", key=key_of(link), password=NEW).status_code == 422


def test_a_reset_link_from_before_is_worth_nothing_after_a_new_password_or_address(client: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    post(client, "/forgot", email="ada@example.org")
    link = link_in(client, "ada@example.org")
    assert post(client, "/me/password", old=PASSWORD, password=NEW).status_code == 303
    assert client.get(link).status_code == 404
    post(client, "/forgot", email="ada@example.org")
    link = link_in(client, "ada@example.org")
    assert client.get(link).status_code == 200
    assert post(client, "/me/email", email="ada@example.net", password=NEW).status_code == 303
    confirm(client, "ada@example.net")
    assert client.get(link).status_code == 404, "whoever reads the former mailbox does not get in"
