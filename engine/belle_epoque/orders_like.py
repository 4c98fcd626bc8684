"""Makes orders of answers that were given by hand: the table offers them to a Power that it had to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from engine.belle_epoque.automated_contests import SendingUnits, units_of
from engine.belle_epoque.choices import ChangeStrategy, KeepIntrigue, Pass, PickOption
from engine.belle_epoque.clash import Clash, Force
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.odds import UNDER_WAY, chance, most_of
from engine.belle_epoque.orders import LeaveContestOrder, LeaveOrders, order_of
from engine.belle_epoque.orders_contests import plan_of
from engine.belle_epoque.orders_left import EVERYWHERE, NONE, PASSING_POUNDS, Role, Sent
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import INTRIGUE
from engine.belle_epoque.printed.vocabulary import Prestige
from engine.belle_epoque.reactions import Reacting, bonus, reacting_half
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.state import Side
from engine.core.step import Step


def orders_like(state: BelleEpoque, side: Side, choice: Choice) -> Iterator[Choice]:
    """Yield the orders that would give this answer to the question of this position; none where no order answers."""
    step: Any = state.agenda[-1] if state.agenda else None
    if like := LIKE.get(type(step)):
        yield from like(state, step, choice)


def plain(state: BelleEpoque, side: Side, **answers: Any) -> LeaveOrders:
    """Return the plain orders of a Power with these in place of its earlier ones."""
    left = asdict(state.orders.get(side, NONE))
    return LeaveOrders(**{name: left[name] for name in LeaveOrders.__struct_fields__} | answers)


# Contests


def like_sent(state: BelleEpoque, step: SendingFleets | SendingArmies | SendingUnits, choice: Any) -> Iterator[Choice]:
    """8.7b, 8.7c, 13.9.3: yield orders that send the same units there, for the territory and for everywhere. An
    attacker in its own round is present and needs no order."""
    clash, stage = UNDER_WAY[type(step)](step)
    role: Role = "attack" if step.side == clash.attacker else "defence"
    if role == "defence" or isinstance(step, SendingUnits):
        sent = send_like(state, step.side, clash, stage, choice)
        yield from (LeaveContestOrder(role, where, **sent) for where in (clash.territory, EVERYWHERE))


def send_like(state: BelleEpoque, side: Side, clash: Clash, stage: int, choice: Any) -> Mapping[str, Any]:
    """Return the plainest way of sending that gives this answer; without one, the least that keeps its chance."""
    joined = clash.joined_by(side, *units_of(choice))
    sendings: tuple[Sent, ...] = ("nothing", "match", "all")
    for send in sendings[joined.force_of(side) != Force() :]:
        order = order_of(LeaveContestOrder("defence", EVERYWHERE, send, beyond="ask"))
        plan = plan_of(state, side, clash, order, stage)
        if plan and choice in (plan.fleets, plan.armies, plan.units):
            return {"send": send}
    rival = clash.defender if side == clash.attacker else clash.attacker
    kept = chance(state, joined, side, bonus(state, joined, side), most_of(state, clash, rival, stage))
    return {"send": "chance", "chance": int(100 * kept)} if kept >= 0.01 else {"send": "all"}


# Cards, and passing


def like_reacted(state: BelleEpoque, step: Reacting, choice: Choice) -> Iterator[Choice]:
    """8.6.4: a Power that lets dice be although it has the card never rolls; one without it may have it next time."""
    holds = any(map(reacting_half, state.sheets[step.side].intrigue))
    never = holds and not isinstance(choice, ChangeStrategy)
    yield plain(state, step.side, reroll="never" if never else "if_it_helps")


def like_given(state: BelleEpoque, step: Branching, choice: Choice) -> Iterator[Choice]:
    """8.6: yield the order for Political Scandal that gives the same."""
    if step.effect.by == "target" and isinstance(choice, PickOption):
        given = "prestige" if isinstance(step.effect.options[choice.option], Prestige) else "cube"
        yield plain(state, step.side, scandal=given)


def like_kept(state: BelleEpoque, step: Keeping, choice: KeepIntrigue) -> Iterator[Choice]:
    """7.0d: put the halves of the card that was kept before those of the list."""
    halves = (*INTRIGUE[choice.card].halves, *state.orders.get(step.side, NONE).keep_halves)
    yield plain(state, step.side, keep_halves=tuple(dict.fromkeys(halves)))


def like_passed(state: BelleEpoque, step: Acting, choice: Choice) -> Iterator[Choice]:
    """8.10: yield the order to pass with so little money, where an order may pass."""
    sheet = state.sheets[step.side]
    if isinstance(choice, Pass) and not (step.used or sheet.embassies) and sheet.money < PASSING_POUNDS:
        yield plain(state, step.side, pass_below=sheet.money + 1)


LIKE: dict[type[Step[Any]], Callable[[BelleEpoque, Any, Any], Iterator[Choice]]] = {
    SendingFleets: like_sent,
    SendingArmies: like_sent,
    SendingUnits: like_sent,
    Reacting: like_reacted,
    Branching: like_given,
    Keeping: like_kept,
    Acting: like_passed,
}
