"""The checks of every registered game: whole games at random with everything checked after every choice.

Each check yields breaches in words. The tests, `horloge simulate --check` and a contributor's new game use the same
checks; a breach or a crash becomes a record that can be opened where it happened.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.choice import Choice
from engine.core.door import apply, menu, refusal, submit, waiting
from engine.core.game import AnyGame, Opening
from engine.core.journal import Entry, seen
from engine.core.menu import Menu
from engine.core.record import AnyRecord, record_of
from engine.core.refusal import Refusal
from engine.core.sealed import WithdrawAnswer, sealed_step, withdrawals
from engine.core.state import AnyState, Side, encode, fingerprint
from engine.core.undo import Back, gone_back
from engine.core.views import Views

LISTED = 200
"""How many answers of a wide menu are tried one by one."""

ANSWERED = 0.5

Answer = Callable[[AnyState, Random], tuple[Side, Choice]]
"""Returns the next side to answer, and its choice."""


class Run(Struct):
    """One game: its choices, its breaches, and its last position (None, if it could not even be set up)."""

    state: Any
    record: AnyRecord
    breaches: list[str]
    decisions: int


def random_answer(game: AnyGame, chatter: float = 0.1) -> Answer:
    """Return a function that answers at random for any side that has to decide. Now and then a side acts out of turn,
    half of the offers that wait for an answer get one, and sealed answers are sometimes taken back."""

    def answer(state: AnyState, rng: Random) -> tuple[Side, Choice]:
        if (awaited := game.out_of_turn.awaited(state)) and rng.random() < ANSWERED:
            side, offered = rng.choice(list(awaited.items()))
            return side, offered.sample(rng)
        if game.out_of_turn.choices and rng.random() < chatter:
            asides = [(side, offered) for side, offered in game.out_of_turn.step.waiting(state).items() if offered]
            if asides:
                side, offered = rng.choice(asides)
                return side, offered.sample(rng)
        if (sealed := withdrawals(state)) and rng.random() < chatter:
            return rng.choice([*sealed]), WithdrawAnswer()
        side, asked = rng.choice(list(waiting(game, state).items()))
        return side, asked.sample(rng)

    return answer


def rarest_answer(game: AnyGame, chatter: float = 0.1) -> Answer:
    """Like `random_answer`, but of the possible kinds of answers it gives the one it has given least so far. Used over
    many games it reaches what chance seldom does."""
    given: Counter[type[Choice]] = Counter()

    def answer(state: AnyState, rng: Random) -> tuple[Side, Choice]:
        asides = game.out_of_turn.step.waiting(state) if game.out_of_turn.choices and rng.random() < chatter else {}
        some = [(side, choice) for side, menu in asides.items() if menu for choice in a_few(menu, rng)]
        some = some or [(side, choice) for side, menu in waiting(game, state).items() for choice in a_few(menu, rng)]
        least = min(given[type(choice)] for _, choice in some)
        side, choice = rng.choice([answer for answer in some if given[type(answer[1])] == least])
        given[type(choice)] += 1
        return side, choice

    return answer


def a_few(menu: Menu, rng: Random) -> list[Choice]:
    """Return answers of every kind that is found quickly."""
    return [menu.sample(rng), *islice(menu, LISTED)]


def play(game: AnyGame, opening: Opening, rng: Random, answer: Answer | None = None, check: bool = True) -> Run:
    """Play a game to its end, or to the first breach."""
    answer = answer or random_answer(game)
    carry_out = checked_choice if check else trusted_choice
    state, breaches = opened(game, opening, rng, check)
    chosen: list[tuple[Side, Choice, str]] = []
    decisions, most = 0, 0 if breaches else game.bound(state)
    while not breaches and state.agenda:
        try:
            side, choice = answer(state, rng)
        except Exception:  # noqa: BLE001 - any error is a breach
            breaches = [crash("the bot")]
            break
        state, breaches = carry_out(game, state, side, choice, rng)
        chosen.append((side, choice, fingerprint(state) if check and not breaches else ""))
        breaches += [*broken_seating(game, opening, state)] if check and not breaches else []
        decisions += counted(game, choice)
        if not breaches and decisions > most:
            breaches = [f"more than {most} decisions, and the game goes on"]
    return Run(state, record_of(game, opening, chosen), breaches, decisions)


def counted(game: AnyGame, choice: Choice) -> int:
    """Return by how much a choice brings a game nearer to its bound: a withdrawn answer has to be given again."""
    return -1 if isinstance(choice, WithdrawAnswer) else int(type(choice) not in game.out_of_turn.choices)


def opened(game: AnyGame, opening: Opening, rng: Random, check: bool) -> tuple[Any, list[str]]:
    """Return the first position, and what is wrong with it."""
    try:
        state, news = game.open(opening)
    except Exception:  # noqa: BLE001
        return None, [crash("the opening")]
    checks = chain(broken_position(game, state, rng), broken_news(game, news), broken_seating(game, opening, state))
    return state, found_by(checks, "the opening") if check else []


def trusted_choice(
    game: AnyGame, state: AnyState, side: Side, choice: Choice, rng: Random
) -> tuple[AnyState, list[str]]:
    try:
        apply(game, state, side, choice)
    except Exception:  # noqa: BLE001
        return state, [crash(f"{side} {choice!r}")]
    return state, []


def checked_choice(
    game: AnyGame, state: AnyState, side: Side, choice: Choice, rng: Random
) -> tuple[AnyState, list[str]]:
    """Return the position after a choice, and everything that is wrong with it."""
    after = game.clone(state)
    return after, found_by(broken_rules(game, state, after, side, choice, rng), f"{side} {choice!r}")


def broken_rules(
    game: AnyGame, state: AnyState, after: AnyState, side: Side, choice: Choice, rng: Random
) -> Iterator[str]:
    """Carry a choice out on the clone `after`, and check everything."""
    before = encode(state)
    news = submit(game, after, side, choice)
    if isinstance(news, Refusal):
        yield f"offered but refused: {side} {choice!r}: {news!r}"
        return
    yield from broken_choice(game, state, before, after, side, choice)
    yield from broken_barrier(game, state, after, news, side, choice, rng)
    yield from broken_news(game, news)
    yield from broken_position(game, after, rng)


def found_by(checks: Iterator[str], what: str) -> list[str]:
    """Return all breaches. A crash of the rules is a breach too, and does not hide those found before it."""
    breaches: list[str] = []
    try:
        breaches.extend(checks)
    except Exception:  # noqa: BLE001
        breaches.append(crash(what))
    return breaches


def crash(what: str) -> str:
    """Return the current exception as a breach, with its last few calls."""
    return f"{what} raised: {traceback.format_exc(limit=-3)}"


def broken_position(game: AnyGame, state: AnyState, rng: Random) -> Iterator[str]:
    """Yield breaches of what must hold in any position."""
    bytes_ = encode(state)
    again = game.decode(bytes_)
    if again != state or encode(again) != bytes_:
        yield f"decode(encode(s)) is not s: {bytes_.decode()}"
    if state.news:
        yield f"news are left in the position: {state.news}"
    yield from game.conserved(state)
    yield from broken_menus(game, state, rng)
    yield from broken_secrecy(game, state, rng)
    yield from broken_seals(game, state)
    if encode(state) != bytes_:
        yield "looking at the position changed it"


def broken_seating(game: AnyGame, opening: Opening, state: AnyState) -> Iterator[str]:
    """Check that every side that has to decide has a seat, and that seated sides stay sides of the game."""
    for side in (*waiting(game, state), *game.out_of_turn.awaited(state)):
        if side not in opening.sides:
            yield f"{side} is waited for, and nobody sits there"
    for side in game.out_of_turn.step.waiting(state) if game.out_of_turn.choices else ():
        if side not in opening.sides:
            yield f"{side} may act out of turn, and nobody sits there"
    for side in opening.sides:
        if side not in state.sides:
            yield f"somebody sits on {side}, and it is no side of the position"


def broken_menus(game: AnyGame, state: AnyState, rng: Random) -> Iterator[str]:
    """Check that a side that has to decide has an answer, that every answer offered is accepted, and that others are
    refused."""
    asked = waiting(game, state)
    if state.agenda and not asked:
        yield f"{state.agenda[-1]!r} waits for nobody"
    for side, offered in (*asked.items(), *game.out_of_turn.awaited(state).items()):
        if not offered:
            yield f"{side} is waited for and has no answer in {state.agenda[-1]!r}"
            continue
        for choice in (*islice(offered, LISTED), offered.sample(rng), game.caretaker(state, side, offered, rng)):
            if (reason := refusal(game, state, side, choice)) is not None:
                yield f"offered but refused: {side} {choice!r}: {reason!r}"
        if "nobody" not in asked and refusal(game, state, "nobody", next(iter(offered))) is None:
            yield f"a stranger may answer for {side}"


def broken_secrecy(game: AnyGame, state: AnyState, rng: Random) -> Iterator[str]:
    """Check that what a side sees and may do is the same in every world it cannot tell apart, and that bots see no more
    than their side."""
    views = Views(game, state)
    for side in dict.fromkeys((*waiting(game, state), *state.sides, None)):
        here = game.view(state, side)
        if views.of(side) != here:
            yield f"{side or 'a spectator'} is not shown its own view: {views.of(side)!r}"
        other = game.redeal(state, side, rng)
        if surface(game, state, side, here) != surface(game, other, side):
            yield f"{side or 'a spectator'} sees what it must not: {surface(game, state, side)!r}"
        if side is not None:
            yield from broken_blindness(game, state, other, side, rng)


def broken_seals(game: AnyGame, state: AnyState) -> Iterator[str]:
    """Check that a sealed answer can be withdrawn, whichever sides have answered since: its side is then asked again,
    the answers of others stay, no other side learns of it, and the same answer again leads back here."""
    step = sealed_step(state)
    for side, choice in step.answers if step else ():
        after = game.clone(state)
        news = submit(game, after, side, WithdrawAnswer())
        left = sealed_step(after)
        if isinstance(news, Refusal) or left is None or step is None:
            yield f"{side} can't withdraw {choice!r}: {news!r}"
            continue
        if waiting(game, after).keys() != {*waiting(game, state), side}:
            yield f"once {side} has withdrawn {choice!r}, {list(waiting(game, after))} are waited for"
        if left.answers != step.without(side).answers:
            yield f"{side} withdrew {choice!r}, and others answer {left.answers!r}"
        if any(seen(news, other) for other in (*state.sides, None) if other != side):
            yield f"{side} withdrew {choice!r}, and others are told {news!r}"
        if after.barriers != state.barriers:
            yield f"{side} withdrew {choice!r}, and nobody takes anything back any more"
        if isinstance(again := submit(game, after, side, choice), Refusal):
            yield f"{side} can't answer {choice!r} again: {again!r}"
        after.sequence, after.barriers = state.sequence, state.barriers
        if encode(after) != encode(state):
            yield f"{side} withdrew {choice!r} and answered the same again, which leaves something behind"


def broken_blindness(game: AnyGame, state: AnyState, other: AnyState, side: Side, rng: Random) -> Iterator[str]:
    """Check that bots of the side answer the same in the other world, which the side cannot tell from this one."""
    for questions, others in (
        (waiting(game, state), waiting(game, other)),
        (game.out_of_turn.awaited(state), game.out_of_turn.awaited(other)),
    ):
        if side in questions:
            for name, bot in game.bots.items():
                luck = rng.getrandbits(32)
                if bot(state, side, questions[side], Random(luck)) != bot(other, side, others[side], Random(luck)):
                    yield f"bot {name} of {side} answers by what it must not see"


def surface(game: AnyGame, state: AnyState, side: Side | None, view: Struct | None = None) -> bytes:
    """Return all that a side's pages are made of: its view, unless given, the sides that have to decide, what it may
    do, and what awaits its answer."""
    menus = (menu(game, state, side), game.out_of_turn.awaited(state).get(side)) if side else ()
    described = [offered.describe() if offered else None for offered in menus]
    seen_here = game.view(state, side) if view is None else view
    return msgspec.json.encode((seen_here, list(waiting(game, state)), described))


def broken_choice(
    game: AnyGame, state: AnyState, before: bytes, after: AnyState, side: Side, choice: Choice
) -> Iterator[str]:
    """Check that playing on a clone leaves the original alone, and that a stored and loaded position goes on the same
    way."""
    if encode(state) != before:
        yield f"{side} {choice!r} on a clone changed the original"
    loaded = game.decode(before)
    apply(game, loaded, side, choice)
    if encode(loaded) != encode(after):
        yield f"{side} {choice!r} goes differently after storing and loading"
    if after.sequence != state.sequence + 1:
        yield f"the sequence went from {state.sequence} to {after.sequence}"


def broken_barrier(
    game: AnyGame, state: AnyState, after: AnyState, news: list[Entry], side: Side, choice: Choice, rng: Random
) -> Iterator[str]:
    """Check that a draw, or news that depend on what the side could not know, forbid undo."""
    if after.barriers < state.barriers:
        yield "a barrier was taken away"
    if after.barriers != state.barriers:
        return
    if after.draws != state.draws:
        yield f"{side} {choice!r} drew, and could be taken back"
    again = gone_back(game, after, state, side, Back(state.sequence))
    again.sequence = state.sequence
    if encode(again) != encode(state) and not isinstance(choice, WithdrawAnswer):
        yield f"{side} {choice!r}, taken back, leaves something behind"
    other = game.redeal(state, side, rng)
    told = apply(game, other, side, choice)
    if (surface(game, after, side), seen(news, side)) != (surface(game, other, side), seen(told, side)):
        yield f"{side} {choice!r} reveals something, and could be taken back"


def broken_news(game: AnyGame, news: list[Entry]) -> Iterator[str]:
    raw = msgspec.json.encode(news)
    if game.entries_decoder.decode(raw) != news:
        yield f"news can't be stored and read again: {raw.decode()}"
