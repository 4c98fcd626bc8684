"""Acting at a table by its form: permissions, answers, and that nothing happens twice or unseen."""

import json
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from app.settings import Settings
from tests.support.playing import arrange, panel, send, table_of
from tests.support.serving import PATIENCE
from tests.support.visitors import ORIGIN, another, come_as_guest, post, quick_settings, token_of

COLLECT = '{"do":"collect"}'


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url, bot_pace=0)


def step_of(client: TestClient, key: str) -> int:
    return int(re.findall(r'data-seq="(\d+)"', client.get(f"/tables/{key}").text)[0])


def test_two_people_play_a_whole_game_through_its_forms(client: TestClient, other: TestClient, key: str) -> None:
    chance = random.Random(4)
    for _ in range(200):
        for player in (client, other):
            seen = panel(player, key)
            if seen.buttons:
                name, value = chance.choice(seen.buttons)
                assert send(player, key, seen, **{name: value}).status_code == 303
        if "data-seq" in client.get(f"/tables/{key}").text and not panel(client, key).fields.get("side"):
            break
    page = client.get(f"/tables/{key}").text
    assert 'id="result-title"' in page
    assert "/again" in page


def test_what_follows_is_shown_first_to_who_wants_that(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    answer = post(client, f"/tables/{key}/act", **seen.fields, choice=COLLECT, ahead="on")
    assert answer.status_code == 200
    assert "collects 2 coins" in answer.text.split('class="foreseen"')[1]
    assert step_of(client, key) == 0
    changed = post(client, f"/tables/{key}/act", **seen.fields, choice=COLLECT, back="1")
    assert changed.status_code == 200
    assert 'class="foreseen"' not in changed.text


def test_the_same_form_sent_again_acts_once(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    for _ in range(2):
        assert send(client, key, seen, choice=COLLECT).status_code == 303
    assert step_of(client, key) == 1


def test_a_form_sent_many_times_at_once_acts_once(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: send(client, key, seen, choice=COLLECT).status_code, range(8)))
    assert answers == [303] * 8
    assert step_of(client, key) == 1


def test_another_choice_under_the_same_key_is_refused(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    send(client, key, seen, choice=COLLECT)
    assert send(client, key, seen, choice='{"do":"call_ballot"}').status_code == 422
    assert step_of(client, key) == 1


def test_what_was_seen_too_early_comes_back_with_the_table_as_it_is(client: TestClient, key: str) -> None:
    old, seen = panel(client, key), panel(client, key)
    send(client, key, seen, choice=COLLECT)
    answer = send(client, key, old, choice=COLLECT)
    assert answer.status_code == 409
    assert "moved on" in answer.text
    assert 'data-seq="1"' in answer.text


def test_the_rules_say_why_not(client: TestClient, other: TestClient, key: str) -> None:
    answer = send(client, key, panel(client, key), choice='{"do":"pass"}')
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.text
    answer = send(other, key, panel(other, key), choice=COLLECT)
    assert answer.status_code == 422, "it is not blue's turn"
    assert step_of(client, key) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"choice": "{"},
        {"choice": '{"do":"dance"}'},
        {"choice": '{"do":"publish","dispatch":"x"}'},
        {"choice": '{"do":"collect","more":1}'},
        {"choice": '{"do":"tip","do":"collect"}'},
        {"choice": "[" * 3_000},
        {"do": "dance"},
        {"do": "raise", "raise.colour": "red"},
        {"do": "raise", "look": "raise"},
        {"do": "raise", "choice": COLLECT, "ahead.more": "on"},
        {"do": "raise", "raise.coins": "many"},
        {"do": "raise", "raise.coins": "9" * 400},
        {"choice": COLLECT, "sequence": "x"},
        {"choice": COLLECT, "epoch": "-1"},
        {"choice": COLLECT, "page": ""},
        {"choice": COLLECT, "page": "x" * 41},
        {"choice": COLLECT, "colour": "red"},
        {"sure": "1"},
        {},
    ],
)
def test_what_no_form_of_ours_sends_changes_nothing(client: TestClient, key: str, fields: dict[str, str]) -> None:
    answer = send(client, key, panel(client, key), **fields)
    assert answer.status_code == 422
    assert step_of(client, key) == 0


