from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from engine.core import chance
from engine.core.chance import (
    SPAN,
    Deck,
    Dice,
    Draw,
    ImpossibleOutcome,
    Part,
    Source,
    UnriggedDraw,
    below,
    breaches_of_rigging,
    commitment,
    dealt,
    derived_seed,
    drawn,
    fisher_yates,
    new_seed,
    picked,
    roll,
    shuffled,
    witnessed,
)
from engine.core.state import Outcome
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber

SEED = "00112233445566778899aabbccddeeff" * 2


def state(seed: str = SEED, **rigged: list[Outcome]) -> Antechamber:
    return position(seed=seed, rigged=rigged)


def test_a_draw_is_the_hmac_of_its_number_under_the_seed() -> None:
    """The algorithm of RFC 4231, spelled out with the standard library: anyone can verify a finished game like this."""
    by_hand = hmac.new(bytes.fromhex(SEED), b"7", hashlib.sha256).hexdigest()
    assert f"{drawn(SEED, 7):064x}" == by_hand


KNOWN = [270, 975, 747, 356, 816, 624]
"""The first draws of SEED, by 1000; `openssl dgst -sha256 -mac HMAC` gives the same."""


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
@pytest.mark.parametrize("draw", [0, 9, 10**6])
def test_a_seed_of_any_length_gives_its_hmac(length: int, draw: int) -> None:
    """A key longer than a block is hashed first, a shorter one padded."""
    seed = bytes(range(7, 7 + length)) if length < 200 else bytes(200)
    expected = hmac.digest(seed, str(draw).encode(), "sha256")
    assert chance.drawn(seed.hex(), draw) == int.from_bytes(expected, "big")


def test_known_draws() -> None:
    assert [drawn(SEED, draw) % 1000 for draw in range(6)] == KNOWN


def test_draws_count_on_from_the_position() -> None:
    one = state()
    assert [below(one, 1000) for _ in range(6)] == KNOWN
    assert one.draws == 6
    assert below(position(seed=SEED, draws=3), 1000) == KNOWN[3]


