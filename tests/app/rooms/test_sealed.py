"""Secret simultaneous answers: at a live table each side may change its own until the last one is in, also in another
process and on pages, and learns nothing of those of others.
"""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient

from app.decide.decision import choice_text
from app.decide.undo import back, first_told, own_answers
from app.model.refusals import Accepted
from app.rooms.loading import Told
from app.rooms.room import Room
from app.words.reader import reader_of
from engine.core.journal import seen
from engine.core.refusal import NothingToTakeBack, Stale
from engine.core.sealed import AnswerWithdrawn, WithdrawAnswer
from engine.core.state import encode
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Offer, Stake
from tests.games.tiny.journal import Drew
from tests.support.moves import go_back
from tests.support.playing import Panel, panel, send
from tests.support.process import Process, act, acted, board
from tests.support.visitors import post

START = datetime(1919, 1, 18, 15, tzinfo=UTC)


async def voting(process: Process, *stakes: tuple[str, int]) -> Room:
    """Make a table of three at which red has called a ballot, and these sides have answered."""
    room = await process.opened(("", "", ""))
    await acted(room, "red", CallBallot(), "call")
    for side, coins in stakes:
        await acted(room, side, Stake(coins), f"stake.{side}")
    return room


def sealed(room: Room) -> dict[str, int]:
    step = board(room).agenda[-1]
    assert isinstance(step, Ballot)
    return {side: stake.coins for side, stake in step.answers}


async def test_an_answer_is_changed_whatever_others_have_answered_since(process: Process) -> None:
    room = await voting(process, ("red", 1), ("blue", 2))
    assert room.waiting == ("green",)
    answer = await acted(room, "red", WithdrawAnswer(), "change")
    assert answer.news == [AnswerWithdrawn("red")]
    assert sealed(room) == {"blue": 2}
    assert room.asked.waiting == ("red", "green")
    await acted(room, "red", Stake(4), "again")
    await acted(room, "blue", WithdrawAnswer(), "change too")
    assert sealed(room) == {"red": 4}


async def test_nobody_else_is_told_and_no_answer_of_theirs_grows_old(process: Process) -> None:
    room = await voting(process, ("red", 1))
    looked_at = room.sequence
    await acted(room, "red", WithdrawAnswer(), "change")
    assert not any(seen(told.news, other) for told in list(room.log)[-1:] for other in ("blue", "green", None))
    assert isinstance(await act(room, "blue", Stake(2), "k1", seen=looked_at), Accepted)
    assert await act(room, "red", Stake(2), "k2", seen=looked_at) == Stale(looked_at, room.sequence)


async def test_once_the_last_answer_is_in_none_is_changed(process: Process) -> None:
    room = await voting(process, ("red", 1), ("blue", 2), ("green", 0))
    assert await act(room, "red", WithdrawAnswer(), "late") == NothingToTakeBack()
    assert await go_back(room, "green", 3, "undo", room.sequence) == NothingToTakeBack()


async def test_the_same_request_again_withdraws_once(process: Process) -> None:
    room = await voting(process, ("red", 1))
    first = await act(room, "red", WithdrawAnswer(), "change")
    await acted(room, "red", Stake(3), "again")
    assert await act(room, "red", WithdrawAnswer(), "change", seen=2) == first
    assert sealed(room) == {"red": 3}


async def test_changing_and_the_last_answer_at_the_same_instant_are_one_after_the_other(
    process: Process, other_process: Process
) -> None:
    """Either all answers were opened and none is withdrawn, or one was withdrawn before the last one came."""
    here = await voting(process, ("red", 1), ("blue", 2))
    there = await other_process.room(here.key)
    changed, _ = await asyncio.gather(
        act(here, "red", WithdrawAnswer(), "change"), act(there, "green", Stake(0), "last")
    )
    await here.refresh()
    await there.refresh()
    assert encode(here.position) == encode(there.position)
    if isinstance(changed, Accepted):
        assert sealed(here) == {"blue": 2, "green": 0}
    else:
        assert here.waiting == ("red",), "the usher's coin is asked for"


