"""Twins are two games that one Power, or a spectator, cannot tell apart, because they differ only in what is hidden
from it. Both look the same to it, and the same moves in both give it the same entries, until a rule reveals something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.belle_epoque import reactions
from engine.belle_epoque.action_journal import CardPlayed, DieRolledAgain, IntrigueStolen
from engine.belle_epoque.automated_journal import StrategyPutAside
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import EventDrawn, IntrigueDrawn, IntrigueKept
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.reactions import Dice, losers, reacting_half
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import broken_secrecy, random_answer, surface
from engine.core.journal import Entry, seen
from engine.core.state import Side, encode
from tests.games.belle_epoque.layouts import LAYOUTS, opening

LOOKED = 8
"""The number of positions of a game that get twins."""
GAMES = 4
FOLLOWED = 4
"""The most answers for which twins are followed."""


def walk(layout: str, number: int) -> Iterator[BelleEpoque]:
    """Yield some positions of a random game with orders, spread over it. It is always the same object."""
    state, _ = GAME.open(opening(layout, number))
    answer, rng = random_answer(GAME, chatter=0.1), Random(number)
    while state.agenda:
        if rng.random() < LOOKED / 350:
            yield state
        apply(GAME, state, *answer(state, rng))
    yield state


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_side_sees_what_is_hidden_from_it(layout: str) -> None:
    """Twins share views, questions, answers and alerts, and the answers of the bots."""
    for number in range(GAMES):
        for state in walk(layout, number):
            assert [*broken_secrecy(GAME, state, Random(state.sequence))] == []


HIDDEN: dict[str, Callable[[BelleEpoque, Side | None], object]] = {
    "hands of others": lambda state, reader: [
        state.sheets[power].intrigue for power in POWERS if power != reader or power in state.automata
    ],
    "the order of the Intrigue deck": lambda state, _: state.intrigue_deck,
    "the order of the events": lambda state, _: state.events,
    "the events put away": lambda state, _: state.events_away,
    "orders of others": lambda state, reader: {side: kept for side, kept in state.orders.items() if side != reader},
    "the seed": lambda state, _: state.seed,
}
"""The parts of a position that one Power, or a spectator, does not know."""


def openly(state: BelleEpoque, reader: Side | None) -> bytes:
    """Return the rest of a position. The order of an automated Power's National cards reveals nothing (13.4a)."""
    rest = GAME.clone(state)
    rest.seed, rest.rigged = "", {}
    rest.events, rest.events_away, rest.intrigue_deck = [], [], []
    rest.orders = {side: kept for side, kept in rest.orders.items() if side == reader}
    for power, sheet in rest.sheets.items():
        if power in rest.automata:
            sheet.national.sort()
        if power in rest.automata or power != reader:
            sheet.intrigue = [""] * len(sheet.intrigue)
    if not (reader and isinstance(step := rest.agenda[-1], Keeping) and step.side == reader):
        rest.drawn = [""] * len(rest.drawn)
    return encode(rest)


def late(layout: str) -> BelleEpoque:
    """Return the last position of a game in which every hand has a card and no Power keeps one of two."""
    found = None
    for number in range(GAMES):
        for state in walk(layout, number):
            hands = [sheet.intrigue for sheet in state.sheets.values()]
            if state.agenda and all(hands) and state.events_away and not state.drawn:
                found = GAME.clone(state)
    assert found
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_twins_differ_in_everything_that_is_hidden_and_in_nothing_else(layout: str) -> None:
    state = late(layout)
    for reader in (None, *state.sides):
        twins = [GAME.redeal(state, reader, Random(number)) for number in range(30)]
        assert {openly(other, reader) for other in twins} == {openly(state, reader)}
        others = [side for side in state.sides if side != reader and side not in waiting(GAME, state)]
        for name, look in HIDDEN.items():
            if name != "orders of others" or others:
                assert len({repr(look(other, reader)) for other in twins}) > 1, (reader, name)