def test_numbers_that_would_favour_the_small_ones_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**256 leaves a remainder of 4 when divided by 6: the last four numbers must not count."""
    numbers = {(SEED, 0): SPAN - 1, (SEED, 1): SPAN - 4, (SEED, 2): SPAN - 5}
    monkeypatch.setattr(chance, "drawn", lambda *draw: numbers[draw])
    one = state()
    assert below(one, 6) == 5
    assert one.draws == 3


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_a_new_seed_is_256_bits_and_another_each_time() -> None:
    assert len(bytes.fromhex(new_seed())) == 32
    assert new_seed() != new_seed()


def test_a_series_derives_its_seeds() -> None:
    assert derived_seed("any text", 3) == hashlib.sha256(b"any text/3").hexdigest()


def test_a_shuffle_is_fisher_yates_over_draws() -> None:
    by_hand, draws = list(range(8)), iter(range(8))
    for last in range(7, 0, -1):
        other = drawn(SEED, next(draws)) % (last + 1)
        by_hand[last], by_hand[other] = by_hand[other], by_hand[last]
    one = state()
    assert fisher_yates(one, list(range(8))) == by_hand
    assert one.draws == 7


def test_every_order_comes_up_about_equally_often() -> None:
    one = state()
    orders = Counter(tuple(fisher_yates(one, [1, 2, 3])) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 880
    assert max(orders.values()) < 1120


def test_a_shuffle_leaves_the_given_cards_alone() -> None:
    cards = [1, 2, 3, 4]
    shuffled(state(), "deck", cards)
    assert cards == [1, 2, 3, 4]


def test_each_draw_is_a_barrier_rigged_or_not() -> None:
    one = state(die=[3], deck=[(2, 1)])
    for _ in range(2):
        roll(one, "die", 6)
        shuffled(one, "deck", [1, 2])
    assert one.barriers == 4


def test_rigged_outcomes_are_used_first_then_the_seed() -> None:
    one = state(die=[3, 6])
    assert [roll(one, "die", 6), roll(one, "die", 6)] == [3, 6]
    assert one.draws == 0
    assert roll(one, "die", 6) == drawn(SEED, 0) % 6 + 1


def test_another_source_is_not_rigged_by_it() -> None:
    one = state(die=[3])
    assert roll(one, "other", 6) == drawn(SEED, 0) % 6 + 1


def test_a_rigged_deck_is_drawn_in_the_order_given() -> None:
    deck = shuffled(state(deck=[(3, 1, 2)]), "deck", [1, 2, 3])
    assert [deck.pop(), deck.pop(), deck.pop()] == [3, 1, 2]


def test_without_a_seed_what_is_not_rigged_is_named() -> None:
    with pytest.raises(UnriggedDraw, match="the record gives no further outcome for 'die': add one, or a seed"):
        roll(state(seed="", deck=[(1,)]), "die", 6)


@pytest.mark.parametrize("outcome", [0, 7, -1, (1,)])
def test_a_die_cannot_show_it(outcome: Outcome) -> None:
    with pytest.raises(ImpossibleOutcome, match="'die' rolls 1 to 6, the record gives"):
        roll(state(die=[outcome]), "die", 6)


@pytest.mark.parametrize("outcome", [3, (1, 2), (1, 2, 2), (1, 2, 3, 4), (1, 2, "x")])
def test_a_deck_cannot_come_so(outcome: Outcome) -> None:
    with pytest.raises(ImpossibleOutcome, match="'deck' shuffles 3 cards"):
        shuffled(state(deck=[outcome]), "deck", [1, 2, 3])


def test_some_cards_are_dealt_out_of_many_as_if_all_were_shuffled_and_the_rest_put_away() -> None:
    all_of_them = shuffled(state(), "deck", [*"abcdefghi"])
    assert dealt(state(), "deck", [*"abcdefghi"], 6) == all_of_them[-6:]


def test_every_deal_comes_up_about_equally_often() -> None:
    one = state()
    deals = Counter(tuple(dealt(one, "deck", [1, 2, 3, 4], 2)) for _ in range(6000))
    assert len(deals) == 12
    assert min(deals.values()) > 410
    assert max(deals.values()) < 590


def test_a_deal_takes_no_more_draws_than_it_deals_cards() -> None:
    one = state()
    dealt(one, "deck", [*range(100)], 2)
    assert one.draws == 2


def test_a_rigged_deal_names_only_the_cards_that_are_dealt() -> None:
    one = state(deck=[("c", "a")])
    deck = dealt(one, "deck", ["a", "b", "c"], 2)
    assert [deck.pop(), deck.pop()] == ["c", "a"]
    assert one.draws == 0


@pytest.mark.parametrize("outcome", [3, (1,), (1, 1), (1, 4), (1, 2, 3), (1, "x")])
def test_cards_cannot_be_dealt_so(outcome: Outcome) -> None:
    with pytest.raises(ImpossibleOutcome, match="'deck' deals 2 of 3 cards, the record gives others"):
        dealt(state(deck=[outcome]), "deck", [1, 2, 3], 2)


def test_one_card_is_drawn_from_a_hand() -> None:
    one = state(theft=[("b",)])
    assert picked(one, "theft", ["a", "b"]) == "b"
    assert picked(one, "theft", ["a", "b"]) == ["a", "b"][drawn(SEED, 0) % 2]
    assert picked(one, "theft", ["a"]) == "a"
    assert (one.draws, one.barriers) == (1, 3)


def test_of_equal_cards_in_a_hand_any_can_be_drawn() -> None:
    assert picked(state(theft=[(2,)]), "theft", [1, 2, 2]) == 2
    with pytest.raises(ImpossibleOutcome, match="'theft' deals 1 of 2 cards"):
        picked(state(theft=[(3,)]), "theft", [1, 1])


def test_a_witness_sees_what_was_dealt_out_of_which_cards() -> None:
    with witnessed() as seen:
        deck = dealt(state(), "deck", [1, 2, 3], 2)
    [one] = seen
    assert (one.of, one.outcome, one.taken) == ((1, 2, 3), tuple(deck), 2)


SOURCES: dict[str, Source] = {
    "die": Dice(6),
    "deck": Deck(("a", "b", "c")),
    "again": Deck(("a", "b", "c"), reshuffled=True),
    "part": Deck(("a", "b", "c"), first=2),
    "part again": Deck(("a", "b", "c"), reshuffled=True, first=2),
    "hand": Draw((1, 1, 2)),
    "two": Draw((1, 1, 2), count=2),
    "once": Draw((1, 2), once=(2,)),
    "ages": Deck(("a", "b", "c", "d"), orders=((Part(("a", "b"), 1), Part(("c",), 1)), (Part(("a", "d"), 2),))),
}


@pytest.mark.parametrize(
    ("source", "outcomes", "place", "problem"),
    [
        ("dice", [1], "dice", "no such source; there are again, ages, deck, die, hand, once, part, part again, two"),
        ("die", [1, 7], "die[1]", "a die of 6 sides shows 1 to 6, not 7"),
        ("die", [(1,)], "die[0]", "a die of 6 sides shows 1 to 6, not (1,)"),
        ("deck", [1], "deck[0]", "a deck's outcome is the list of its cards, first drawn first"),
        ("deck", [("a", "b", "a")], "deck[0]", "'a' is there twice"),
        ("deck", [("a", "b", "d")], "deck[0]", "there is no card 'd'"),
        ("deck", [("a", "b")], "deck[0]", "the order leaves out c"),
        ("deck", [("a", "b", "c"), ("a", "b")], "deck[1]", "the order leaves out c"),
        ("again", [("a", "b")], "again[0]", "the order leaves out c"),
        ("again", [("a", "b", "c"), ("b", "b")], "again[1]", "'b' is there twice"),
        ("part", [("a",)], "part[0]", "the order has 1 of its 3 cards, not 2"),
        ("part", [("a", "b"), ("a", "b", "c")], "part[1]", "the order has 3 of its 3 cards, not 2"),
        ("part", [("a", "d")], "part[0]", "there is no card 'd'"),
        ("part again", [("a", "b", "c")], "part again[0]", "the order has 3 of its 3 cards, not 2"),
        ("part again", [("a", "b"), ("c", "c")], "part again[1]", "'c' is there twice"),
        ("hand", [1], "hand[0]", "what is drawn is a list of cards"),
        ("hand", [(1,), (3,)], "hand[1]", "there is no card 3"),
        ("hand", [(1, 2)], "hand[0]", "so many cards are drawn at once: 1, not 2"),
        ("two", [(2, 2)], "two[0]", "2 is there twice"),
        ("once", [(2,), (1,), (2,)], "once[2]", "2 was drawn before and is out of the game"),
        ("ages", [("a", "b", "c")], "ages[0]", "the order has 2 of these cards, not 1: a, b"),
        ("ages", [("a",)], "ages[0]", "the order has 0 of these cards, not 1: c"),
        ("ages", [("a", "c", "d")], "ages[0]", "'d' is not in the deck then"),
        ("ages", [("a", "c"), ("d", "c")], "ages[1]", "the order has 1 of these cards, not 2: a, d"),
        ("ages", [("a", "c"), ("d", "a"), ("d", "a")], "ages[2]", "the deck is shuffled 2 times"),
    ],
)
def test_impossible_rigging_is_found_before_anything_is_played(
    source: str, outcomes: list[Outcome], place: str, problem: str
) -> None:
    assert breaches_of_rigging({source: outcomes}, SOURCES) == [(place, problem)]


def test_possible_rigging_is_not_complained_about() -> None:
    given: dict[str, list[Outcome]] = {
        "die": [1, 6],
        "deck": [("c", "a", "b"), ("a", "b", "c")],
        "again": [("a", "b", "c"), ("b",), ()],
        "part": [("c", "a"), ("b", "c")],
        "part again": [("c", "a"), ("a", "b", "c"), ("b",)],
        "hand": [(1,), (2,), (1,), (1,)],
        "two": [(1, 1), (2, 1)],
        "once": [(1,), (2,), (1,)],
        "ages": [("c", "b"), ("a", "d")],
    }
    assert breaches_of_rigging(given, SOURCES) == []


def test_every_impossible_outcome_is_found_not_only_the_first() -> None:
    assert [place for place, _ in breaches_of_rigging({"die": [0, 3, 9], "x": []}, SOURCES)] == [
        "die[0]",
        "die[2]",
        "x",
    ]
