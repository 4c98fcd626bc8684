"""Chapters 1 and 2: seats and boards."""

from engine.core.door import apply, waiting
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.nineteen33 import suggestions
from engine.nineteen33.calendar import year_of
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import HeadlineTurned
from engine.nineteen33.printed import (
    CARDS,
    COLONIES,
    IDEOLOGIES,
    LEADERS,
    MANOEUVRES,
    NEUTRALS,
    PLACES,
    PROTECTORATES,
    SHEETS,
    STATES,
    TRACKS_OF,
    press,
)
from engine.nineteen33.setup import Options, laid_out
from engine.nineteen33.state import FREE, LETTERS, boxes_of, row_of
from engine.nineteen33.view import view


def test_1_2_leaders_belong_to_three_ideologies() -> None:
    assert [one.leaders for one in IDEOLOGIES.values()] == [
        ("france", "united_kingdom"),
        ("germany", "italy"),
        ("soviet_union",),
    ]


def test_1_3_there_are_twenty_states_and_neutrals_have_no_track() -> None:
    assert len(STATES) == 20
    leading = [card.boxes[0] for card in STATES.values() if card.boxes[0] == card.boxes[1]]
    assert [leading.count(one) for one in IDEOLOGIES] == [6, 5, 1]
    assert set(NEUTRALS) == {"ireland", "switzerland"}
    assert not set(NEUTRALS) & set(PLACES)


def test_1_4_colonies_and_protectorates_have_owners() -> None:
    assert {one.owner for one in COLONIES.values()} == {"france", "italy", "united_kingdom"}
    assert {one.owner for one in PROTECTORATES.values()} == {"france", "united_kingdom"}


def test_2_1_four_play_without_the_soviet_union_and_three_with_it() -> None:
    assert "soviet_union" not in GAME.sides(4)
    assert len(GAME.sides(4)) == 4
    three = GAME.sides(3, Options(liberal="united_kingdom", nationalist="italy"))
    assert three == ("united_kingdom", "italy", "soviet_union")


def test_2_2_a_leader_without_a_player_has_a_board_and_no_turn() -> None:
    state = GAME.start(4, "33" * 32)
    assert "soviet_union" in state.leaders
    assert "soviet_union" not in state.sides


def test_2_3_the_fixed_ul_stand_and_the_free_ones_are_to_be_placed() -> None:
    state = laid_out(Opening(LEADERS, Options()))
    for leader, held in state.leaders.items():
        assert (held.labour["food"], held.labour["extraction"]) == (6, 1)
        assert (held.labour["civil"], held.labour["war"]) == (5, 1)
        assert held.ul + SHEETS[leader].free == SHEETS[leader].total


def test_2_4_homes_have_three_boxes_colonies_two_and_states_three() -> None:
    state = laid_out(Opening(LEADERS, Options()))
    coloured = {place: sum(box != FREE for box in here.boxes) for place, here in state.places.items()}
    assert {coloured[place] for place in (*LEADERS, *STATES)} == {3}
    assert {coloured[place] for place in COLONIES} == {2}
    assert {len(here.boxes) for here in state.places.values()} == {5}


def test_2_5_two_armies_and_a_division_but_the_united_kingdom_one_and_two() -> None:
    state = laid_out(Opening(LEADERS, Options()))
    counts = {leader: (len(held.armies), len(held.divisions)) for leader, held in state.leaders.items()}
    assert counts.pop("united_kingdom") == (1, 2)
    assert set(counts.values()) == {(2, 1)}


def test_2_6_all_else_starts_at_zero() -> None:
    state = laid_out(Opening(LEADERS, Options()))
    for held in state.leaders.values():
        assert (held.treasury, held.food, held.raw, held.civil, held.steps, held.debt) == (0, 0, 0, 0, 0, 0)


def test_2_7_january_1933_quotes_two_and_has_no_news() -> None:
    state = GAME.start(5, "33" * 32)
    told: list[Entry] = []
    while state.month == 1:
        assert (state.food_quote, state.raw_quote, state.news_card, state.headlines) == (2, 2, "", [])
        side, menu = next(iter(waiting(GAME, state).items()))
        told += apply(GAME, state, side, next(iter(menu)))
    assert [entry.year for entry in told if isinstance(entry, HeadlineTurned)] == [1933]
    assert len(state.pile) == 10


def test_1_1_three_to_five_leaders_govern_from_1933_to_1938() -> None:
    assert GAME.players == (3, 4, 5)
    assert (year_of(1), year_of(Options().years * 12)) == (1933, 1938)


def test_1_5_four_sectors_of_labour_and_three_of_development() -> None:
    assert TRACKS_OF == {"food": ("food",), "extraction": ("extraction",), "industry": ("civil", "war")}


def test_1_6_a_state_card_has_a_track_stocks_a_request_and_two_armament_requests() -> None:
    for card in STATES.values():
        assert min(card.food, card.raw, card.civil) > 0
        assert len(card.armaments) == 2
        assert all(1 <= brigades <= 6 for brigades in card.armaments)


def test_1_7_government_boards_are_public() -> None:
    state = GAME.start(5, "33" * 32)
    assert view(state, None).leaders == view(state, "italy").leaders
    assert set(view(state, None).leaders) == set(LEADERS)


def test_1_8_sixty_tactic_cards_two_press_decks_and_fourteen_manoeuvre_cards() -> None:
    assert (len(CARDS), len(MANOEUVRES)) == (60, 14)
    assert [(deck.years, len(deck.cards)) for deck in press.decks] == [
        ((1933, 1934, 1935), 25),
        ((1936, 1937, 1938), 25),
    ]


def test_1_9_the_server_draws_and_rolls_by_itself() -> None:
    state = GAME.start(5, "33" * 32)
    assert len(state.pile) == 11
    assert all(len(held.hand) == 12 for held in state.leaders.values())


def test_3_6_leaders_nobody_plays_have_a_card_and_a_guide_before_the_budget() -> None:
    state = GAME.start(4, "33" * 32)
    for side in state.sides:
        apply(GAME, state, side, suggestions.placement(side))
    guided = state.guided["soviet_union"]
    assert guided.guide in state.sides
    assert guided.card in MANOEUVRES


def test_9_1_each_kind_of_box_has_a_letter_of_its_own() -> None:
    boxes = (FREE, *IDEOLOGIES, *LEADERS)
    assert len(set(LETTERS.values())) == len(boxes)
    assert boxes_of(row_of(boxes)) == boxes