def test_a_future_position_is_refused(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    assert send(client, key, seen, choice=COLLECT, sequence="7").status_code == 409
    assert send(client, key, seen, choice=COLLECT, epoch="3").status_code == 409
    assert step_of(client, key) == 0


def test_only_who_plays_a_side_decides_for_it(client: TestClient, other: TestClient, key: str) -> None:
    seen = panel(client, key)
    stranger, watcher, elsewhere = another(client), another(client), another(client)
    come_as_guest(watcher, "Cleo")
    come_as_guest(elsewhere, "Dora")
    table_of(elsewhere)
    fields = {name: value for name, value in seen.fields.items() if name != "token"}
    assert post(stranger, f"/tables/{key}/act", **fields, choice=COLLECT).status_code == 401
    for somebody in (watcher, elsewhere, other):
        for side in ("red", ""):
            answer = post(somebody, f"/tables/{key}/act", **(fields | {"side": side, "sure": "1"}), choice=COLLECT)
            of_its_own = somebody is other and not side
            assert answer.status_code == (422 if of_its_own else 403)
            assert ("That is not your seat" in answer.text) != of_its_own
    assert step_of(client, key) == 0


def test_nothing_is_done_without_the_forms_token(client: TestClient, key: str) -> None:
    seen = panel(client, key).fields | {"choice": COLLECT, "sure": "1"}
    sent = [
        client.post(f"/tables/{key}/act", data=seen | {"token": "x"}, headers=ORIGIN),
        client.post(f"/tables/{key}/act", data=seen, headers={"origin": "https://evil.test"}),
    ]
    assert [answer.status_code for answer in sent] == [403, 403]
    assert step_of(client, key) == 0


def test_a_program_acts_with_json(client: TestClient, key: str) -> None:
    headers = ORIGIN | {"x-horloge-token": token_of(client)}
    body = {"key": "k1", "epoch": 0, "sequence": 0, "choice": {"do": "collect"}}
    for _ in range(2):
        answer = client.post(f"/tables/{key}/act", json=body, headers=headers)
        assert (answer.status_code, answer.json()["sequence"]) == (200, 1), "the same again is the same answer again"
    stale = client.post(f"/tables/{key}/act", json=body | {"key": "k2"}, headers=headers)
    assert (stale.status_code, stale.json()["refusal"]) == (409, "stale")
    wrong = client.post(f"/tables/{key}/act", json=body | {"key": "k3", "sequence": 1}, headers=headers)
    assert wrong.status_code == 422
    for unread in (b"{", b"[]", json.dumps(body | {"more": 1}).encode(), b"\xff", b"[" * 9_000):
        sent = client.post(f"/tables/{key}/act", content=unread, headers=headers | {"content-type": "application/json"})
        assert sent.status_code == 422
    assert client.post(f"/tables/{key}/act", content=b"x" * 70_000, headers=headers).status_code in (413, 415)


def test_a_table_that_is_not_there_is_not_found(client: TestClient) -> None:
    come_as_guest(client)
    assert post(client, "/tables/nosuchtable/act", choice=COLLECT).status_code == 404
    key = table_of(client)
    assert post(client, f"/tables/{key}/act", choice=COLLECT).status_code == 404, "its game has not begun"


def test_htmx_gets_the_parts_that_changed(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    fields = seen.fields | {"sure": "1", "choice": COLLECT}
    answer = client.post(f"/tables/{key}/act", data=fields, headers=ORIGIN | {"hx-request": "true"})
    assert (answer.status_code, answer.headers["horloge-sequence"]) == (200, "1")
    assert 'id="part-decision"' in answer.text or 'id="table"' in answer.text
    refused = client.post(
        f"/tables/{key}/act", data=fields | {"sequence": "1", "choice": '{"do":"pass"}'},
        headers=ORIGIN | {"hx-request": "true"},
    )  # fmt: skip
    assert refused.status_code == 422
    assert refused.text.count("hx-swap-oob") == 1, "the panel alone"


def placed(feed: WebSocketTestSession) -> dict[str, Any]:
    """Return the next frame that belongs to a position of the game; frames about who has the table open come between
    them."""
    while "seq" not in (told := feed.receive_json()):
        pass
    frame: dict[str, Any] = told
    return frame


def test_the_feed_tells_each_side_its_own(client: TestClient, other: TestClient, key: str) -> None:
    with (
        client.websocket_connect(f"/tables/{key}/feed?after=0", headers=ORIGIN) as red,
        other.websocket_connect(f"/tables/{key}/feed?after=0", headers=ORIGIN) as blue,
    ):
        send(client, key, panel(client, key), choice='{"do":"call_ballot"}')
        told = [placed(socket)["html"] for socket in (red, blue)]
    assert 'value="red"' in told[0]
    assert 'value="blue"' in told[1]
    assert 'value="blue"' not in told[0]


def test_a_rival_who_acts_leaves_my_question_alone(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice='{"do":"call_ballot"}')
    with other.websocket_connect(f"/tables/{key}/feed?after=1", headers=ORIGIN) as blue:
        send(client, key, panel(client, key), choice='{"do":"stake","coins":1}')
        frame = placed(blue)
    assert frame["seq"] == 2
    assert 'id="part-decision"' not in frame["html"]
    assert 'id="part-asked"' in frame["html"]


def test_one_person_who_plays_both_sides_is_asked_as_each(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, **{"chair.1": "me"})
    post(client, f"/tables/{key}/start")
    assert panel(client, key).fields["side"] == "red"
    send(client, key, panel(client, key), choice=COLLECT)
    while panel(client, key).fields["side"] == "red":
        seen = panel(client, key)
        send(client, key, seen, **dict(seen.buttons[:1]))
    assert panel(client, key).fields["side"] == "blue"


def test_offers_out_of_turn_reach_who_is_to_answer(client: TestClient, other: TestClient, key: str) -> None:
    assert send(other, key, panel(other, key), choice='{"do":"offer","to":"red","coins":1}').status_code == 303
    assert '{"do":"accept","by":"blue"}' in [value for _, value in panel(client, key).aside]


def test_bots_are_seated_and_answer(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client)
    assert arrange(client, key, "bot", 1, kind="random").status_code == 303
    post(client, f"/tables/{key}/start")
    deadline = time.monotonic() + PATIENCE
    while "side" in (seen := panel(client, key)).fields and time.monotonic() < deadline:
        if seen.buttons:
            send(client, key, seen, **dict(seen.buttons[:1]))
    assert 'id="result-title"' in client.get(f"/tables/{key}").text


def undo_button(client: TestClient, key: str) -> list[str]:
    """Return where the undo button goes back to, if there is one."""
    return re.findall(r'class="button undo"[^>]*value="(\d+)"', client.get(f"/tables/{key}").text)


def own_fields(client: TestClient, key: str) -> dict[str, str]:
    """Return the hidden fields of the form for everything except decisions."""
    form = client.get(f"/tables/{key}").text.split('id="own"')[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def test_what_one_chose_last_is_taken_back_by_a_button(client: TestClient, other: TestClient, key: str) -> None:
    assert undo_button(client, key) == []
    send(client, key, panel(client, key), choice=COLLECT)
    assert undo_button(client, key) == ["0"]
    assert undo_button(other, key) == []
    fields = own_fields(client, key)
    for _ in range(2):
        assert post(client, f"/tables/{key}/undo", **fields, to="0").status_code == 303, "the same again is once"
    assert step_of(client, key) == 2
    assert "takes back: Collect from the bank (step" in client.get(f"/tables/{key}").text
    assert '{"do":"collect"}' in [value for _, value in panel(client, key).buttons]
    assert undo_button(client, key) == []


def test_what_can_not_be_taken_back_is_told(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    fields = own_fields(client, key)
    send(client, key, panel(client, key), choice='{"do":"tip"}')
    stale = post(client, f"/tables/{key}/undo", **fields, to="0")
    assert (stale.status_code, "moved on" in stale.text) == (409, True)
    send(other, key, panel(other, key), choice=COLLECT)
    late = post(client, f"/tables/{key}/undo", **own_fields(client, key), to="0")
    assert (late.status_code, "take that back any more" in late.text) == (409, True)
    assert post(client, f"/tables/{key}/undo", **(fields | {"epoch": "3"}), to="0").status_code == 409
    assert step_of(client, key) == 3


def test_a_program_takes_back_with_json(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    body = {"key": "k1", "epoch": 0, "sequence": 1, "to": 0}
    foreign = other.post(
        f"/tables/{key}/undo", json=body | {"side": "red"}, headers=ORIGIN | {"x-horloge-token": token_of(other)}
    )
    assert foreign.status_code == 403
    headers = ORIGIN | {"x-horloge-token": token_of(client)}
    for unread in ({"to": -1}, {"to": "x"}, {"to": 2**70}, {"more": 1}, {"key": ""}, {"sequence": None}):
        assert client.post(f"/tables/{key}/undo", json=body | unread, headers=headers).status_code in {409, 422}
    assert step_of(client, key) == 1
    for _ in range(2):
        answer = client.post(f"/tables/{key}/undo", json=body, headers=headers)
        assert (answer.status_code, answer.json()["sequence"]) == (200, 2)


def test_htmx_gets_what_changed_by_going_back(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    fields = own_fields(client, key)
    with other.websocket_connect(f"/tables/{key}/feed?after=1", headers=ORIGIN) as blue:
        answer = client.post(f"/tables/{key}/undo", data=fields | {"to": "0"}, headers=ORIGIN | {"hx-request": "true"})
        frame = blue.receive_json()
    assert (answer.status_code, answer.headers["horloge-sequence"]) == (200, "2")
    assert (frame["seq"], frame["after"], frame["full"]) == (2, 1, False)
    assert "takes back" in frame["html"]


def in_question(client: TestClient, key: str) -> dict[str, str]:
    """Return the buttons of a vote about going back: name and number."""
    part = client.get(f"/tables/{key}").text.split('id="part-back"')[1].split("</section>\n")[0]
    return dict(re.findall(r'name="(\w+)" value="(\d+)"', part))


def test_the_table_is_asked_by_its_forms(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    assert "ask" not in in_question(client, key), "what can be undone is not asked for"
    send(other, key, panel(other, key), choice='{"do":"offer","to":"red","coins":1}')
    assert in_question(client, key)["ask"] == "1"
    assert post(client, f"/tables/{key}/motion", **own_fields(client, key), ask="1").status_code == 303
    number = in_question(client, key)["withdraw"]
    assert in_question(other, key)["agree"] == number
    watcher = another(client)
    assert "asks to go back to before step 1" in watcher.get(f"/tables/{key}").text
    assert in_question(watcher, key) == {}
    fields = own_fields(client, key)
    assert post(client, f"/tables/{key}/motion", **fields, agree=number).status_code == 422, (
        "it is not one's own to answer"
    )
    assert post(other, f"/tables/{key}/motion", **own_fields(other, key), refuse=number).status_code == 303
    assert "it stays as it is" in client.get(f"/tables/{key}").text
    again = post(client, f"/tables/{key}/motion", **fields, ask="1")
    assert (again.status_code, "has just said no" in again.text) == (409, True)
    send(client, key, panel(client, key), choice='{"do":"tip"}')
    assert post(client, f"/tables/{key}/motion", **own_fields(client, key), ask="1").status_code == 303
    number = in_question(other, key)["agree"]
    assert post(other, f"/tables/{key}/motion", **own_fields(other, key), agree=number).status_code == 303
    assert "By agreement the table goes back to before step 1" in client.get(f"/tables/{key}").text
    assert '{"do":"collect"}' in [value for _, value in panel(client, key).buttons]
    late = post(other, f"/tables/{key}/motion", **own_fields(other, key), agree=number)
    assert (late.status_code, "That vote is over" in late.text) == (409, True)


@pytest.mark.parametrize(
    "fields", [{}, {"ask": "0"}, {"ask": "x"}, {"ask": "1", "agree": "1"}, {"agree": "9" * 30}, {"colour": "red"}]
)
def test_what_no_form_of_ours_asks_the_table_is_refused(client: TestClient, key: str, fields: dict[str, str]) -> None:
    answer = post(client, f"/tables/{key}/motion", **own_fields(client, key), **fields)
    assert answer.status_code == 422


def test_what_is_asked_reaches_open_pages_and_programs(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    send(other, key, panel(other, key), choice='{"do":"offer","to":"red","coins":1}')
    with (
        other.websocket_connect(f"/tables/{key}/feed?after=2", headers=ORIGIN) as blue,
        other.websocket_connect(f"/tables/{key}/feed?after=2&as=json", headers=ORIGIN) as program,
    ):
        headers = ORIGIN | {"x-horloge-token": token_of(client)}
        asked = client.post(f"/tables/{key}/motion", json={"epoch": 0, "sequence": 2, "ask": 1}, headers=headers)
        shown = next(frame for frame in iter(blue.receive_json, None) if 'id="agree"' in frame.get("html", ""))
        told = next(frame for frame in iter(program.receive_json, None) if "motion" in frame)
    assert "seq" not in shown
    assert told["motion"] == asked.json()["motion"]
    assert (told["motion"]["step"], told["motion"]["waiting"], told["motion"]["outcome"]) == (1, ["blue"], "")


def test_who_acts_too_fast_by_forms_is_told_when_to_come_back(
    client: TestClient, other: TestClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise choosing and undoing could go on for ever."""
    at = time.monotonic()
    monkeypatch.setattr("app.base.rate_limits.time", SimpleNamespace(monotonic=lambda: at))
    monkeypatch.setattr("app.features.table.responses.BURST_SECONDS", 0.1)
    seen = panel(client, key)
    asked = [post(client, f"/tables/{key}/undo", page="p1", epoch="0", sequence="0", to="0") for _ in range(5)]
    assert asked[0].status_code == 409, "there is nothing to take back"
    assert (asked[-1].status_code, asked[-1].headers["retry-after"]) == (429, "1")
    assert send(client, key, seen, choice=COLLECT).status_code == 429
    assert send(other, key, panel(other, key), choice=COLLECT).status_code != 429, "others are not held up"
