"""The cards that a moment of the game is about are shown whole."""

from msgspec.structs import replace

from engine.belle_epoque.game import GAME
from engine.belle_epoque.state import Beside
from engine.belle_epoque.view import at_hand, view


def test_cards_to_choose_from_come_first_then_those_carried_out_events_and_the_hand() -> None:
    shown = replace(
        view(GAME.start(4, seed="1" * 64), None),
        drawn=["in_01", "in_02"],
        beside=[Beside("uk", "nat_uk_unrest", ()), Beside("france", "in_03", ()), Beside("russia", "in_05", ("uk",))],
        events_now=["ev_sarajevo"],
        hand=["in_04"],
    )
    assert at_hand(shown) == [
        "intrigue-in_01",
        "intrigue-in_02",
        "national-nat_uk_unrest",
        "intrigue-in_03",
        "event-ev_sarajevo",
        "intrigue-in_04",
    ], "a card that stays for its marks is over"
