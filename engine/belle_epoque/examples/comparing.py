"""Carries out an example and reports where the rules differ from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from engine.belle_epoque.examples import facts, form, telling
from engine.belle_epoque.examples.answers import Refused, Unanswered
from engine.belle_epoque.examples.notation import Notation, derived, in_order, position, told_of
from engine.belle_epoque.examples.notation import differences as unlike
from engine.belle_epoque.examples.steps import carry_out
from engine.belle_epoque.game import GAME
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.state import BelleEpoque
from engine.core.chance import ImpossibleOutcome, UnriggedDraw
from engine.core.examples import Difference
from engine.core.journal import Entry
from engine.core.record import crash
from engine.core.refusal import Illegal, Refusal


class Judged(NamedTuple):
    """A choice that is only tried, whether it is legal, and why."""

    choice: form.Step
    legal: bool
    clause: str
    after: int
    """The number of steps before it, since it is no step itself."""


class Played(NamedTuple):
    """The parts of an example that are played."""

    start: form.Position
    begins: Notation
    steps: list[Judged | tuple[form.Step, Notation]]
    """Each step comes with the position that it leads to."""
    probes: list[Judged]
    ends: Notation


def differences(played: Played, case: form.Case) -> Iterator[Difference]:
    """Yield the differences up to the first step that has any."""
    state = position(played.start)
    yield from unlike(derived(state), plain(case.before_derived), "before_derived")
    yield from facts.differences(state, case.facts)
    yield from probes(state, played, 0)
    for number, step in enumerate(played.steps):
        found = list(one_step(state, step, f"steps[{number}]"))
        yield from found
        if found:
            return
        yield from probes(state, played, number + 1)
    yield from unlike_position(state, played.ends, "after")
    yield from unlike(derived(state), plain(case.after_derived), "after_derived")
    yield from (Difference("after", "what the rules conserve", breach) for breach in conserved(state))


def one_step(state: BelleEpoque, step: Judged | tuple[form.Step, Notation], place: str) -> Iterator[Difference]:
    try:
        yield from judged(state, step, place) if isinstance(step, Judged) else followed(state, *step, place)
    except Refused as refused:
        yield Difference(place, "accepted", reason(refused.refusal))
    except Unanswered as question:
        yield Difference(place, "every question is answered", f"not answered: {question}")
    except (UnriggedDraw, ImpossibleOutcome) as missing:
        yield Difference(f"{place}.dice", "every draw is given", str(missing))
    except Exception as error:  # noqa: BLE001 - whatever rules do on a position that play could not reach
        yield Difference(place, "a position", crash(error))


def followed(state: BelleEpoque, step: form.Step, wanted: Notation, place: str) -> Iterator[Difference]:
    told = carry_out(state, step, wanted)
    if left := [die for dice in distinct(state.rigged) for die in dice]:
        yield Difference(f"{place}.dice", "all of them are rolled", left)
    yield from unlike_tells(told, step, f"{place}.tells")
    yield from unlike_position(state, wanted, f"{place}.changes")
    closed = getattr(step, "closed_afterwards", None)
    if closed is not None and set(closed) != set(full := telling.full(state)):
        yield Difference(f"{place}.closed_afterwards", closed, full)


def distinct(rigged: dict[str, list[Any]]) -> list[list[Any]]:
    """Return each list of dice once. One list may serve several sources; a card given in case it is stolen is no
    die."""
    return list({id(dice): dice for source, dice in rigged.items() if source != "card"}.values())


def unlike_tells(told: list[Entry], step: form.Step, place: str) -> Iterator[Difference]:
    for name, wanted in plain(step.tells).items():
        if (came := telling.FACTS[name](told)) != wanted:
            yield Difference(f"{place}.{name}", wanted, came)


def unlike_position(state: BelleEpoque, wanted: Notation, place: str) -> Iterator[Difference]:
    return unlike(told_of(state, len(wanted["intrigue_draw"])), in_order(wanted), place)


def plain(part: form.Form) -> Notation:
    told: Notation = msgspec.to_builtins(part)
    return told


def reason(refusal: Refusal) -> str:
    if isinstance(refusal, Illegal):
        return f"refused by {refusal.clause}: {refusal.reason.removeprefix(f'{GAME.key}.')}"
    return f"refused: {refusal.key}"


# Choices that are only tried


def probes(state: BelleEpoque, played: Played, after: int) -> Iterator[Difference]:
    for number, one in enumerate(played.probes):
        if one.after == after:
            yield from one_step(state, one, f"probes[{number}]")


def judged(state: BelleEpoque, one: Judged, place: str) -> Iterator[Difference]:
    came = refusal_of(GAME.clone(state), one.choice)
    if (came is None) != one.legal:
        yield Difference(f"{place}.legal", one.legal, True if came is None else reason(came))
    elif came is not None and clause_of(came) != one.clause:
        yield Difference(f"{place}.clause", one.clause, clause_of(came))


def refusal_of(state: BelleEpoque, choice: form.Step) -> Refusal | None:
    """Return why a choice, or an answer to what follows from it, is refused; None if the rules accept all of the
    example."""
    try:
        carry_out(state, choice)
    except Refused as refused:
        return refused.refusal
    except (Unanswered, UnriggedDraw):
        pass
    return None


def clause_of(refusal: Refusal) -> str:
    return refusal.clause if isinstance(refusal, Illegal) else ""
