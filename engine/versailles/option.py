"""5.1 d and 9.6: the winner of an issue chooses one of its options and carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.kinds import Option
from engine.versailles.choices import ChooseOption
from engine.versailles.journal import OptionChosen
from engine.versailles.solitaire import highest, own_tokens
from engine.versailles.state import Settlement, Versailles, card
from engine.versailles.tracks import change_happiness, change_unrest


class Optioning(Waiting[Versailles, ChooseOption], frozen=True):
    """5.1 d, and 9.6 after a bidding: the winner chooses an option and carries it out."""

    clause = "5.1"
    side: Side
    issue: str

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        choices = permitted(state, self.side, self.issue)
        wrong = illegal(*why_not(state, self.side), issue=self.issue)
        return {state.answers_for(self.side): OneOf(*choices, clause="5.1", otherwise={ChooseOption: wrong})}

    def choose(self, state: Versailles, side: Side, choice: ChooseOption) -> None:
        carry_out(state, self.side, self.issue, choice)


class OnlyOption(Automatic[Versailles], frozen=True):
    """13.3, 14.7: take the one option that is left to the shared USA or to a bot."""

    clause = "5.1"
    side: Side
    issue: str
    choice: ChooseOption

    def run(self, state: Versailles) -> None:
        carry_out(state, self.side, self.issue, self.choice)


def optioning(state: Versailles, side: Side, issue: str) -> Optioning | OnlyOption:
    """Return the step that follows when this side wins the issue."""
    if state.is_bot(side) or state.is_shared(side):
        first, *others = permitted(state, side, issue)
        if not others:
            return OnlyOption(side, issue, first)
    return Optioning(side, issue)


def permitted(state: Versailles, side: Side, issue: str) -> list[ChooseOption]:
    """5.1 d: return the permitted options. A bot takes one with most tokens of its own (14.7); of these, a bot, and of
    all, the shared USA (13.3), takes one that costs it least happiness."""
    options = {option.id: option for option in card(issue).options}
    choices = [choice for option in options.values() for choice in with_flags(option)]
    if state.is_bot(side):
        choices = highest(choices, lambda choice: own_tokens(side, flagged(options[choice.option], choice.flags)))
    if state.is_bot(side) or state.is_shared(side):
        choices = highest(choices, lambda choice: -happiness_lost(side, options[choice.option]))
    return choices


def happiness_lost(side: Side, option: Option) -> int:
    """13.3: count happiness lost; a gain is no smaller loss than none [R]."""
    return sum(max(0, -by) for nation, by in option.happiness if nation == side)


def why_not(state: Versailles, side: Side) -> tuple[str, str]:
    """Return the reason and the clause with which an option is refused."""
    if state.is_bot(side):
        return "versailles.bot_option", "14.7"
    return ("versailles.shared_option", "13.3") if state.is_shared(side) else ("versailles.no_such_option", "5.1")


def with_flags(option: Option) -> Iterator[ChooseOption]:
    """5.1 d: yield the option with each choice of flags for its `naval:either` tokens."""
    undecided = option.tokens.count("naval:either")
    for flags in combinations_with_replacement(("uk", "usa"), undecided):
        yield ChooseOption(option.id, flags)


def flagged(option: Option, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tokens that the option leaves on the card."""
    chosen = iter(flags)
    return tuple(f"naval:{next(chosen)}" if token == "naval:either" else token for token in option.tokens)


def carry_out(state: Versailles, side: Side, issue: str, choice: ChooseOption) -> None:
    """5.1 d: change unrest and happiness, and put the tokens on the card."""
    option = card(issue).option(choice.option)
    tokens = flagged(option, choice.flags)
    state.settled[issue] = Settlement(side, option.id, tokens)
    tell(state, OptionChosen(side, issue, option.id, tokens))
    raised = []
    for region, by in option.unrest:
        before = state.unrest[region]
        change_unrest(state, region, by)
        if state.unrest[region] > before:
            raised.append(region)
    if issue == state.settling:
        state.raised = tuple(raised)
    for nation, by in option.happiness:
        change_happiness(state, nation, by)
