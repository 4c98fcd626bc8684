"""Reads a file of examples, and refuses what is malformed or impossible before anything is played: a card in two
places, an event of an era that has not come, units that do not add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.belle_epoque.automated import sheet_of
from engine.belle_epoque.examples import facts, form, notation
from engine.belle_epoque.examples.comparing import Judged, Played, differences
from engine.belle_epoque.examples.form import convert
from engine.belle_epoque.examples.notation import BALKAN_WARS, Notation, merged
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.printed import DECKS, EVENTS, POWERS, TERRITORIES
from engine.core.examples import Example
from engine.core.reading import Unreadable, decode, require_single_keys, require_small

KINDS = {"phase": form.Phases, "do": form.Actions, "auto": form.Autos}
"""The kinds of step, by the key that marks each."""
SETS = ("humans", "order", "passed", "marked", "prestige_action_used", "this_turn")
"""The lists in which nothing may stand twice."""


def read(raw: bytes) -> tuple[Example, ...]:
    require_small(raw)
    file = decode(raw, form.File)
    require_single_keys(raw)
    position_of(file.base, "$.base")
    examples = tuple(example_of(file.base, part, number) for number, part in enumerate(file.examples))
    for name, count in Counter(one.name for one in examples).items():
        if count > 1:
            raise Unreadable("$.examples", f"{name!r} is there twice", "twice", name=name)
    return examples


def example_of(base: Notation, raw: Any, number: int) -> Example:
    place = f"$.examples[{number}]"
    data = convert(decode(bytes(raw), Any), dict[str, Any], place)
    name = convert(data, form.Named, place).id
    case = convert(data, form.Case, name)
    return Example(name, partial(differences, played(base, case), case))


def played(base: Notation, case: form.Case) -> Played:
    """Return the playable parts of an example, well-formed and possible."""
    begins = merged(base, case.before)
    start = position_of(begins, f"{case.id}.before")
    require_possible(start, f"{case.id}.before")
    facts.require_form(case.facts, f"{case.id}.facts")
    steps = list(steps_of(case, begins, start))
    probes = [probe_of(told, f"{case.id}.probes[{n}]", start, len(steps)) for n, told in enumerate(case.probes)]
    require_events(case, start, steps)
    ends = merged(begins, case.after)
    position_of(ends, f"{case.id}.after")
    return Played(start, begins, steps, probes, ends)


# Positions


def position_of(told: Notation, place: str) -> form.Position:
    """Convert a whole position, with as many spaces as are printed."""
    position: form.Position = convert(told, form.Position, place)
    for territory, row in position.territories.items():
        if len(row) != TERRITORIES[territory].spaces:
            problem = f"there are {TERRITORIES[territory].spaces} spaces, not {len(row)}"
            raise Unreadable(f"{place}.territories.{territory}", problem, "field")
    for name in SETS:
        require_once(getattr(position, name), f"{place}.{name}")
    for territory, powers in position.closed.items():
        require_once(powers, f"{place}.closed.{territory}")
    require_players(position, place)
    return position


def require_once(words: tuple[str, ...], place: str) -> None:
    for word, count in Counter(words).items():
        if count > 1:
            raise Unreadable(place, f"{word!r} is there twice", "twice", name=word)


def require_players(position: form.Position, place: str) -> None:
    """Check that each Power is played by people or automated, and that people have a place in the turn order."""
    automated = {power for power in POWERS if power not in position.humans}
    if set(position.automated) != automated:
        problem = (
            f"it has an entry for each Power that is not among the humans: {', '.join(sorted(automated)) or 'none'}"
        )
        raise Unreadable(f"{place}.automated", problem, "field")
    if missing := [power for power in position.humans if power not in position.order]:
        raise Unreadable(f"{place}.order", f"{missing[0]!r} has no place in it", "field")


def require_possible(position: form.Position, place: str) -> None:
    """Check that cards, cubes and units add up to the printed numbers."""
    if breaches := conserved(notation.position(position)):
        raise Unreadable(place, f"it can't be: {breaches[0]}", "field")


# Steps


def steps_of(case: form.Case, begins: Notation, start: form.Position) -> Iterator[Judged | tuple[form.Step, Notation]]:
    """Yield the steps in order, each with the position that it leads to."""
    wanted = begins
    for number, told in enumerate(case.steps):
        place = f"{case.id}.steps[{number}]"
        if "probe" in told:
            probed = convert(told["probe"], dict[str, Any], f"{place}.probe")
            rest = {name: value for name, value in told.items() if name not in ("probe", "round", "note")}
            yield judged_of(probed, rest, place, start)
            continue
        step = step_of(told, place)
        require_power(step, start, place)
        require_column(step, place)
        wanted = merged(wanted, step.changes)
        position_of(wanted, f"{place}.changes")
        yield step, wanted


def step_of(told: dict[str, Any], place: str) -> form.Step:
    kinds = [name for name in KINDS if name in told]
    if len(kinds) != 1:
        raise Unreadable(place, f"a step has one of {', '.join((*KINDS, 'probe'))}, not {len(kinds)} of them", "field")
    step: form.Step = convert(told, KINDS[kinds[0]], place)
    return step


def require_power(step: form.Step, start: form.Position, place: str) -> None:
    power = getattr(step, "power", start.humans[0])
    if isinstance(step, form.Auto) == (power in start.humans) and not isinstance(step, form.IntrigueDraw):
        who = "people play it" if power in start.humans else "it is automated"
        raise Unreadable(f"{place}.power", f"{power!r} does no such thing: {who}", "field")


def require_column(step: form.Step, place: str) -> None:
    """13.7.2: refuse the fourth column where the Power's sheet has none."""
    if isinstance(step, form.AutoMission) and step.column == "col4" and not sheet_of(step.power).missions[0].col4:
        raise Unreadable(f"{place}.column", f"the table of {step.power!r} has no such column", "field")


