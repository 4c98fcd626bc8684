"""Read a file of examples, carry out its cases, and compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from engine.core.chance import ImpossibleOutcome, UnriggedDraw, breaches_of_rigging
from engine.core.examples import Difference, Example
from engine.core.game import Opening
from engine.core.reading import Unreadable, decode, require_single_keys, require_small
from engine.nineteen33.examples import form, positions
from engine.nineteen33.examples.actions import ACTIONS, Run, carry_out
from engine.nineteen33.examples.facts import FACTS, production_of, refused_to_others
from engine.nineteen33.printed import LEADERS
from engine.nineteen33.setup import Options
from engine.nineteen33.sources import sources

PRODUCTION = "production_"
RIGGED = sources(Opening(LEADERS[:3], Options()))


def read(raw: bytes) -> tuple[Example, ...]:
    require_small(raw)
    file: form.File = decode(raw, form.File)
    require_single_keys(raw)
    for name, number in Counter(case.id for case in file.cases).items():
        if number > 1:
            raise Unreadable("$.cases", f"{name!r} is there twice", "twice", name=name)
    return tuple(example_of(case) for case in file.cases)


def example_of(case: form.Case) -> Example:
    """Everything is read before any of it is played."""
    for place, row in rows_of(case):
        require_form(row, place)
    return Example(case.id, partial(differences, case))


def rows_of(case: form.Case) -> Iterator[tuple[str, form.Row]]:
    """The rows of a case; one without rows is a row."""
    if case.after is not None:
        yield case.id, form.Row(case.action, case.after, case.before, None, case.rolls)
    elif not case.rows:
        raise Unreadable(case.id, "it has neither rows nor `after`", "field")
    for number, row in enumerate(case.rows):
        yield f"{case.id}.rows[{number}]", row


def require_form(row: form.Row, place: str) -> None:
    position_of(row.before or {}, f"{place}.before")
    for number, action in enumerate(row.action):
        if action.get("do") not in ACTIONS:
            raise Unreadable(f"{place}.action[{number}].do", f"there is no action {action.get('do')!r}", "field")
    for where, problem in breaches_of_rigging({name: [*given] for name, given in row.rolls.items()}, RIGGED):
        raise Unreadable(f"{place}.rolls.{where}", problem, "field")
    for name in row.after.result:
        if name not in FACTS and name != "refused_to_others" and not name.startswith(PRODUCTION):
            raise Unreadable(f"{place}.after.result.{name}", "there is no such figure", "field")


def position_of(told: dict[str, Any], place: str) -> form.Position:
    try:
        return msgspec.convert(told, form.Position)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        where = f"{place}{path.strip('`').removeprefix('$')}"
        raise Unreadable(where, problem, "field") from None


def differences(case: form.Case) -> Iterator[Difference]:
    """Carry the case out and yield the differences: rows with a month follow one another, each other row begins where
    it or the case says."""
    run: Run | None = None
    for place, row in rows_of(case):
        if run is None or row.month is None:
            run = Run(positions.position(position_of({**case.before, **(row.before or {})}, place)))
        if row.month is not None:
            run.state.month, run.state.turn = form.month(row.month), None
        yield from played(run, row, place)


def played(run: Run, row: form.Row, place: str) -> Iterator[Difference]:
    run.state.rigged = {source: list(outcomes) for source, outcomes in row.rolls.items()}
    side, target = about(row)
    started = {sector: one.started for sector, one in run.state.leaders[side].development.items()} if side else {}
    try:
        for action in row.action:
            carry_out(run, action)
            run.told += run.state.news
            run.state.news = []
    except (UnriggedDraw, ImpossibleOutcome) as error:
        yield Difference(f"{place}.rolls", dict(row.rolls), str(error))
        return
    run.figures["months_elapsed"] = run.state.month - max(started.values(), default=0)
    if left := {source: given for source, given in run.state.rigged.items() if given}:
        yield Difference(f"{place}.rolls", "all used", left)
    yield from compared(run, row, place, side, target)


def about(row: form.Row) -> tuple[str, str]:
    """The leader who acts, and the place that it is about."""
    side = next((one["by"] for one in row.action if "by" in one), next(iter(row.after.leaders), ""))
    states = next(iter(row.after.states), "")
    asked = next((one["state"] for one in row.action if "state" in one), "")
    return side, asked or states


def compared(run: Run, row: form.Row, place: str, side: str, target: str) -> Iterator[Difference]:
    after = row.after
    told = positions.told(run.state)
    yield from unlike(after.leaders, told["leaders"], f"{place}.after.leaders")
    yield from unlike(after.states, told["states"], f"{place}.after.states")
    if after.counter_espionage is not UNSET:
        wanted = [msgspec.to_builtins(one) for one in after.counter_espionage]
        yield from unlike(wanted, told["counter_espionage"], f"{place}.after.counter_espionage")
    if run.refused and "refused" not in after.result:
        yield Difference(f"{place}.action", "allowed", f"refused by {run.refused}")
    for name, wanted in after.result.items():
        yield from unlike(wanted, figure(run, name, wanted, row, side, target), f"{place}.after.result.{name}")


def figure(run: Run, name: str, wanted: Any, row: form.Row, side: str, target: str) -> Any:
    if name == "refused_to_others":
        return refused_to_others(run, [{key: one[key] for key in one if key != "rule"} for one in wanted])
    if name.startswith(PRODUCTION):
        return production_of(run.state, next(one["at"] for one in row.action if "at" in one))
    return FACTS[name](run, side, target)


def unlike(wanted: Any, got: Any, place: str) -> Iterator[Difference]:
    """Only what is listed is compared; when a block was played is not in a position."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        for name, value in wanted.items():
            if name not in got and not (name == "set" and place.endswith(".block")):
                yield Difference(f"{place}.{name}", value, None)
            elif name in got:
                yield from unlike(value, got[name], f"{place}.{name}")
    elif wanted != got:
        yield Difference(place, wanted, got)
