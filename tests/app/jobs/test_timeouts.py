"""Time runs out never early, never twice, and never for a side that answered first; over the real stores, with a clock
of our own.
"""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.decide.undo import own_answers
from app.jobs.timeouts import AGAIN
from app.model.clocks.holding import Holding
from app.model.clocks.terms import Days
from app.model.refusals import Accepted, ClockGoes, ClockStands, NoClock
from app.model.senders import CLOCK
from app.rooms import clock_control
from app.rooms.move import Move
from app.rooms.room import Room
from engine.core.absence import TimedOut
from engine.core.refusal import NothingToTakeBack, Stale
from engine.core.sealed import WithdrawAnswer
from engine.core.state import encode
from tests.games.tiny import GAME
from tests.games.tiny.choices import CallBallot, Collect, Stake, Tip
from tests.support.process import act, acted, order
from tests.support.timed import START, Watched, another_table, clock_at, due

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


async def keys(room: Room) -> list[str]:
    """Return the request keys of the whole log."""
    row = await room.store.row(room.key)
    return [entry.key for entry in await room.store.entries(room.id, 0, 0, row.sequence)]


async def test_the_caretaker_answers_when_time_is_up_and_not_a_second_before(here: Watched) -> None:
    room = await here.sat()
    for early in (HOUR, SECOND):
        await here.until(due(room) - early)
        assert room.sequence == 0
    await here.until(due(room))
    assert await keys(room) == ["timeout.0.0.red"]
    assert room.log[-1].news[0] == TimedOut("red")
    assert (room.log[-1].side, clock_at(room).hands["red"].misses) == ("red", 1)
    await here.ring()
    assert room.sequence == 1, "once"


async def test_time_given_before_the_caretakers_turn_comes_keeps_it_from_answering(here: Watched) -> None:
    room = await here.sat()
    here.time.at = due(room)
    await here.up()
    async with room.lock:
        late = asyncio.create_task(room.play(Move("red", Collect(), "0.0.red", 0, CLOCK)))
        await asyncio.sleep(0)
        await clock_control.wind(room, Holding("extend", 60))
    assert isinstance(await late, Stale)
    assert await keys(room) == []


async def test_who_used_most_of_their_time_is_reminded_once_whichever_process_looks(
    here: Watched, there: Watched
) -> None:
    room = await here.sat()
    await here.until(START + 57 * HOUR)
    assert not clock_at(room).hands["red"].reminded
    await asyncio.gather(here.until(START + 58 * HOUR), there.ring())
    await room.refresh()
    assert clock_at(room).hands["red"].reminded
    wound = clock_at(room).wound
    await here.until(START + 60 * HOUR)
    assert (clock_at(room).wound, wound, room.sequence) == (1, 1, 0)


async def test_an_answer_that_comes_late_but_before_the_time_out_counts(here: Watched) -> None:
    room = await here.sat()
    here.time.at = due(room) + HOUR
    await here.up()
    await acted(room, "red", Collect(), "k1")
    await here.ring()
    assert await keys(room) == ["test.k1"]


@pytest.mark.parametrize("both", [False, True])
async def test_of_a_last_second_answer_and_a_time_out_exactly_one_wins(
    here: Watched, there: Watched, both: bool
) -> None:
    """One process accepts a choice while the other finds that time is up; or both find that."""
    for number in range(15):
        room = await here.room(await another_table(here.process, f"table{number}"))
        other = await there.room(room.key)
        here.time.at = due(room)
        await asyncio.gather(here.up(), there.up())
        answer, *_ = await asyncio.gather(
            act(room, "red", Collect(), "k1", 0),
            there.ringing.ring_at(other),
            *([here.ringing.ring_at(room)] if both else []),
        )
        won = await keys(room)
        assert won in (["test.k1"], ["timeout.0.0.red"])
        assert isinstance(answer, Accepted if won == ["test.k1"] else Stale)
        await room.refresh()
        await other.refresh()
        assert encode(room.position) == encode(other.position)
        assert clock_at(room) == clock_at(other)
        assert clock_at(room).hands["red"].misses == (won != ["test.k1"])


async def test_a_time_out_is_not_ones_own_to_take_back(here: Watched, there: Watched) -> None:
    room = await here.sat()
    await acted(room, "red", Collect(), "k1")
    assert room.undo.last("red")
    await here.until(due(room))
    assert (await keys(room))[-1] == "timeout.0.1.red"
    assert room.undo.last("red") is None
    assert (await there.room(room.key)).undo.last("red") is None, "nor when the game is loaded anew"


