"""Collects the questions, choices, entries and views of some games of La Belle Époque once, for the tests of its
words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from engine.belle_epoque.game import GAME
from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import random_answer, rarest_answer
from engine.core.game import Opening, Point
from engine.core.journal import Entry
from engine.core.step import Step

ANSWERS = 30
"""The number of answers collected for each question."""
EVERY = 25
"""Every 25th view is collected."""


class Heard(Struct):
    entries: dict[Entry, None] = {}
    questions: dict[Step[Any], None] = {}
    answers: dict[tuple[Choice, Step[Any]], None] = {}
    points: list[Point] = []
    views: list[Struct] = []

    def note(self, found: dict[Any, None], things: Iterable[Any]) -> None:
        found.update(dict.fromkeys(things))


@cache
def heard() -> Heard:
    """Play games of two and four people, at random and with the rarest kind of answer first, and collect what everyone
    may know."""
    found = Heard()
    for number, players in enumerate((4, 2, 4, 4)):
        listen(found, players, number)
    return found


def listen(found: Heard, players: int, number: int) -> None:
    policy, rng = (random_answer(GAME), rarest_answer(GAME))[number % 2], Random(number)
    options = GAME.options(promo=bool(number % 2))
    state, told = GAME.open(Opening(GAME.sides(players), options, f"{number:064x}", players=players))
    readers = (None, *state.sides)
    while True:
        found.note(found.entries, (seen for entry in told for side in readers if (seen := entry.seen_by(side))))
        if state.sequence % EVERY == 0:
            found.views += [GAME.view(state, side) for side in readers]
        if not state.agenda:
            break
        step = state.agenda[-1]
        found.note(found.questions, [step])
        for menu in waiting(GAME, state).values():
            found.note(found.answers, ((choice, step) for choice in islice(menu, ANSWERS)))
        told = apply(GAME, state, *policy(state, rng))
    found.points += GAME.score(state)
