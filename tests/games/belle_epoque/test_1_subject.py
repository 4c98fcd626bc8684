"""Chapter 1: what the game is about."""

from __future__ import annotations

from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import (
    CONTINENTS,
    DECKS,
    EVENTS,
    HALVES,
    LAST_TURN,
    NATIONS,
    POWERS,
    TERRITORIES,
    TURNS,
    vocabulary,
)
from engine.belle_epoque.setup import Options


def test_1_0a_four_powers_compete() -> None:
    assert set(POWERS) == {"uk", "france", "russia", "central_powers"}
    assert set(GAME.sides(4, Options())) == set(POWERS)


def test_1_0a_from_1880_to_1914() -> None:
    years = [TURNS[turn].years for turn in sorted(TURNS)]
    assert (years[0][:4], years[-1][-4:]) == ("1880", "1914")


def test_1_0b_seven_to_nine_turns_of_three_or_four_years() -> None:
    lengths = [int(turn.years[-4:]) - int(turn.years[:4]) + 1 for turn in TURNS.values()]
    assert set(lengths) == {3, 4}
    ending = [
        event.era for event in EVENTS.values() if any(isinstance(one, vocabulary.EndGame) for one in event.effects)
    ]
    assert [DECKS[era].enters_turn for era in ending] == [7]
    assert LAST_TURN == 9


def test_1_0b_one_to_four_players_on_a_map_of_three_continents() -> None:
    assert GAME.players == (1, 2, 3, 4)
    assert set(CONTINENTS) == {"europe", "africa", "asia"}


def test_1_1a_united_states_and_japan_are_no_powers_and_cards_bring_their_cubes_in() -> None:
    effects = [effect for event in EVENTS.values() for effect in event.effects]
    effects += [effect for half in HALVES.values() for effect in half.effects]
    brought = {effect.minor for effect in effects if isinstance(effect, vocabulary.PlaceMinor)}
    assert {"united_states", "japan"} <= brought <= set(NATIONS)
    assert not brought & set(POWERS)
    assert not any({"united_states", "japan"} & set(one.minor_cubes) for one in TERRITORIES.values())


def test_1_1a_the_americas_are_not_on_the_map_and_japan_is_a_minor_nation_on_it() -> None:
    assert "united_states" not in TERRITORIES
    assert TERRITORIES["japan"].kind == "minor_nation"
