"""Prints what a few whole games come to, for tests that compare processes: `python -m tests.core.digest GAME 3`."""

import sys

from engine.core import registry
from engine.core.game import AnyGame
from engine.core.simulate import digest
from tests.core.planted import SET_ORDER
from tests.core.walks import run
from tests.tiny import GAME


def game(name: str) -> AnyGame:
    known = {GAME.key: GAME, "set_order": SET_ORDER}
    return known[name] if name in known else registry.game(name)


def digests(name: str, games: int = 3) -> str:
    """Over every choice and the last position of some games for each number of players."""
    one = game(name)
    return " ".join(digest(run(players, number, one, check=False)) for players in one.seats for number in range(games))


if __name__ == "__main__":
    sys.stdout.write(digests(sys.argv[1], int(sys.argv[2])))
