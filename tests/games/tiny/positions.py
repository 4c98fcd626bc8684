"""Positions of the Antechamber laid out by hand, and short ways to play on from them, for tests."""

from __future__ import annotations

from typing import Any

from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.journal import Entry
from engine.core.refusal import Illegal, Refusal
from engine.core.state import Outcome, Side, encode
from engine.core.step import Step
from tests.games.tiny import GAME
from tests.games.tiny.state import BANK, COINS, DISPATCHES, ENVOYS, USHER, Antechamber
from tests.games.tiny.turn import Turn

SEED = "5e" * 32


def position(*steps: Step[Any], players: int = 2, dice: tuple[int, ...] = (), **changes: Any) -> Antechamber:
    """Return a position in which red holds 1 and 2, blue 3 and 4, green 5 and 6; the deck gives the next higher ones in
    order."""
    sides = ENVOYS[:players]
    dealt = 2 * players
    rigged: dict[str, list[Outcome]] = {"scandal": list(dice)} if dice else {}
    state = Antechamber(
        rules="1",
        sides=sides,
        seed=SEED,
        rigged=rigged,
        coins=dict.fromkeys(sides, 5) | {USHER: 3, BANK: COINS - 3 - 5 * players},
        hands={side: [2 * at + 1, 2 * at + 2] for at, side in enumerate(sides)},
        published={side: [] for side in sides},
        deck=list(DISPATCHES[: dealt - 1 : -1]),
    )
    for name, value in changes.items():
        setattr(state, name, value)
    then(state, *(steps or (Turn(),)))
    return state


def play(state: Antechamber, *answers: tuple[Side, Choice]) -> list[Entry]:
    """Give these answers, each of which must be accepted; return the entries of the last one."""
    told: list[Entry] = []
    for side, choice in answers:
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
        told = came
    return told


def refused(state: Antechamber, side: Side, choice: Choice) -> Refusal:
    """Check that this answer is refused and changes nothing."""
    before = encode(state)
    came = submit(GAME, state, side, choice)
    assert isinstance(came, Refusal), f"{side} {choice} was accepted"
    assert encode(state) == before
    return came


def reason(refusal: Refusal) -> tuple[str, str]:
    assert isinstance(refusal, Illegal)
    return refusal.reason, refusal.clause


def asked(state: Antechamber) -> list[Side]:
    """Return the sides that are asked."""
    return list(waiting(GAME, state))


def offered(state: Antechamber, side: Side) -> list[Choice]:
    """Return the answers that this side may give."""
    return list(waiting(GAME, state)[side])
