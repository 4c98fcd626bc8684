"""The things that the golden games must have met: every way to sit down and to end, every use of a function, every
kind of news, every press, manoeuvre and tactic card. One line is one thing; a new rare thing in the rules is a new line
here. test_goldens.py looks for each, in the games or where ELSEWHERE says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, get_args

from engine.core.choice import Choice
from engine.nineteen33 import choices
from engine.nineteen33.action_journal import (
    AllianceEnded,
    AllianceSigned,
    ArmiesMet,
    CardBoosted,
    CardPlayed,
    CivilWarBegan,
    CoupTried,
    GuardMet,
    StrikeRolled,
    WarBetween,
    WarEnded,
)
from engine.nineteen33.functions import USES
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import (
    AimsReached,
    AuctionHeld,
    BondAuctioned,
    DealDropped,
    FoodShort,
    GameEnded,
    GuideDrawn,
    HeadlineTurned,
    JobsLost,
    NewsVoid,
    PointsLost,
    SlipTurnedUp,
    SlipUnreached,
    SupportPaid,
    TargetNamed,
    YearBegan,
)
from engine.nineteen33.orders_kept import OrderFired, OrderName, OrderSwitchedOff
from engine.nineteen33.orders_left import Wake
from engine.nineteen33.orders_plan import Broken
from engine.nineteen33.printed import CARDS, LEADERS, MANOEUVRES, PRESS, tables, tactics
from engine.nineteen33.printed.vocabulary import AnyRepercussion, Target
from engine.nineteen33.slips import AnySlip, DevelopmentSlip, InfluenceSlip
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.turns import Guiding
from tests.support import moments
from tests.support.moments import line


class Moment(moments.Moment[Nineteen33]):
    """One choice of a recorded game."""

    @property
    def ended_by(self) -> str:
        return self.after.ended if self.over else ""

    @property
    def years_played(self) -> int:
        return -(-self.after.month // tables.calendar.months)

    def does(self) -> Iterator[AnyRepercussion]:
        """8.2: the lines of the headlines that are turned up."""
        for entry in self.told(HeadlineTurned):
            yield from PRESS[entry.card].years[entry.year].does

    def uses(self, kind: type[Choice], guiding: bool) -> bool:
        """A function is used, by a player for itself or for a leader that nobody plays."""
        return type(self.choice) is kind and isinstance(self.step, Guiding) == guiding


Met = Callable[[Moment], object]
"""Whether this is such a moment."""


def one_for_each(what: str, each: Iterable[Any], met: Callable[[Any], Met]) -> dict[str, Met]:
    """One line for each of these."""
    return {line(what, " and ".join(one) if isinstance(one, tuple) else one): met(one) for one in each}


def tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


# Seats and endings

LISTED: dict[str, Met] = {
    "12.9 the end by a war of two leaders": lambda m: m.ended_by == "war",
    "17.2 a shared win": lambda m: any(len(entry.winners) > 1 for entry in m.told(GameEnded)),
}
LISTED |= one_for_each(
    "2.1 the end of a game of so many leaders:", GAME.players, lambda it: lambda m: m.over and len(m.after.sides) == it
)
LISTED |= one_for_each(
    "2.1 three leaders, but for",
    product(tables.ideologies["liberal"].leaders, tables.ideologies["nationalist"].leaders),
    lambda it: lambda m: m.over and len(m.after.sides) == len(LEADERS) - len(it) and not {*it} & {*m.after.sides},
)
LISTED |= one_for_each(
    "17.3 the end by the calendar after years:",
    (1, 3, 6),
    lambda it: lambda m: m.ended_by == "calendar" and m.years_played == it,
)

# Cards

LISTED |= one_for_each("5.1 the tactic card", CARDS, lambda it: lambda m: m.told(CardPlayed, card=it))
LISTED |= one_for_each("5.4 a boost rolls", tactics.boost.change, lambda it: lambda m: m.told(CardBoosted, die=it))
LISTED |= {
    f"{function.clause} {tag(kind)}": lambda m, kind=kind: m.uses(kind, guiding=False)  # type: ignore[misc]
    for kind, (function, _) in USES.items()
}
NEEDS_A_CARD = (choices.SwapCards, choices.ReadPress, choices.ReadSlips)
LISTED |= {
    f"18.6 for a leader that nobody plays: {tag(kind)}": lambda m, kind=kind: m.uses(kind, guiding=True)  # type: ignore[misc]
    for kind in USES
    if kind not in NEEDS_A_CARD
}
LISTED |= one_for_each("8 the press card", PRESS, lambda it: lambda m: m.told(HeadlineTurned, card=it))
LISTED |= one_for_each(
    "8.2 news:", get_args(AnyRepercussion), lambda it: lambda m: any(isinstance(one, it) for one in m.does())
)
LISTED |= {
    f"7.11 an auction of {product}, {'wanted' if wanted else 'offered'}, {'won' if won else 'nobody'}": (
        lambda m, product=product, wanted=wanted, won=won: any(  # type: ignore[misc]
            (entry.winner is not None) == won for entry in m.told(AuctionHeld, product=product, wanted=wanted)
        )
    )
    for product, wanted in (("civil", True), ("food", True), ("food", False), ("raw", False))
    for won in (True, False)
}
LISTED |= one_for_each("18.2 the manoeuvre card", MANOEUVRES, lambda it: lambda m: m.told(GuideDrawn, card=it))
LISTED |= one_for_each("18.4 a target:", get_args(Target), lambda it: lambda m: m.told(TargetNamed, target=it))
LISTED |= {
    "18.9 all five points reached": lambda m: any(entry.points for entry in m.told(AimsReached)),
    "18.9 fewer": lambda m: m.told(AimsReached, points=0),
}

# Slips, money, work

LISTED |= one_for_each(
    "15.4 a slip scores:",
    get_args(AnySlip),
    lambda it: lambda m: any(type(entry.slip) is it and entry.points > 0 for entry in m.told(SlipTurnedUp)),
)
LISTED |= one_for_each(
    "15.7 a slip is not reached:",
    [kind for kind in get_args(AnySlip) if tag(kind) not in ("bonds", "taxes")],
    lambda it: lambda m: any(type(entry.slip) is it for entry in m.told(SlipUnreached)),
)
LISTED |= {
    f"15.4 {tag(kind)} for {points}": lambda m, kind=kind, points=points: any(  # type: ignore[misc]
        type(entry.slip) is kind for entry in m.told(SlipTurnedUp, points=points)
    )
    for kind in (DevelopmentSlip, InfluenceSlip)
    for points in (1, 2)
}
LISTED |= one_for_each(
    "15.9 points lost by",
    ("tax_rise", "loan", "shared", "war_between"),
    lambda it: lambda m: m.told(PointsLost, reason=it),
)
LISTED |= one_for_each(
    "14.3 a bond is placed after so many auctions:",
    (1, 2, 3, 4),
    lambda it: lambda m: any(len(entry.placed) == it for entry in m.told(BondAuctioned)),
)
LISTED |= {
    "6.12 food is short": lambda m: m.told(FoodShort),
    "4.5 a deal of a plan is dropped": lambda m: m.told(DealDropped),
    "6.14 support of industry": lambda m: m.told(SupportPaid, product="civil"),
    "6.15 support of farming": lambda m: m.told(SupportPaid, product="food"),
    "6.16 jobs lost in industry": lambda m: m.told(JobsLost, product="civil"),
    "6.16 jobs lost in farming": lambda m: m.told(JobsLost, product="food"),
}

# Places

LISTED |= {
    "8.8 void news": lambda m: m.told(NewsVoid),
    "8.10 the Spanish civil war": lambda m: m.told(CivilWarBegan, endless=True),
    "12.2 a civil war by a coup": lambda m: m.told(CivilWarBegan, endless=False),
    "12.7 normalisation ends a war": lambda m: type(m.choice) is choices.EndWar and m.told(WarEnded),
    "12.8 an army that nobody answers ends a war": lambda m: (
        m.told(WarEnded) and m.told(AllianceSigned) and type(m.choice) is not choices.SendArmy
    ),
    "12.8 two armies meet": lambda m: m.told(ArmiesMet),
    "12.9 war between two leaders": lambda m: m.told(WarBetween),
    "9.9 a political strike": lambda m: m.told(StrikeRolled),
    "9.11 an alliance ends": lambda m: m.told(AllianceEnded),
    "9.8 two sign together": lambda m: any(len(here.allies) > 1 for here in m.after.places.values()),
    "5.19 counter-espionage is met": lambda m: m.told(GuardMet),
}
LISTED |= one_for_each(
    "12.2 a coup:", ("success", "failure", "civil_war"), lambda it: lambda m: m.told(CoupTried, outcome=it)
)

# Years, orders, choices, entries

LISTED |= one_for_each("3 January", range(1934, 1939), lambda it: lambda m: m.told(YearBegan, year=it))
LISTED |= one_for_each("an order fires:", get_args(OrderName), lambda it: lambda m: m.told(OrderFired, order=it))
LISTED |= one_for_each(
    "an order is switched off by",
    (*get_args(Broken), *get_args(Wake), "month"),
    lambda it: lambda m: m.told(OrderSwitchedOff, reason=it),
)
LISTED |= one_for_each("chosen:", GAME.choices, lambda it: lambda m: type(m.choice) is it)
LISTED |= one_for_each("told:", GAME.entries, lambda it: lambda m: any(type(entry) is it for entry in m.news))

ELSEWHERE = {
    **dict.fromkeys(
        (
            "7.11 an auction of food, wanted, nobody",
            "8 the press card P2-21",
            "8 the press card P2-23",
            "8 the press card P2-25",
        ),
        "test_every_headline_is_carried_out_whatever_is_answered",
    ),
    "chosen: propose_alliance": "test_9_8_two_leaders_sign_together_when_both_have_said_so",
    "9.8 two sign together": "test_9_8_two_leaders_sign_together_when_both_have_said_so",
    "15.9 points lost by shared": "test_9_8_a_second_leader_joins_if_the_first_agrees_who_gives_a_point_back",
    "18.6 for a leader that nobody plays: disturb": "test_18_5_a_guide_disturbs_a_path_by_an_option",
    "18.6 for a leader that nobody plays: end_war": "test_18_5_a_guide_ends_a_war_by_an_option",
    "an order is switched off by treasury_too_small": (
        "test_19_6_it_switches_itself_off_where_the_treasury_is_too_small"
    ),
}
"""The things that no golden game meets, and the test that shows each."""