async def test_a_sealed_answer_is_changed_in_the_time_that_was_left_and_others_lose_none(here: Watched) -> None:
    room = await here.sat()
    await acted(room, "red", CallBallot(), "k1")
    here.time.pass_by(hours=5)
    await here.up()
    await acted(room, "red", Stake(1), "k2")
    blue = due(room, "blue")
    here.time.pass_by(hours=6)
    await here.up()
    await acted(room, "red", WithdrawAnswer(), "k3")
    assert due(room) == START + (72 + 6) * HOUR
    assert due(room, "blue") == blue
    await acted(room, "red", Stake(2), "k4")
    assert clock_at(room).hands["red"].since is None


async def test_what_was_answered_for_a_side_when_its_time_was_up_it_can_not_change(
    here: Watched, there: Watched
) -> None:
    room = await here.sat()
    await acted(room, "red", CallBallot(), "k1")
    await acted(room, "red", Stake(1), "k2")
    here.time.at = due(room, "blue") - HOUR
    await here.up()
    await acted(room, "blue", Stake(1), "k3")
    await acted(room, "blue", WithdrawAnswer(), "k4")
    await acted(room, "red", WithdrawAnswer(), "k5")
    await here.until(due(room, "blue"))
    assert (room.log[-2].side, room.waiting) == ("blue", ("red",))
    other = await there.room(room.key)
    for found in (room, other):
        assert not own_answers(found, ("blue",))
        assert await act(found, "blue", WithdrawAnswer(), "k6") == NothingToTakeBack()


async def test_time_goes_on_for_whoever_is_asked_next_and_for_nobody_else(here: Watched) -> None:
    room = await here.sat()
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    assert [side for side, hand in clock_at(room).hands.items() if hand.since] == ["blue"]
    await here.until(due(room, "blue"))
    assert (await keys(room))[-1] == "timeout.0.2.blue"


async def test_bots_have_no_clock_and_a_table_without_one_never_rings(here: Watched) -> None:
    room = await here.sat(bots=("random", "", ""))
    assert clock_at(room).due_at is None
    plain = await here.room(await another_table(here.process, "plain", None))
    assert (plain.clock, plain.wound) == (None, "")
    await here.until(START + 1_000 * HOUR)
    assert (room.sequence, plain.sequence) == (0, 0)
    await acted(plain, "red", Collect(), "k1")
    assert plain.wound == ""


async def test_a_game_that_is_over_or_frozen_rings_no_more(here: Watched) -> None:
    room = await here.sat()
    await room.follower.freeze("for the test")
    over = await here.room(await another_table(here.process, "over", options=b'{"rounds":1}'))
    for number, (side, choice) in enumerate((side, one) for side in over.position.sides for one in (Collect(), Tip())):
        await acted(over, side, choice, f"k{number}")
    assert (over.status, clock_at(over).due_at) == ("finished", None)
    await here.until(START + 1_000 * HOUR)
    assert (room.sequence, over.sequence) == (0, 6)


async def test_while_the_clock_stands_nobody_is_late_and_afterwards_they_have_what_they_had(
    here: Watched, there: Watched
) -> None:
    room = await here.sat()
    other = await there.room(room.key)
    await here.until(START + 10 * HOUR)
    assert await clock_control.hold(room, Holding("pause")) is None
    assert await clock_control.hold(room, Holding("pause")) == ClockStands()
    await here.until(START + 500 * HOUR)
    await there.ring()
    assert room.sequence == other.sequence == 0
    assert await clock_control.hold(other, Holding("resume")) is None
    assert await clock_control.hold(other, Holding("resume")) == ClockGoes()
    await room.refresh()
    assert due(room) == START + 500 * HOUR + 62 * HOUR
    assert (
        await clock_control.hold(await here.room(await another_table(here.process, "plain", None)), Holding("pause"))
        == NoClock()
    )


async def test_more_time_given_at_one_process_counts_at_once_at_the_other(here: Watched, there: Watched) -> None:
    room = await here.sat()
    other = await there.room(room.key)
    await here.until(due(room) - SECOND)
    before = due(room)
    assert await clock_control.hold(other, Holding("extend", 5 * 60)) is None
    here.time.at = before
    assert due(room) == before, "this process has not heard of it"
    assert await here.ringing.ring_at(room), "nothing is due any more"
    assert (room.sequence, due(room)) == (0, before + 5 * HOUR)


