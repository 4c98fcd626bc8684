"""The styles and scripts of the means come with the pages of the games that use them, and with no others."""

from types import SimpleNamespace

import pytest
from jinja2 import ChoiceLoader, DictLoader

from app.render.templates import asset, environment
from tests.games.tiny import GAME

OWN = '{% from "means/head.html" import styles, scripts %}{{ styles("map", "dice") }}{{ scripts("map") }}'
HEAD = environment.get_template("play/head.html").render


def head() -> str:
    return HEAD(room=SimpleNamespace(game=GAME, lesson=None))


def test_a_game_says_in_its_head_which_means_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = DictLoader({"antechamber/head.html": OWN})
    monkeypatch.setattr(environment, "loader", ChoiceLoader([planted, environment.loader]))  # type: ignore[list-item]
    for name in ("css/map.css", "css/dice.css", "js/map.js"):
        assert asset(name) in head()
    assert asset("css/plan.css") not in head()


def test_a_game_without_one_loads_none_of_them() -> None:
    assert not any(name in head() for name in ("map", "dice", "lot", "plan", "story"))
