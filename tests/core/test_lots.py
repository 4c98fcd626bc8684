"""Seats drawn when a game begins follow from the seed, by lot or in the order of a die."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from engine.core import registry
from engine.core.chance import derived_seed, witnessed
from engine.core.game import Opening
from engine.core.lots import DIE, SEATS, Lots, SeatsDrawn, problem_of
from engine.core.reading import Unreadable
from engine.core.record import Replay, read, record_of
from tests.games.heap import GAME as HEAP
from tests.games.heap import Options, Take

RIGGED = dict[str, list[int | tuple[int | str, ...]]]
FOUR = (("north",), ("east",), ("south",), ("west",))
BY_DIE = Lots("die")


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["tests.games.heap"])


def opening(
    lots: Lots | None, players: int = 4, number: int = 0, **rigged: list[int | tuple[int | str, ...]]
) -> Opening:
    options = Options()
    seed = derived_seed("lots", number)
    return Opening(HEAP.sides(players, options), options, seed, dict(rigged), players, lots)


def drawn(begun: Opening) -> SeatsDrawn:
    _, news = HEAP.open(begun)
    told = news[0]
    assert isinstance(told, SeatsDrawn), "it is told before anything else"
    return told


def test_without_lots_nothing_is_drawn_and_the_game_begins_as_it_did() -> None:
    state, news = HEAP.open(opening(None))
    assert not any(isinstance(entry, SeatsDrawn) for entry in news)
    assert state.draws == 0


def test_by_lot_every_place_gets_a_seat_and_every_seat_a_place() -> None:
    for number in range(20):
        told = drawn(opening(Lots(), number=number))
        assert Counter(told.seats) == Counter(FOUR)
        assert (told.throws, told.order) == ((), ())


def test_a_lot_favours_no_place() -> None:
    got = Counter(drawn(opening(Lots(), 2, number)).seats[0] for number in range(400))
    assert all(150 < count < 250 for count in got.values())
    assert len(got) == 2


def test_the_same_seed_gives_the_same_seats_and_another_seed_others() -> None:
    assert drawn(opening(Lots(), number=3)) == drawn(opening(Lots(), number=3))
    assert len({drawn(opening(Lots(), number=number)).seats for number in range(20)}) > 5


def test_seats_of_two_sides_are_drawn_whole() -> None:
    told = drawn(opening(Lots(), 2))
    assert sorted(told.seats) == [("east", "west"), ("north", "south")]


def test_the_highest_throw_chooses_first_and_takes_its_best_wish() -> None:
    wishes = (("west",), ("west", "north"), ("north",), ())
    told = drawn(opening(replace(BY_DIE, wishes=wishes), seats_die=[2, 6, 5, 3], seats=[(3,)]))
    assert told.order == (2, 3, 4, 1)
    assert told.throws == ((2,), (6,), (5,), (3,))
    assert told.seats == (("east",), ("west",), ("north",), ("south",)), (
        "by lot one of those left; the last takes the last"
    )


def test_those_who_tie_throw_again_among_themselves() -> None:
    told = drawn(opening(BY_DIE, seats_die=[4, 6, 4, 4, 2, 5, 5, 1, 3]))
    assert told.order == (2, 4, 3, 1)
    assert told.throws == ((4, 2), (6,), (4, 5, 1), (4, 5, 3))


def test_whose_wishes_are_all_taken_draws_among_the_seats_left() -> None:
    wishes = (("west",),) * 4
    for number in range(10):
        told = drawn(opening(replace(BY_DIE, wishes=wishes), number=number))
        assert told.seats[told.order[0] - 1] == ("west",)
        assert Counter(told.seats) == Counter(FOUR)


def test_a_side_stands_for_the_seat_that_holds_it() -> None:
    told = drawn(opening(Lots("die", ((), ("south",))), 2, seats_die=[1, 6]))
    assert told.seats == (("east", "west"), ("north", "south"))


def test_each_draw_can_be_seen_by_a_witness() -> None:
    with witnessed() as seen:
        HEAP.open(opening(BY_DIE, 2))
    assert {one.source for one in seen} == {DIE, SEATS}


@pytest.mark.parametrize("lots", [Lots(), BY_DIE, Lots("die", (("west",), ("west", "east")))])
def test_a_record_keeps_how_the_seats_were_drawn_and_replays(lots: Lots) -> None:
    begun = opening(lots)
    state, news = HEAP.open(begun)
    raw = msgspec.json.encode(record_of(HEAP, begun, []))
    game, record = read(raw)
    assert record.lots == lots
    _, again, told = next(iter(Replay(game, record)))
    assert (again, told) == (state, news)


def test_a_record_without_a_seed_gives_them_in_advance() -> None:
    begun = replace(opening(Lots(), seats=[(4, 1, 3, 2)]), seed="")
    assert drawn(begun).seats == (("west",), ("north",), ("south",), ("east",))
    game, record = read(msgspec.json.encode(record_of(HEAP, begun, [("north", Take(1), "")])))
    assert next(iter(Replay(game, record)))[0] == 0
    missing = record_of(HEAP, replace(begun, rigged={}), [])
    with pytest.raises(Unreadable, match="seats"):
        next(iter(Replay(HEAP, missing)))


@pytest.mark.parametrize(
    ("lots", "rigged", "place"),
    [
        (Lots(), {"seats": [(1, 2, 3, 3)]}, "$.rigged.seats[0]"),
        (Lots(), {"seats": [(1, 2, 3, 5)]}, "$.rigged.seats[0]"),
        (Lots(), {"seats_die": [3]}, "$.rigged.seats_die"),
        (None, {"seats": [(1, 2, 3, 4)]}, "$.rigged.seats"),
        (BY_DIE, {"seats_die": [7]}, "$.rigged.seats_die[0]"),
        (Lots("lot", (("west",),)), {}, "$.lots"),
        (Lots("die", (("up",),)), {}, "$.lots"),
        (Lots("die", ((),) * 5), {}, "$.lots"),
    ],
)
def test_impossible_lots_are_refused_before_anything_is_played(lots: Lots | None, rigged: RIGGED, place: str) -> None:
    record = record_of(HEAP, replace(opening(lots), rigged=rigged), [])
    with pytest.raises(Unreadable) as caught:
        read(msgspec.json.encode(record))
    assert caught.value.place == place


def test_a_game_whose_rules_have_no_die_for_seats_is_drawn_by_lot_alone() -> None:
    assert problem_of(BY_DIE, FOUR, 0) is not None
    assert problem_of(Lots(), FOUR, 0) is None
