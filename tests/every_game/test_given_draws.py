"""Every outcome of chance in a game of any kind can be given in advance: the record then needs no seed and goes the
same way. So every die, deck and draw from a hand is among the sources that the game names, with all its outcomes.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine.core import registry
from engine.core.chance import Drawn, witnessed
from engine.core.fuzz import play
from engine.core.record import Replay, read
from engine.core.state import AnyState, Outcome
from tests.core.walks import opening
from tests.support.games import TEST_GAMES, every_game

GAMES = every_game()
TABLES = [(key, players) for key, game in GAMES.items() for players in game.players]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])


def given(drawn: list[Drawn]) -> dict[str, list[Outcome]]:
    """Return the draws as a record gives them: cards first drawn first."""
    rigged: dict[str, list[Outcome]] = {}
    for one in drawn:
        outcome = one.outcome[::-1] if isinstance(one.outcome, tuple) else one.outcome
        rigged.setdefault(one.source, []).append(outcome)
    return rigged


def without_chance(state: AnyState) -> AnyState:
    return replace(state, seed="", draws=0, rigged={})


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_what_was_drawn_given_in_advance_makes_the_same_game(key: str, players: int) -> None:
    game = GAMES[key]
    for number in range(3):
        with witnessed() as drawn:
            run = play(game, opening(players, number, game), Random(number), check=False)
        assert drawn
        record = replace(run.record, seed="", rigged=given(drawn))
        *_, (entry, state, _) = Replay(*read(msgspec.json.encode(record)))
        assert entry == len(run.record.choices)
        assert not any(state.rigged.values())
        assert without_chance(state) == without_chance(run.state)