def require_events(case: form.Case, start: form.Position, steps: list[Any]) -> None:
    """6.1: check that an event is drawn only once, and after its era has come."""
    drawn = {BALKAN_WARS: "before"} if start.balkan_wars_card else {}
    for event, place in drawn.items():
        require_era(event, start, f"{case.id}.{place}.balkan_wars_card")
    for number, (step, *_) in enumerate(steps):
        if isinstance(step, form.Event):
            place = f"{case.id}.steps[{number}].event"
            require_era(step.event, start, place)
            if step.event in drawn:
                raise Unreadable(place, f"{step.event!r} was drawn before", "twice", name=step.event)
            drawn[step.event] = place


def require_era(event: str, start: form.Position, place: str) -> None:
    era = EVENTS[event].era
    if DECKS[era].enters_turn > start.turn:
        raise Unreadable(place, f"{event!r} is of era {era}, which has not come in turn {start.turn}", "field")


# Probes


def probe_of(told: dict[str, Any], place: str, start: form.Position, steps: int) -> Judged:
    after = convert(told.get("after_step"), int, f"{place}.after_step")
    if not 0 <= after <= steps:
        raise Unreadable(f"{place}.after_step", f"there are {steps} steps", "beyond", last=steps)
    rest = {name: value for name, value in told.items() if name in ("legal", "clause")}
    choice = {name: value for name, value in told.items() if name not in ("after_step", "legal", "clause", "note")}
    return judged_of(choice, rest, place, start, after)


def judged_of(
    told: dict[str, Any], verdict: dict[str, Any], place: str, start: form.Position, after: int = -1
) -> Judged:
    if "changes" in told or "tells" in told:
        raise Unreadable(place, "what is only tried changes nothing and tells nothing", "field")
    usual = {} if "do" in told or "phase" in told else {"phase": "initial_placement"}
    choice = step_of(usual | told | {"changes": {}}, place)
    if not isinstance(choice, form.Action | form.InitialPlacement | form.IntrigueDraw):
        raise Unreadable(place, "this is no choice", "field")
    require_power(choice, start, place)
    judged: form.Verdict = convert(verdict, form.Verdict, place)
    return Judged(choice, judged.legal, judged.clause, after)
