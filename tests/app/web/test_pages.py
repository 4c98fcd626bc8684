"""Every address answers: pages with the expected content, anything else with a page that says what to do next."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from markupsafe import Markup
from starlette.requests import ClientDisconnect, Request
from starlette.websockets import WebSocketDisconnect

from app.base.failures import StoreUnavailable
from app.base.paths import STATIC
from app.main import create_app
from app.render.templates import COMPILED, compiled_before, environment
from app.settings import Settings
from app.web.headers import HEADERS
from tests.games.tiny.choices import Collect
from tests.support.moves import play
from tests.support.playing import begun, panel, send
from tests.support.process import Process
from tests.support.visitors import post

ORIGIN = {"origin": "http://testserver"}


def test_whatever_a_template_writes_is_escaped_unless_it_is_markup() -> None:
    template = environment.from_string(
        "{% macro said(it) %}<b>{{ it }}</b>{% endmacro %}{% for it in all %}{{ said(it) }}{% endfor %}"
    )
    written = template.render(all=["a<b", "word", Markup("<i>"), -3, True, 1.5, None])
    assert written == "".join(f"<b>{it}</b>" for it in ("a&lt;b", "word", "<i>", "-3", "True", "1.5", "None"))


def test_the_processes_of_a_run_of_the_tests_compile_a_template_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(COMPILED, str(tmp_path))
    first, second = (environment.overlay(bytecode_cache=compiled_before()) for _ in range(2))
    first.get_template("base.html")
    monkeypatch.setattr(second, "compile", None)
    assert second.get_template("base.html").name == "base.html"
    monkeypatch.delenv(COMPILED)
    assert compiled_before() is None


def test_no_function_that_templates_call_wants_to_know_where_it_is_called_from() -> None:
    """They do not get the context that such a function asks for."""
    assert not [name for name, called in environment.globals.items() if hasattr(called, "jinja_pass_arg")]


def with_store(client: TestClient) -> Process:
    """Return the server's own store, to put something there."""
    services = client.app.state.services  # type: ignore[attr-defined]
    return Process(services.database, services.store, services.rooms.ledger, services.rooms)


def portal(client: TestClient, work: Callable[[], Awaitable[str | None]]) -> str | None:
    """Run something in the server's own loop."""
    assert client.portal
    return client.portal.call(work)


@pytest.fixture
def key(client: TestClient) -> str:
    """Make a table with two people's seats, two choices into its game; return its key."""

    async def opened() -> str:
        process = with_store(client)
        room = await process.opened()
        await play(room, "red", b'{"do":"collect"}', "k1", 0)
        await play(room, "red", b'{"do":"tip"}', "k2", 1)
        return room.key

    return str(portal(client, opened))


@pytest.mark.parametrize(
    "address", ["/tables/{}/at/1?from=0", "/tables/{}/seats", "/health/alive", "/tables/{}/dice.py", "/nowhere"]
)
def test_nothing_of_anybodys_own_is_kept_for_others(client: TestClient, other: TestClient, address: str) -> None:
    key = begun(client, other)
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    answer = client.get(address.format(key), headers={"hx-request": "true"})
    assert answer.headers["cache-control"] == "private, no-cache"


def test_an_address_with_a_slash_too_many_leads_nowhere(client: TestClient) -> None:
    """And certainly not to a site named by the Host header."""
    answer = client.get("/rules/", headers={"host": "evil.example"}, follow_redirects=False)
    assert answer.status_code == 404
    assert "evil.example" not in str(answer.headers) + answer.text


def test_the_first_page_lists_the_tables_in_play(client: TestClient, key: str) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert f'href="/tables/{key}"' in page.text
    assert "A table" in page.text


def test_an_empty_site_says_so(client: TestClient) -> None:
    assert "No game is in play" in client.get("/").text


def test_a_table_shows_its_board_and_log(client: TestClient, key: str) -> None:
    page = client.get(f"/tables/{key}")
    assert page.status_code == 200
    assert 'id="part-mat-red"' in page.text
    assert "collects 2 coins" in page.text
    assert 'data-seq="2"' in page.text


def test_a_table_can_be_looked_at_as_it_was(client: TestClient, key: str) -> None:
    opening, later = client.get(f"/tables/{key}/at/0"), client.get(f"/tables/{key}/at/1")
    assert opening.status_code == later.status_code == 200
    assert "collects 2 coins" not in opening.text
    assert "collects 2 coins" in later.text
    assert "data-feed" not in later.text, "what is past does not go on"


def test_pages_fit_a_slow_line(client: TestClient, key: str) -> None:
    """The first board with all it needs, below 100 kB."""
    files = [STATIC / "css" / "horloge.css", STATIC / "js" / "feed.js", STATIC / "vendor" / "htmx.min.js"]
    assert len(client.get(f"/tables/{key}").content) + sum(file.stat().st_size for file in files) < 100_000


