"""The time that each side has, under each kind of terms, through pauses, extensions, outages and changed hours."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest

from app.model.clocks.calendar import NOTHING, OPEN, Calendar, counted, deadline
from app.model.clocks.hands import (
    Answered,
    Clock,
    as_kept,
    clock_after_move,
    clock_of,
    excuse_outage,
    extend_time,
    other_hours,
    pause_clock,
    resume_clock,
    start_clock,
    taken_over,
    told_of,
)
from app.model.clocks.terms import Days, Hour, Live, Terms

START = datetime(2026, 11, 18, 9, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LIVE, DAYS = Live(bank=10, increment=30), Days(each=24, reserve=2)
EVENING = Hour(at=20, zone="Europe/Paris", least=4)
SIDES = ("red", "blue", "green")
HOURS = {"red": Calendar("Europe/Paris", (22 * 60, 7 * 60), frozenset({5, 6}))}


def begun(terms: Terms, *waiting: str, hours: dict[str, Calendar] | None = None) -> Clock:
    return start_clock(terms, SIDES, waiting or ("red",), START, hours or {})


def left(clock: Clock, side: str = "red") -> timedelta:
    hand = clock.hands[side]
    return timedelta(seconds=hand.left + hand.free)


def due(clock: Clock, side: str = "red") -> datetime:
    found = clock.hands[side].due
    assert found
    return found


def after(clock: Clock, side: str, *waiting: str, at: datetime, **how: bool) -> Clock:
    return clock_after_move(clock, Answered(side, **how), waiting, at, {})


def test_live_each_decision_adds_its_seconds_and_what_is_over_stays_in_the_bank() -> None:
    clock = begun(LIVE)
    assert due(clock) == START + 10 * MINUTE + timedelta(seconds=30)
    clock = after(clock, "red", "blue", at=START + MINUTE)
    assert left(clock) == 9 * MINUTE + timedelta(seconds=30)
    clock = after(clock, "blue", "red", at=START + MINUTE + timedelta(seconds=10))
    assert left(clock, "blue") == 10 * MINUTE + timedelta(seconds=20)
    assert left(clock) == 10 * MINUTE
    assert due(clock) == START + MINUTE + timedelta(seconds=10) + 10 * MINUTE


def test_live_quiet_hours_count() -> None:
    midnight = datetime(2026, 11, 18, 23, tzinfo=UTC)
    clock = start_clock(LIVE, SIDES, ("red",), midnight, HOURS)
    assert due(clock) == midnight + 10 * MINUTE + timedelta(seconds=30)


def test_only_sides_that_are_waited_for_lose_time() -> None:
    clock = begun(DAYS, "red", "blue")
    clock = after(clock, "red", "blue", at=START + HOUR)
    assert clock.hands["red"].since is clock.hands["green"].since is None
    assert due(clock, "blue") == START + 3 * DAY, "others deciding does not move what blue was given"
    clock = after(clock, "blue", "green", at=START + 20 * HOUR)
    assert due(clock, "green") == START + 20 * HOUR + 3 * DAY


def test_by_web_the_reserve_is_used_when_a_decisions_own_time_is_gone() -> None:
    clock = after(begun(DAYS), "red", "blue", at=START + 30 * HOUR)
    clock = after(clock, "blue", "red", at=START + 31 * HOUR)
    assert due(clock) == START + 31 * HOUR + 24 * HOUR + 42 * HOUR


def test_by_web_a_persons_nights_and_weekends_do_not_count() -> None:
    clock = begun(DAYS, hours=HOURS)
    assert counted(START, due(clock), HOURS["red"]) == 3 * DAY
    assert due(clock) == deadline(START, 3 * DAY, HOURS["red"])


def test_at_a_fixed_hour_nobody_has_less_than_the_least() -> None:
    evening = datetime(2026, 11, 18, 19, tzinfo=UTC)
    assert due(begun(EVENING)) == evening
    assert due(start_clock(EVENING, SIDES, ("red",), evening - 4 * HOUR, {})) == evening
    assert due(start_clock(EVENING, SIDES, ("red",), evening - 4 * HOUR + MINUTE, {})) == evening + DAY
    friday = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
    assert due(start_clock(EVENING, SIDES, ("red",), friday, HOURS)) == datetime(2026, 11, 23, 19, tzinfo=UTC)


def test_a_reminder_comes_when_four_fifths_are_used_and_once() -> None:
    clock = begun(DAYS)
    remind = START + 0.8 * 72 * HOUR
    assert clock.due_at == clock.hands["red"].remind == remind
    assert told_of(clock, remind - MINUTE) is clock
    clock = told_of(clock, remind)
    assert (clock.due_at, clock.hands["red"].reminded) == (START + 3 * DAY, True)
    assert told_of(clock, remind + HOUR) is clock
    clock = after(clock, "red", "blue", at=remind + HOUR)
    assert not after(clock, "blue", "red", at=remind + 2 * HOUR).hands["red"].reminded


def test_what_is_done_out_of_turn_changes_no_clock() -> None:
    clock = begun(DAYS)
    assert after(clock, "red", "red", at=START + HOUR, aside=True) == clock
    assert after(clock, "blue", "red", at=START + HOUR, aside=True) == clock


def test_who_decides_again_gets_the_time_for_it() -> None:
    clock = after(begun(DAYS), "red", "red", at=START + HOUR)
    assert due(clock) == START + HOUR + 3 * DAY


def test_a_new_question_for_all_brings_new_time_to_those_who_were_waited_for() -> None:
    clock = after(begun(DAYS, "red", "blue"), "red", "blue", "green", at=START + HOUR, anew=True)
    assert due(clock, "blue") == due(clock, "green") == START + HOUR + 3 * DAY


def test_time_outs_in_a_row_are_counted_and_an_answer_ends_the_row() -> None:
    clock = after(begun(DAYS), "red", "red", at=START + 3 * DAY, late=True)
    assert (clock.hands["red"].misses, clock.hands["red"].left) == (1, 0)
    assert due(clock) == START + 4 * DAY, "the reserve is gone, a decision's own time is not"
    clock = after(clock, "red", "blue", at=START + 4 * DAY, late=True)
    assert clock.hands["red"].misses == 2
    clock = after(clock, "blue", "red", at=START + 5 * DAY)
    assert clock.hands["red"].misses == 2, "what others do leaves it"
    assert after(clock, "red", "blue", at=START + 5 * DAY).hands["red"].misses == 0


@pytest.mark.parametrize("terms", [LIVE, DAYS, EVENING])
def test_taking_back_again_and_again_brings_no_time(terms: Terms) -> None:
    clock = begun(terms)
    last = due(clock) + 3 * DAY + HOUR
    at, step = START, timedelta(seconds=40)
    for _ in range(10_000):
        clock = after(clock, "red", "red", at=at)
        clock = after(clock, "red", "red", at=at, back=True)
        if due(clock) <= at + step:
            break
        at += step if isinstance(terms, Live) else HOUR
    assert at < last
    clock = after(clock, "red", "blue", at=at)
    clock = after(clock, "blue", "red", at=at + MINUTE)
    assert due(clock) > at + MINUTE, "when others have acted, a decision has its time again"


def test_taking_back_the_last_choice_goes_on_with_the_time_that_was_left() -> None:
    clock = after(begun(LIVE), "red", "blue", at=START + MINUTE)
    clock = after(clock, "red", "red", at=START + 2 * MINUTE, back=True)
    assert left(clock) == 9 * MINUTE + timedelta(seconds=30)
    assert clock.hands["blue"].since is None


@pytest.mark.parametrize("terms", [LIVE, DAYS])
def test_changing_a_sealed_answer_again_and_again_brings_no_time_whoever_acts_between(terms: Terms) -> None:
    clock, at = begun(terms, *SIDES), START
    had = left(clock)
    for _ in range(50):
        clock = after(clock, "red", "blue", "green", at=at + MINUTE / 100)
        clock = after(clock, "blue", "green", at=at + MINUTE / 100)
        clock = after(clock, "blue", "blue", "green", at=at + MINUTE / 100, back=True)
        at += MINUTE / 100
        clock = after(clock, "red", *SIDES, at=at, back=True)
    assert left(clock) <= had - 49 * MINUTE / 100


def test_once_the_last_sealed_answer_is_in_the_next_decision_has_its_time() -> None:
    clock = after(begun(DAYS, "red", "blue"), "red", "blue", at=START + 20 * HOUR)
    clock = after(clock, "red", "red", "blue", at=START + 20 * HOUR, back=True)
    clock = after(clock, "blue", "red", at=START + 21 * HOUR)
    clock = after(clock, "red", "red", at=START + 22 * HOUR, back=True)
    clock = after(clock, "red", "red", at=START + 22 * HOUR, opened=True)
    assert left(clock) == 24 * HOUR + 2 * DAY


@pytest.mark.parametrize("terms", [LIVE, DAYS, EVENING])
def test_while_a_table_pauses_no_time_passes_and_what_was_left_is_left(terms: Terms) -> None:
    clock = begun(terms, "red", "blue", hours=HOURS)
    stop, on = START + 5 * MINUTE, START + 5 * MINUTE + 100 * DAY
    held = pause_clock(clock, stop, HOURS)
    assert held.due_at is None
    assert held.late(on) == []
    assert pause_clock(held, on, HOURS).paused == stop, "twice is as once"
    on_again = resume_clock(held, on, HOURS)
    for side in ("red", "blue"):
        calendar = OPEN if terms is LIVE else HOURS.get(side, OPEN)
        assert counted(on, due(on_again, side), calendar) >= counted(stop, due(clock, side), calendar)
    if terms is not EVENING:
        assert left(on_again) == left(begun(terms)) - 5 * MINUTE


def test_moves_in_a_pause_hand_the_turn_on_and_cost_nothing() -> None:
    clock = after(pause_clock(begun(LIVE), START + MINUTE, {}), "red", "blue", at=START + DAY)
    assert clock.due_at is None
    assert left(clock) == 9 * MINUTE + timedelta(seconds=30)
    assert due(resume_clock(clock, START + 2 * DAY, {}), "blue") == START + 2 * DAY + 10 * MINUTE + timedelta(
        seconds=30
    )


@pytest.mark.parametrize("terms", [LIVE, DAYS, EVENING])
def test_more_time_is_added_to_what_those_who_are_waited_for_have(terms: Terms) -> None:
    clock = told_of(begun(terms), due(begun(terms)) - timedelta(seconds=1))
    longer = extend_time(clock, 6 * HOUR, START + MINUTE, {})
    assert due(longer) >= due(clock) + 6 * HOUR
    assert longer.hands["blue"] == clock.hands["blue"]
    assert longer.hands["red"].remind, "who was reminded of the old end is reminded of the new one"


def test_changed_hours_count_from_then_on() -> None:
    clock = begun(DAYS)
    at = START + 10 * HOUR
    changed = other_hours(clock, at, {}, HOURS)
    assert left(changed) == 62 * HOUR
    assert due(changed) == deadline(at, 62 * HOUR, HOURS["red"])


def test_who_takes_a_seat_over_begins_again_and_a_bot_has_no_clock() -> None:
    clock = after(begun(DAYS), "red", "red", at=START + 3 * DAY, late=True)
    bot = taken_over(clock, ["red"], START + 3 * DAY + HOUR, {}, [])
    assert (bot.due_at, bot.hands["red"].misses) == (None, 0)
    person = taken_over(bot, ["red"], START + 5 * DAY, {}, ["red"])
    assert due(person) == START + 6 * DAY


def test_a_clock_is_kept_and_read_again() -> None:
    for clock in (begun(LIVE), pause_clock(begun(DAYS), START, {}), told_of(begun(EVENING), START + DAY)):
        assert clock_of(as_kept(clock)) == clock
    assert (clock_of(""), as_kept(None)) == (None, "")
    assert len(as_kept(begun(LIVE))) < 400


@pytest.mark.parametrize("seed", range(20))
def test_an_outage_puts_off_what_fell_into_it_by_at_least_its_length_and_brings_nothing_nearer(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20):
        terms = chance.choice((LIVE, Days(each=chance.randint(1, 40), reserve=chance.randint(0, 2)), EVENING))
        hours = {"red": Calendar("Europe/Paris", chance.choice((None, (22 * 60, 7 * 60), (0, 9 * 60))))}
        start = START + chance.randint(0, 20_000) * MINUTE
        clock = start_clock(terms, SIDES, ("red", "blue"), start, hours)
        begin = due(clock) - chance.randint(-300, 600) * MINUTE
        until = begin + chance.randint(1, 900) * MINUTE
        later = excuse_outage(clock, begin, until, hours)
        assert excuse_outage(later, begin, until, hours) == later, "said twice is as once"
        for side in ("red", "blue"):
            before, now = due(clock, side), due(later, side)
            assert now >= before or before < begin
            if begin <= before <= until:
                assert now - before >= until - begin
            if begin <= before:
                assert now >= until, "nobody's time is up when the server is back"


@pytest.mark.parametrize("seed", range(10))
def test_whatever_happens_no_time_is_lost_by_who_is_not_waited_for_nor_won_by_anybody(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20):
        play_at_random(chance)


def play_at_random(chance: Random) -> None:
    """Through moves, pauses and outages, each side has used the time that passed while it had to decide."""
    terms = Days(each=1, reserve=14)
    clock, at = start_clock(terms, SIDES, ("red",), START, HOURS), START
    asked, used = "red", dict.fromkeys(SIDES, NOTHING)
    spent = NOTHING
    for _ in range(30):
        next_at = at + chance.randint(1, 200) * MINUTE
        calendar = HOURS.get(asked, OPEN)
        match chance.randrange(4):
            case 0:
                clock = resume_clock(pause_clock(clock, at, HOURS), next_at, HOURS)
            case 1:
                clock = excuse_outage(clock, at, next_at, HOURS)
            case _:
                spent += counted(at, next_at, calendar)
                answers = chance.choice(SIDES) if chance.random() < 0.7 else ""
                if answers:
                    used[asked] += max(NOTHING, spent - HOUR)
                    clock = clock_after_move(clock, Answered(asked), (answers,), next_at, HOURS)
                    asked, spent = answers, NOTHING
        at = next_at
    for side in SIDES:
        if side != asked:
            assert abs(14 * DAY - used[side] - timedelta(seconds=clock.hands[side].left)) < timedelta(seconds=1)


def test_terms_that_make_no_sense_are_not_read() -> None:
    for wrong in ('{"kind":"live","bank":0,"increment":5}', '{"kind":"days","each":1}', '{"kind":"sand"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Terms)