async def test_another_process_follows_and_wakes_up_to_the_same(process: Process, other_process: Process) -> None:
    here = await voting(process, ("red", 1))
    there = await other_process.room(here.key)
    await acted(here, "red", WithdrawAnswer(), "change")
    await acted(here, "blue", Stake(2), "k1")
    await there.refresh()
    assert (encode(there.position), there.log) == (encode(here.position), here.log)
    await acted(there, "blue", WithdrawAnswer(), "k2")
    await here.refresh()
    assert sealed(here) == {}


def offered(room: Room, side: str, language: str = "en") -> dict[int, str]:
    """Return, by step, which choices this side is offered to have taken back by the table."""
    html = str(back(room, (side,), reader_of(room.game, language)))
    found = re.findall(r'id="ask-(\d+)".*?</b>(.*?)</span></button>', html)
    return {int(step): re.sub("<[^>]*>", "", text).strip() for step, text in found}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Stake coins in secret"), ("it", "Punta monete in segreto"), ("es", "Apostar monedas en secreto")],
)
async def test_to_take_back_an_answer_that_was_opened_is_asked_in_words(
    process: Process, language: str, said: str
) -> None:
    """Nothing was announced when it was sealed."""
    room = await voting(process, ("red", 1), ("blue", 2), ("green", 0))
    asks = offered(room, "red", language)
    assert asks[2] == said
    assert all(asks.values())


def test_what_one_of_two_sides_of_a_player_did_is_told_as_that_side_knows_it() -> None:
    told = Told(1, "blue", START, [Drew("blue", 3)])
    assert first_told(told, ("red", "blue")) == [Drew("blue", 3)]
    assert first_told(told, ("red",)) == [Drew("blue", None)]


async def test_nobody_asks_for_an_answer_that_they_can_change_alone(process: Process) -> None:
    room = await voting(process, ("red", 1), ("blue", 2))
    assert 2 not in offered(room, "red")
    assert offered(room, "blue") == {}


async def test_an_answer_that_was_changed_is_offered_as_it_was_opened(process: Process) -> None:
    room = await voting(process, ("red", 1), ("blue", 2))
    await acted(room, "red", WithdrawAnswer(), "change")
    assert 2 not in offered(room, "red")
    await acted(room, "red", Stake(4), "again")
    assert {2, 4, 5}.isdisjoint(offered(room, "red"))
    await acted(room, "green", Stake(0), "last")
    assert offered(room, "red").keys() & {2, 4, 5} == {5}


async def test_what_came_before_ones_answer_is_taken_back_choice_by_choice(process: Process) -> None:
    room = await voting(process, ("red", 1))
    await acted(room, "red", WithdrawAnswer(), "change")
    answer = await go_back(room, "red", 0, "undo", room.sequence)
    assert isinstance(answer, Accepted)
    assert not isinstance(board(room).agenda[-1], Ballot)


async def test_who_has_sealed_an_answer_takes_back_what_they_did_out_of_turn_since(process: Process) -> None:
    room = await voting(process, ("red", 1))
    await acted(room, "red", Offer("blue", 1), "k1")
    assert isinstance(await go_back(room, "red", 2, "undo", room.sequence), Accepted)
    assert sealed(room) == {"red": 1}


async def test_what_was_done_out_of_turn_is_taken_back_whatever_others_have_answered_since(
    process: Process, other_process: Process
) -> None:
    room = await voting(process)
    await acted(room, "red", Offer("blue", 1), "k1")
    await acted(room, "blue", Stake(2), "k2")
    await acted(room, "green", Stake(4), "k3")
    there = await other_process.room(room.key)
    assert isinstance(await go_back(there, "red", 1, "undo", there.sequence), Accepted)
    await room.refresh()
    for found in (room, there, await fresh(other_process, room.key)):
        assert (sealed(found), board(found).whispers) == ({"blue": 2, "green": 4}, [])
        assert found.waiting == ("red",)
    await acted(room, "blue", WithdrawAnswer(), "k4")
    assert sealed(room) == {"green": 4}


async def fresh(process: Process, key: str) -> Room:
    """Return the room as it is after loading."""
    process.rooms.forget(key)
    return await process.room(key)


