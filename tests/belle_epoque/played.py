"""The golden games that bots play, which tests/golden/renew.py writes once the game is registered."""

from tests.golden.played import Played

PLAYED: dict[str, Played] = {
    "belle_epoque/four_to_turn_9": Played(4, "Four players, to the end of turn 9", number=3),
    "belle_epoque/four_sarajevo_7": Played(4, "Four players, Sarajevo in turn 7", number=6),
    "belle_epoque/four_sarajevo_8": Played(4, "Four players, Sarajevo in turn 8", number=1),
}
