from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core import registry
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.game import Opening
from engine.core.menu import Menu
from engine.core.results import Result
from engine.core.simulate import Played, Series, opening_of, play_number, summary
from engine.core.state import Side
from tests.core.planted import FAULTS, payable_whispers
from tests.games.tiny import GAME
from tests.games.tiny.state import Antechamber, Options, Whisper
from tests.support.games import out_of_turn

SERIES = Series("antechamber", 3, "a series")


def played(series: Series = SERIES, games: int = 6) -> list[Played]:
    return [play_number(series, number) for number in range(games)]


def test_the_same_series_is_the_same_series() -> None:
    assert summary(SERIES, played()).digest == summary(SERIES, played()).digest


def test_another_seed_is_another_series() -> None:
    other = Series("antechamber", 3, "another series")
    assert summary(SERIES, played()).digest != summary(other, played(other)).digest


def test_the_games_of_a_series_differ() -> None:
    assert len({one.digest for one in played()}) == 6


def test_the_order_in_which_games_come_in_makes_no_difference() -> None:
    games = played()
    one, other = summary(SERIES, games), summary(SERIES, games[::-1])
    assert one == other


def test_each_game_has_a_seed_of_its_own_derived_from_the_series() -> None:
    broken, _ = FAULTS["a game that never ends"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "games", lambda: {"antechamber": broken})
        records = [one.record for one in played(games=2)]
    assert [record.seed for record in records if record] == [derived_seed("a series", number) for number in (0, 1)]


def test_a_long_game_is_checked_by_the_options_of_its_trial_unless_others_are_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(GAME, trial=Options(rounds=1))
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})

    def rounds(**asked: Any) -> int:
        return int(opening_of(game, Series("antechamber", 3, "x", **asked), 0).options.rounds)

    assert (rounds(check=True), rounds()) == (1, 4)
    assert (rounds(check=True, options=b"{}"), rounds(check=True, options=b'{"rounds":2}')) == (4, 2)


def test_figures_add_up() -> None:
    games = played()
    whole = summary(SERIES, games)
    assert whole.games == 6
    assert whole.decisions == sum(one.decisions for one in games)
    assert whole.shortest <= whole.average_length <= whole.longest
    assert round(sum(whole.wins.values())) == 6
    assert whole.average_points.keys() == {"red", "blue", "green"}
    assert not whole.breaches


def test_a_shared_first_place_counts_its_share() -> None:
    one = play_number(SERIES, 0)
    one.results = (Result(1, ("red",), 9), Result(1, ("green",), 9), Result(3, ("blue",), 1))
    assert summary(SERIES, [one]).wins == {"red": 0.5, "blue": 0.0, "green": 0.5}


def test_what_was_never_chosen_is_listed() -> None:
    one = play_number(SERIES, 0)
    one.chosen = {"collect": 3, "pass": 1}
    whole = summary(SERIES, [one])
    assert whole.rarest_choices == [("pass", 1), ("collect", 3)]
    assert "raise" in whole.never_chosen
    assert "pass" not in whole.never_chosen


def test_options_are_the_games_own() -> None:
    series = Series("antechamber", 2, "x", options=b'{"rounds":1}')
    assert summary(series, played(series)).longest < summary(SERIES, played()).shortest


def test_bots_sit_where_they_were_put(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, set[str]] = {"one": set(), "two": set()}

    def bot(name: str):  # type: ignore[no-untyped-def]
        def answer(state, side, menu, rng):  # type: ignore[no-untyped-def]
            asked[name].add(side)
            return menu.sample(rng)

        return answer

    game = replace(GAME, bots={"one": bot("one"), "two": bot("two")})
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    played(Series("antechamber", 3, "x", bots=("one", "two", "one")))
    assert asked == {"one": {"red", "green"}, "two": {"blue"}}


def test_checked_games_go_through_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    game, said = FAULTS["a leak in a view"]
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    assert summary(SERIES, played()).breaches == []
    checked = summary(SERIES, played(Series("antechamber", 3, "a series", check=True), games=2))
    assert [breach.split(":")[0] for breach in checked.breaches[:1]] == ["game 0"]
    assert all(said in breach for breach in checked.breaches)


def test_a_game_that_broke_keeps_its_record_and_counts_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = FAULTS["a crash in a rule"]
    monkeypatch.setattr(registry, "games", lambda: {"antechamber": game})
    games = played(games=12)
    broken = [one for one in games if one.breaches]
    assert broken
    assert all(one.record is not None and not one.totals for one in broken)
    assert all(one.record is None for one in games if not one.breaches)
    assert summary(SERIES, games).games == 12
    assert len({one.digest for one in games}) == 12


def test_a_bot_answers_what_awaits_it_out_of_turn_before_anything_else() -> None:
    """Blue's whisper to red waits from the beginning, and is accepted before red takes its turn."""

    def whispered(opening: Opening) -> Antechamber:
        state = GAME.setup(opening)
        state.whispers.append(Whisper("blue", "red", 1))
        return state

    def eager(state: Antechamber, side: Side, menu: Menu, rng: Random) -> Choice:
        return next(iter(menu))

    game = out_of_turn(replace(GAME, setup=whispered, bots={"eager": eager}), awaited=payable_whispers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "games", lambda: {"antechamber": game})
        one = play_number(Series("antechamber", 3, "a series", ("eager",)), 0)
    assert one.chosen["accept"] == 1
    assert not one.breaches
