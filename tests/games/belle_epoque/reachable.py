"""Counts the different positions that lie 1, 2 and 3 choices ahead of fixed ones: a change of the rules, meant or not,
shows as a changed number. `python -m tests.games.belle_epoque.reachable` prints the contents of reachable.txt.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.belle_epoque.automated_contests import AutomatedContests
from engine.belle_epoque.game import GAME
from engine.belle_epoque.placement import Placing
from engine.belle_epoque.prestige import DrawIntrigue
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import proceed
from engine.core.search import reachable
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import position

DEPTH = 3
SEED = "5e" * 32
"""The seed of the dice on the way."""


def last_placements() -> BelleEpoque:
    """3.3: the last cubes of two Powers, some of them owed to continents."""
    russia = {"romania": "russia", "china": "russia russia", "japan": "russia"}
    france = {"algeria_morocco": "spain france france", "italy": "france france", "indochina": "france france france"}
    return position(Placing("russia"), Placing("france"), on=russia | france)


def two_actions() -> BelleEpoque:
    """8.0 to 8.5, 8.8: a round with a little of everything."""
    return position(
        turn=2,
        on={"belgium": "uk uk uk"},
        embassies={"uk": 1},
        treasury={"uk": 10},
        arsenal={"uk": {"fleets": 1}},
    )


def contest() -> BelleEpoque:
    """8.7: Fleets of both sides, Armies of both, and a die rolled again (8.6.4)."""
    return position(
        on={"libya": "france<uk", "greece": "uk uk uk"},
        treasury={"uk": 4, "france": 3},
        arsenal={"uk": {"armies": 2}, "france": {"armies": 1}},
        fleet_boxes={"africa": [{"of": "uk", "ready": True}, {"of": "france", "ready": True}]},
        intrigue_hands={"uk": ["in_23"], "france": ["in_01"]},
    )


def removing() -> BelleEpoque:
    """8.6: National cards that remove cubes of rivals, within their limits."""
    on = {"serbia": "uk france russia", "libya": "france france", "china": "russia uk"}
    return position(Acting("central_powers"), on=on, treasury={"central_powers": 9})


def intrigue() -> BelleEpoque:
    """8.6: three Intrigue cards by either half, with targets, spaces and an answer of the target."""
    return position(
        on={"china": "uk russia", "ottoman_empire": "france"},
        embassies={"france": 1, "russia": 1},
        treasury={"france": 3},
        intrigue_hands={"uk": ["in_01", "in_13", "in_20"]},
    )


def arms() -> BelleEpoque:
    """8.9: the possible sales, and the cubes they replace."""
    full = {"italy": "uk uk uk france france russia russia russia", "belgium": "france<uk russia russia russia uk uk"}
    boxes = {"europe": [{"of": "uk", "ready": True}]}
    return position(on=full, arsenal={"uk": {"armies": 2, "fleets": 1}}, fleet_boxes=boxes)


def ottoman_ally() -> BelleEpoque:
    """7.0d: one of two cards kept, twice."""
    on = {"ottoman_empire": "uk uk uk uk"}
    state = position(Acting("uk"), on=on, intrigue_draw=["in_05", "in_06", "in_07", "in_08"])
    state.agenda = [DrawIntrigue(("uk", "uk"))]
    proceed(state)
    return state


def automated_contests() -> BelleEpoque:
    """13.9: two contests with automated Powers, with units of the Power's own and of an ally, and Empire of the
    Seas."""
    state = table(
        "uk",
        turn=5,
        on={"libya": "france<uk", "italy": "uk uk uk uk uk<russia"},
        treasury={"uk": 9},
        arsenal={"uk": {"armies": 2}},
        fleet_boxes={"africa": [{"of": "uk", "ready": True}, {"of": "uk", "ready": False}]},
    )
    state.agenda = [AutomatedContests()]
    proceed(state)
    return state


POSITIONS: tuple[Callable[[], BelleEpoque], ...] = (
    last_placements,
    two_actions,
    contest,
    removing,
    intrigue,
    arms,
    ottoman_ally,
    automated_contests,
)


def counts() -> str:
    """Return one line for each position."""
    lines = (f"{make.__name__:20}{levels(make())}" for make in POSITIONS)
    return "\n".join(lines) + "\n"


def levels(state: BelleEpoque) -> str:
    state.seed = SEED
    return "".join(f"{count:7}" for count in reachable(GAME, state, DEPTH))


if __name__ == "__main__":
    print(counts(), end="")
