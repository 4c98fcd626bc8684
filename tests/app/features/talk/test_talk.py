"""Talk at tables: each line reaches exactly those who may read it, everywhere; muting, reporting, unread lines."""

import re

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from httpx2 import Response

from app.features.lobby.service import start
from app.features.talk.messages import LINES
from app.store.db.schema.games import reports
from app.store.games.rooms import RoomRow
from tests.support.playing import arrange, panel, send, table_of
from tests.support.visitors import post, run, services_of

HOSTILE = "<script>alert(1)</script> \"'>{{7*7}} &amp; <img src=x onerror=alert(1)>"


def says(client: TestClient, key: str, text: str, channel: str = "table", **fields: str) -> Response:
    return post(client, f"/tables/{key}/talk", channel=channel, text=text, **fields)


def page(client: TestClient, key: str) -> str:
    return str(client.get(f"/tables/{key}").text)


def heard(client: TestClient, key: str, text: str) -> bool:
    return text in page(client, key)


def unread(client: TestClient, key: str, channel: str = "table") -> int:
    found = re.search(rf'id="unread-{channel}" data-count="(\d+)"', page(client, key))
    assert found
    return int(found[1])


def about_first(client: TestClient, key: str, channel: str = "table", **fields: str) -> Response:
    return post(client, f"/tables/{key}/talk/{channel}/1", **fields)


def test_what_a_player_says_everybody_at_the_table_reads(
    ada: TestClient, bob: TestClient, wim: TestClient, stranger: TestClient, key: str
) -> None:
    assert says(ada, key, "Shall we begin?").headers["location"] == f"/tables/{key}#channel-table"
    for visitor in (ada, bob, wim, stranger):
        assert heard(visitor, key, "Shall we begin?")
    assert says(wim, key, "Me too").status_code == 403
    assert says(stranger, key, "Me too").status_code == 401
    assert not heard(ada, key, "Me too")


def test_those_who_sit_talk_before_the_game_begins(ada: TestClient, bob: TestClient, wim: TestClient) -> None:
    key = table_of(ada)
    assert says(ada, key, "Anybody there?").status_code == 303
    assert heard(wim, key, "Anybody there?")
    assert says(wim, key, "Only looking").status_code == 403
    assert says(ada, key, "apart", "red-blue").status_code == 403
    assert says(ada, key, "apart", "watchers").status_code == 403
    arrange(bob, key, "sit", 1)
    assert says(bob, key, "I am").status_code == 303
    arrange(bob, key, "ready")
    post(ada, f"/tables/{key}/start")
    assert heard(ada, key, "I am"), "the game has begun, and what was said is still there"


