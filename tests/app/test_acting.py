"""Acting at a table by its form: who may, what comes back, and that nothing happens twice or unseen."""

import json
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.app.playing import arrange, begun, panel, send, table_of
from tests.app.visitors import ORIGIN, another, come_as_guest, post, token_of

COLLECT = '{"do":"collect"}'


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Both databases."""
    return Settings(database_url=database_url, games="tests.tiny", bot_pace=0)


@pytest.fixture
def other(client: TestClient) -> TestClient:
    """Another browser on the same server."""
    return another(client)


@pytest.fixture
def key(client: TestClient, other: TestClient) -> str:
    """A game of two: the first browser is red, the other blue."""
    return begun(client, other)


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


def test_everything_is_asked_back_unless_one_does_not_want_it(client: TestClient, key: str) -> None:
    seen = panel(client, key)
    answer = post(client, f"/tables/{key}/act", **seen.fields, choice=COLLECT)
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
        {"choice": "[" * 3_000},
        {"do": "dance"},
        {"do": "raise", "raise.colour": "red"},
        {"do": "raise", "look": "raise"},
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


def test_the_feed_tells_each_side_its_own(client: TestClient, other: TestClient, key: str) -> None:
    with (
        client.websocket_connect(f"/tables/{key}/feed?after=0", headers=ORIGIN) as red,
        other.websocket_connect(f"/tables/{key}/feed?after=0", headers=ORIGIN) as blue,
    ):
        send(client, key, panel(client, key), choice='{"do":"call_ballot"}')
        told = [socket.receive_json()["html"] for socket in (red, blue)]
    assert 'value="red"' in told[0]
    assert 'value="blue"' in told[1]
    assert 'value="blue"' not in told[0]


def test_a_rival_who_acts_leaves_my_question_alone(client: TestClient, other: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice='{"do":"call_ballot"}')
    with other.websocket_connect(f"/tables/{key}/feed?after=1", headers=ORIGIN) as blue:
        send(client, key, panel(client, key), choice='{"do":"stake","coins":1}')
        frame = blue.receive_json()
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
    deadline = time.monotonic() + 20
    while "side" in (seen := panel(client, key)).fields and time.monotonic() < deadline:
        if seen.buttons:
            send(client, key, seen, **dict(seen.buttons[:1]))
    assert 'id="result-title"' in client.get(f"/tables/{key}").text
