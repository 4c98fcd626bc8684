"""Only forms of our own pages are taken: each carries a token of its browser, masked again in every page."""

import base64
import re
from collections.abc import Iterator

import pytest
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.base.paths import TEMPLATES
from app.base.tokens import form_key_of, form_token_of, is_form_token, new_token
from app.decide.decision import FORMS
from app.settings import Settings
from app.web.csrf import FROM_ANYWHERE
from app.web.visitor import COOKIE
from tests.support.playing import begun
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    name_of,
    quick_settings,
    token_of,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


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


def test_the_token_of_a_form_is_masked_again_in_each_page(client: TestClient) -> None:
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
