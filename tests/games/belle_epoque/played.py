"""The golden games that bots play, which tests/golden/renew.py writes."""

from tests.golden.played import Played

MIXED = ("clerk", "random")


def automated(**options: str) -> str:
    """Return the options of a table with automated Powers."""
    return "{" + ", ".join(f'"{name}": "{value}"' for name, value in {"others": "automated", **options}.items()) + "}"


PLAYED: dict[str, Played] = {
    "belle_epoque/four_to_turn_9": Played(4, "Four players, to the end of turn 9", number=104),
    "belle_epoque/four_sarajevo_7": Played(4, "Four players, Sarajevo in turn 7", number=17),
    "belle_epoque/four_sarajevo_8": Played(4, "Four players, Sarajevo in turn 8", number=27),
    "belle_epoque/four_sarajevo_9": Played(
        4,
        "Four players who leave orders, with promotional cards, Sarajevo in turn 9",
        '{"promo": true, "alternative_setup": true}',
        chatter=0.1,
        number=49,
    ),
    "belle_epoque/four_clerks": Played(4, "Four clerks", bots=("clerk",), number=5),
    "belle_epoque/three_sharing": Played(
        3, "Three players for four Powers, with promotional cards", '{"promo": true}', bots=("clerk", *MIXED)
    ),
    "belle_epoque/two_sharing": Played(
        2,
        "Two players with two Powers each, who leave orders, with promotional cards",
        '{"promo": true}',
        chatter=0.1,
        number=15,
    ),
    "belle_epoque/three_with_automated": Played(
        3, "Three players beside an automated Russia", automated(without="russia"), bots=("random", *MIXED), number=8
    ),
    "belle_epoque/two_with_automated": Played(
        2, "Two players beside two automated Powers", automated(pair="uk_and_russia"), chatter=0.3, number=33
    ),
    "belle_epoque/alone_uk": Played(1, "Alone as Great Britain against three automated Powers", number=125),
    "belle_epoque/alone_france": Played(1, "Alone as France", '{"alone": "france"}', bots=("clerk",), number=10),
    "belle_epoque/alone_russia": Played(1, "Alone as Russia", '{"alone": "russia"}', bots=("clerk",), number=65),
    "belle_epoque/alone_central_powers": Played(
        1, "Alone as the Central Powers", '{"alone": "central_powers"}', number=126
    ),
}
