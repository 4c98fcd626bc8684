"""The answers of the clerk and the caretaker; the clerk reads nothing that is hidden from its Power."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.belle_epoque.appraisal import gain, settled, settling
from engine.belle_epoque.automated_contests import AutomatedContests
from engine.belle_epoque.bots import caretaker, clerk
from engine.belle_epoque.choices import (
    BuildGreatWork,
    ChangeStrategy,
    CommitArmies,
    CommitUnits,
    LetBe,
    Pass,
    ResolveContest,
    SellArmaments,
    SendMission,
)
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.setup import Options
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.game import Bot, random_answer
from engine.core.refusal import Refusal
from engine.core.state import Side
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import play, position
from tests.games.belle_epoque.worked import ask

RICH = {"uk": 20, "france": 20}
LAYOUTS = [
    (1, Options(alone="russia")),
    (2, Options(others="automated", pair="uk_and_france")),
    (3, Options(others="automated", without="central_powers")),
    (2, Options()),
    (4, Options(promo=True)),
]


def answer(bot: Bot, state: BelleEpoque) -> tuple[Side, Choice]:
    """Return the bot's answer for the Power that is asked."""
    [(side, menu)] = waiting(GAME, state).items()
    return side, bot(state, side, menu, Random(1))


def played(state: BelleEpoque, bots: Mapping[Side, Bot]) -> BelleEpoque:
    """Play to the end; every answer must be accepted."""
    rng = Random(1)
    while state.agenda:
        [(side, menu)] = waiting(GAME, state).items()
        bot: Bot = bots.get(side) or clerk
        choice = bot(state, side, menu, rng)
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
    return state


def test_a_cube_of_the_leader_is_worth_more_to_the_clerk_than_that_of_a_straggler() -> None:
    def gained(**vp: int) -> float:
        on = {"serbia": "france france france france", "romania": "russia russia russia russia"}
        state = position(on=on, vp=vp)
        return gain(state, "uk", "serbia", 1, FREE)

    assert gained(france=60) > gained() > gained(russia=60) > 0


def test_a_cube_in_an_empty_territory_is_worth_its_share_of_an_alliance() -> None:
    state = position(on={"bulgaria": "russia russia russia"}, embassies={"uk": 3})
    assert settling(state, "uk", "romania") > 2 * settled(state, "uk", "romania", 1)
    assert settling(state, "uk", "romania") > 2 * settling(state, "uk", "bulgaria")


def test_the_clerk_places_its_cubes_where_rivals_leave_it_room() -> None:
    opened = GAME.start(4, "19" * 32, Options())
    while opened.turn == 0:
        side, choice = answer(clerk, opened)
        play(opened, (side, choice))
    for power in opened.sides:
        rows = [row.count(power) for row in opened.spaces.values()]
        assert sum(count for count in rows if count >= 2) > sum(rows) / 2, power


def test_there_are_a_random_bot_and_a_clerk_and_the_clerk_is_better() -> None:
    assert [*GAME.bots] == ["random", "clerk"]
    assert GAME.best_bot == "clerk"


@pytest.mark.parametrize(("players", "options"), LAYOUTS)
@pytest.mark.parametrize("bot", [clerk, caretaker])
def test_bots_play_whole_games_at_every_number_of_seats(players: int, options: Options, bot: Bot) -> None:
    state = GAME.start(players, "c7" * 32, options)
    assert played(state, dict.fromkeys(state.sides, bot)).ended


@pytest.mark.parametrize("power", ["uk", "france", "russia", "central_powers"])
def test_the_clerk_beats_three_random_players(power: Side) -> None:
    state = GAME.start(4, "19" * 32, Options())
    others = {side: random_answer for side in state.sides if side != power}
    assert GAME.ranking(played(state, others))[0] == (power,)


@pytest.mark.parametrize(("players", "options"), [(1, Options(alone="uk")), (4, Options())])
def test_the_clerk_answers_the_same_whatever_is_hidden_from_it(players: int, options: Options) -> None:
    state, rng = GAME.start(players, "5e" * 32, options), Random(3)
    while state.agenda:
        side, choice = answer(clerk, state)
        assert answer(clerk, GAME.redeal(state, side, rng)) == (side, choice)
        submit(GAME, state, side, choice)


def test_the_clerk_changes_nothing_by_thinking() -> None:
    state = GAME.start(4, "77" * 32, Options())
    before = GAME.clone(state)
    answer(clerk, state)
    assert state == before


# One position each


def test_the_clerk_completes_a_majority() -> None:
    state = position(on={"netherlands": "uk uk uk"}, embassies={"uk": 1})
    assert answer(clerk, state) == ("uk", SendMission("netherlands", 4))


def test_the_clerk_builds_its_great_work_early() -> None:
    state = position(turn=1, treasury=RICH)
    assert answer(clerk, state) == ("uk", BuildGreatWork())


def test_the_clerk_resolves_a_contest_before_it_lapses() -> None:
    state = position(on={"netherlands": "uk uk uk france<uk france france"})
    assert answer(clerk, state) == ("uk", ResolveContest("netherlands", 4))


def test_the_clerk_sells_armaments_where_they_win_a_territory() -> None:
    state = position(on={"netherlands": "uk uk uk"}, arsenal={"uk": {"armies": 2}})
    assert answer(clerk, state) == ("uk", SellArmaments("netherlands"))


def test_the_clerk_passes_when_nothing_is_worth_it() -> None:
    assert answer(clerk, position()) == ("uk", Pass())


ARMIES: dict[str, Any] = {"arsenal": {"uk": {"armies": 3}}}
REROLL: dict[str, Any] = {"dice": {"attacker": [4], "defender": [2]}, "intrigue_hands": {"uk": ["in_23"]}}


def attacked(**board: Any) -> BelleEpoque:
    """Let France attack the alliance of the UK with the Netherlands."""
    state = position(Acting("france"), on={"netherlands": "uk<france uk uk uk"}, treasury=RICH, **board)
    play(state, ("france", ResolveContest("netherlands", 1)))
    return state


def test_the_clerk_sends_armies_where_a_majority_is_at_stake() -> None:
    assert answer(clerk, attacked(**ARMIES)) == ("uk", CommitArmies(3))


def test_the_clerk_rolls_again_where_that_may_turn_a_contest_that_matters() -> None:
    assert answer(clerk, attacked(**REROLL)) == ("uk", ChangeStrategy("in_23"))


# The caretaker


def test_the_caretaker_passes() -> None:
    assert answer(caretaker, position(embassies={"uk": 3}, treasury=RICH)) == ("uk", Pass())


def test_the_caretaker_sends_nothing() -> None:
    assert answer(caretaker, attacked(**ARMIES)) == ("uk", CommitArmies(0))
    state = table("uk", turn=2, on={"serbia": "uk<france"}, treasury={"uk": 20}, **ARMIES)
    ask(state, AutomatedContests())
    assert answer(caretaker, state) == ("uk", CommitUnits())


def test_the_caretaker_does_not_roll_again() -> None:
    assert answer(caretaker, attacked(**REROLL)) == ("uk", LetBe())