def lays_open(entry: Entry | None, reader: Side | None) -> bool:
    """Tell whether an entry reveals what was hidden from the reader: to all, or to the Power that draws or steals."""
    if isinstance(entry, IntrigueDrawn):
        return reader == entry.side
    if isinstance(entry, IntrigueStolen):
        return reader in (entry.side, entry.target)
    return isinstance(entry, EventDrawn | CardPlayed | DieRolledAgain | StrategyPutAside | IntrigueKept)


SAMPLES = 5


def twin(state: BelleEpoque, reader: Side | None, rng: Random) -> BelleEpoque:
    """Redeal what the reader cannot see, with the same orders and the same dice to come, so that these make no
    difference."""
    other: BelleEpoque = GAME.redeal(state, reader, rng)
    other.seed, other.orders = state.seed, state.orders.copy()
    return other


def in_both(state: BelleEpoque, other: BelleEpoque, rng: Random) -> tuple[Side, Choice] | None:
    """Return an answer that can be given in both games, if one is found soon."""
    [(side, menu)] = waiting(GAME, state).items()
    others = waiting(GAME, other)[side]
    drawn = (menu.sample(rng) for _ in range(SAMPLES))
    return next(((side, choice) for choice in drawn if others.check(choice) is None), None)


def first_difference(told: list[Entry], heard: list[Entry]) -> tuple[Entry | None, ...]:
    pairs = zip_longest(told, heard)
    return next((pair for pair in pairs if pair[0] != pair[1]), ())


class Followed(NamedTuple):
    """How far twins were followed, in how many of them a rule revealed something, and what else told them apart."""

    same: int = 0
    opened: int = 0
    leaks: tuple[str, ...] = ()


def follow(start: BelleEpoque, reader: Side | None) -> Followed:
    """Give the same answers in both, up to the first difference that the reader notices."""
    rng, found = Random(start.sequence), Followed()
    state, other = GAME.clone(start), twin(start, reader, rng)
    for _ in range(FOLLOWED):
        if not state.agenda:
            return found
        answer = in_both(state, other, rng)
        if answer is None:
            return found
        told, heard = (seen(apply(GAME, one, *answer), reader) for one in (state, other))
        if difference := first_difference(told, heard):
            if any(lays_open(entry, reader) for entry in difference):
                return found._replace(opened=1)
            return found._replace(leaks=(f"{reader} is told {difference}",))
        if surface(GAME, state, reader) != surface(GAME, other, reader):
            return found._replace(leaks=(f"{reader} sees a difference after {answer}",))
        found = found._replace(same=found.same + 1)
    return found


def followed(layout: str) -> Iterator[Followed]:
    for number in range(GAMES):
        for start in walk(layout, number):
            for reader in (None, *start.sides) if start.agenda else ():
                yield follow(start, reader)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_happens_in_both_twins_tells_the_same_until_something_is_laid_open(layout: str) -> None:
    found = [*followed(layout)]
    assert [leak for one in found for leak in one.leaks] == []
    assert sum(one.same for one in found)
    assert sum(one.opened for one in found)


def only_with_the_card(state: BelleEpoque, dice: Dice) -> tuple[Side, ...]:
    """Return the sides that would lose and hold a card that rolls a die again: to ask them alone would reveal who holds
    one."""
    losing = losers(state, dice)
    return tuple(side for side in losing if side and any(map(reacting_half, state.sheets[side].intrigue)))


def leak_drawn_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(IntrigueDrawn, "seen_by", lambda entry, _: entry)


def leak_by_asking(patch: pytest.MonkeyPatch) -> None:
    """8.6.5"""
    patch.setattr(reactions.Dice, "run", asking_only_who_can(reactions.Dice.run))


def asking_only_who_can(run: Callable[[Dice, BelleEpoque], None]) -> Callable[[Dice, BelleEpoque], None]:
    def asking(dice: Dice, state: BelleEpoque) -> None:
        silent = set(losers(state, dice)) - set(only_with_the_card(state, dice))
        run(replace(dice, declined=(*dice.declined, *silent)), state)

    return asking


@pytest.mark.parametrize("plant", [leak_drawn_cards, leak_by_asking])
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert any(one.leaks for layout in ("four", "two_sharing") for one in followed(layout))
