"""The engine's bench, in a very short run: every figure comes, and measures what its name says."""

from itertools import islice
from typing import Any

import pytest

from engine.core.state import encode
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction


@pytest.fixture
def engine(peers: None) -> Any:
    from bench import engine

    return engine


GOALS = {
    "trusting_door": 8,
    "trusting_door_asked_for_the_end": None,
    "checking_door": 5,
    "checking_door_with_hash": None,
    "checking_door_with_hash_on_a_clone": None,
    "clone": 1 / 15,
    "encode_and_decode": 1 / 10,
    "encode_and_decode_without_discriminator": 1 / 10,
    "view": None,
    "setup": None,
    "replay_trusting": None,
    "replay_checked": None,
    "late_decision": 1.15,
}


def test_every_figure_comes_with_its_goal(engine: Any) -> None:
    found = dict(engine.figures(seconds=0.001))
    assert {name: figure.goal for name, figure in found.items()} == GOALS
    assert all(figure.value > 0 for figure in found.values())
    assert all((figure.met is None) == (figure.goal is None) for figure in found.values())


def test_the_position_that_is_cloned_lies_in_the_middle_of_an_auction(engine: Any) -> None:
    step = engine.mid_auction().agenda[-1]
    assert isinstance(step, Auction)
    assert step.holder


def test_the_heavy_position_is_one_of_the_game_and_as_heavy_as_said(engine: Any) -> None:
    raw = encode(engine.heavy(engine.mid_auction()))
    assert engine.HEAVY <= len(raw) < 1.1 * engine.HEAVY
    assert encode(GAME.decode(raw)) == raw


@pytest.mark.parametrize("discriminated", [True, False])
def test_the_model_of_a_position_holds_all_of_it(engine: Any, discriminated: bool) -> None:
    import json

    from bench.peers import position_model

    raw = encode(engine.mid_auction())
    model = position_model(GAME, discriminated)
    assert json.loads(model.model_validate_json(raw).model_dump_json()) == json.loads(raw)


def test_the_record_is_as_long_as_said_and_replays(engine: Any) -> None:
    record = engine.long_record()
    assert len(record.choices) == engine.ENTRIES
    assert sum(1 for _ in engine.Replay(GAME, record)) == engine.ENTRIES + 1


def test_early_and_late_decisions_are_the_same_ones_in_like_positions(engine: Any) -> None:
    """After the first round only the number of the turn changes."""
    early, late = (position(engine, at) for at in (engine.EARLY, engine.LATE))
    assert late.turn > 100 * early.turn
    counting = {"turn": early.turn, "rounds": early.rounds, "sequence": early.sequence}
    for name, value in counting.items():
        setattr(late, name, value)
    assert late == early


def position(engine: Any, entries: int) -> Any:
    state = engine.opened(0, rounds=entries)
    for side, choice in islice(engine.even_game(), entries):
        engine.apply(GAME, state, side, choice)
    return state
