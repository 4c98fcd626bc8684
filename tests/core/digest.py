"""Prints the digest of a few whole games, for tests that compare processes: `python -m tests.core.digest GAME 3`."""

import sys

from engine.core.game import AnyGame
from engine.core.simulate import digest
from tests.core.planted import SET_ORDER
from tests.core.walks import run
from tests.support.games import every_game


def game(name: str) -> AnyGame:
    return SET_ORDER if name == "set_order" else every_game()[name]


def digests(name: str, games: int = 3) -> str:
    """Digest every choice and the last position of some games for each number of players."""
    one = game(name)
    return " ".join(
        digest(run(players, number, one, check=False)) for players in one.players for number in range(games)
    )


if __name__ == "__main__":
    sys.stdout.write(digests(sys.argv[1], int(sys.argv[2])))
