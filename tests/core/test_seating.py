"""The possible seatings follow from the number of players and the options of the game, in every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from app.decide.form_fields import blanks_of
from app.words.reader import every_side
from engine.core import registry
from engine.core.chance import derived_seed
from engine.core.fuzz import Run, play
from engine.core.game import AnyGame, ImpossibleOpening, Opening, Seats, fixed
from engine.core.menu import Menu
from engine.core.reading import Unreadable
from engine.core.record import Replay, read
from engine.core.results import results
from engine.core.simulate import Played, Series, play_number, summary
from tests.games.heap import GAME, POWERS, Heap, Options
from tests.games.tiny import GAME as ANTECHAMBER
from tests.games.tiny.state import USHER, Antechamber
from tests.games.tiny.whispers import Aside
from tests.support.games import out_of_turn

OWN: list[AnyGame] = [ANTECHAMBER, GAME]
GAMES = [*{game.key: game for game in (*OWN, *registry.games().values())}.values()]
TABLES = [pytest.param(game, players, id=f"{game.key}-{players}") for game in GAMES for players in game.players]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["tests.games.heap", "tests.games.tiny"])


def every_options(game: AnyGame) -> Iterator[Any]:
    """Yield the default options, and each variant with one option changed."""
    yield game.options()
    for blank in blanks_of(game.options) or ():
        for value in blank.words or ((True, False) if blank.kind == "truth" else ()):
            yield msgspec.convert({blank.name: value}, game.options)


def played(game: AnyGame, players: int, number: int = 0, **options: Any) -> Run:
    chosen = game.options(**options)
    opening = Opening(game.sides(players, chosen), chosen, derived_seed("seating", number), players=players)
    return play(game, opening, Random(number))


@every_table
def test_there_is_a_seat_for_each_player_and_no_side_is_held_twice(game: AnyGame, players: int) -> None:
    for options in every_options(game):
        seats = game.seating(players, options)
        sides = [side for held in seats for side in held]
        assert len(seats) == players
        assert all(seats)
        assert len(set(sides)) == len(sides)


@every_table
def test_every_side_that_can_be_seated_is_seated_with_the_usual_options_too(game: AnyGame, players: int) -> None:
    """Tones, letters and names depend on these."""
    for options in every_options(game):
        assert set(game.sides(players, options)) <= set(every_side(game))


@every_table
def test_who_sits_at_a_table_is_a_side_of_its_position(game: AnyGame, players: int) -> None:
    for options in every_options(game):
        opening = Opening(game.sides(players, options), options, derived_seed("seats", 0), players=players)
        try:
            position, _ = game.open(opening)
        except ImpossibleOpening:
            continue
        assert set(opening.sides) <= set(position.sides)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_single_side_is_worth_agrees_with_the_ranking(game: AnyGame) -> None:
    if game.worth is None:
        return
    for players in game.players:
        run = played(game, players)
        found = results(replace(game, worth=None), run.state, one_each(run.state.sides))
        by_ranking = [one.rank for one in found]
        worth = sorted((game.worth(run.state, one.sides) for one in found), reverse=True)
        assert by_ranking == [1 + sum(other > one for other in worth) for one in worth]


def one_each(sides: tuple[str, ...]) -> Seats:
    return tuple((side,) for side in sides)


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (1, {"alone": "west"}), (2, {}), (2, {"pairs": "three"}), (3, {"without": "east"}), (4, {})],
)
def test_a_game_whose_options_say_who_sits_where_breaks_nothing(players: int, options: dict[str, Any]) -> None:
    run = played(GAME, players, **options)
    assert run.breaches == []
    assert {chosen.side for chosen in run.record.choices} == set(GAME.sides(players, Options(**options)))


@pytest.mark.parametrize("players", GAME.players)
def test_a_record_opens_with_its_options(players: int) -> None:
    run = played(GAME, players, alone="south", pairs="beside", without="north")
    game, record = read(msgspec.json.encode(run.record))
    *_, (_, last, _) = Replay(game, record)
    assert last == run.state


def test_a_record_whose_sides_do_not_sit_so_with_its_options_is_refused() -> None:
    record = played(GAME, 1, alone="south").record
    other = msgspec.structs.replace(record, options=Options(alone="west"))
    with pytest.raises(Unreadable, match=r"\$\.sides: The Heap is not played by south"):
        read(msgspec.json.encode(other))


def test_a_power_that_is_asked_and_nobody_sits_on_is_found() -> None:
    def everybody(opening: Opening) -> Heap:
        state = GAME.setup(opening)
        state.seated = [*POWERS]
        return state

    opening = Opening(("north",), GAME.options(), derived_seed("seating", 0), players=1)
    run = play(replace(GAME, setup=everybody), opening, Random(0))
    assert run.breaches == ["east is waited for, and nobody sits there"]


def test_a_power_that_may_act_out_of_turn_and_nobody_sits_on_is_found() -> None:
    opening = Opening(("red", "blue"), ANTECHAMBER.options(rounds=1), derived_seed("seating", 0), players=2)
    lonely = out_of_turn(ANTECHAMBER, step=Everywhere())
    assert "usher may act out of turn, and nobody sits there" in play(lonely, opening, Random(0)).breaches


class Everywhere(Aside, frozen=True):
    """Lets the usher whisper too."""

    def waiting(self, state: Antechamber) -> Mapping[str, Menu]:
        asked = super().waiting(state)
        return {**asked, USHER: next(iter(asked.values()))}


def test_somebody_who_sits_on_no_side_of_the_position_is_found() -> None:
    game = replace(GAME, players=(1,), seating=fixed({1: (("up",),)}))
    run = play(game, Opening(("up",), GAME.options(), "5e" * 32, players=1), Random(0))
    assert "somebody sits on up, and it is no side of the position" in run.breaches


def series(players: int, *bots: str, options: bytes = b"{}") -> Played:
    return play_number(Series("heap", players, "a series", bots or ("random",), options), 0)


def test_a_simulation_seats_bots_as_its_options_say() -> None:
    alone = series(1, options=b'{"alone":"east"}')
    assert [one.sides for one in alone.results if one.sides == ("east",)]
    assert series(2, "random", "random", options=b'{"pairs":"three"}').breaches == []


def test_a_simulation_counts_the_victories_of_seats() -> None:
    """Both sides of the winning seat have won, and a shared first place counts its share."""
    game = series(2)
    [*first] = (one.sides for one in game.results if one.rank == 1)
    wins = summary(Series("heap", 2, "a series"), [game]).wins
    assert wins == {side: sum(side in sides for sides in first) / len(first) for side in POWERS}
