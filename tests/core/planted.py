"""Broken variants of the Antechamber, each with one fault of a kind that new rules are prone to. The fuzzer has to
catch every one of them.

A fault sits in a step that takes the place of the first Turn, or in one of the game's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from msgspec import Struct

from engine.core.agenda import then
from engine.core.chance import below
from engine.core.choice import Choice
from engine.core.game import AnyGame, Opening
from engine.core.journal import Entry, tell
from engine.core.menu import Menu, OneOf
from engine.core.sealed import WithdrawAnswer
from engine.core.state import Side
from engine.core.step import Automatic, Step
from tests.games.tiny import GAME, whispers
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import Accept, CallBallot, Collect, Publish, Stake
from tests.games.tiny.journal import Published, Rolled
from tests.games.tiny.state import BANK, Antechamber, setup
from tests.games.tiny.turn import Scandal, Turn
from tests.games.tiny.view import view
from tests.games.tiny.whispers import narrow
from tests.support.games import out_of_turn


def beginning_with(step: Step[Any], *others: type[Step[Any]], **changes: Any) -> AnyGame:
    """Return the Antechamber with another first step."""

    def planted(opening: Opening) -> Antechamber:
        state = setup(opening)
        state.agenda = [step]
        return state

    return replace(GAME, setup=planted, steps=(*GAME.steps, type(step), *others), **changes)


class SmuggledList(Turn, frozen=True):
    """The annotation promises a tuple, but the field holds a list."""

    seen: tuple[int, ...] = ()


class QuietScandal(Scandal, frozen=True):
    """Draws without `roll`, which would have set the barrier."""

    def run(self, state: Antechamber) -> None:
        tell(state, Rolled(below(state, 6) + 1))


class QuietDie(Turn, frozen=True):
    def choose(self, state: Antechamber, side: Side, choice: Publish | Collect | CallBallot) -> None:
        Turn.choose(self, state, side, choice)
        if isinstance(choice, Publish):
            scandal = state.agenda.pop()
            assert isinstance(scandal, Scandal)
            then(state, QuietScandal(scandal.owner, scandal.dispatch))


class OnCollect(Turn, frozen=True):
    """A turn in which collecting triggers a fault."""

    def choose(self, state: Antechamber, side: Side, choice: Publish | Collect | CallBallot) -> None:
        Turn.choose(self, state, side, choice)
        if isinstance(choice, Collect):
            self.go_wrong(state)

    def go_wrong(self, state: Antechamber) -> None:
        raise ZeroDivisionError("no envoys left")


class Crash(OnCollect, frozen=True):
    pass


class LostCoins(OnCollect, frozen=True):
    def go_wrong(self, state: Antechamber) -> None:
        state.coins[BANK] -= 1


class OpenDeck(OnCollect, frozen=True):
    """Shows the top of the deck, and allows undoing the look."""

    def go_wrong(self, state: Antechamber) -> None:
        tell(state, Published(BANK, state.deck[-1]))


class FirstOfASet(OnCollect, frozen=True):
    """Pays whichever envoy the set happens to yield first."""

    def go_wrong(self, state: Antechamber) -> None:
        state.pay(1, BANK, next(iter(set(state.sides))))


class QuietShow(Ballot, frozen=True):
    """Shows the stakes, but loses the barrier that `reveal` set."""

    def choose(self, state: Antechamber, side: Side, choice: Stake | WithdrawAnswer) -> None:
        before = state.barriers
        Ballot.choose(self, state, side, choice)
        state.barriers = before


class EagerBallot(Ballot, frozen=True):
    """Charges a coin for each stake at once, which is lost when the stake is taken back."""

    def choose(self, state: Antechamber, side: Side, choice: Stake | WithdrawAnswer) -> None:
        if isinstance(choice, Stake) and state.coins[side] > choice.coins:
            state.pay(1, side, BANK)
        Ballot.choose(self, state, side, choice)


class BarrierLifted(OnCollect, frozen=True):
    def go_wrong(self, state: Antechamber) -> None:
        state.barriers -= 1


class Circle(Automatic[Antechamber], frozen=True):
    def run(self, state: Antechamber) -> None:
        then(state, Circle())


class CircleOnCollect(OnCollect, frozen=True):
    def go_wrong(self, state: Antechamber) -> None:
        then(state, Circle())


class AgainAndAgain(Turn, frozen=True):
    """Asks for ever."""

    def choose(self, state: Antechamber, side: Side, choice: Publish | Collect | CallBallot) -> None:
        then(state, AgainAndAgain())


class Unknown(Turn, frozen=True):
    """A step that the game does not list."""


class UnknownOnCollect(OnCollect, frozen=True):
    def go_wrong(self, state: Antechamber) -> None:
        then(state, Unknown())


class ForAll(Turn, frozen=True):
    """A second question that reuses the answers of the first, so it waits for no side."""

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {}


class LeakyView(Struct, frozen=True):
    public: Struct
    next_dispatch: int | None


def leaky_view(state: Antechamber, side: Side | None) -> LeakyView:
    return LeakyView(view(state, side), state.deck[-1] if state.deck else None)


Narrow = Callable[[Antechamber, Mapping[Side, Menu]], Mapping[Side, Menu]]


def narrowed_turns(change: Callable[[Antechamber, OneOf], Menu]) -> Narrow:
    """Return `narrow` with a fault in the menus of turns."""

    def faulty(state: Antechamber, asked: Mapping[Side, Menu]) -> Mapping[Side, Menu]:
        asked = narrow(state, asked)
        return {side: change(state, menu) if type(state.agenda[-1]) is Turn else menu for side, menu in asked.items()}  # type: ignore[arg-type]

    return faulty


def without_ballot_of_low(state: Antechamber, menu: OneOf) -> Menu:
    """Offer a ballot only if it would win something good."""
    return OneOf(*(choice for choice in menu if choice != CallBallot() or state.deck[-1] > 6))


class Boastful(OneOf):
    """Lists more than it accepts."""

    def __iter__(self) -> Iterator[Choice]:
        yield from self.choices
        yield Publish(12)


def boastful(state: Antechamber, menu: OneOf) -> Menu:
    return Boastful(*(choice for choice in menu.choices if choice != Publish(12)))


def telling(state: Antechamber, menu: OneOf) -> Menu:
    tell(state, Rolled(1))
    return menu


def speechless(state: Antechamber, menu: OneOf) -> Menu:
    return OneOf() if state.turn else menu


def peeking(state: Antechamber, side: Side, menu: Menu, rng: Random) -> Choice:
    """Peek at the deck, as a bot must not."""
    answers = list(menu)
    return answers[state.deck[-1] % len(answers)] if state.deck else answers[0]


def stumbling(state: Antechamber, side: Side, menu: Menu, rng: Random) -> Choice:
    raise LookupError("no idea")


def forgetful_redeal(state: Antechamber, side: Side | None, rng: Random) -> Antechamber:
    """Change what the side can see. The game seems to leak, because the redeal is wrong."""
    other = GAME.redeal(state, side, rng)
    other.coins["red"] += 1
    return other


def fifty(state: Antechamber) -> int:
    return 50


class Unlisted(Entry, frozen=True):
    """An entry that the game does not list."""


class UnlistedEntry(OnCollect, frozen=True):
    def go_wrong(self, state: Antechamber) -> None:
        tell(state, Unlisted())


def whispered_to(state: Antechamber) -> dict[Side, Menu]:
    """Return the menus of the sides with a whisper to answer."""
    return {whisper.to: OneOf(Accept(whisper.by)) for whisper in state.whispers}  # type: ignore[arg-type]


def payable_whispers(state: Antechamber) -> dict[Side, Menu]:
    payable = [whisper for whisper in state.whispers if state.agenda and whispers.payable(state, whisper)]
    return {whisper.to: OneOf(Accept(whisper.by)) for whisper in payable}  # type: ignore[arg-type]


def prejudiced(state: Antechamber, side: Side, menu: Menu, rng: Random) -> Choice:
    """Accept an offer only where no side has left orders."""
    if state.orders and Accept in menu.types:
        return Accept("nobody")  # type: ignore[arg-type]
    return next(iter(menu))


def nothing_confided(state: Antechamber, side: Side) -> dict[str, Any]:
    return {}


FAULTS: dict[str, tuple[AnyGame, str]] = {
    "a list in a step": (beginning_with(SmuggledList([1])), "decode(encode(s)) is not s"),  # type: ignore[arg-type]
    "a leak in a view": (replace(GAME, view=leaky_view), "sees what it must not"),
    "a hand confided to nobody": (replace(GAME, confided=nothing_confided), "is not shown its own view"),
    "a leak in a menu": (out_of_turn(GAME, narrow=narrowed_turns(without_ballot_of_low)), "sees what it must not"),
    "an undo across a die": (beginning_with(QuietDie(), QuietScandal), "drew, and could be taken back"),
    "a reveal without a barrier": (beginning_with(OpenDeck()), "reveals something, and could be taken back"),
    "stakes shown without a barrier": (beginning_with(QuietShow()), "and could be taken back"),
    "a sealed answer that can't be taken back": (beginning_with(EagerBallot()), "leaves something behind"),
    "a barrier taken away": (beginning_with(BarrierLifted()), "a barrier was taken away"),
    "news left behind": (out_of_turn(GAME, narrow=narrowed_turns(telling)), "looking at the position changed it"),
    "a side without an answer": (out_of_turn(GAME, narrow=narrowed_turns(speechless)), "has no answer in Turn()"),
    "a question to nobody": (beginning_with(ForAll()), "waits for nobody"),
    "an offered choice that is refused": (out_of_turn(GAME, narrow=narrowed_turns(boastful)), "offered but refused"),
    "a game that never ends": (beginning_with(AgainAndAgain(), bound=fifty), "more than 50 decisions"),
    "rules in circles": (beginning_with(CircleOnCollect(), Circle), "10000 steps without a question"),
    "a bot that peeks": (replace(GAME, bots={"spy": peeking}), "bot spy of red answers by what it must not see"),
    "an offer that can't be accepted": (out_of_turn(GAME, awaited=whispered_to), "offered but refused"),
    "a bot that peeks before it accepts": (
        out_of_turn(replace(GAME, bots={"spy": prejudiced}), awaited=payable_whispers),
        "answers by what it must not see",
    ),
    "a caretaker that stumbles": (replace(GAME, caretaker=stumbling), "LookupError: no idea"),
    "lost coins": (beginning_with(LostCoins()), "not 30 in all"),
    "a crash in a rule": (beginning_with(Crash()), "ZeroDivisionError: no envoys left"),
    "a step the game does not list": (beginning_with(UnknownOnCollect()), "'unknown'"),
    "an entry the game does not list": (beginning_with(UnlistedEntry()), "'unlisted'"),
    "a redeal of what is known": (replace(GAME, redeal=forgetful_redeal), "sees what it must not"),
}
"""Each fault, with the game that has it and the complaint expected of the fuzzer."""

SET_ORDER = beginning_with(FirstOfASet())
"""Breaks no rule within one process, but gives another game under another hash seed."""

NO_OPENING = beginning_with(Circle())
"""Cannot even be set up."""
