"""The golden games that bots play, which tests/golden/renew.py writes."""

from tests.golden.played import Played


def length(name: str) -> str:
    return f'{{"length": "{name}"}}'


PLAYED: dict[str, Played] = {
    "versailles/alone_lost": Played(1, "Alone against two bots, to the end card, lost", number=23),
    "versailles/alone_won": Played(
        1, "Alone for a small goal, beginning as France, won", '{"faction": "france", "goal": 2}', number=23
    ),
    "versailles/alone_deck_empty": Played(1, "Alone against two bots, until the deck is empty", number=753),
    "versailles/two_standard": Played(2, "Two players, the standard length, to the end card"),
    "versailles/two_long": Played(2, "Two players, the long length, to the end card", length("long")),
    "versailles/two_longest": Played(
        2, "Two players, the longest length, until the deck is empty", length("longest"), number=9
    ),
    "versailles/three_standard": Played(3, "Three players, the standard length, to the end card"),
    "versailles/three_intense": Played(3, "Three players, the intense length, to the end card", length("intense")),
    "versailles/three_longest": Played(
        3, "Three players, the longest length, to the end card", length("longest"), number=1
    ),
    "versailles/four_standard": Played(4, "Four players, the standard length, to the end card"),
    "versailles/four_long": Played(4, "Four players, the long length, to the end card", length("long"), number=11),
    "versailles/four_longest": Played(
        4, "Four players, the longest length, until the deck is empty", length("longest")
    ),
    "versailles/two_clerks": Played(2, "Two clerks", bots=("clerk",)),
    "versailles/four_clerks": Played(4, "Four clerks, the intense length", length("intense"), bots=("clerk",)),
    "versailles/four_with_deals": Played(4, "Four players who deal at every turn", chatter=0.6, number=5),
    "versailles/four_with_secret_deals": Played(
        4,
        "Four players who deal at every turn, at a table that keeps deals secret",
        '{"secret_deals": true}',
        chatter=0.6,
        number=11,
    ),
    "versailles/three_with_orders": Played(
        3, "Three players without deals, who leave orders and ceilings", '{"deals": false}', chatter=0.3, number=23
    ),
    "versailles/four_clerks_who_deal": Played(
        4,
        "Four clerks who are offered all kinds of deals and take the good ones",
        bots=("clerk",),
        chatter=0.4,
        number=7,
    ),
    "versailles/three_clerks_with_ceilings": Played(
        3, "Three clerks who leave ceilings", '{"deals": false}', bots=("clerk",), chatter=0.4, number=1
    ),
}