async def test_an_answer_reckoned_from_an_old_clock_is_recorded_with_the_new_one(here: Watched, there: Watched) -> None:
    room = await here.sat(Days(each=1, reserve=1))
    other = await there.room(room.key)
    await here.until(START + 5 * HOUR)
    assert await clock_control.hold(other, Holding("extend", 10 * 60)) is None
    await acted(room, "red", Collect(), "k1")
    assert clock_at(room).hands["red"].left == 20 * 3600, "what was added is for the one decision"
    await other.refresh()
    assert clock_at(other) == clock_at(room)


async def test_what_fell_into_an_outage_is_put_off_by_its_length_before_anything_rings(
    here: Watched, there: Watched
) -> None:
    room = await here.sat()
    before = due(room)
    await here.until(before - HOUR)
    here.time.at = before + 7 * HOUR
    await there.ringing.ring()
    await here.ringing.ring()
    await room.refresh()
    assert room.sequence == 0
    assert due(room) >= before + 8 * HOUR
    await here.until(due(room) - SECOND)
    assert room.sequence == 0
    await here.until(due(room))
    assert room.sequence == 1


async def test_an_answer_right_after_an_outage_costs_none_of_it(here: Watched) -> None:
    room = await here.sat()
    await here.until(START + HOUR)
    here.time.pass_by(days=60)
    await acted(room, "red", Collect(), "k1")
    assert clock_at(room).hands["red"].left == 2 * 86_400
    assert clock_at(room).hands["red"].misses == 0


async def test_a_process_that_slept_while_others_were_awake_finds_no_outage(here: Watched, there: Watched) -> None:
    room = await here.sat()
    other = await there.room(room.key)
    before = due(room)
    await there.ring()
    await here.until(before - SECOND)
    here.time.at = before
    await here.up()
    await there.ringing.ring()
    assert await keys(other) == ["timeout.0.0.red"]


async def test_a_first_start_finds_no_outage_and_an_outage_that_was_half_excused_is_finished(
    here: Watched, there: Watched
) -> None:
    await here.heart.beat()
    assert await here.heart.store.unexcused() == []
    rooms = [await here.room(await another_table(here.process, f"table{number}")) for number in range(3)]
    before = due(rooms[0])
    here.time.pass_by(hours=2)
    await here.heart.store.beat(here.time, timedelta(0), None, HOUR, SECOND)
    assert len(await here.heart.store.unexcused()) == 1, "the process ended just then"
    await there.heart.beat()
    for room in rooms:
        await room.refresh()
        assert due(room) == before + 2 * HOUR + SECOND
    assert await here.heart.store.unexcused() == []


async def test_after_so_many_time_outs_in_a_row_a_seat_is_offered(here: Watched) -> None:
    room = await here.sat()
    await here.until(due(room))
    assert room.waiting == ("red",), "collecting leaves a tip to be given"
    await acted(room, "red", Tip(), "k1")
    assert clock_at(room).hands["red"].misses == 0
    for _ in range(2):
        assert [seat.offered for seat in room.seating.seats] == [False, False, False]
        await here.until(due(room, "blue"))
    assert [seat.offered for seat in room.seating.seats] == [False, True, False]
    assert [(one.seat, one.name, one.why) for one in room.tenures] == [(1, "Bob timed", "timed_out")]
    assert clock_at(room).hands["blue"].misses == 0, "whoever comes begins anew"


async def test_orders_and_offers_of_who_is_late_change_nothing(here: Watched) -> None:
    room = await here.sat()
    before = due(room)
    await here.until(START + 30 * HOUR)
    await acted(room, "red", order(room), "k1")
    assert due(room) == before


async def test_where_the_caretaker_fails_the_first_answer_is_given_and_else_it_is_tried_again_later(
    here: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(GAME.__dict__, "caretaker", broken)
    room = await here.sat()
    with capture_logs() as said:
        await here.until(due(room))
    assert [one["event"] for one in said if one["log_level"] == "error"] == ["caretaker failed"]
    assert room.sequence == 1
    monkeypatch.setattr("app.jobs.timeouts.first_answer", broken)
    with capture_logs() as said:
        await here.until(due(room))
        await here.until(here.time.at + AGAIN - SECOND)
    events = [one["event"] for one in said if one["log_level"] == "error"]
    assert events == ["caretaker failed"] * 2 + ["nothing can be done where time ran out"], "it was not tried again yet"
