"""Logs go to one place, as text or JSON, and never contain a secret."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from app.base import logs


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    """Restore logging after the test, because it belongs to the whole process."""
    root, ours = logging.getLogger(), logging.getLogger("app")
    before = root.handlers, root.level, ours.level
    yield
    root.handlers, root.level, ours.level = before
    structlog.reset_defaults()


def lines(to: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in to.getvalue().splitlines()]


SECRETS = {
    "seed": "abc",
    "game_seed": "abc",
    "session_token": "abc",
    "password": "abc",
    "hands": {"red": "abc"},
    "position": "abc",
    "deep": {"er": [{"token": "abc"}]},
}


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("form", ["json", "console"])
def test_secrets_are_left_out(name: str, form: str) -> None:
    to = io.StringIO()
    logs.set_up("info", form, to)
    structlog.get_logger().info("something", **{name: SECRETS[name]})
    assert "something" in to.getvalue()
    assert "abc" not in to.getvalue()


def test_what_is_no_secret_is_kept() -> None:
    to = io.StringIO()
    logs.set_up("info", "json", to)
    structlog.get_logger().info("acted", room="abc", request_key="k1", sequence=3)
    [line] = lines(to)
    assert (line["event"], line["level"], line["room"], line["request_key"], line["sequence"]) == (
        "acted",
        "info",
        "abc",
        "k1",
        3,
    )


@pytest.mark.parametrize("form", ["json", "console"])
def test_tracebacks_are_told_without_local_variables(form: str) -> None:
    to = io.StringIO()
    logs.set_up("info", form, to)
    hand = "sword" + str(1)
    try:
        raise ValueError("planted")
    except ValueError:
        structlog.get_logger().exception("failed")
    assert "ValueError: planted" in to.getvalue()
    assert hand not in to.getvalue()


def test_the_web_server_logs_the_same_way() -> None:
    to = io.StringIO()
    logs.set_up("info", "json", to)
    logging.getLogger("uvicorn.error").info("Started on %s", "port 1")
    [line] = lines(to)
    assert line["event"] == "Started on port 1"
    assert line["level"] == "info"


def test_levels_that_are_not_sent_do_nothing() -> None:
    logs.set_up("warning", "json", io.StringIO())
    unsent = structlog.get_logger().bind().info
    assert unsent.__name__ == "_nop"


def test_what_is_bound_to_a_request_is_in_every_line() -> None:
    to = io.StringIO()
    logs.set_up("info", "json", to)
    with structlog.contextvars.bound_contextvars(room="r1", sequence=4):
        structlog.get_logger().info("inside")
    [line] = lines(to)
    assert (line["room"], line["sequence"]) == ("r1", 4)


@pytest.mark.parametrize("library", ["uvicorn.error", "websockets.server", "aiosqlite", "redis"])
def test_where_all_is_told_libraries_tell_no_more_than_usual(library: str) -> None:
    """The libraries of sockets would log cookies, and the content of every page."""
    to = io.StringIO()
    logs.set_up("debug", "json", to)
    logging.getLogger(library).debug("< cookie: horloge=abc")
    structlog.get_logger("app.store.games.ledger").debug("recorded")
    assert [line["event"] for line in lines(to)] == ["recorded"]
