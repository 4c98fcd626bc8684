"""The settlement of Smyrna, for the tests of chapter 5."""

from typing import Any

from engine.versailles.choices import ChooseOption, Settle
from engine.versailles.state import Versailles
from tests.games.versailles.positions import play, position


def smyrna(active: str = "france", **board: Any) -> Versailles:
    """Return the example of the rulebook: five French cubes, three British ones."""
    cubes = {"smyrna": {"france": 5, "uk": 3}}
    table = ("smyrna", "korea")
    waiting_room = ("syria", "arabia", "cilicia")
    return position(**{"active": active, "table": table, "waiting_room": waiting_room, "cubes": cubes} | board)


def held(state: Versailles, active: str = "france") -> Versailles:
    """Settle Smyrna by its option without happiness for France; the conference follows."""
    play(state, (active, Settle("smyrna")), ("france", ChooseOption("to_turkey")))
    return state
