"""The board on the page: its parts say what they read, every place and sign is drawn, and nothing hidden is drawn for
others.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from markupsafe import Markup
from msgspec.structs import replace

from app.base.paths import TEMPLATES
from app.decide.form_fields import blanks_of, filled_in, typed_as
from app.render.parts import parts_in
from app.render.template_reads import reads
from app.words.reader import Reader, reader_of
from engine.core import door, registry
from engine.core.game import Opening
from engine.core.state import Side
from engine.nineteen33 import suggestions
from engine.nineteen33.choices import CHOICES, PlannedDeal, SealPlan
from engine.nineteen33.game import GAME
from engine.nineteen33.printed import CHART, LANDS, LEADERS, PLACES, SEAS
from engine.nineteen33.setup import Options, setup
from engine.nineteen33.slips import DevelopmentSlip, InfluenceSlip, LabourSlip, TaxesSlip, written
from engine.nineteen33.state import HOME, Exclusive, Nineteen33, Path, Unit
from engine.nineteen33.view import view
from tests.games.nineteen33.positions import SEED, position
from tests.support.drawing import board_of, parts_of

FIRST_BOARD = 100_000
"""Bytes on the wire."""
LANGUAGES = ("en", "it", "es")


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    """The game is found by name as long as no folder registers it."""
    before = [*registry.added]
    registry.add(["engine.nineteen33.game"])
    yield
    registry.added[:] = before


@cache
def reader(language: str = "en") -> Reader:
    return reader_of(GAME, language)


def begun(answers: int = 0) -> Nineteen33:
    """A game of five after so many answers, each the first that its menu lists."""
    state = setup(Opening(LEADERS, Options(years=1), SEED))
    door.follow_up(GAME, state)
    for _ in range(answers):
        side, menu = next(iter(door.waiting(GAME, state).items()))
        door.apply(GAME, state, side, next(iter(menu)))
    return state


def parts(state: Nineteen33, side: Side | None = None, language: str = "en") -> dict[str, Markup]:
    """The game's own, as this side sees them, or spectators."""
    return parts_of(reader(language), view(state, side), state.sides)


def board(drawn: dict[str, Markup]) -> Markup:
    return board_of(reader(), drawn)


def test_every_part_and_decision_declares_what_it_reads() -> None:
    own = [template for _, template in parts_in(GAME.key)]
    decisions = [f"{GAME.key}/decide/{path.name}" for path in (TEMPLATES / GAME.key / "decide").glob("*.html")]
    assert own
    assert decisions
    assert [template for template in (*own, *decisions) if reads(template) is None] == []


def test_the_first_board_with_its_map_is_small() -> None:
    whole = board(parts(begun(5)))
    assert all(place.outline in whole for place in CHART.map.places)
    assert len(gzip.compress(whole.encode())) < FIRST_BOARD


def test_every_land_and_sea_can_be_pointed_at() -> None:
    whole = board(parts(begun()))
    assert {place.id for place in CHART.map.places} == {*LANDS}
    assert all(f'data-thing="{place}"' in whole for place in (*LANDS, *SEAS))


@pytest.mark.parametrize("place", PLACES)
def test_9_1_every_place_has_five_boxes_and_its_card_in_words(place: str) -> None:
    state = begun()
    drawn = parts(state)
    card = drawn[f"card-{place}"]
    assert card.count("n33-box") + card.count("n33-cube") == len(state.places[place].boxes)
    assert f'data-thing="{place}"' in drawn[f"place-{place}"]


def test_every_sign_of_a_state_is_drawn() -> None:
    state = begun()
    state.change("poland", path=Path("france", 3), tension=2, exclusive=Exclusive("italy", 4), shield=5, closed=True)
    state.change("spain", war="civil", dealt_by="germany", allies=("france", "united_kingdom"))
    drawn = parts(state)
    for sign in ("path", "tension", "exclusive", "shield", "shut"):
        assert f"n33-{sign}" in drawn["card-poland"], sign
    assert "F 3/5" in drawn["card-poland"]
    assert "n33-tense" in drawn["land-poland"]
    assert all(sign in drawn["card-spain"] for sign in ("n33-bars", "n33-dealt", "n33-allied"))
    assert "n33-ally" in drawn["land-spain"]


def test_10_5_units_stand_where_they_are_and_point_to_what_they_face() -> None:
    state = begun()
    state.leaders["france"].armies = [Unit("poland", "lithuania"), Unit(HOME)]
    state.leaders["italy"].divisions = [Unit("adriatic_sea")]
    drawn = parts(state)["units"]
    assert drawn.count('class="n33-army"') == 1
    assert drawn.count('class="n33-division"') == 1
    assert drawn.count("n33-faces") == 1


def with_aims(state: Nineteen33) -> Nineteen33:
    aims = (DevelopmentSlip("food"), InfluenceSlip("poland"), LabourSlip(), TaxesSlip(1), InfluenceSlip("spain"))
    state.leaders["france"].slips = [written(aim) for aim in aims]
    state.leaders["france"].slips[2] = replace(state.leaders["france"].slips[2], up=True, points=2)
    return state


def test_15_1_aims_are_whole_for_their_power_and_face_down_for_others() -> None:
    state = with_aims(begun(5))
    assert parts(state, "france")["slips-france"].count("n33-down") == 0
    for other in ("germany", None):
        drawn = parts(state, other)["slips-france"]
        assert drawn.count("n33-down") == 4
        assert "Poland" not in drawn


def test_19_1_a_hand_shows_to_its_power_alone() -> None:
    state = begun(5)
    state.leaders["france"].hand = [1, 2, 3]
    assert parts(state, "france")["hand"].count("data-thing") == 3
    assert "data-thing" not in parts(state)["hand"]
    assert "3 cards" in parts(state, "germany")["fold-france"]


def test_every_answer_can_be_filled_in() -> None:
    """Plans and moves of workers have rows of a single kind."""
    assert [choice.__name__ for choice in CHOICES if blanks_of(choice) is None] == []


def test_4_4_the_plan_that_counts_unanswered_can_be_typed() -> None:
    blanks, plan = blanks_of(SealPlan) or (), suggestions.plan(position(), "france", reserve=2)
    plan = replace(plan, deals=(PlannedDeal("denmark", food=3), PlannedDeal("spain", raw=1)), supplies=("poland",))
    typed = typed_as(blanks, msgspec.to_builtins(plan))
    assert typed["deals.1.state"] == "spain"
    assert msgspec.convert(filled_in(blanks, typed), SealPlan) == plan


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_board_is_missing(language: str) -> None:
    """A key that has no sentence stands there as it is."""
    state = with_aims(begun(12))
    state.change("poland", path=Path("france", 3), tension=2, exclusive=Exclusive("italy", 4), shield=5, closed=True)
    whole = " ".join(parts(state, "france", language).values()) + board(parts(state, "france", language))
    assert "ui.nineteen33" not in whole


def test_a_game_played_at_random_is_drawn_at_every_tenth_answer() -> None:
    state, rng = begun(), Random(1)
    for number in range(120):
        asked = door.waiting(GAME, state)
        if not asked:
            break
        side, menu = rng.choice([*asked.items()])
        door.apply(GAME, state, side, menu.sample(rng))
        if number % 10 == 0:
            assert all(part is not None for part in parts(state, side).values())
