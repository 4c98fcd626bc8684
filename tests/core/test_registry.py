import sys
from dataclasses import replace
from types import ModuleType

import pytest

from engine.core import registry
from tests.games.tiny import GAME
from tests.support.games import TEST_GAMES


def test_a_game_outside_engine_is_added_by_the_name_of_its_module() -> None:
    assert registry.game("antechamber") is GAME


def test_a_module_is_added_once_and_blank_names_not_at_all() -> None:
    before = [*registry.added]
    registry.add(["tests.games.tiny", "", "tests.games.tiny"])
    assert registry.added == before == [*TEST_GAMES]


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(registry.UnknownGame, match=r"there is no game 'chess'; there are: .*antechamber"):
        registry.game("chess")


def test_folders_of_the_engine_that_make_no_game_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "half_a_game", ModuleType("half_a_game"))
    before = registry.games()
    registry.add(["half_a_game"])
    assert registry.games() == before
    assert "core" not in before


def test_every_game_is_registered_under_its_own_key() -> None:
    assert {key: game.key for key, game in registry.games().items()} == {key: key for key in registry.games()}


def test_games_are_listed_in_the_order_of_their_years_and_those_of_none_last(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, year in (("of_1815", 1815), ("of_none", 0)):
        module = ModuleType(name)
        module.GAME = replace(GAME, key=name, year=year)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(registry, "added", ["of_none", "of_1815"])
    years = [game.year for game in registry.games().values()]
    assert years == [1815, *sorted(years[1:-1]), 0]


def test_the_folder_of_a_game_is_where_its_module_lies() -> None:
    assert registry.folder("antechamber").parts[-3:] == ("tests", "games", "tiny")
