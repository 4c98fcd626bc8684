"""A table that has waited an hour for an answer offers to make an order of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from app.base import clock
from app.decide.decision import own_parts
from app.model.senders import CLOCK
from app.rooms.late_answers import LONG, LateAnswers
from app.rooms.room import Room
from app.settings import Settings
from app.words.reader import reader_of
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.state import Side
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Collect, Offer, Order, Pass, Publish, Raise, Tip
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Turn
from tests.support.clocks import Later
from tests.support.moves import go_back
from tests.support.playing import begun, panel, send
from tests.support.process import Process, acted, board
from tests.support.visitors import post, quick_settings, run, services_of

ORDER = '{"do":"order","pass_in":"every_auction"}'
SHORT = LONG - timedelta(minutes=1)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


async def auctioned(process: Process) -> Room:
    """Make a table of two at which blue is asked in an auction."""
    return await to_auction(await process.opened())


async def to_auction(room: Room, sides: tuple[Side, ...] = ("blue",)) -> Room:
    """Play on until one of these sides is asked in an auction."""
    while room.waiting[0] not in sides or not isinstance(room.position.agenda[-1], Auction):
        await acted(room, room.waiting[0], towards_auction(room), f"k{room.sequence}")
    return room


def towards_auction(room: Room) -> Choice:
    step, hand = room.position.agenda[-1], board(room).hands[room.waiting[0]]
    if isinstance(step, Auction):
        return Pass()
    if not isinstance(step, Turn):
        return Tip()
    return Publish(hand[0]) if hand else Collect()


def offers(room: Room, side: Side) -> bool:
    """Tell whether the form of this side offers the order."""
    return "suggested-title" in own_parts(room, (side,), reader_of(GAME, "en"))["decision"]


async def test_after_an_hour_the_order_like_the_answer_is_offered_and_tried_out(process: Process, later: Later) -> None:
    room = await auctioned(process)
    later.by = LONG
    await acted(room, "blue", Pass(), "late")
    form = own_parts(room, ("blue",), reader_of(GAME, "en"))["decision"]
    assert ORDER.replace('"', "&#34;") in form
    assert "your orders would answer" in form
    assert not offers(room, "red"), "nobody else hears of it"


async def test_before_an_hour_is_over_it_is_not(process: Process, later: Later) -> None:
    room = await auctioned(process)
    later.by = SHORT
    await acted(room, "blue", Pass(), "soon")
    assert not offers(room, "blue")


async def test_what_others_do_out_of_turn_does_not_make_the_time_shorter(process: Process, later: Later) -> None:
    room = await auctioned(process)
    later.by = SHORT
    await acted(room, "red", Offer("blue", 1), "whisper")
    later.by = LONG
    await acted(room, "blue", Pass(), "late")
    assert offers(room, "blue")


async def test_another_process_and_a_room_that_is_loaded_offer_it_too(
    process: Process, other_process: Process, later: Later
) -> None:
    room = await auctioned(process)
    there = await other_process.room(room.key)
    later.by = LONG
    await acted(room, "blue", Pass(), "late")
    await there.refresh()
    assert offers(there, "blue")
    await there.follower.reload()
    assert offers(there, "blue")


async def test_the_offer_is_gone_once_an_order_is_left(process: Process, later: Later) -> None:
    room = await auctioned(process)
    later.by = LONG
    await acted(room, "blue", Pass(), "late")
    await acted(room, "blue", Order("every_auction"), "left")
    assert not offers(room, "blue")


async def test_the_offer_is_gone_once_the_answer_is_taken_back(process: Process, later: Later) -> None:
    room = await auctioned(process)
    asked = room.sequence
    later.by = LONG
    await acted(room, "blue", Raise(1), "raise")
    await go_back(room, "blue", asked, "back")
    assert not offers(room, "blue")


async def test_no_order_is_made_of_an_answer_that_none_would_give(process: Process, later: Later) -> None:
    room = await auctioned(process)
    later.by = LONG
    await acted(room, "blue", Raise(1), "raise")
    assert not offers(room, "blue")


def remembered(*choices: tuple[Side, Choice, timedelta, str], state: Antechamber) -> LateAnswers:
    """Return what is remembered of choices made so long after the question was asked, each by its sender."""
    began = clock.now()
    late = LateAnswers(GAME, began)
    for side, choice, after, by in choices:
        late.remember(state, side, choice, began + after, by)
    return late


def test_an_answer_that_the_clock_gave_is_nobodys_wish() -> None:
    state = position(Auction("red", 1, ("blue",)))
    assert "blue" in remembered(("blue", Pass(), LONG, "7"), state=state).by_side
    assert "blue" not in remembered(("blue", Pass(), LONG, CLOCK), state=state).by_side


def test_a_question_that_no_order_answers_ends_the_offer() -> None:
    state = position(Auction("red", 1, ("blue",)))
    late = remembered(("blue", Pass(), LONG, "7"), state=state)
    late.remember(position(), "blue", Collect(), clock.now() + 2 * LONG, "7")
    assert not late.by_side


def test_one_click_lets_the_answer_stand_as_an_order(
    client: TestClient, other: TestClient, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With these dice there is an auction in the second turn."""
    monkeypatch.setattr("app.rooms.rooms.new_seed", lambda: derived_seed("walks", 4))
    key = begun(client, other, **{"options.rounds": "9"})
    side = run(client, to_auction, run(client, services_of(client).rooms.get, key), ("red", "blue")).waiting[0]
    asked, unasked = (client, other) if side == "red" else (other, client)
    later.by = LONG
    assert send(asked, key, panel(asked, key), choice='{"do":"pass"}').status_code == 303
    seen = panel(asked, key)
    assert ("suggested", ORDER) in seen.others
    assert ("suggested", ORDER) not in panel(unasked, key).others
    assert post(asked, f"/tables/{key}/act", **seen.fields, suggested=ORDER).status_code == 303, "no confirmation"
    after = panel(asked, key)
    assert ("suggested", ORDER) not in after.others
    assert ("choice", ORDER.replace("every_auction", "none")) in after.aside
