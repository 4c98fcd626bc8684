"""Chapter 19: secrets, chance, defaults, and whole games."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine.core.chance import derived_seed
from engine.core.door import apply, waiting
from engine.core.fuzz import play, random_answer, rarest_answer
from engine.core.game import Opening
from engine.core.sealed import sealed_step
from engine.core.state import encode
from engine.nineteen33 import choices, suggestions
from engine.nineteen33.game import GAME
from engine.nineteen33.setup import TRIAL, Options
from engine.nineteen33.slips import InfluenceSlip, LabourSlip
from engine.nineteen33.sources import sources
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.view import redeal, view
from tests.games.nineteen33.positions import position, write

LARGEST = 20_000
SELDOM = {
    choices.AcceptOffer,
    choices.BidPrice,
    choices.CallStrike,
    choices.EndWar,
    choices.LeaveRest,
    choices.OpenPath,
    choices.PaySupport,
    choices.ProposeAlliance,
    choices.SendArmy,
    choices.SignAlliance,
    choices.Supply,
}
"""They need a war, an alliance, a full path, both boxes of a home, or stocks of food first."""


def opening(players: int, number: int = 0) -> Opening:
    return Opening(GAME.sides(players, TRIAL), TRIAL, derived_seed("19", number), players=players)


def test_19_1_hands_slips_plans_and_the_pile_are_secret() -> None:
    state = position()
    state.leaders["france"].hand, state.pile = [1, 2], ["P1-05"]
    write(state, "france", LabourSlip(), InfluenceSlip("spain"))
    spectator, rival, own = (view(state, side) for side in (None, "italy", "france"))
    assert spectator == replace(rival, closed={}), "what is closed to a leader follows from what everybody sees"
    assert (rival.hand, own.hand, rival.leaders["france"].cards) == ([], [1, 2], 2)
    assert [one.slip for one in rival.slips["france"]] == [None, None]
    assert rival.press_next == own.press_next == [""]


def test_19_1_a_redeal_changes_what_is_hidden_and_nothing_else() -> None:
    state, _ = GAME.open(opening(5))
    for side in state.sides:
        apply(GAME, state, side, suggestions.placement(side))
    other = redeal(state, "france", Random(1))
    assert other.leaders["france"].hand == state.leaders["france"].hand
    assert other.leaders["italy"].hand != state.leaders["italy"].hand
    assert other.pile != state.pile
    assert view(other, "france") == view(state, "france")


def test_19_1_what_was_read_stays_known_in_a_redeal() -> None:
    state, _ = GAME.open(opening(5))
    state.leaders["france"].press_known = tuple(state.pile[-2:])
    state.leaders["france"].known_cards = {"italy": state.leaders["italy"].hand[:2]}
    write(state, "italy", LabourSlip(), InfluenceSlip("spain"))
    state.leaders["france"].slips_known = {"italy": [1]}
    other = redeal(state, "france", Random(1))
    assert other.pile[-2:] == state.pile[-2:]
    assert set(state.leaders["italy"].hand[:2]) <= set(other.leaders["italy"].hand)
    assert other.leaders["italy"].slips[1].slip == InfluenceSlip("spain")
    assert other.leaders["italy"].slips[0].slip != InfluenceSlip("spain")


def test_19_2_every_source_has_its_name() -> None:
    assert set(sources(opening(3))) == {
        "order",
        "press_1",
        "press_2",
        "tactics",
        "manoeuvre",
        "guide",
        "demand",
        "boost",
        "bond_first",
        "bond_later",
        "coup",
        "face_off",
        "strike",
        "hunger",
        "guide_points",
        "lot",
        "swap",
        "slips",
    }
    assert "guide" not in sources(opening(5))


def test_19_3_an_answer_may_be_changed_until_the_last_one_is_in() -> None:
    from engine.core.door import submit
    from engine.core.sealed import WithdrawAnswer

    state, _ = GAME.open(opening(5))
    submit(GAME, state, "france", choices.PlaceLabour(2, 1, 1, 1))
    submit(GAME, state, "france", WithdrawAnswer())
    submit(GAME, state, "france", suggestions.placement("france"))
    step = sealed_step(state)
    assert step is not None
    assert step.given == {"france": suggestions.placement("france")}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_19_4_a_year_of_defaults_alone_is_played_to_its_end(players: int) -> None:
    state, _ = GAME.open(opening(players))
    while state.agenda:
        side, menu = next(iter(waiting(GAME, state).items()))
        apply(GAME, state, side, GAME.caretaker(state, side, menu, Random(1)))
    assert state.ended == "calendar"
    assert GAME.conserved(state) == []
    assert all(state.leaders[side].score > -5 for side in state.sides)


def test_19_4_six_years_of_defaults_stay_below_twenty_kilobytes() -> None:
    sides = GAME.sides(5)
    state, _ = GAME.open(Opening(sides, Options(), derived_seed("19", 1), players=5))
    largest = 0
    while state.agenda:
        side, menu = next(iter(waiting(GAME, state).items()))
        apply(GAME, state, side, next(iter(menu)))
        largest = max(largest, len(encode(state)))
    assert (state.month, state.ended) == (72, "calendar")
    assert largest < LARGEST


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_random_year_keeps_every_promise_to_its_end(players: int) -> None:
    run = play(GAME, opening(players, players), Random(players), random_answer(GAME))
    assert run.breaches == []
    assert run.state.ended


def test_random_games_of_six_years_end_and_stay_small() -> None:
    for number in range(3):
        players = 3 + number
        whole = Opening(GAME.sides(players), Options(), derived_seed("72", number), players=players)
        run = play(GAME, whole, Random(number), check=False)
        assert run.breaches == []
        state: Nineteen33 = run.state
        assert GAME.conserved(state) == []
        assert len(encode(state)) < LARGEST


def test_most_kinds_of_choices_are_made_sometimes() -> None:
    """Chance alone seldom leads to the others: they have tests of their own."""
    answer = rarest_answer(GAME)
    made = set()
    games = [*((number, answer) for number in range(6)), (7, random_answer(GAME))]
    for number, answer in games:
        run = play(GAME, opening(3 + number % 3, number), Random(number), answer, check=False)
        assert run.breaches == []
        made |= {type(one.choice) for one in run.record.choices}
    assert set(GAME.choices) - made <= SELDOM


def test_a_record_that_was_stored_replays_to_the_same_bytes() -> None:
    run = play(GAME, opening(3), Random(0), check=False)
    state, _ = GAME.open(opening(3))
    for one in run.record.choices:
        apply(GAME, state, one.side, GAME.choice_decoder.decode(msgspec.json.encode(one.choice)))
    assert encode(state) == encode(run.state)
