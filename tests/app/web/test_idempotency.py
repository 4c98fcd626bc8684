"""A request sent twice takes effect once: a double click, a lost answer, a repeated call, at once or later."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base.clock import now
from app.base.rate_limits import Limit
from app.base.tokens import digest_of
from app.settings import Settings
from app.store.db.database import Database
from app.store.db.schema.games import lines, people, requests, sessions, tables
from app.store.people.people import PeopleStore
from app.store.people.request_keys import REMEMBERED, Asked, AskedBefore, RequestStore, remember
from app.web.idempotency import KeyUsed, once
from tests.app.api.programs import Program
from tests.app.features.accounts.test_api_tokens import made_in
from tests.support.playing import begun
from tests.support.process import Process
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    name_of,
    post,
    quick_settings,
    run,
    services_of,
    token_of,
)

ONCE = "a-key-drawn-with-the-page"
NEW = {
    "game": "antechamber",
    "players": "2",
    "title": "A table",
    "access": "public",
    "seating": "pick",
    "chair.0": "me",
}


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def visitor(client: TestClient) -> TestClient:
    come_as_guest(client)
    return client


def count(client: TestClient, table: sa.Table) -> int:
    async def counted() -> int:
        async with services_of(client).database.reading() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one())

    return int(run(client, counted))


def led_to(answer: Response) -> str:
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize(
    "page", ["/tables/new?game=antechamber", "/practice/antechamber", "/analysis", "/me/tokens", "/guest"]
)
def test_every_page_draws_a_key_of_its_own(client: TestClient, page: str) -> None:
    if page != "/guest":
        come_as_guest(client)
    drawn = [re.findall(r'name="once" value="([A-Za-z0-9_-]{43})"', client.get(page).text) for _ in range(2)]
    assert all(drawn)
    assert drawn[0] != drawn[1]


def test_a_form_that_is_sent_twice_makes_one_table(visitor: TestClient) -> None:
    sent = NEW | {"options.rounds": "1", "once": ONCE}
    first, second = (led_to(post(visitor, "/tables/new", **sent)) for _ in range(2))
    assert first == second
    assert led_to(post(visitor, "/tables/new", **sent | {"title": "Another"})) != first, "who goes back makes another"
    assert led_to(post(visitor, "/tables/new", **sent | {"once": "key-of-another-page"})) != first
    assert count(visitor, tables) == 3


def test_the_key_of_a_form_is_its_senders_own(visitor: TestClient) -> None:
    other = another(visitor)
    come_as_guest(other, "Bob")
    sent = NEW | {"options.rounds": "1", "once": ONCE}
    assert led_to(post(visitor, "/tables/new", **sent)) != led_to(post(other, "/tables/new", **sent))


def test_a_form_that_is_sent_twice_begins_one_game_against_bots(visitor: TestClient) -> None:
    first, second = (led_to(post(visitor, "/practice/antechamber", seat="0", once=ONCE)) for _ in range(2))
    assert first == second
    assert count(visitor, tables) == 1


def test_a_form_that_is_sent_twice_makes_one_board(client: TestClient) -> None:
    key = begun(client, another(client))
    first, second = (led_to(post(client, f"/tables/{key}/analyse", once=ONCE)) for _ in range(2))
    assert first == second
    assert led_to(post(client, f"/tables/{key}/analyse", once=ONCE, step="0")) != first


def test_two_forms_at_once_are_one_guest(client: TestClient) -> None:
    client.get("/guest")
    cookie = dict(client.cookies)
    browsers = [another(client) for _ in range(2)]
    for browser in browsers:
        browser.cookies.update(cookie)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda one: post(one, "/guest", name="Ada", next="/", once=ONCE), browsers))
    assert [answer.status_code for answer in answers] == [303, 303]
    assert count(client, people) == count(client, sessions) == 1
    assert {name_of(browser) for browser in browsers} == {"Ada"}


def test_a_token_that_is_asked_for_twice_is_one_and_shown_both_times(visitor: TestClient) -> None:
    before = count(visitor, sessions)
    first, second = (made_in(post(visitor, "/me/tokens", name="My bot", read="on", once=ONCE).text) for _ in range(2))
    assert first == second
    assert count(visitor, sessions) == before + 1


def test_a_token_that_was_ended_stays_so_when_its_form_is_sent_again(visitor: TestClient) -> None:
    made = made_in(post(visitor, "/me/tokens", name="My bot", read="on", once=ONCE).text)

    async def end() -> None:
        async with services_of(visitor).database.writing() as connection:
            await connection.execute(sessions.delete().where(sessions.c.digest == digest_of(made)))

    run(visitor, end)
    again = post(visitor, "/me/tokens", name="My bot", read="on", once=ONCE)
    assert again.status_code == 422
    assert made not in again.text


def test_a_call_with_the_same_key_makes_one_table(client: TestClient) -> None:
    red = Program(client, "Ada")
    wanted = {"game": "antechamber", "players": 2, "title": "A table", "options": {"rounds": 1}, "key": "one"}
    first, second = (red.post("/tables", wanted)["key"] for _ in range(2))
    assert first == second
    assert red.refused("POST", "/tables", wanted | {"title": "Another"}) == (422, "key_used")
    assert red.refused("POST", "/tables", wanted | {"key": "not a key!"}) == (422, "unreadable")
    assert red.post("/tables", wanted | {"key": "two"})["key"] != first
    assert count(client, tables) == 2


def test_a_call_with_the_same_key_makes_one_board(client: TestClient) -> None:
    red = Program(client, "Ada")
    made = red.post("/tables", {"game": "antechamber", "players": 2, "title": "T", "seats": ["me", "random"]})["key"]
    red.post(f"/tables/{made}/start", {})
    boards = {red.post(f"/tables/{made}/analyse", {"key": "one"})["key"] for _ in range(2)}
    assert len(boards) == 1
    assert red.refused("POST", f"/tables/{made}/analyse", {"key": "one", "step": 0}) == (422, "key_used")


def test_a_form_that_is_sent_twice_says_one_line_and_then_the_next(client: TestClient) -> None:
    talk = f"/tables/{begun(client, another(client))}/talk"
    said = {"channel": "table", "text": "Yes."}
    form = {"token": token_of(client), "once": ONCE} | said
    answers = [client.post(talk, data=form, headers=ORIGIN | {"HX-Request": "true"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert count(client, lines) == 1
    (renewed,) = re.findall(
        r'id="key-table" hidden hx-swap-oob="true"><input .*name="once" value="([^"]+)"', answers[0].text
    )
    assert post(client, talk, **said, once=renewed).status_code == 303
    assert count(client, lines) == 2, "whoever says the same again means it"


def test_a_line_that_came_too_soon_is_said_when_it_is_sent_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = f"/tables/{begun(client, another(client))}/talk"
    with monkeypatch.context() as hasty:
        hasty.setattr("app.features.talk.messages.LINES", Limit("never", 0, 1))
        assert post(client, talk, channel="table", text="Yes.", once=ONCE).status_code == 429
    assert post(client, talk, channel="table", text="Yes.", once=ONCE).status_code == 303
    assert count(client, lines) == 1


def test_a_call_with_the_same_key_says_one_line(client: TestClient) -> None:
    red = Program(client, "Ada")
    made = red.post("/tables", {"game": "antechamber", "players": 2, "title": "T", "seats": ["me", "random"]})["key"]
    said = {"channel": "table", "text": "Yes.", "key": "one"}
    first, second = (red.post(f"/tables/{made}/talk", said) for _ in range(2))
    assert first == second
    assert red.refused("POST", f"/tables/{made}/talk", said | {"text": "No."}) == (422, "key_used")
    assert count(client, lines) == 1


async def asked_by_ada(database: Database, payload: str = "this") -> Asked:
    ada = await PeopleStore(database).add_guest("Ada", "ada", now())
    return Asked(ada, "key", payload)


async def make(database: Database, asked: Asked, answer: str) -> str:
    async with database.writing() as connection:
        await remember(connection, asked, answer, now())
    return answer


async def test_of_two_at_once_one_makes_it_and_both_get_it(process: Process, other_process: Process) -> None:
    asked = await asked_by_ada(process.database)

    def work(at: Database, answer: str) -> Any:
        return once(at, asked, lambda: make(at, asked, answer))

    got = await asyncio.gather(*(work(one.database, f"made-{n}") for n, one in enumerate((process, other_process) * 4)))
    assert len(set(got)) == 1


async def test_what_fails_is_not_remembered(process: Process) -> None:
    asked = await asked_by_ada(process.database)

    async def fail() -> str:
        async with process.database.writing() as connection:
            await remember(connection, asked, "never", now())
            raise ValueError("no disk")

    with pytest.raises(ValueError, match="no disk"):
        await once(process.database, asked, fail)
    assert await once(process.database, asked, lambda: make(process.database, asked, "made")) == "made"


async def test_a_key_is_for_one_request_only(process: Process) -> None:
    asked = await asked_by_ada(process.database)
    await make(process.database, asked, "made")
    other = Asked(asked.person, asked.key, "that")
    with pytest.raises(KeyUsed):
        await once(process.database, other, lambda: make(process.database, other, "more"))
    with pytest.raises(AskedBefore):
        await make(process.database, asked, "more")


async def test_requests_that_nobody_will_send_again_are_forgotten(process: Process) -> None:
    asked, store = await asked_by_ada(process.database), RequestStore(process.database)
    await make(process.database, asked, "made")
    await store.sweep(now())
    assert await store.known(asked)
    await store.sweep(now() + REMEMBERED + timedelta(seconds=1))
    assert await store.known(asked) is None
    async with process.database.reading() as connection:
        assert (await connection.execute(sa.select(requests))).all() == []
