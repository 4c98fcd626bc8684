"""Visitors become people: guests, and the sessions of their browsers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from app.base.clock import now
from app.base.tokens import digest_of
from app.main import create_app
from app.settings import Settings
from app.store.db.schema.games import sessions
from app.store.people.guests import UNSEEN
from app.store.people.people import UNUSED
from app.web.visitor import COOKIE
from tests.support.playing import arrange, begun, table_of
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    log_in,
    name_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    token_of,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def test_a_name_is_all_that_a_guest_needs(client: TestClient) -> None:
    assert name_of(client) is None
    answer = post(client, "/guest", name="  Ada   Lovelace ", next="/health/alive")
    assert (answer.status_code, answer.headers["location"]) == (303, "/health/alive")
    assert name_of(client) == "Ada Lovelace"


def test_the_page_that_asks_for_a_name_leads_back(client: TestClient) -> None:
    assert 'name="next" value="/tables/x?a=b&amp;c=d"' in client.get("/guest?next=/tables/x%3Fa=b%26c=d").text


@pytest.mark.parametrize("to", ["//evil.test", "https://evil.test/", "/\\evil.test", "javascript:1", "", "/a\nb", "x"])
def test_nobody_is_led_away_from_the_site(client: TestClient, to: str) -> None:
    assert post(client, "/guest", name="Ada", next=to).headers["location"] == "/"


def test_a_name_that_is_taken_gets_a_number(client: TestClient) -> None:
    come_as_guest(client, "Ada")
    names = []
    for name in ("ada", "ÁDA", "Аdа", "A d a"):
        visitor = another(client)
        come_as_guest(visitor, name)
        names.append(name_of(visitor))
    assert names == ["ada 2", "ÁDA 3", "Аdа 4", "A d a 5"], "case, accents, Cyrillic letters and spaces don't count"


def test_a_long_name_that_is_taken_keeps_its_length(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "x" * 24)
    come_as_guest(other, "X" * 24)
    assert name_of(other) == "X" * 22 + " 2"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "2 to 24"),
        ("   ", "2 to 24"),
        ("A", "2 to 24"),
        ("x" * 25, "2 to 24"),
        ("a\u202eb", "invisible characters"),
        ("a\u200bb", "invisible characters"),
        ("a\x07b", "invisible characters"),
        ("a" + "\u0301" * 9, "invisible characters"),
        ("!?", "letter or digit"),
        ("Ádmin", "another one"),
    ],
)
def test_an_unfit_name_comes_back_with_the_reason_beside_it(client: TestClient, name: str, said: str) -> None:
    answer = post(client, "/guest", name=name, next="/")
    assert answer.status_code == 422
    assert said in answer.text.split('id="fault-name">')[1].split("<")[0]
    assert name_of(client) is None


def test_a_hostile_name_is_shown_and_does_nothing(client: TestClient) -> None:
    come_as_guest(client, "<b>x</b>&\"'")
    assert name_of(client) == "&lt;b&gt;x&lt;/b&gt;&amp;&#34;&#39;"


def test_whoever_is_somebody_stays_so(client: TestClient) -> None:
    come_as_guest(client, "Ada")
    assert post(client, "/guest", name="Eve", next="/").status_code == 303
    assert name_of(client) == "Ada"
    assert client.get("/guest?next=/rules", follow_redirects=False).headers["location"] == "/rules"


def test_those_who_want_a_name_at_once_get_several(client: TestClient) -> None:
    browsers = [another(client) for _ in range(6)]
    tokens = [token_of(browser) for browser in browsers]
    with ThreadPoolExecutor(6) as threads:
        sent = [
            threads.submit(browser.post, "/guest", data={"token": token, "name": "Ada"}, headers=ORIGIN)
            for browser, token in zip(browsers, tokens, strict=True)
        ]
    assert {answer.result().status_code for answer in sent} == {200}
    assert sorted(map(str, map(name_of, browsers))) == ["Ada", *(f"Ada {number}" for number in range(2, 7))]


# Cookies and sessions


def test_the_cookie_is_for_this_site_alone(client: TestClient) -> None:
    header = post(client, "/guest", name="Ada", next="/").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert "Path=/" in header
    assert "Secure" not in header


def test_over_https_the_cookie_is_never_sent_without(database_url: str) -> None:
    with TestClient(
        create_app(quick_settings(database_url, address="https://testserver")), base_url="https://testserver"
    ) as client:
        header = client.get("/guest").headers["set-cookie"]
        assert header.startswith(f"__Host-{COOKIE}=")
        assert "Secure" in header
        assert "Secure" in client.get("/?lang=it").headers["set-cookie"], "nor the one of the language"


def test_pages_without_forms_hand_out_no_cookie(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/").headers


def test_every_signing_in_makes_a_new_token(client: TestClient) -> None:
    before = token_of(client), client.cookies[COOKIE]
    come_as_guest(client)
    assert (token_of(client), client.cookies[COOKIE]) != before


def test_the_store_has_no_token(client: TestClient) -> None:
    client.headers["user-agent"] = "Browser/1.0 " + "x" * 500
    come_as_guest(client)
    people = client.app.state.services.people  # type: ignore[attr-defined]

    async def kept() -> None:
        async with people.database.reading() as connection:
            (row,) = (await connection.execute(sessions.select())).all()
        token = client.cookies[COOKIE]
        assert token not in map(str, row)
        assert row.agent == ("Browser/1.0 " + "x" * 500)[:80]
        assert await people.recognise(digest_of(token), now())
        assert await people.recognise(digest_of(token), now() + UNUSED) is None, "unused for too long"

    assert client.portal
    client.portal.call(kept)


@pytest.mark.parametrize("cookie", ["x", "", "-" * 43, "a" * 43, "é", '"', "a" * 4_000, "../../etc"])
def test_a_cookie_we_never_gave_makes_nobody(client: TestClient, cookie: str) -> None:
    answer = client.get("/", headers={b"cookie": f"{COOKIE}={cookie}".encode()})
    assert answer.status_code == 200
    assert "<summary" not in answer.text


def test_who_logs_out_is_nobody_in_every_copy_of_the_cookie(client: TestClient, other: TestClient) -> None:
    come_as_guest(client)
    other.cookies.update(client.cookies)
    assert name_of(other) == "Ada"
    assert post(client, "/logout").status_code == 303
    assert COOKIE not in client.cookies
    assert name_of(client) is name_of(other) is None


def test_who_logs_out_leaves_no_pages_in_the_browser(client: TestClient) -> None:
    come_as_guest(client)
    assert post(client, "/logout").headers["clear-site-data"] == '"cache"'


def test_logging_out_twice_is_no_fault(client: TestClient) -> None:
    assert post(client, "/logout").status_code == 303


def test_a_guest_who_never_played_and_was_not_seen_for_a_month_goes(client: TestClient) -> None:
    player, talker, people = another(client), another(client), services_of(client).people
    for visitor, name in ((client, "Ada"), (player, "Bob"), (talker, "Cleo")):
        come_as_guest(visitor, name)
    assert post(player, "/practice/antechamber").status_code == 303
    key = table_of(player)
    for what in ("sit", "leave"):
        arrange(talker, key, what, 1)
        if what == "sit":
            assert post(talker, f"/tables/{key}/talk", channel="table", text="Hello").status_code == 303
    run(client, people.sweep, now() + UNSEEN - timedelta(minutes=1))
    assert name_of(client) == "Ada"
    run(client, people.sweep, now() + UNSEEN + timedelta(minutes=1))
    assert [name_of(one) for one in (client, player, talker)] == [None, "Bob", "Cleo"]


def test_tables_that_never_began_do_not_keep_a_guest_who_is_gone(client: TestClient) -> None:
    """The tables they arranged alone are deleted with them; tables with other people are those people's."""
    friend, people = another(client), services_of(client).people
    come_as_guest(client, "Ada")
    register(friend, "Bob", "bob@example.org")
    alone, together = table_of(client), table_of(client)
    arrange(friend, together, "sit", 1)
    run(client, people.sweep, now() + UNSEEN + timedelta(minutes=1))
    assert name_of(client) is None
    assert friend.get(f"/tables/{alone}").status_code == 404
    told = friend.get(f"/api/v1/tables/{together}").json()
    assert [(seat["person"], seat["host"]) for seat in told["seats"]] == [("", False), ("Bob", True)]


