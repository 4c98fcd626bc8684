"""Visitors become people: guests, the sessions of their browsers, and forms that only our own pages may send."""

import base64
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.accounts.guard import FROM_ANYWHERE
from app.accounts.tokens import digest_of, form_key_of, form_token_of, is_form_token, new_token
from app.accounts.visitor import COOKIE
from app.clock import now
from app.main import create_app
from app.paths import TEMPLATES
from app.play.decision import FORMS
from app.settings import Settings
from app.store.guests import UNSEEN
from app.store.people import UNUSED
from app.store.tables import sessions
from tests.app.playing import arrange, begun, table_of
from tests.app.visitors import (
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
        ("a\u202eb", "be seen"),
        ("a\u200bb", "be seen"),
        ("a\x07b", "be seen"),
        ("a" + "\u0301" * 9, "be seen"),
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
    monkeypatch.setattr("app.accounts.visitor.now", lambda: now() + UNUSED / 2)
    assert f"Max-Age={int(UNUSED.total_seconds())}" in client.get("/").headers["set-cookie"]
    assert "set-cookie" not in client.get("/").headers, "now and then is enough"
    monkeypatch.setattr("app.accounts.visitor.now", lambda: now() + UNUSED * 1.2)
    assert name_of(client) == "Ada"


# Forms of other sites


UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}


def unsafe_routes(client: TestClient) -> Iterator[tuple[str, str]]:
    for route in iter_route_contexts(client.app.routes):  # type: ignore[attr-defined]
        for method in sorted(UNSAFE & set(route.methods or ())):
            yield method, str(route.path).replace("{key}", "a").replace("{", "").replace("}", "")


def test_no_route_takes_a_form_that_is_not_from_our_own_page(client: TestClient) -> None:
    come_as_guest(client)
    token = token_of(client)
    routes = list(unsafe_routes(client))
    assert ("POST", "/guest") in routes
    own = ORIGIN | {"sec-fetch-site": "same-origin"}
    for method, path in routes:
        for headers, sent in [
            ({}, token),
            ({"origin": "https://evil.test"}, token),
            ({"origin": "null"}, token),
            (ORIGIN | {"sec-fetch-site": "cross-site"}, token),
            (ORIGIN | {"sec-fetch-site": "same-site"}, token),
            (own, ""),
            (own, "x"),
            (own, "é"),
            (own, form_token_of(new_token())),
        ]:
            answer = client.request(method, path, data={"token": sent}, headers=headers, follow_redirects=False)
            assert answer.status_code == 403, (method, path, headers, sent)
            assert told_at(path) in answer.text, (method, path)
    assert name_of(client) == "Ada", "nothing was changed"


def told_at(path: str) -> str:
    """Return the reason with which a form is refused there; at addresses for mail programs, it is about the link."""
    if path in FROM_ANYWHERE:
        return "This link is not complete."
    return "X-Horloge-Token" if path.startswith("/api/") else "out of date"


POSTED = re.compile(r'<form[^>]*method="post"[^>]*>')
NAMED = re.compile(r'\bid="([^"{]+)"')
PANEL = 'id="{{ form }}"'
"""One of the forms with which a player decides."""


def from_anywhere(form: str) -> bool:
    return any(f'action="{path}"' in form for path in FROM_ANYWHERE)


def carried(form: str, elsewhere: set[str]) -> bool:
    """Tell whether the form's token stands beside it."""
    return PANEL in form or bool(elsewhere & {*NAMED.findall(form)})


def test_every_form_of_every_page_carries_the_token() -> None:
    """Inside the form, or beside it for the form with an id: `{{ token("decide") }}`."""
    texts = {str(file.relative_to(TEMPLATES)): file.read_text() for file in TEMPLATES.rglob("*.html")}
    elsewhere = set(re.findall(r'token\("(\w+)"\)', "".join(texts.values())))
    panels = str(tuple(FORMS.values())).replace("'", '"')
    assert f"{{% for form in {panels} %}}\n  {{{{ token(form) }}}}" in texts["play/own.html"]
    found = {
        name: [form for form in POSTED.findall(text) if not from_anywhere(form) and not carried(form, elsewhere)]
        for name, text in texts.items()
    }
    assert sum(map(len, found.values())) > 10
    assert [name for name, forms in found.items() if len(forms) > texts[name].count("{{ token() }}")] == []


HIDDEN = re.compile(r'name="token" value="([^"]+)"')


