"""5.1 d and 9.6: the winner of an issue chooses one of its options and carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Waiting
from engine.versailles.cards.kinds import Option
from engine.versailles.choices import ChooseOption
from engine.versailles.journal import OptionChosen
from engine.versailles.state import Settlement, Versailles, card
from engine.versailles.tracks import change_happiness, change_unrest


class Optioning(Waiting[Versailles, ChooseOption], frozen=True):
    """5.1 d, and 9.6 after a bidding: the winner chooses an option and carries it out."""

    clause = "5.1"
    side: Side
    issue: str

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        choices = (choice for option in card(self.issue).options for choice in with_flags(option))
        wrong = illegal("versailles.no_such_option", "5.1", issue=self.issue)
        return {state.answers_for(self.side): OneOf(*choices, clause="5.1", otherwise={ChooseOption: wrong})}

    def choose(self, state: Versailles, side: Side, choice: ChooseOption) -> None:
        carry_out(state, self.side, self.issue, choice)


def with_flags(option: Option) -> Iterator[ChooseOption]:
    """5.1 d: `naval:either` is chosen for each token."""
    undecided = option.tokens.count("naval:either")
    for flags in combinations_with_replacement(("uk", "usa"), undecided):
        yield ChooseOption(option.id, flags)


def flagged(option: Option, flags: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens it leaves on the card."""
    chosen = iter(flags)
    return tuple(f"naval:{next(chosen)}" if token == "naval:either" else token for token in option.tokens)


def carry_out(state: Versailles, side: Side, issue: str, choice: ChooseOption) -> None:
    """5.1 d: unrest, happiness, tokens."""
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
