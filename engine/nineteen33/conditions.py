"""The conditions of tactic cards (chapter 5): each `ConditionWord` of printed with the clause it rests on and a
predicate on the choice. functions.py goes through them in the order in which a function names them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.refusal import Illegal, illegal
from engine.core.state import Side
from engine.nineteen33 import attacks, coups, espionage, labour, manoeuvre, tension, works
from engine.nineteen33.board import has_free_box, is_closed_to, is_represented, is_tense
from engine.nineteen33.printed import COLONIES, LEADERS
from engine.nineteen33.printed.vocabulary import ConditionWord
from engine.nineteen33.state import Nineteen33

Holds = Callable[[Nineteen33, Side, Any], bool]
"""Of a choice that has the fields the condition speaks of."""


class Condition(NamedTuple):
    refusal: Illegal
    """The answer where it does not hold."""
    holds: Holds


def branch_fits(state: Nineteen33, leader: Side, choice: Any) -> bool:
    """5.5: the branch is chosen with the first works, and for good."""
    branch = state.leaders[leader].development[choice.sector].branch
    return bool(choice.branch) != bool(branch)


def path_is_own_or_none(state: Nineteen33, leader: Side, choice: Any) -> bool:
    path = state.places[choice.place].path
    return path is None or path.owner == leader


def path_is_rivals(state: Nineteen33, leader: Side, choice: Any) -> bool:
    path = state.places[choice.place].path
    return path is not None and path.owner != leader


def owns_path(state: Nineteen33, leader: Side, choice: Any) -> bool:
    path = state.places[choice.place].path
    return path is not None and path.owner == leader


def no_other_disturber(state: Nineteen33, leader: Side, choice: Any) -> bool:
    path = state.places[choice.place].path
    return path is not None and path.disturber in (None, leader)


def path_unbound(state: Nineteen33, leader: Side, choice: Any) -> bool:
    """15.7: a running path goes on."""
    bound = manoeuvre.binding(state, leader, "influence")
    return not bound or choice.place in bound or owns_path(state, leader, choice)


def rate_unbound(state: Nineteen33, leader: Side, choice: Any) -> bool:
    bound = manoeuvre.binding(state, leader, "defence")
    return not bound or choice.unit in bound


def exclusive_is_longer(state: Nineteen33, leader: Side, choice: Any) -> bool:
    held = state.places[choice.place].exclusive
    return held is None or held.holder != leader or held.months < choice.points


CONDITIONS: dict[ConditionWord, Condition] = {
    "steps_left": Condition(
        illegal("nineteen33.needs.steps_left", "5.5"),
        lambda state, leader, choice: works.has_steps_left(state.leaders[leader].development[choice.sector]),
    ),
    "not_at_work": Condition(
        illegal("nineteen33.needs.not_at_work", "5.5"),
        lambda state, leader, choice: not attacks.is_at_work(state, leader, choice.sector),
    ),
    "goods_there": Condition(
        illegal("nineteen33.needs.goods_there", "5.5"),
        lambda state, leader, choice: works.goods(state, leader) >= choice.points,
    ),
    "branch_fits": Condition(illegal("nineteen33.needs.branch_fits", "5.5"), branch_fits),
    "works_unbound": Condition(
        illegal("nineteen33.needs.works_unbound", "15.7"),
        lambda state, leader, choice: works.may_begin(state, leader, choice.sector),
    ),
    "path_open": Condition(
        illegal("nineteen33.needs.path_open", "5.7"),
        lambda state, leader, choice: state.leaders[leader].development[choice.sector].path is not None,
    ),
    "self_calm": Condition(
        illegal("nineteen33.needs.self_calm", "11.2"), lambda state, leader, _choice: not is_tense(state, leader)
    ),
    "place_calm": Condition(
        illegal("nineteen33.needs.place_calm", "11.1"),
        lambda state, _leader, choice: not state.places[choice.place].tension,
    ),
    "no_coup": Condition(
        illegal("nineteen33.needs.no_coup", "12.3"),
        lambda state, _leader, choice: not state.places[choice.place].closed,
    ),
    "not_endless": Condition(
        illegal("nineteen33.needs.not_endless", "12.10"),
        lambda state, _leader, choice: state.places[choice.place].war != "endless",
    ),
    "no_war": Condition(
        illegal("nineteen33.needs.no_war", "12.5"), lambda state, _leader, choice: not state.places[choice.place].war
    ),
    "at_war": Condition(
        illegal("nineteen33.needs.at_war", "12.7"), lambda state, _leader, choice: bool(state.places[choice.place].war)
    ),
    "box_free": Condition(
        illegal("nineteen33.needs.box_free", "9.2"),
        lambda state, _leader, choice: has_free_box(state.places[choice.place]),
    ),
    "path_own_or_none": Condition(illegal("nineteen33.needs.path_own_or_none", "9.2"), path_is_own_or_none),
    "path_unbound": Condition(illegal("nineteen33.needs.path_unbound", "15.7"), path_unbound),
    "represented": Condition(
        illegal("nineteen33.needs.represented", "5.9"),
        lambda state, leader, choice: is_represented(state.places[choice.place], leader),
    ),
    "not_closed": Condition(
        illegal("nineteen33.needs.not_closed", "5.9"),
        lambda state, leader, choice: not is_closed_to(state.places[choice.place], leader),
    ),
    "exclusive_longer": Condition(illegal("nineteen33.needs.exclusive_longer", "5.9"), exclusive_is_longer),
    "moves_fit": Condition(
        illegal("nineteen33.needs.moves_fit", "5.10"),
        lambda state, leader, choice: labour.fit(state, leader, choice.moves),
    ),
    "no_colony": Condition(
        illegal("nineteen33.needs.no_colony", "11.5"), lambda _state, _leader, choice: choice.place not in COLONIES
    ),
    "tense": Condition(
        illegal("nineteen33.needs.tense", "5.11"), lambda state, _leader, choice: state.places[choice.place].tension > 0
    ),
    "unshielded": Condition(
        illegal("nineteen33.needs.unshielded", "5.11"),
        lambda state, _leader, choice: tension.is_open(state, choice.place),
    ),
    "rate_unbound": Condition(illegal("nineteen33.needs.rate_unbound", "15.7"), rate_unbound),
    "sector_at_work": Condition(
        illegal("nineteen33.needs.sector_at_work", "5.13"),
        lambda state, leader, choice: attacks.is_at_work(state, leader, choice.sector),
    ),
    "own_path": Condition(illegal("nineteen33.needs.own_path", "5.13"), owns_path),
    "a_rival": Condition(
        illegal("nineteen33.needs.a_rival", "5.14"), lambda _state, leader, choice: choice.rival != leader
    ),
    "rival_at_work": Condition(
        illegal("nineteen33.needs.rival_at_work", "5.14"),
        lambda state, _leader, choice: attacks.is_at_work(state, choice.rival, choice.sector),
    ),
    "rivals_path": Condition(illegal("nineteen33.needs.rivals_path", "5.15"), path_is_rivals),
    "no_other_disturber": Condition(illegal("nineteen33.needs.no_other_disturber", "5.15"), no_other_disturber),
    "not_own_home": Condition(
        illegal("nineteen33.needs.not_own_home", "5.16"), lambda _state, leader, choice: choice.place != leader
    ),
    "shaky": Condition(
        illegal("nineteen33.needs.shaky", "12.1"),
        lambda state, _leader, choice: coups.is_shaky(state.places[choice.place]),
    ),
    "no_home": Condition(
        illegal("nineteen33.needs.no_home", "12.1"), lambda _state, _leader, choice: choice.place not in LEADERS
    ),
    "played_rival": Condition(
        illegal("nineteen33.needs.played_rival", "5.18"),
        lambda state, leader, choice: choice.rival != leader and state.is_played(choice.rival),
    ),
    "cards_to_swap": Condition(
        illegal("nineteen33.needs.cards_to_swap", "5.18"),
        lambda state, leader, choice: bool(state.leaders[leader].hand and state.leaders[choice.rival].hand),
    ),
    "press_unread": Condition(
        illegal("nineteen33.needs.press_unread", "5.18"),
        lambda state, leader, _choice: bool(espionage.unread(state, leader)),
    ),
    "slips_hidden": Condition(
        illegal("nineteen33.needs.slips_hidden", "5.18"),
        lambda state, _leader, choice: bool(espionage.hidden_slips(state, choice.rival)),
    ),
}