def test_the_token_of_a_form_is_masked_anew_in_each_page(client: TestClient) -> None:
    """The length of a compressed page gives nothing away: what is repeated in it is never the same."""
    come_as_guest(client)
    pages = [HIDDEN.findall(client.get("/me").text) for _ in range(3)]
    seen = [token for tokens in pages for token in set(tokens)]
    assert len(seen) == len(set(seen)) == 3
    halves = [bytes_of(token) for token in seen]
    assert len({mask for mask, _ in halves}) == len({masked for _, masked in halves}) == 3
    for token in seen:
        assert client.post("/me/name", data={"token": token, "name": "Ada"}, headers=ORIGIN).status_code == 200
    assert not any(form_key_of(client.cookies[COOKIE]).hex() in client.get(path).text for path in ("/me", "/"))


def bytes_of(token: str) -> tuple[bytes, bytes]:
    raw = base64.urlsafe_b64decode(token + "==")
    return raw[:32], raw[32:]


@pytest.mark.parametrize("wrong", ["", "=", "A" * 86, "A" * 85, "A" * 87, "é" * 86, "a.b" * 28, "0" * 64])
def test_what_is_no_masked_token_is_refused(client: TestClient, wrong: str) -> None:
    come_as_guest(client)
    by_script = ORIGIN | ({"x-horloge-token": wrong} if wrong.isascii() else {})
    for headers in (by_script, ORIGIN):
        sent = {"token": wrong, "name": "Eve"}
        assert client.post("/me/name", data=sent, headers=headers).status_code == 403
    assert name_of(client) == "Ada"


def test_a_mask_helps_with_no_other_cookie(client: TestClient, other: TestClient) -> None:
    come_as_guest(client)
    come_as_guest(other, "Bob")
    theirs = HIDDEN.findall(other.get("/me").text)[0]
    sent = {"token": theirs, "name": "Eve"}
    assert client.post("/me/name", data=sent, headers=ORIGIN).status_code == 403


def test_what_is_drawn_once_for_many_holds_nobodys_token(client: TestClient, other: TestClient) -> None:
    """Parts of a table are drawn once for all who see the same, and cached; tokens stand beside them."""
    key, watcher = begun(client, other), another(client)
    come_as_guest(watcher, "Newcomer")
    seen = []
    for browser in (client, other, watcher, client, other, watcher):
        (token,) = set(HIDDEN.findall(browser.get(f"/tables/{key}").text))
        assert is_form_token(token, browser.cookies[COOKIE])
        seen.append(token)
    assert len(set(seen)) == len(seen)


def test_a_form_opened_before_signing_in_is_out_of_date(client: TestClient) -> None:
    old = token_of(client)
    come_as_guest(client)
    assert client.post("/logout", data={"token": old}, headers=ORIGIN).status_code == 403
    assert name_of(client) == "Ada"


def test_a_browser_without_a_cookie_sends_no_form(client: TestClient) -> None:
    for token in ("", form_token_of("")):
        assert client.post("/guest", data={"token": token, "name": "Ada"}, headers=ORIGIN).status_code == 403


def test_a_bearer_is_nobody_by_cookie(client: TestClient) -> None:
    come_as_guest(client)
    bearer = {"authorization": "Bearer x"}
    assert "<summary" not in client.get("/", headers=bearer).text
    client.post("/logout", headers=bearer)
    assert name_of(client) == "Ada"


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"&name=A&name=B", FORM, 422),
        (b"&name=Ada&next=/&admin=1", FORM, 422),
        (b"&name=%ff%fe", FORM, 422),
        (b"&name=\xff", FORM, 422),
        (b"&name=a%00b", FORM, 422),
        (b"&name=" + b"x" * 5_000, FORM, 422),
        (b"".join(b"&f%d=1" % n for n in range(300)), FORM, 422),
        (b"&name=" + b"x" * 70_000, FORM, 413),
        (b"", FORM, 422),
        (b"{}", "application/json", 415),
        (b"--x--", "multipart/form-data; boundary=x", 415),
        (b"&name=Ada", "text/plain", 415),
    ],
)
def test_what_no_form_of_ours_sends_is_refused_and_changes_nothing(
    client: TestClient, content: bytes, kind: str, status: int
) -> None:
    body = b"token=" + token_of(client).encode() + content
    answer = client.post("/guest", content=body, headers=ORIGIN | {"content-type": kind})
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert name_of(client) is None


def test_without_its_database_nobody_is_taken_for_a_stranger(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.store.database import StoreUnavailable

    async def gone(*_: object) -> None:
        raise StoreUnavailable("gone")

    come_as_guest(client)
    monkeypatch.setattr("app.store.people.PeopleStore.recognise", gone)
    assert client.get("/").status_code == client.get("/guest").status_code == 503
    assert client.get("/health/alive").status_code == 200