@pytest.mark.parametrize(("language", "title"), [("it", "Un tavolo aperto"), ("es", "Una mesa abierta")])
def test_a_picked_language_is_remembered(client: TestClient, language: str, title: str) -> None:
    assert title in client.get(f"/?lang={language}").text
    again = client.get("/")
    assert title in again.text
    assert again.headers["content-language"] == language
    assert f'<html lang="{language}">' in again.text


def test_a_language_we_lack_is_not_remembered(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/?lang=xx").headers


def test_it_says_when_it_is_alive_and_ready(client: TestClient) -> None:
    assert client.get("/health/alive").json() == {"alive": True}
    assert client.get("/health/ready").json() == {"ready": True}


def test_it_is_not_ready_without_its_tables(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'empty.db'}", games="tests.games.tiny")
    with TestClient(create_app(settings)) as client:
        answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert "horloge migrate upgrade" in answer.json()["because"]


NOWHERE = [
    "/nothing",
    "/tables",
    "/tables/",
    "/tables/unknown",
    "/tables/UPPER",
    "/tables/" + "a" * 33,
    "/tables/" + "a" * 10_000,
    "/tables/%00",
    "/tables/%ff",
    "/tables/..%2f..%2fetc",
    "/tables/a'--",
    "/tables/a/at/0",
    "/tables/KEY/at/",
    "/tables/KEY/at/-1",
    "/tables/KEY/at/99",
    "/tables/KEY/at/1.5",
    "/tables/KEY/at/NaN",
    "/tables/KEY/at/99999999999999999999999",
    "/tables/KEY/at/%00",
    "/tables/KEY/feed",
    "/static/",
    "/static/../pyproject.toml",
    "/static/%2e%2e/pyproject.toml",
    "/static/css/none.css",
    "/health",
    "/docs",
    "/openapi.json",
]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_names_nothing_gets_a_page_that_says_so(client: TestClient, key: str, path: str) -> None:
    answer = client.get(path.replace("KEY", key))
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text


@pytest.mark.parametrize("path", ["/", "/tables/KEY", "/tables/KEY/at/0", "/health/alive", "/health/ready"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
def test_what_can_only_be_read_can_only_be_read(client: TestClient, key: str, path: str, method: str) -> None:
    answer = client.request(method, path.replace("KEY", key), content=b"\xff" * 100_000)
    assert answer.status_code == 405
    assert "That can’t be done here" in answer.text
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/me", "GET, HEAD, POST"),
        ("/api/v1/me/hours", "GET, HEAD, POST"),
        ("/logout", "POST"),
        ("/static/js/feed.js", "GET, HEAD"),
    ],
)
def test_an_answer_to_a_wrong_method_names_all_right_ones(client: TestClient, path: str, allowed: str) -> None:
    answer = client.delete(path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize(
    "path", ["/", "/tables/KEY", "/rules", "/health/alive", "/api/v1/games", "/nowhere", "/logout"]
)
def test_the_head_of_a_page_alone_is_that_of_the_page(client: TestClient, key: str, path: str) -> None:
    """Monitors and previews of links ask for the head alone."""
    path = path.replace("KEY", key)
    head, whole = client.head(path), client.get(path)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.parametrize("query", ["lang=%00", "lang=en&lang=it", "x=" + "y" * 5_000, "%", "lang[]=en", "=&=&"])
def test_odd_queries_do_no_harm(client: TestClient, key: str, query: str) -> None:
    for path in ("/", f"/tables/{key}", f"/tables/{key}/at/1", "/health/ready"):
        assert client.get(f"{path}?{query}").status_code == 200


@pytest.mark.parametrize("cookie", ["lang=\x7f", "lang=" + "x" * 4_000, ";;;=", "a=b; lang=es=it"])
def test_odd_cookies_do_no_harm(client: TestClient, cookie: str) -> None:
    assert client.get("/", headers={"cookie": cookie, "accept-language": ";;q=,,*;q=2"}).status_code == 200


def test_every_answer_carries_the_security_headers(client: TestClient, key: str) -> None:
    paths = ["/", f"/tables/{key}", f"/tables/{key}/at/0", "/health/alive", "/static/css/horloge.css", "/none"]
    for path in paths:
        sent = client.get(path).headers
        assert {name: sent.get(name) for name in HEADERS} == HEADERS, path
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_pages_obey_the_policy_they_send(client: TestClient, key: str) -> None:
    for path in ("/", f"/tables/{key}", f"/tables/{key}/at/0", "/none"):
        text = client.get(path).text
        for forbidden in ("<style", " style=", " onclick", " onload", "<script>", "javascript:", "http://", "//cdn"):
            assert forbidden not in text, (path, forbidden)


def test_only_a_site_behind_https_asks_for_it_always(sqlite_url: str) -> None:
    header = "strict-transport-security"
    for address, sent in (("https://testserver", True), ("", False)):
        with TestClient(
            create_app(Settings(database_url=sqlite_url, games="tests.games.tiny", address=address))
        ) as client:
            assert (header in client.get("/").headers) == sent


def test_files_with_their_hash_may_be_kept_and_others_not(client: TestClient) -> None:
    assert "immutable" in client.get("/static/css/horloge.css?v=1").headers["cache-control"]
    assert "cache-control" not in client.get("/static/css/horloge.css").headers


@pytest.fixture
def without_store(client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch) -> str:
    async def gone(*_: object, **__: object) -> None:
        raise StoreUnavailable("planted")

    monkeypatch.setattr("app.store.games.rooms.RoomStore.first", gone)
    monkeypatch.setattr("app.store.games.rooms.RoomStore.all", gone)
    monkeypatch.setattr("app.store.tables.tables.TableStore.rows", gone)
    monkeypatch.setattr("app.store.db.migrations.current", gone)
    return key


def test_without_its_database_it_asks_to_come_back(client: TestClient, without_store: str) -> None:
    for path in ("/", "/tables/another", f"/tables/{without_store}/at/1", "/health/ready"):
        assert client.get(path).status_code == 503, path
    assert client.get("/").headers["retry-after"]
    assert "Nothing is lost" in client.get("/").text
    assert client.get("/health/alive").status_code == 200


def test_who_goes_away_while_sending_is_no_fault_of_ours(
    client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by the harness: it was logged as a failure of the application, with all its layers."""

    async def goes(_request: Request) -> bytes:
        raise ClientDisconnect

    monkeypatch.setattr(Request, "body", goes)
    assert post(client, f"/tables/{key}/act", choice="{}").status_code == 400


def test_a_fault_of_ours_is_a_page_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("app.store.tables.tables.TableStore.listed", fails)
    answer = client.get("/")
    assert answer.status_code == 500
    assert HEADERS.items() <= {name: answer.headers.get(name) for name in HEADERS}.items()
    assert "Something went wrong on our side" in answer.text
    assert "secret" not in answer.text


def test_a_room_that_cannot_be_read_says_so(client: TestClient) -> None:
    async def opened() -> str:
        process = with_store(client)
        key = await process.open()
        async with process.database.writing() as connection:
            from app.store.db.schema.games import snapshots

            await connection.execute(snapshots.delete())
        return key

    key = str(portal(client, opened))
    page = client.get(f"/tables/{key}")
    assert page.status_code == 200
    assert "can’t be shown" in page.text
    assert client.get(f"/tables/{key}/at/0").status_code == 404


def feed(key: str, after: object = 2, **more: object) -> str:
    return f"/tables/{key}/feed?after={after}" + "".join(f"&{name}={value}" for name, value in more.items())


def test_the_feed_tells_what_happens_from_where_the_page_is(client: TestClient, key: str) -> None:
    async def go_on() -> None:
        room = await with_store(client).room(key)
        await play(room, "blue", Collect(), "k3", 2)

    with client.websocket_connect(feed(key), headers=ORIGIN) as socket:
        portal(client, go_on)
        frame = socket.receive_json()
        assert (frame["seq"], frame["full"]) == (3, False)
        assert "collects 2 coins" in frame["html"]


def test_the_feed_speaks_the_pages_language(client: TestClient, key: str) -> None:
    with client.websocket_connect(feed(key, after=0, lang="it"), headers=ORIGIN) as socket:
        assert "incassa 2 monete" in socket.receive_json()["html"]


@pytest.mark.parametrize(
    "origin",
    [{}, {"origin": "null"}, {"origin": "http://evil.test"}, {"origin": "http://testserver.evil.test"}, {"origin": ""}],
)
def test_other_sites_pages_get_no_feed(client: TestClient, key: str, origin: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(feed(key), headers=origin):
        pass


def test_behind_a_proxy_the_public_address_counts(sqlite_url: str) -> None:
    settings = Settings(
        database_url=sqlite_url, games="tests.games.tiny", bot_pace=3600, address="https://horloge.example/"
    )
    with TestClient(create_app(settings), base_url="http://inside") as client:
        key = str(portal(client, with_store(client).open))
        with client.websocket_connect(feed(key, 9), headers={"origin": "https://horloge.example"}) as socket:
            assert socket.receive_json()["full"]
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(feed(key), headers={"origin": "http://inside"}),
        ):
            pass


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "NaN", "99999999999999999999", "%00", "[]"])
def test_a_feed_from_nowhere_is_refused(client: TestClient, key: str, after: str) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(feed(key, after), headers=ORIGIN):
        pass


@pytest.mark.parametrize("key", ["unknown", "UPPER", "%00"])
def test_a_feed_of_no_table_is_refused(client: TestClient, key: str) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(feed(key), headers=ORIGIN):
        pass
