"""A map that a game prints can be drawn and walked on, or reports at once what is wrong with it."""

import pytest

from engine.core.maps import BadMap, Map, Place, shown

SPAIN = Place("spain", (10, 40), "M0 30h30v30h-30z", near=("portugal",))
PORTUGAL = Place("portugal", (5, 40), near=("spain",))


def test_a_map_knows_its_places_and_what_a_view_shows() -> None:
    iberia = Map("iberia", 100, 60, (SPAIN, PORTUGAL), views={"west": (0, 30, 6, 30)})
    assert iberia.place("spain") is SPAIN
    assert shown(iberia, iberia.views["west"]) == [PORTUGAL]


@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        ((SPAIN, PORTUGAL, PORTUGAL), "portugal is there twice"),
        ((SPAIN,), "spain borders on portugal, which is not there"),
        ((SPAIN, Place("portugal", (5, 40))), "spain borders on portugal, and not the other way round"),
        ((Place("atlantis", (5, 400)),), "atlantis lies outside"),
        ((Place("atlantis", (5, 40), pin=(-5, 40)),), "atlantis lies outside"),
    ],
)
def test_a_map_that_can_not_be_right_is_refused_with_the_reason(places: tuple[Place, ...], wrong: str) -> None:
    with pytest.raises(BadMap, match=f"^iberia: {wrong}$"):
        Map("iberia", 100, 60, places)


def test_a_view_that_shows_no_place_is_refused() -> None:
    with pytest.raises(BadMap, match="view north shows no place"):
        Map("iberia", 100, 60, (SPAIN, PORTUGAL), views={"north": (0, 0, 100, 20)})
