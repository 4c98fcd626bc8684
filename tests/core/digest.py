"""Prints what a few whole games come to, for tests that compare processes: `python -m tests.core.digest tiny`."""

import sys

from engine.core.simulate import digest
from tests.core.planted import SET_ORDER
from tests.core.walks import run
from tests.tiny import GAME

GAMES = {"tiny": GAME, "set_order": SET_ORDER}


def digests(name: str) -> str:
    """Over every choice, the hash after each, and the last position, of some games for two and for three."""
    return " ".join(digest(run(players, number, GAMES[name])) for players in (2, 3) for number in range(3))


if __name__ == "__main__":
    sys.stdout.write(digests(sys.argv[1]))
