"""Parts of sentences: forces, cubes on issues, units, the branches of an event card, and what its effects do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.core.sides import facts_of
from engine.versailles.asked import asked_by
from engine.versailles.cards import kinds
from engine.versailles.choices import (
    Decision,
    Demobilise,
    Deploy,
    Hold,
    Modify,
    PickBranch,
    PickIssue,
    PickRegion,
    PickSide,
    PickUnit,
)

Parts = tuple[Phrase | str | Struct, ...]
"""The items of a list in a sentence; a region among them means the unit that stands there."""


def said(kind: str, thing: Struct, variant: str = "", **facts: object) -> Phrase:
    """Return the sentence under a thing's own name, or a variant of it, with its fields and these facts."""
    name = ".".join(filter(None, (str(thing.__struct_config__.tag), variant)))
    return Phrase(f"{kind}.versailles.{name}", facts_of(thing) | facts)


def part(name: str, **facts: object) -> Phrase:
    return Phrase(f"phrase.versailles.{name}", facts)


def cubes_on(cubes: tuple[tuple[str, int], ...]) -> Parts:
    """As in "3 on Syria, 1 on Korea"."""
    return tuple(part("on_issue", cubes=number, issue=issue) for issue, number in cubes)


def taken_back(cubes: int, units: int, regions: tuple[str, ...]) -> Parts:
    """4.2"""
    some = (part("cubes", cubes=cubes),) if cubes else ()
    more = (part("exhausted_units", units=units),) if units else ()
    return *some, *more, *regions


def tokens_on(tokens: tuple[str, ...]) -> Parts:
    """As in "2 × containment, industry"."""
    counted = Counter(tokens)
    return tuple(
        token if number == 1 else part("several", number=number, token=token) for token, number in counted.items()
    )


def force(units: int, local: bool, cubes: int) -> Parts:
    """10.2"""
    some = (part("units", units=units),) if units else ()
    more = (part("local"),) if local else ()
    return *some, *more, *((part("cubes", cubes=cubes),) if cubes else ())


# Events


def branch(event: str, number: int) -> Phrase:
    """Phrase what one branch of an event's either-or does; just its number if the card has no such branch."""
    branches = asked_by(event).branches
    if number < len(branches):
        return part("branch", effects=branches[number])
    return part("branch_number", number=number + 1)


def change(effect: kinds.Happiness | kinds.Unrest) -> Phrase:
    """Phrase a change as up or down, with a figure without a sign."""
    by = effect.by
    assert isinstance(by, int)
    return said("effect", effect, "more" if by > 0 else "less", by=abs(by))


def either(branches: tuple[tuple[kinds.Effects, ...], ...]) -> Phrase:
    """Phrase an either-or of a card: this, or that."""
    said = (part("branch", effects=effects) for effects in branches)
    return reduce(lambda one, other: Phrase("effect.versailles.choose_one", {"one": one, "other": other}), said)


def condition(card: kinds.Condition) -> Phrase:
    """12.3: phrase a condition as on its strategy card."""
    return part(f"condition.{card.kind}", points=card.points, token=card.token, nations=facts_of(card)["nations"])


# Answers to events, as parts of a sentence


def answer(decision: Decision, event: str) -> Phrase:
    if isinstance(decision, PickBranch):
        return branch(event, decision.branch)
    variant = ANSWERS.get(type(decision), plain)
    return said("answer", decision, variant(decision))


def plain(decision: Any) -> str:
    return ""


ANSWERS: dict[type[Struct], Callable[[Any], str]] = {
    Hold: lambda answer: "yes" if answer.perform else "no",
    PickSide: lambda answer: "regions" if answer.regions else "",
    PickUnit: lambda answer: "" if answer.unit else "none",
    PickIssue: plain,
    PickRegion: plain,
    Modify: plain,
    Demobilise: plain,
    Deploy: plain,
}

PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    kinds.ChooseOne: lambda effect: either(effect.branches),
    kinds.Happiness: change,
    kinds.Unrest: change,
    kinds.Condition: condition,
}
