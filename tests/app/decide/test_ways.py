"""A choice that leads from one place to another declares it, and two clicks on the board find it."""

from typing import Literal

import pytest

from app.decide.decision import ends_of, way_of
from engine.core import registry
from engine.core.choice import Choice

Town = Literal["rome", "milan"]


class March(Choice, frozen=True):
    from_: Town
    to: Town
    strength: int = 1


class Garrison(Choice, frozen=True):
    town: Town
    by: Literal["army", "fleet"]


class Retreat(Choice, frozen=True):
    out_of: Town | None
    to: Town | None


def test_an_answer_with_two_words_of_one_kind_is_a_way() -> None:
    assert way_of(March("rome", "milan")) == "rome milan"
    assert way_of(Retreat("rome", "milan")) == "rome milan"


@pytest.mark.parametrize("choice", [Garrison("rome", "army"), Retreat("rome", None)])
def test_any_other_is_none(choice: Choice) -> None:
    assert way_of(choice) == ""


def test_clicks_on_the_boards_of_games_without_ways_mean_what_they_meant() -> None:
    assert [kind for kind in registry.game("versailles").choices if ends_of(kind)] == []
