"""Lines reach the pages and programs that have a table open, if they may read them."""

from contextlib import ExitStack

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from app.store.db.schema.games import rooms
from tests.app.features.accounts.test_api_tokens import token_for
from tests.app.features.talk.test_talk import says
from tests.support.playing import begun, panel, send
from tests.support.visitors import ORIGIN, another, post, run, services_of, token_of


class Ears:
    """A page's feed, and what it has received."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def next_line(self) -> str:
        """Return the text of the next line that it receives."""
        while True:
            frame = self.socket.receive_json()
            if "line" in frame:
                return str(frame["line"]["html"])


def ears(stack: ExitStack, client: TestClient, key: str) -> Ears:
    session = client.websocket_connect(f"/tables/{key}/feed?after=0&epoch=0", headers=ORIGIN)
    return Ears(stack.enter_context(session))


def test_each_line_comes_to_open_pages_that_may_read_it_and_to_no_other(
    ada: TestClient, bob: TestClient, cy: TestClient, wim: TestClient, key: str
) -> None:
    with ExitStack() as stack:
        everybody = [ears(stack, one, key) for one in (ada, bob, cy, wim)]
        red, blue, third, watcher = everybody
        says(ada, key, "only blue", "red-blue")
        says(wim, key, "only watchers", "watchers")
        says(ada, key, "everybody")
        for one, apart in ((red, "only blue"), (blue, "only blue"), (watcher, "only watchers")):
            heard = [one.next_line(), one.next_line()]  # lines of two channels may overtake each other
            assert all(any(said in line for line in heard) for said in (apart, "everybody"))
        assert "everybody" in third.next_line(), "and nothing else before it"


def test_each_line_comes_to_programs_that_may_talk_as_calls_answer_it(
    ada: TestClient, bob: TestClient, cy: TestClient, key: str
) -> None:
    says(ada, key, "before", "red-blue")
    talks, reads, third = (token_for(*of) for of in ((bob, "read", "talk"), (bob, "read"), (cy, "read", "talk")))
    with ExitStack() as stack:
        blue, deaf, green = (programs_ears(stack, ada, key, token) for token in (talks, reads, third))
        assert blue.receive_json() == {"talk": {"red-blue": 1}}
        for text, channel in (("apart", "red-blue"), ("everybody", "table")):
            says(ada, key, text, channel)
            line = blue.receive_json()["line"]
            told = another(ada).get(
                f"/api/v1/tables/{key}/talk/{channel}", headers={"authorization": f"Bearer {talks}"}
            )
            assert line == told.json()["lines"][-1] | {"channel": channel}
            assert line["text"] == text
        assert green.receive_json()["line"]["text"] == "everybody", "and nothing else before it"
        assert send(ada, key, panel(ada, key), choice='{"do":"collect"}').status_code == 303
        while "now" not in (frame := deaf.receive_json()):
            assert not {"line", "talk"} & {*frame}, "whose token may not talk is told of the game alone"


def programs_ears(stack: ExitStack, client: TestClient, key: str, token: str) -> WebSocketTestSession:
    headers = {"authorization": f"Bearer {token}"}
    address = f"/tables/{key}/feed?as=json&after=0&epoch=0"
    return stack.enter_context(another(client).websocket_connect(address, headers=headers))


def test_a_program_learns_nothing_of_who_has_left_for_good(ada: TestClient, bob: TestClient, key: str) -> None:
    says(bob, key, "Farewell")
    assert post(bob, "/me/leave", name="Bob").status_code == 303
    headers = {"authorization": f"Bearer {token_for(ada, 'talk')}"}
    [line] = another(ada).get(f"/api/v1/tables/{key}/talk/table", headers=headers).json()["lines"]
    assert (line["person"], line["name"], line["text"]) == (None, "", "Farewell")


def test_a_page_that_joins_is_told_how_far_the_channels_are_that_it_may_read(
    ada: TestClient, cy: TestClient, key: str
) -> None:
    says(ada, key, "hello", "red-blue")
    says(ada, key, "hello")
    with ExitStack() as stack:
        assert ears(stack, cy, key).socket.receive_json() == {"talk": {"table": 1}}
    missed = cy.get(f"/tables/{key}/talk/table?after=0", headers={"HX-Request": "true"}).text
    assert 'id="line-table-1"' in missed
    assert "<html" not in missed


@pytest.mark.parametrize("where", ["/tables/{}/talk", "/api/v1/tables/{}/talk"])
def test_at_a_table_that_was_thrown_away_elsewhere_nothing_can_be_said(
    ada: TestClient, bob: TestClient, where: str
) -> None:
    key = begun(ada, bob)
    ada.get(f"/tables/{key}")

    async def throw_away() -> None:
        async with services_of(ada).database.writing() as connection:
            await connection.execute(rooms.delete().where(rooms.c.key == key))

    run(ada, throw_away)
    address = where.format(key)
    if address.startswith("/api"):
        headers = ORIGIN | {"x-horloge-token": token_of(ada)}
        answer = ada.post(address, json={"channel": "table", "text": "Hello?"}, headers=headers)
        assert answer.json()["error"] == "not_found"
    else:
        answer = post(ada, address, channel="table", text="Hello?")
        assert "<h1>" in answer.text
    assert answer.status_code == 404
