"""Figures of examples that have no position of their own: the form of each, and how the rules compute it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from engine.belle_epoque.automated_contests import share
from engine.belle_epoque.automated_order import next_automated_order
from engine.belle_epoque.automated_result import level_of, turn_bonus
from engine.belle_epoque.choices import Power, TerritoryId
from engine.belle_epoque.events import cards_of_era, removed_from
from engine.belle_epoque.examples.form import Count, Form, Turn, convert
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import DECKS, LAST_TURN, TURNS
from engine.belle_epoque.scoring import worth
from engine.belle_epoque.state import BelleEpoque
from engine.core.examples import Difference
from engine.core.reading import Unreadable
from engine.core.state import Side

Facts = dict[str, Any]
Figure = Callable[[BelleEpoque, Facts, str], Any]
"""Computes the fact of this name by the rules, from this position and the other facts of the example."""
TIES = ["average Prestige", "total money", "shared"]
"""10.2b: the values that `worth` compares after VP, in words."""


class Player(Form, frozen=True, kw_only=True):
    powers: Annotated[tuple[Power, ...], Meta(min_length=1)]
    player_vp: int


class Shared(Form, frozen=True, kw_only=True):
    """13.9.1a"""

    arsenal_bonus: Count
    contests: Annotated[int, Meta(ge=1)]
    bonus: Count


class Alone(Form, frozen=True, kw_only=True):
    """13.10a and 13.10b: the score of a single player, and the name of that level."""

    vp: int
    ended_in_turn: Turn
    total: int
    level: str


class Promo(Form, frozen=True, kw_only=True):
    era_2_cards: Count
    era_2_removed_unseen: Count
    draw_pile_turn_4: Count


def control(state: BelleEpoque, facts: Facts, name: str) -> dict[str, str | None]:
    return {territory: state.held.get(territory) for territory in facts[name]}


def players(state: BelleEpoque, facts: Facts, name: str) -> list[Facts]:
    """10.2c: rank players as if the game had ended with these VP."""
    over = GAME.clone(state)
    over.ended = "last_turn"
    for sheet in over.sheets.values():
        sheet.scored.append(0)
    return [one | {"player_vp": worth(over, tuple(one["powers"]))[0]} for one in facts[name]]


def order(_state: BelleEpoque, facts: Facts, name: str) -> list[Side]:
    """13.2a: return the order of the turn before with the first one last; the first order is drawn."""
    before: list[Side] | None = facts.get(f"turn_{int(name.removeprefix('turn_')) - 1}")
    return next_automated_order(before) if before else list(facts[name])


def cases(state: BelleEpoque, facts: Facts, name: str) -> list[Facts]:
    return [one | (alone(state, one) if "vp" in one else shared(one)) for one in facts[name]]


def shared(case: Facts) -> Facts:
    """13.9.1a"""
    return {"bonus": share(case["arsenal_bonus"], case["contests"])}


def alone(state: BelleEpoque, case: Facts) -> Facts:
    """Add up the score of a single player (13.10a), and name its level (13.10b)."""
    over = GAME.clone(state)
    over.turn, over.ended = case["ended_in_turn"], "last_turn" if case["ended_in_turn"] == LAST_TURN else "sarajevo"
    total = case["vp"] + turn_bonus(over)
    return {"total": total, "level": level_of(total).replace("_", " ").capitalize()}


def drawn_before(turn: int) -> int:
    return sum(one.events for one in TURNS.values() if one.turn < turn)


def pile(turn: int, promo: bool = False) -> int:
    """6.1b: count the events in the draw pile when this turn begins."""
    eras = [era for era, deck in DECKS.items() if deck.enters_turn <= turn]
    return sum(len(cards_of_era(era, promo)) - removed_from(era, promo) for era in eras) - drawn_before(turn)


def with_promo(_state: BelleEpoque, _facts: Facts, _name: str) -> Facts:
    cards, removed = len(cards_of_era(2, promo=True)), removed_from(2, promo=True)
    return {"era_2_cards": cards, "era_2_removed_unseen": removed, "draw_pile_turn_4": pile(4, promo=True)}


def fixed(value: Callable[[], Any]) -> Figure:
    """Return a figure that is the same in every position."""
    return lambda _state, _facts, _name: value()


FACTS: dict[str, tuple[Any, Figure]] = {
    "control": (dict[TerritoryId, Power | None], control),
    "players": (list[Player], players),
    "tie_broken_by": (list[str], fixed(lambda: TIES)),
    "era_1_cards": (Count, fixed(lambda: len(cards_of_era(1, promo=False)))),
    "removed_unseen": (Count, fixed(lambda: removed_from(1, promo=False))),
    "drawn_in_turns_1_to_3": (Count, fixed(lambda: drawn_before(4))),
    "era_1_left": (Count, fixed(lambda: pile(1) - drawn_before(4))),
    "discards": (Count, fixed(lambda: drawn_before(4))),
    "era_2_cards": (Count, fixed(lambda: len(cards_of_era(2, promo=False)))),
    "era_2_removed_unseen": (Count, fixed(lambda: removed_from(2, promo=False))),
    "draw_pile_turn_4": (Count, fixed(lambda: pile(4))),
    "draw_pile_turn_7": (Count, fixed(lambda: pile(7))),
    "discards_return": (bool, fixed(lambda: False)),
    "with_promo": (Promo, with_promo),
    "cases": (list[dict[str, Any]], cases),
    **{f"turn_{turn}": (list[Power], order) for turn in TURNS},
}
"""The form of each fact, and how the rules compute it."""


def require_form(facts: Facts, place: str) -> None:
    for name, value in facts.items():
        if name not in FACTS:
            raise Unreadable(f"{place}.{name}", f"no such fact; there are {', '.join(FACTS)}", "field")
        convert(value, FACTS[name][0], f"{place}.{name}")
    for number, case in enumerate(facts.get("cases", ())):
        convert(case, Alone if "vp" in case else Shared, f"{place}.cases[{number}]")


def differences(state: BelleEpoque, facts: Facts) -> Iterator[Difference]:
    for name, value in facts.items():
        if (came := FACTS[name][1](state, facts, name)) != value:
            yield Difference(f"facts.{name}", value, came)