def test_whoever_asks_for_lines_just_as_the_game_begins_gets_them(
    ada: TestClient, bob: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a table that has not begun asks every few seconds; the game may begin between the two queries of such
    a request."""
    key = table_of(ada)
    assert arrange(bob, key, "sit", 1).status_code == 303
    assert arrange(bob, key, "ready").status_code == 303
    services = services_of(ada)
    tables, usual = services.rooms.tables, services.rooms.store.find

    async def find(asked: str) -> RoomRow | None:
        room = await usual(asked)
        monkeypatch.undo()
        table = await tables.find(key)
        assert table
        assert table.host
        host = await services.accounts.people.found(table.host)
        assert host
        assert await start(tables, key, host, fill="")
        return room

    monkeypatch.setattr(services.rooms.store, "find", find)
    assert ada.get(f"/tables/{key}/talk/table?after=0", headers={"hx-request": "true"}).status_code == 200
    assert panel(ada, key).fields["side"] == "red", "it has begun"


def test_what_is_said_apart_only_those_sides_read(
    ada: TestClient, bob: TestClient, cy: TestClient, wim: TestClient, stranger: TestClient, key: str
) -> None:
    assert says(ada, key, "Against green?", "red-blue").status_code == 303
    assert heard(ada, key, "Against green?")
    assert heard(bob, key, "Against green?")
    for visitor in (cy, wim, stranger):
        assert not heard(visitor, key, "Against green?")
        for path in ("red-blue", "red-blue?before=9", "red-blue?after=0", "red-blue/1"):
            for headers in ({}, {"HX-Request": "true"}):
                answer = visitor.get(f"/tables/{key}/talk/{path}", headers=headers, follow_redirects=False)
                assert answer.status_code in (404, 303)
                assert "Against" not in answer.text
        assert says(visitor, key, "I hear you", "red-blue").status_code in (401, 403)
    assert "I hear you" not in bob.get(f"/tables/{key}/talk/red-blue").text


def test_nobody_talks_apart_where_the_table_does_not_allow_it_nor_with_bots(ada: TestClient, bob: TestClient) -> None:
    with_bot = table_of(ada, 3, **{"chair.2": "random"})
    arrange(bob, with_bot, "sit", 1)
    arrange(bob, with_bot, "ready")
    post(ada, f"/tables/{with_bot}/start")
    assert says(ada, with_bot, "psst", "red-green").status_code == 403
    assert says(ada, with_bot, "psst", "red-blue").status_code == 303

    async def forbid() -> None:
        database = services_of(ada).database
        async with database.writing() as connection:
            await connection.execute(sa.text("UPDATE tables SET private_talk = false"))

    run(ada, forbid)
    services_of(ada).rooms.live.clear()
    assert says(ada, with_bot, "psst again", "red-blue").status_code == 403


@pytest.mark.parametrize(
    "channel", ["blue-red", "red-red", "red", "red-blue-", "nobody", "red-nobody", "Red-blue", "../x"]
)
def test_no_other_names_of_channels_are_taken(ada: TestClient, key: str, channel: str) -> None:
    assert says(ada, key, "hello", channel).status_code == 403
    assert ada.get(f"/tables/{key}/talk/{channel}").status_code == 404


def test_several_sides_talk_apart_once_they_are_ticked(
    ada: TestClient, bob: TestClient, cy: TestClient, wim: TestClient, key: str
) -> None:
    ticked = {"with.blue": "on", "with.green": "on"}
    answer = post(ada, f"/tables/{key}/talk", text="All three of us", **ticked)
    assert answer.headers["location"].endswith("#channel-red-blue-green")
    assert heard(cy, key, "All three of us")
    assert not heard(wim, key, "All three of us")


def test_watchers_talk_hidden_from_players_until_the_game_is_over(
    ada: TestClient, bob: TestClient, wim: TestClient, stranger: TestClient
) -> None:
    key = table_of(ada)
    arrange(bob, key, "sit", 1)
    arrange(bob, key, "ready")
    post(ada, f"/tables/{key}/start")
    assert says(wim, key, "Red will win", "watchers").status_code == 303
    assert heard(stranger, key, "Red will win")
    assert says(stranger, key, "No", "watchers").status_code == 401
    for player in (ada, bob):
        assert not heard(player, key, "Red will win")
        assert player.get(f"/tables/{key}/talk/watchers").status_code == 404
        assert says(player, key, "What?", "watchers").status_code == 403
    for player, choice in ((ada, "collect"), (ada, "tip"), (bob, "collect"), (bob, "tip")):
        assert send(player, key, panel(player, key), choice=f'{{"do":"{choice}"}}').status_code == 303
    assert heard(ada, key, "Red will win")
    assert says(ada, key, "I did", "watchers").status_code == 303


def test_who_may_only_read_is_shown_where_to_write(ada: TestClient, bob: TestClient, wim: TestClient) -> None:
    key = table_of(ada)
    arrange(bob, key, "sit", 1)
    arrange(bob, key, "ready")
    post(ada, f"/tables/{key}/start")
    assert 'href="#channel-watchers">Talk with the other spectators.' in wim.get(f"/tables/{key}").text
    page = wim.get(f"/tables/{key}/talk/table").text
    assert f'href="/tables/{key}/talk/watchers">Talk with the other spectators.' in page
    assert "Talk with the other spectators." not in ada.get(f"/tables/{key}").text


def test_a_table_that_nobody_may_watch_is_silent_to_others(ada: TestClient, bob: TestClient, wim: TestClient) -> None:
    key = table_of(ada, spectators="")
    arrange(bob, key, "sit", 1)
    arrange(bob, key, "ready")
    post(ada, f"/tables/{key}/start")
    says(ada, key, "Nobody hears us")
    for path in ("table", "watchers", "table/1"):
        assert wim.get(f"/tables/{key}/talk/{path}").status_code == 404
    assert says(wim, key, "hello").status_code == 404


def test_whatever_is_said_is_shown_as_it_was_typed_and_does_nothing(ada: TestClient, bob: TestClient, key: str) -> None:
    says(ada, key, HOSTILE)
    says(ada, key, "one\r\n\r\ntwo\u202eevil\u200b")
    for html in (
        page(bob, key),
        bob.get(f"/tables/{key}/talk/table").text,
        bob.get(f"/tables/{key}/talk/table/1").text,
    ):
        assert "<script>alert" not in html
        assert "<img" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "one\n\ntwoevil</p>" in page(bob, key)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "first"), (" \n\u200b ", "first"), ("x" * 501, "too long"), ("\n".join("x" * 20), "too long")],
)
def test_a_line_that_is_none_or_too_long_comes_back_with_the_reason(
    ada: TestClient, key: str, text: str, reason: str
) -> None:
    answer = says(ada, key, text)
    assert answer.status_code == 422
    assert reason in answer.text
    assert text.strip() in answer.text
    assert "line-table-1" not in page(ada, key)
    assert says(ada, key, "x" * 500).status_code == 303


def test_who_says_too_much_at_once_is_asked_to_wait_and_others_are_not(
    ada: TestClient, bob: TestClient, key: str
) -> None:
    answers = [says(ada, key, f"line {n}") for n in range(LINES.at_once + 1)]
    assert [answer.status_code for answer in answers] == [303] * LINES.at_once + [429]
    assert "at once" in answers[-1].text
    assert f"line {LINES.at_once}" in answers[-1].text, "what was typed is not lost"
    assert says(bob, key, "mine").status_code == 303


def test_what_one_has_not_read_is_counted_until_one_reads_it(ada: TestClient, bob: TestClient, key: str) -> None:
    for text in ("one", "two"):
        says(ada, key, text)
    assert unread(ada, key) == 0, "one's own lines are read"
    assert unread(bob, key) == 2
    assert post(bob, f"/tables/{key}/heard", channel="table", number="1").status_code == 303
    assert unread(bob, key) == 1
    assert post(bob, f"/tables/{key}/heard", channel="table", number="99").status_code == 303
    says(ada, key, "three")
    assert unread(bob, key) == 1, "nobody reads ahead"
    says(bob, key, "I have read it")
    assert unread(bob, key) == 0, "who answers has read"
    for number in ("-1", "x", "9" * 30, ""):
        assert post(bob, f"/tables/{key}/heard", channel="table", number=number).status_code == 422


def test_whom_one_mutes_is_folded_for_oneself_alone_until_one_undoes_it(
    ada: TestClient, bob: TestClient, wim: TestClient, key: str
) -> None:
    says(ada, key, "Listen to me")
    assert about_first(bob, key, what="mute").status_code == 303
    assert 'class="folded"' in page(bob, key)
    assert unread(bob, key) == 0
    assert 'class="folded"' not in page(wim, key)
    shown = bob.get("/me/mutes").text
    assert "Ada" in shown
    [number] = re.findall(r'name="person" value="(\d+)"', shown)
    assert post(bob, "/me/mutes", person=number).status_code == 303
    assert 'class="folded"' not in page(bob, key)


def test_a_line_is_reported_once_with_a_reason(ada: TestClient, bob: TestClient, key: str) -> None:
    says(ada, key, "Rude words")
    assert about_first(bob, key, what="report", reason=" ").status_code == 422
    assert "Thank you" in about_first(bob, key, what="report", reason="It is rude.").text
    assert "already" in about_first(bob, key, what="report", reason="Again.").text

    async def kept() -> list[str]:
        async with services_of(ada).database.reading() as connection:
            return list((await connection.execute(sa.select(reports.c.reason))).scalars())

    assert run(ada, kept) == ["It is rude."]
    assert about_first(ada, key, what="mute").status_code == 404, "one's own lines are one's own business"
    assert about_first(bob, key, what="dance").status_code == 422
    assert post(bob, f"/tables/{key}/talk/table/2", what="mute").status_code == 404


def test_who_is_called_by_name_sees_it(ada: TestClient, bob: TestClient, cy: TestClient, key: str) -> None:
    says(ada, key, "Well, @bob?")
    assert '<mark class="mention">@bob</mark>' in page(bob, key)
    assert '<b class="mention">@bob</b>' in page(cy, key)


def test_who_has_left_for_good_is_nobody_in_what_they_said(ada: TestClient, bob: TestClient, key: str) -> None:
    says(bob, key, "Farewell")
    assert post(bob, "/me/leave", name="Bob").status_code == 303
    html = page(ada, key)
    assert "Farewell" in html
    assert "someone who has left" in html
