"""Positions of Compass laid out by hand, and short ways to play on from them, for tests."""

from __future__ import annotations

from typing import Any

from engine.core.agenda import proceed, then
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.core.refusal import Illegal, Refusal
from engine.core.state import Outcome, Side, encode
from tests.games.compass import GAME
from tests.games.compass.choices import Hold
from tests.games.compass.plans import Planning
from tests.games.compass.round import CrownsTurn, Passing
from tests.games.compass.state import CROWN, WINDS, Compass, Options, Place, setup

SEED = "5e" * 32
ORDER = ("calm", "levante", "grecale", "ostro", "maestro", "ponente")


def position(
    players: int = 4,
    dice: tuple[int, ...] = (),
    winds: tuple[str, ...] = ORDER,
    armies: dict[Side, dict[Place, int]] | None = None,
    options: Options = Options(),  # noqa: B008 - frozen
    **changes: Any,
) -> Compass:
    """Return a position in the first round, with plans to be sealed and the winds in this order. Each power holds
    letters of 1, 2 and 3. `armies` places those of some powers."""
    rigged: dict[str, list[Outcome]] = {"winds": [winds], "letters": [(1, 2, 3) * 4]}
    state = setup(Opening(GAME.sides(players), options, SEED, rigged, players))
    state.rigged = {"battle": list(dice)} if dice else {}
    state.armies |= armies or {}
    for name, value in changes.items():
        setattr(state, name, value)
    state.agenda.clear()
    then(state, Planning(), CrownsTurn(), Passing())
    return state


def play(state: Compass, *answers: tuple[Side, Choice]) -> list[Entry]:
    """Give these answers, each of which must be accepted; return the entries of the last one."""
    told: list[Entry] = []
    for side, choice in answers:
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
        told = came
    return told


def plan(state: Compass, **plans: Choice) -> list[Entry]:
    """Seal these plans, and hold for all other powers; return the entries of the plans and of the crown's turn."""
    return play(state, *((side, plans.get(side, Hold())) for side in state.sides))


def crown(state: Compass, *winds: str) -> list[Entry]:
    """Play the crown's turn alone, with these winds next in the deck, the first one first; return the entries."""
    state.deck = [wind for wind in state.deck if wind not in winds] + [*winds[::-1]]
    state.turned = [wind for wind in state.turned if wind not in winds]
    state.away = [wind for wind in WINDS if wind not in (*state.deck, *state.turned)]
    state.agenda.clear()
    then(state, CrownsTurn())
    proceed(state)
    told, state.news = state.news, []
    return told


def of_the_crown(**places: int) -> dict[Side, dict[Place, int]]:
    """Place the armies of the crown, with the powers at home."""
    return {CROWN: {place: places[place] for place in places}}  # type: ignore[misc]


def refused(state: Compass, side: Side, choice: Choice) -> tuple[str, str]:
    """Check that this answer is refused and changes nothing; return the reason and the clause."""
    before = encode(state)
    came = submit(GAME, state, side, choice)
    assert isinstance(came, Illegal), f"{side} {choice} was accepted"
    assert encode(state) == before
    return came.reason, came.clause


def asked(state: Compass) -> list[Side]:
    """Return the sides that are asked."""
    return list(waiting(GAME, state))


def offered(state: Compass, side: Side) -> list[Choice]:
    """Return the answers that this side may give."""
    return list(waiting(GAME, state)[side])