async def test_who_called_the_ballot_takes_that_back_only_until_another_has_answered(process: Process) -> None:
    room = await voting(process)
    await acted(room, "red", Offer("blue", 1), "k1")
    await acted(room, "blue", Stake(2), "k2")
    assert await go_back(room, "red", 0, "undo", room.sequence) == NothingToTakeBack()


async def test_who_plays_several_sides_may_change_the_answer_of_each(process: Process) -> None:
    room = await voting(process, ("red", 1), ("green", 2))
    assert [(side, answer) for side, answer, _ in own_answers(room, ("blue", "green"))] == [("green", Stake(2))]
    assert [side for side, *_ in own_answers(room, ("red", "blue", "green"))] == ["red", "green"]
    assert all(set(step.given) == {side} for side, _, step in own_answers(room, ("red", "green")))


# On pages


def ballot(client: TestClient, other: TestClient, key: str, coins: int) -> None:
    """Let red call a ballot and stake this many coins."""
    assert send(client, key, panel(client, key), choice=choice_text(CallBallot())).status_code == 303
    assert send(client, key, panel(client, key), choice=choice_text(Stake(coins))).status_code == 303


def change(client: TestClient, key: str, side: str = "red") -> int:
    seen = panel(client, key).fields
    return post(
        client, f"/tables/{key}/act", **{name: seen[name] for name in ("page", "epoch", "sequence")}, withdraw=side
    ).status_code


def test_what_one_sealed_stands_on_the_page_with_a_button_to_change_it(
    client: TestClient, other: TestClient, key: str
) -> None:
    ballot(client, other, key, 3)
    mine, others = client.get(f"/tables/{key}").text, other.get(f"/tables/{key}").text
    assert "Stake 3 coins" in mine.split('class="panel sealed"')[1]
    assert "Change my answer" in mine
    assert "Change my answer" not in others
    assert 'class="panel sealed"' not in others
    assert change(client, key) == 303
    mine = client.get(f"/tables/{key}").text
    assert "Change my answer" not in mine
    assert ("choice", choice_text(Stake(3))) in Panel(mine).buttons


def test_nobody_changes_the_answer_of_another(client: TestClient, other: TestClient, key: str) -> None:
    ballot(client, other, key, 3)
    assert change(other, key, "red") == 403
    assert change(other, key, "blue") == 409
    assert "Change my answer" in client.get(f"/tables/{key}").text


def test_a_form_stays_as_it_is_when_another_answers_in_secret(client: TestClient, other: TestClient, key: str) -> None:
    """Fields filled in stay, and the form reveals nothing of the other's answer."""
    assert send(client, key, panel(client, key), choice=choice_text(CallBallot())).status_code == 303
    before = part(other.get(f"/tables/{key}").text)
    assert send(client, key, panel(client, key), choice=choice_text(Stake(3))).status_code == 303
    assert part(other.get(f"/tables/{key}").text) == before


def part(page: str) -> str:
    return page.split('id="part-decision"')[1].split("</section>")[0]


def test_a_preview_of_a_sealed_answer_shows_what_follows_from_it_alone(
    client: TestClient, other: TestClient, key: str
) -> None:
    assert send(client, key, panel(client, key), choice=choice_text(CallBallot())).status_code == 303
    asked = panel(client, key).fields | {"choice": choice_text(Stake(3)), "ahead": "on"}
    looked = post(client, f"/tables/{key}/act", **asked)
    assert looked.status_code == 200
    assert "of your answer alone" in looked.text
    assert "can’t be undone" not in looked.text


def test_before_the_last_answer_the_site_asks(client: TestClient, other: TestClient, key: str) -> None:
    ballot(client, other, key, 3)
    seen = panel(other, key)
    asked = post(other, f"/tables/{key}/act", **(seen.fields | {"choice": choice_text(Stake(2))}))
    assert asked.status_code == 200
    assert "This can’t be undone." in asked.text


@pytest.mark.parametrize("side", ["", "usher", "nobody"])
def test_no_answer_is_changed_for_a_side_that_is_not_ones_own(
    client: TestClient, other: TestClient, key: str, side: str
) -> None:
    ballot(client, other, key, 3)
    assert change(other, key, side) in (403, 409)
    assert "Change my answer" in client.get(f"/tables/{key}").text
