"""Two choices of a turn are previewed together before the first is sent: the envoy collects, and tips for the usher."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.decide.decision import Draft, own_parts
from app.decide.submitting import Sent, look, look_twice
from app.settings import Settings
from app.words.reader import reader_of
from tests.app.decide.test_preview import room_of
from tests.games.tiny import GAME
from tests.games.tiny.choices import CallBallot, Collect, Publish, Tip
from tests.support.playing import Panel, panel, send
from tests.support.visitors import post, quick_settings

COLLECT, TIP, TIP_BLUE = '{"do":"collect"}', '{"do":"tip","to":null}', '{"do":"tip","to":"blue"}'


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, bot_pace=0)


@pytest.fixture
def nothing_together() -> Iterator[None]:
    """Change the game for a test: collecting is previewed alone."""
    before = GAME.out_of_turn
    GAME.keep("out_of_turn", replace(before, together=frozenset()))
    yield
    GAME.keep("out_of_turn", before)


def sent(client: TestClient, key: str, **fields: str) -> Response:
    return post(client, f"/tables/{key}/act", **(panel(client, key).fields | fields))


def step_of(client: TestClient, key: str) -> int:
    return int(re.findall(r'data-seq="(\d+)"', client.get(f"/tables/{key}").text)[0])


def written(choice: Any) -> str:
    return msgspec.json.encode(choice).decode()


def looked_at(state: Any, side: str, choice: Any, first: Any = None) -> Any:
    room = room_of(GAME, state)
    given = Sent("k", 0, state.sequence, side, msgspec.Raw(written(choice).encode()), look=True)
    if first is None:
        return look(room, side, given)
    return look_twice(room, side, msgspec.structs.replace(given, first=written(first)))


def test_a_preview_offers_the_next_move_where_the_game_says_so(client: TestClient, key: str) -> None:
    seen = sent(client, key, choice=COLLECT, ahead="on")
    assert ("second", COLLECT) in Panel(seen.text).others


@pytest.mark.usefixtures("nothing_together")
def test_a_preview_offers_nothing_more_where_the_game_does_not_say_so(client: TestClient, key: str) -> None:
    seen = sent(client, key, choice=COLLECT, ahead="on")
    assert "second" not in dict(Panel(seen.text).others)


def test_both_are_seen_before_anything_is_sent(client: TestClient, key: str) -> None:
    question = sent(client, key, second=COLLECT)
    assert question.status_code == 200
    assert "Collect from the bank" in question.text.split('class="first-of-two"')[1]
    offered = Panel(question.text)
    assert offered.fields["first"] == COLLECT
    assert {value for name, value in offered.buttons if name == "choice"} >= {TIP, TIP_BLUE}
    both = post(client, f"/tables/{key}/act", **offered.fields, choice=TIP_BLUE)
    [news] = re.findall(r'<ul class="news">(.*?)</ul>', both.text.split('class="foreseen"')[1])
    told = [re.sub("<[^>]*>", "", entry) for entry in re.findall("<li>(.*?)</li>", news)]
    assert told == ["RRed collects 2 coins.", "The usher gives BBlue a coin."]
    assert step_of(client, key) == 0, "nothing has been sent"


def test_both_are_carried_out_once_their_sender_is_sure(client: TestClient, other: TestClient, key: str) -> None:
    both = Panel(sent(client, key, first=COLLECT, choice=TIP_BLUE).text)
    assert (both.fields["first"], both.fields["choice"]) == (COLLECT, TIP_BLUE)
    for _ in range(2):
        assert send(client, key, both).status_code == 303, "the same form sent again acts once"
    assert step_of(client, key) == 2
    assert panel(other, key).buttons, "it is blue's turn"


def test_both_can_be_taken_back_one_by_one(client: TestClient, key: str) -> None:
    send(client, key, Panel(sent(client, key, first=COLLECT, choice=TIP).text))
    for left in (TIP_BLUE, COLLECT):
        page = client.get(f"/tables/{key}").text
        [(name, value)] = re.findall(r'id="undo"[^>]* name="(\w+)" value="(\d+)"', page)
        undone = {field: Panel(page).fields[field] for field in ("page", "epoch", "sequence")} | {name: value}
        assert post(client, f"/tables/{key}/undo", **undone).status_code == 303
        assert ("choice", left) in panel(client, key).buttons


def test_a_second_choice_that_is_not_possible_is_refused_beside_the_first(client: TestClient, key: str) -> None:
    answer = sent(client, key, first=COLLECT, choice='{"do":"tip","to":"green"}')
    assert answer.status_code == 422
    assert Panel(answer.text).fields["first"] == COLLECT
    assert 'id="refusal"' in answer.text


def test_a_first_choice_that_is_not_possible_is_refused_and_the_form_begins_again(client: TestClient, key: str) -> None:
    answer = sent(client, key, first=TIP, choice=TIP, sure="1")
    assert answer.status_code == 422
    assert "first" not in Panel(answer.text).fields
    assert step_of(client, key) == 0


def test_one_can_go_back_to_one_move(client: TestClient, key: str) -> None:
    alone = sent(client, key, first=COLLECT, alone="")
    assert "first" not in Panel(alone.text).fields
    assert ("choice", COLLECT) in Panel(alone.text).buttons


@pytest.mark.parametrize("first", ['{"do":"collect","do":"collect"}', "[" * 4000, "", "null"])
def test_a_first_choice_that_no_page_of_ours_sends_does_nothing(client: TestClient, key: str, first: str) -> None:
    assert sent(client, key, first=first, second=first, choice=TIP).status_code in (200, 422, 400)
    assert step_of(client, key) == 0


def test_after_chance_or_somebody_elses_question_nothing_more_is_looked_at() -> None:
    state: Any = GAME.start(2, seed="5eed" * 16)
    assert looked_at(state, "red", Collect()).foreseen.goes_on
    for choice in (Publish(state.hands["red"][0]), CallBallot()):
        assert not looked_at(state, "red", choice).foreseen.goes_on


def test_what_both_would_lead_to_is_the_same_whatever_is_hidden() -> None:
    state: Any = GAME.start(2, seed="5eed" * 16)
    reader = reader_of(GAME, "en")

    def shown(position: Any) -> str:
        seen = looked_at(position, "red", Tip("blue"), Collect())
        assert isinstance(seen, Draft)
        room = room_of(GAME, position)
        parts = own_parts(room, ("red",), reader, seen)
        begun = own_parts(room, ("red",), reader, Draft(first=written(Collect())))
        return str(parts["decision"]) + str(begun["decision"])

    others = {shown(GAME.redeal(state, "red", random.Random(number))) for number in range(5)}
    assert others == {shown(state)}
