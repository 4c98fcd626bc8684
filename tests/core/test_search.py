import pytest

from engine.core.search import reachable, successors
from engine.core.state import encode, fingerprint
from engine.core.step import Step
from tests.core.walks import walk
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Collect, Publish
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Turn

REACHABLE = """
turn 2:         4    27    53
turn 3:         4    34   154
auction 2:      6    15    27
auction 3:      6    15    31
ballot 2:      12    11     0
ballot 3:      18   108    16
"""
"""The number of positions one, two and three choices ahead. A change of the rules shows here as a changed number."""


def start(kind: str, players: int) -> Antechamber:
    sides = GAME.sides(players)
    steps: dict[str, Step[Antechamber]] = {"turn": Turn(), "auction": Auction("red", 12, sides), "ballot": Ballot()}
    state = position(steps[kind], players=players)
    if kind == "auction":
        state.deck.remove(12)
        state.published["red"].append(12)
    return state


@pytest.mark.parametrize("line", REACHABLE.strip().splitlines())
def test_as_many_positions_are_reachable_as_ever(line: str) -> None:
    name, counts = line.split(":")
    kind, players = name.split()
    assert reachable(GAME, start(kind, int(players)), 3) == [int(count) for count in counts.split()]


def test_successors_are_one_for_each_answer_and_leave_the_position_alone() -> None:
    state = position()
    before = encode(state)
    ahead = list(successors(GAME, state))
    assert [(side, choice) for side, choice, _ in ahead] == [
        ("red", choice) for choice in (Collect(), CallBallot(), Publish(1), Publish(2))
    ]
    assert len({fingerprint(after) for _, _, after in ahead}) == 4
    assert encode(state) == before


def test_positions_reached_in_two_ways_count_once() -> None:
    state = position(Ballot(), coins={"red": 1, "blue": 1, "usher": 3, "bank": 25})
    assert reachable(GAME, state, 2) == [4, 3]


def test_nothing_lies_ahead_when_the_game_is_over() -> None:
    *_, last = walk(2)
    assert reachable(GAME, last, 2) == [0, 0]