def test_a_guest_who_gave_a_seat_up_stays_as_whoever_played_there(client: TestClient) -> None:
    friend, people = another(client), services_of(client).people
    key = begun(client, friend)
    assert post(client, f"/tables/{key}/resign").status_code == 303
    before = friend.get(f"/api/v1/tables/{key}").json()["tenures"]
    assert before[0]["person"] == "Ada"
    run(client, people.sweep, now() + UNSEEN + timedelta(minutes=1))
    assert friend.get(f"/api/v1/tables/{key}").json()["tenures"] == before
    assert name_of(client) == "Ada"


def test_whoever_was_seen_within_the_month_or_has_an_account_stays(client: TestClient) -> None:
    other, people = another(client), services_of(client).people
    come_as_guest(client)
    register(other, "Bob", "bob@example.org")

    async def use_lately() -> None:
        async with people.database.writing() as connection:
            await connection.execute(sessions.update().values(seen_at=now() + timedelta(days=20)))
            await connection.execute(sessions.delete().where(sessions.c.person == 2))

    run(client, use_lately)
    run(client, people.sweep, now() + UNSEEN + timedelta(days=1))
    assert name_of(client) == "Ada"
    assert log_in(another(client), "Bob").status_code == 303


def test_a_session_that_nobody_used_for_long_is_forgotten(client: TestClient) -> None:
    register(client)
    people = services_of(client).people
    run(client, people.sweep, now() + UNUSED / 2)
    assert name_of(client) == "Ada"
    run(client, people.sweep, now() + UNUSED * 2)
    assert name_of(client) is None


def test_a_session_in_use_goes_on_and_its_cookie_with_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    come_as_guest(client)
    monkeypatch.setattr("app.web.visitor.now", lambda: now() + UNUSED / 2)
    assert f"Max-Age={int(UNUSED.total_seconds())}" in client.get("/").headers["set-cookie"]
    assert "set-cookie" not in client.get("/").headers, "now and then is enough"
    monkeypatch.setattr("app.web.visitor.now", lambda: now() + UNUSED * 1.2)
    assert name_of(client) == "Ada"


def test_without_its_database_nobody_is_taken_for_a_stranger(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.base.failures import StoreUnavailable

    async def gone(*_: object) -> None:
        raise StoreUnavailable("gone")

    come_as_guest(client)
    monkeypatch.setattr("app.store.people.people.PeopleStore.recognise", gone)
    assert client.get("/").status_code == client.get("/guest").status_code == 503
    assert client.get("/health/alive").status_code == 200
