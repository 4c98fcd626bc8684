"""The golden games that bots play, which tests/golden/renew.py writes. In those of random bots there are civil wars,
bonds that nobody wants, strikes, loans, and wars between leaders.
"""

from tests.golden.played import Played

CHATTER = 0.1

PLAYED: dict[str, Played] = {
    "nineteen33/five_one_year": Played(5, "Five leaders, one year", '{"years": 1}', chatter=CHATTER, number=11),
    "nineteen33/five_six_years": Played(
        5,
        "Five leaders, six years",
        '{"years": 6}',
        bots=("clerk", "random", "clerk", "random", "clerk"),
        chatter=0.05,
        number=10,
    ),
    "nineteen33/five_war": Played(5, "Five leaders, war at once", '{"years": 3}', chatter=CHATTER, number=76),
    "nineteen33/four_one_year": Played(4, "Four leaders, one year", '{"years": 1}', chatter=CHATTER, number=28),
    "nineteen33/four_three_years": Played(
        4,
        "Four leaders, three years",
        '{"years": 3}',
        bots=("random", "clerk", "random", "clerk"),
        chatter=CHATTER,
        number=11,
    ),
    "nineteen33/four_war": Played(4, "Four leaders, war", '{"years": 3}', chatter=CHATTER, number=47),
    "nineteen33/three_random_france_italy": Played(
        3,
        "France, Italy and the Soviet Union, one year",
        '{"years": 1, "nationalist": "italy"}',
        chatter=CHATTER,
        number=4,
    ),
    "nineteen33/three_six_years": Played(
        3,
        "France, Germany and the Soviet Union, six years",
        '{"years": 6}',
        bots=("clerk", "random", "random"),
        chatter=CHATTER,
        number=4,
    ),
    "nineteen33/three_uk_germany": Played(
        3,
        "The United Kingdom, Germany and the Soviet Union, three years",
        '{"years": 3, "liberal": "united_kingdom"}',
        bots=("clerk", "random", "clerk"),
        chatter=CHATTER,
        number=13,
    ),
    "nineteen33/three_war": Played(3, "Three leaders, war", '{"years": 3}', chatter=CHATTER, number=36),
    "nineteen33/three_years_uk_italy": Played(
        3,
        "The United Kingdom, Italy and the Soviet Union, three years",
        '{"years": 3, "liberal": "united_kingdom", "nationalist": "italy"}',
        chatter=CHATTER,
        number=5,
    ),
}
