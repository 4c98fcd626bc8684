"""The situations that the golden games must cover: every event, every half of a card, every row of the automated
sheets, every ending. One line is one situation; a new rare case in the rules is a new line. test_goldens.py looks for
each, in the games or where ELSEWHERE says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.belle_epoque.action_journal import CardPlayed, ContestBegan, ContestRolled, DieRolledAgain
from engine.belle_epoque.automated_journal import (
    AutomatedTurnBegan,
    CubeDispatched,
    RowRolled,
    SolitaireResult,
    StrategyPutAside,
    TerritoryPassedOver,
)
from engine.belle_epoque.automated_result import LEVELS
from engine.belle_epoque.choices import CHOICES
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import (
    CubePlaced,
    EventDrawn,
    EventRolled,
    GameEnded,
    IntrigueDrawn,
    PrestigeBonus,
    TurnBegan,
)
from engine.belle_epoque.orders import OrderFired, OrderSwitchedOff
from engine.belle_epoque.printed import (
    EVENTS,
    HALVES,
    INTRIGUE,
    LAST_TURN,
    NATIONAL,
    NATIONS,
    POWERS,
    SHEETS,
    TERRITORIES,
    TURNS,
)
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side
from tests.support import moments
from tests.support.moments import line


class Moment(moments.Moment[BelleEpoque]):
    """One choice of a recorded game."""

    @property
    def people(self) -> tuple[Side, ...]:
        return self.before.sides

    @property
    def layout(self) -> str:
        """Return the layout of the table: the number of Powers that people play is enough, since automated ones have no
        seat."""
        return f"{len(self.people)} Powers played, {len(self.before.automata)} automated"

    def plays(self, card: str, half: str = "", automated: bool = False) -> bool:
        """Tell whether a person, or an automated Power, plays this card with this half."""
        return any(
            (one.side in self.before.automata) == automated for one in self.told(CardPlayed, card=card, half=half)
        )

    def rolls_again(self, card: str) -> bool:
        """8.6.4: tell whether a person rolls a die again."""
        return any(one.side in self.people for one in self.told(DieRolledAgain, card=card))

    def dispatches(self) -> Iterator[tuple[Side, int, int]]:
        """Yield each cube of an automated Power that went where its table says: the Power, the column, the row. A row
        that was rolled again is for one cube alone (13.7d)."""
        usual = now = 0
        for entry in self.news:
            if isinstance(entry, RowRolled):
                now = entry.row
                usual = usual if entry.again else entry.row
            elif isinstance(entry, CubeDispatched):
                if not entry.by_priority:
                    yield entry.side, entry.column, now
                now = usual


Met = Callable[[Moment], object]
"""Tells whether this moment is such a situation."""


def one_for_each(what: str, each: Iterable[Any], met: Callable[[Any], Met]) -> dict[str, Met]:
    """Return one line for each of these."""
    return {line(what, one): met(one) for one in each}


# Endings

LISTED: dict[str, Met] = {
    "10.2a the end after the last turn": lambda m: m.told(GameEnded, reason="last_turn") and m.after.turn == LAST_TURN,
    "6.3b Sarajevo after another event of the same turn": lambda m: (
        m.told(GameEnded, reason="sarajevo") and len(m.told(EventDrawn)) == 2
    ),
    "6.3a Sarajevo as the first event of its turn": lambda m: (
        m.told(GameEnded, reason="sarajevo") and len(m.told(EventDrawn)) == 1
    ),
}
LISTED |= one_for_each(
    "6.3a Sarajevo in turn",
    [turn.turn for turn in TURNS.values() if turn.era == max(event.era for event in EVENTS.values())],
    lambda it: lambda m: m.told(GameEnded, reason="sarajevo") and m.after.turn == it,
)
LISTED |= one_for_each("13.10b alone, a", LEVELS, lambda it: lambda m: m.told(SolitaireResult, level=it))
LISTED |= one_for_each("13.1d alone as", POWERS, lambda it: lambda m: m.over and m.people == (it,))
LISTED |= one_for_each(
    "3.2 the end of a game with",
    [f"{played} Powers played, {len(POWERS) - played} automated" for played in (1, 2, 3, 4)],
    lambda it: lambda m: m.over and m.layout == it,
)

# Cards

LISTED |= one_for_each("6.0a the event", EVENTS, lambda it: lambda m: m.told(EventDrawn, event=it))


def by_a_person(card: str, half: str) -> Met:
    if HALVES[half].reaction:
        return lambda m: m.rolls_again(card)
    return lambda m: m.plays(card, half)


def by_an_automated_power(half: str) -> Met:
    cards = [card.id for card in INTRIGUE.values() if card.automated == half]
    if HALVES[half].reaction:
        return lambda m: m.told(StrategyPutAside)
    return lambda m: any(m.plays(card, half, automated=True) for card in cards)


LISTED |= {f"8.6a {card.id}: {half}": by_a_person(card.id, half) for card in INTRIGUE.values() for half in card.halves}
LISTED |= one_for_each(
    "13.4.1 automated:", dict.fromkeys(card.automated for card in INTRIGUE.values()), by_an_automated_power
)
LISTED |= one_for_each("8.6b", NATIONAL, lambda it: lambda m: m.plays(it))
LISTED |= one_for_each(
    "13.4.2 automated:",
    [card.id for card in NATIONAL.values() if card.kind == "common"],
    lambda it: lambda m: m.plays(it, automated=True),
)
LISTED |= {
    "13.4.6g an automated Power rolls again": lambda m: any(
        one.side in m.before.automata for one in m.told(DieRolledAgain)
    ),
    "7.0d the ally of the Ottoman Empire draws two": lambda m: m.told(IntrigueDrawn, count=2),
}

# Automated Powers


def has_row(side: Side, column: int, row: int) -> Met:
    return lambda m: (side, column, row) in [*m.dispatches()]


def has_turn(side: Side, turn: int) -> Met:
    return lambda m: m.told(AutomatedTurnBegan, side=side) and m.after.turn == turn


for power, printed in SHEETS.items():
    for number in printed.automated.progress:
        LISTED[f"13.3 {power}, turn {number.turn}"] = has_turn(power, number.turn)
    for row in printed.automated.missions:
        for column in (1, 2, 3, 4) if row.col4 else (1, 2, 3):
            LISTED[f"13.7 {power}, column {column}, row {row.die}"] = has_row(power, column, row.die)

LISTED |= {
    "13.7c an armament cube with the row": lambda m: m.told(RowRolled, armaments=True),
    "13.7d the row again": lambda m: m.told(RowRolled, again=True),
    "13.7f to the first objective": lambda m: m.told(CubeDispatched, by_priority=True),
    "13.7g a contest by die": lambda m: any(entry.die for entry in m.told(CubeDispatched)),
    "13.7g a contest with a nation": lambda m: any(entry.against in NATIONS for entry in m.told(CubeDispatched)),
    "13.9.2 two automated Powers in a contest": lambda m: any(
        {entry.side, entry.defender} <= set(m.before.automata) for entry in m.told(ContestBegan)
    ),
}
LISTED |= one_for_each(
    "13.7d passed over because", ("held", "closed", "full"), lambda it: lambda m: m.told(TerritoryPassedOver, why=it)
)

# Dice, tracks, contests

LISTED |= {
    "6.2b a cube replaced by an event": lambda m: any(entry.cube for entry in m.told(EventRolled)),
    "6.2c a cube stopped by armaments": lambda m: m.told(EventRolled, armaments=True),
    "8.2.5b a contest against a new cube": lambda m: any(
        (entry.territory, entry.space) == (contest.territory, contest.space)
        for entry in m.told(CubePlaced)
        for contest in m.before.contests
    ),
    "8.7.1 a contest with a nation without an ally": lambda m: m.told(ContestBegan, defender=None),
    "8.7.4 a contest with the cube of an ally": lambda m: any(
        entry.defender and entry.cube in NATIONS for entry in m.told(ContestBegan)
    ),
    "8.7g a bonus of 5": lambda m: any(5 in (e.attacker[1], e.defender[1]) for e in m.told(ContestRolled)),
    "2.2a a colour without a cube in the general reserve": lambda m: any(
        sum(row.count(nation) for row in m.after.spaces.values()) == printed.cubes
        for nation, printed in NATIONS.items()
        if not any(nation in one.minor_cubes for one in TERRITORIES.values())
    ),
}
LISTED |= one_for_each("11.1 a bonus of", ("md", "money"), lambda it: lambda m: m.told(PrestigeBonus, kind=it))
LISTED |= one_for_each(
    "4.0 turn", [turn for turn in TURNS if turn > 1], lambda it: lambda m: m.told(TurnBegan, turn=it)
)

# Orders, choices, entries

LISTED |= one_for_each(
    "an order fires:",
    ("defence", "attack", "reroll", "scandal", "keep", "pass"),
    lambda it: lambda m: m.told(OrderFired, order=it),
)
LISTED |= one_for_each(
    "an order is switched off by", ("out_of_reach", "contest"), lambda it: lambda m: m.told(OrderSwitchedOff, reason=it)
)
LISTED |= one_for_each("chosen:", CHOICES, lambda it: lambda m: type(m.choice) is it)
LISTED |= one_for_each("chosen:", GAME.out_of_turn.choices, lambda it: lambda m: type(m.choice) is it)
LISTED |= one_for_each("told:", GAME.entries, lambda it: lambda m: any(type(entry) is it for entry in m.news))

ELSEWHERE = {
    "13.10b alone, a minor_victory": "test_13_10b_the_levels",
    "13.10b alone, a crushing_victory": "test_13_10b_the_levels",
    "an order fires: attack": "test_13_9_3_an_order_sends_fleets_and_armies_at_once",
    "an order fires: keep": "test_7_0d_the_first_card_with_a_half_of_the_list_is_kept",
    "an order is switched off by out_of_reach": (
        "test_8_7k_where_the_chance_is_out_of_reach_the_order_is_switched_off_and_its_power_asked"
    ),
    "told: intrigue_shuffled": ("test_7_0c_an_empty_deck_is_made_of_its_discards_and_without_any_nothing_is_drawn"),
    "told: no_intrigue_left": ("test_7_0c_an_empty_deck_is_made_of_its_discards_and_without_any_nothing_is_drawn"),
}
"""The situations that no golden game covers, and the test or the worked example that does."""
