"""A board with a map: what says nothing of a position is drawn once, and only who holds what goes over the wire."""

from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader
from markupsafe import Markup

from app.render.parts import draw
from app.render.skeleton import HOLE, hole
from app.render.templates import environment
from app.words.reader import reader_of
from tests.games.tiny import GAME
from tests.means.specimens import EUROPE, HELD
from tests.support.games import showing

BOARD = """
{% from "means/map.html" import frame, ground, targets, hatchings %}
{{ hatchings() }}<div class="map-beside">{% call frame(printed.europe, "Europe", reader, say) %}
{{ ground(printed.europe) }}{{ part("holders") }}{{ targets(printed.europe, reader) }}{% endcall %}
{{ part("places") }}</div>
"""
HOLDERS = '{% from "means/map.html" import holders %}{{ holders(printed.europe, held, reader) }}'


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that draws its own board."""
    own = DictLoader({"atlas/board.html": BOARD, "atlas/parts/holders.html": HOLDERS})
    monkeypatch.setattr(environment, "loader", ChoiceLoader([own, environment.loader]))  # type: ignore[list-item]


def reader() -> Any:
    return reader_of(showing(GAME, printed={"europe": EUROPE}), "en")


def test_parts_lie_between_the_ground_of_a_map_and_its_targets() -> None:
    board = draw("atlas/board.html", reader(), part=lambda name: hole(name), names=("holders", "places"))
    before, holders, between, places, after = board.split(HOLE)
    assert (holders, places) == ("holders", "places")
    assert "map-ground" in before
    assert "map-targets" in between
    assert before.count("<div") - before.count("</div") == 5, "they lie on the sheet"
    assert after.strip() == "</div>", "and the list beside the map"


def test_what_one_action_sends_are_no_outlines() -> None:
    sent = draw("atlas/parts/holders.html", reader(), held=HELD)
    assert isinstance(sent, Markup)
    assert not any(place.outline in sent for place in EUROPE.places if place.outline)
    assert len(sent) < 3_000
