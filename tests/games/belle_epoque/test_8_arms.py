"""8.9: selling armaments."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import ArmamentsSold
from engine.belle_epoque.board import majority
from engine.belle_epoque.choices import SellArmaments, SendMission
from engine.belle_epoque.journal import PrestigeMoved
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from tests.games.belle_epoque.positions import offered, play, position, refused, row


def seller(armies: int = 3, fleets: int = 1, **board: Any) -> BelleEpoque:
    """Give the UK Armies and Fleets in its Arsenal."""
    return position(arsenal={"uk": {"armies": armies, "fleets": fleets}}, **board)


def test_8_9a_from_turn_4() -> None:
    assert refused(seller(turn=3), "uk", SellArmaments("libya")) == ("no_sales_yet", "8.9a")
    play(seller(turn=4), ("uk", SellArmaments("libya")))


def test_8_9a_exactly_the_rate_in_units_that_leave_the_game() -> None:
    state = seller()
    assert refused(state, "uk", SellArmaments("italy")) == ("fleets_of_the_rate", "8.9a")
    play(state, ("uk", SellArmaments("italy", ("arsenal",))))
    sheet = state.sheets["uk"]
    assert (sheet.armies, sheet.fleets, sheet.sold_armies, sheet.sold_fleets, sheet.armaments) == (2, 0, 1, 1, 2)


def test_8_9a_fleets_come_from_the_arsenal_or_any_box_ready_ones_only() -> None:
    boxes = {"asia": [{"of": "uk", "ready": True}], "africa": [{"of": "uk", "ready": False}]}
    state = seller(fleets=0, fleet_boxes=boxes)
    assert offered(state, SellArmaments)[0] == SellArmaments("belgium")
    assert [sale.fleets for sale in offered(state, SellArmaments) if sale.territory == "italy"] == [("asia",)]


@pytest.mark.parametrize("territory", ["libya", "congo", "south_africa"])
def test_8_9b_africa_has_one_rate(territory: str) -> None:
    state = seller(armies=1, fleets=0)
    play(state, ("uk", SellArmaments(territory)))
    assert row(state, territory) == ". . . . . arm"


def test_8_9c_armament_cubes_take_spaces_away_from_the_majority() -> None:
    state = seller(on={"persia": "russia russia russia"})
    play(state, ("uk", SellArmaments("persia")))
    assert majority(state, "persia") == "russia"


def test_8_9_1a_never_twice_in_a_territory() -> None:
    state = seller(on={"libya": "arm"}, armament_cubes={"russia": 4})
    assert refused(state, "uk", SellArmaments("libya")) == ("armed_already", "8.9.1a")


def test_8_9_1b_the_whole_rate_and_enough_cubes() -> None:
    assert refused(seller(armies=2), "uk", SellArmaments("china")) == ("rate_too_high", "8.9.1b")
    few = seller(on={"libya": "arm", "congo": "arm", "namibia": "arm"}, armament_cubes={"uk": 1})
    assert refused(few, "uk", SellArmaments("china")) == ("armament_cubes", "8.9.1b")


@pytest.mark.parametrize(
    ("before", "spaces"),
    [
        ("", (8, 7)),
        (". . . uk . . . uk", (7, 6)),
        (". uk uk . uk uk uk uk", (4, 1)),
        (". . . . uk uk uk .", (8, 4)),
    ],
)
def test_8_9_1c_the_highest_free_space_then_one_beside_it(before: str, spaces: tuple[int, ...]) -> None:
    state = seller(on={"china": before})
    told = play(state, ("uk", SellArmaments("china")))
    assert told[0] == ArmamentsSold("uk", "china", 3, 0, spaces)


def test_8_9_1d_without_a_free_space_the_seller_chooses_which_cube_gives_way() -> None:
    state = seller(on={"libya": "uk uk france france italy russia"})
    assert refused(state, "uk", SellArmaments("libya")) == ("cubes_to_replace", "8.9.1d")
    told = play(state, ("uk", SellArmaments("libya", (), (3,))))
    assert told[0] == ArmamentsSold("uk", "libya", 1, 0, (3,), ("france",))
    assert row(state, "libya") == "uk uk arm france italy russia"


def test_8_9_1d_any_powers_cube_gives_way_its_own_too_but_none_of_a_minor_nation() -> None:
    state = seller(on={"libya": "uk uk france france italy russia"})
    replaced = [sale.replaced for sale in offered(state, SellArmaments) if sale.territory == "libya"]
    assert replaced == [(1,), (2,), (3,), (4,), (6,)]
    assert refused(state, "uk", SellArmaments("libya", (), (5,))) == ("no_cube_to_replace", "8.9.1e")
    full = seller(on={"libya": "italy italy italy italy italy italy"})
    assert refused(full, "uk", SellArmaments("libya")) == ("armament_cubes", "8.9.1b")


def test_8_9_1d_also_when_free_spaces_run_out() -> None:
    state = seller(on={"china": "uk uk uk . france france france france"})
    told = play(state, ("uk", SellArmaments("china", (), (8,))))
    assert told[0] == ArmamentsSold("uk", "china", 3, 0, (4, 8), ("france",))


def test_8_9_1e_never_on_a_space_with_a_contest() -> None:
    state = seller(on={"libya": "uk uk france<uk france italy russia"})
    assert refused(state, "uk", SellArmaments("libya", (), (3,))) == ("no_cube_to_replace", "8.9.1e")


def test_8_9_1f_armament_cubes_cant_be_attacked() -> None:
    state = position(embassies={"uk": 1}, on={"serbia": "arm"}, armament_cubes={"russia": 4})
    assert refused(state, "uk", SendMission("serbia", 1)) == ("no_rival_there", "8.2.1e")


def test_8_9_2_a_sale_into_a_territory_that_a_rival_closed_costs_prestige() -> None:
    state = seller(closed={"libya": ["russia"]})
    assert PrestigeMoved("uk", -1, 4) in play(state, ("uk", SellArmaments("libya")))
    own = seller(closed={"libya": ["uk"]})
    play(own, ("uk", SellArmaments("libya")))
    assert own.sheets["uk"].prestige == 5


def test_8_9a_units_of_allies_cant_be_sold() -> None:
    state = position(Acting("france"), on={"italy": "france france france france france"})
    assert offered(state, SellArmaments) == []
