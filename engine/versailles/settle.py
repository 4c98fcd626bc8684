"""Chapter 5: settling an issue, from the award to the crisis."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side, reveal
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.board import DISCARD_COSTS
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END
from engine.versailles.choices import Advance, DrawIssues, Hold, KeepIssue, TakeDiscard
from engine.versailles.journal import (
    Advanced,
    Awarded,
    ConferenceDeclined,
    ConferenceHeld,
    Crisis,
    DrewIssues,
    EventsReshuffled,
    GameEnded,
    KeptIssue,
    TakenFromDiscards,
)
from engine.versailles.meaning import Context, Effecting, payable
from engine.versailles.option import optioning
from engine.versailles.pieces import exhaust
from engine.versailles.solitaire import bot_advances
from engine.versailles.state import Settlement, Versailles


class Settling(Automatic[Versailles], frozen=True):
    """5.1 a-c, and 5.6 for the end card"""

    clause = "5.1"
    issue: str

    def run(self, state: Versailles) -> None:
        winner = award(state, self.issue)
        state.settling, state.winner, state.raised = self.issue, winner, ()
        if self.issue == END:
            end_game(state, "end_card")
        else:
            then(state, optioning(state, winner, self.issue), Conference(), Advancing(), Refill(), CrisisEvent())


def award(state: Versailles, issue: str) -> Side:
    """5.1: let the leader win and take the card; of tied sides the first clockwise from the active one [R]."""
    on_issue = state.cubes.pop(issue)
    most = max(on_issue.values())
    winner = next(side for side in state.clockwise(state.active) if on_issue.get(side) == most)
    returned = []
    for side, cubes in on_issue.items():
        back = cubes_back(side, cubes, winner, state.active)
        state.available[side] += back
        state.exhausted[side] += cubes - back
        if side != winner:
            returned.append((side, back))
    state.table.remove(issue)
    state.settled[issue] = Settlement(winner)
    tell(state, Awarded(winner, issue, tuple(returned)))
    return winner


def cubes_back(side: Side, cubes: int, winner: Side, active: Side) -> int:
    """5.1 a: none for the winner; b: all for the active side; c: half, rounded up, for the others."""
    if side == winner:
        return 0
    return cubes if side == active else cubes - cubes // 2


class Conference(Automatic[Versailles], frozen=True):
    """5.2: the side with the cube on the event decides, otherwise the active side. Without an event nothing happens.
    When a bot settles, an optional event is carried out whenever it can be; in the player's own turn it may be declined
    (14.7) [R]."""

    clause = "5.2"

    def run(self, state: Versailles) -> None:
        if not state.event:
            return
        decider = state.event_holder or state.active
        event = EVENTS[state.event]
        then(state, Adjourning())
        if not event.optional:
            hold(state, decider, event.id)
        elif not state.is_bot(state.active):
            then(state, Holding(decider, event.id))
        elif payable(state, event.conference, Context(decider)):
            hold(state, decider, event.id)
        else:
            tell(state, ConferenceDeclined(decider, event.id))


def hold(state: Versailles, decider: Side, event: str) -> None:
    tell(state, ConferenceHeld(decider, event))
    then(state, Effecting(EVENTS[event].conference, Context(decider, event=event)))


class Holding(Waiting[Versailles, Hold], frozen=True):
    """5.2: carry out an optional event, or decline it; a side that cannot pay its cost can only decline."""

    clause = "5.2"
    side: Side
    event: str

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        effects = EVENTS[self.event].conference
        choices = [Hold(perform=True)] if payable(state, effects, Context(self.side)) else []
        wrong = illegal("versailles.cannot_pay", "5.2", event=self.event)
        menu = OneOf(*choices, Hold(perform=False), clause="5.2", otherwise={Hold: wrong})
        return {state.answers_for(self.side): menu}

    def choose(self, state: Versailles, side: Side, choice: Hold) -> None:
        if choice.perform:
            hold(state, self.side, self.event)
        else:
            tell(state, ConferenceDeclined(self.side, self.event))


class Adjourning(Automatic[Versailles], frozen=True):
    """5.2: discard the event and exhaust its cube."""

    clause = "5.2"

    def run(self, state: Versailles) -> None:
        state.event_discard.append(state.event)
        if state.event_holder:
            state.exhausted[state.event_holder] += 1
        state.event = state.event_holder = ""


class Advancing(Waiting[Versailles, Advance], frozen=True):
    """5.3: move one issue, with its cubes, and one event to the Table, perhaps with a cube on the event, which a player
    alone never puts there (14.7)."""

    clause = "5.3"

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        side = state.active
        bot = state.is_bot(side)
        cubes = state.available[side] and not state.goal
        choices = (
            Advance(issue, event, cube)
            for issue, event in product(bot_advances(state) if bot else state.waiting_room, state.events_waiting)
            for cube in ((False, True) if EVENTS[event].icon and cubes else (False,))
        )
        wrong = illegal(*why_not_advance(bot=bot, alone=state.goal > 0))
        return {state.answers_for(side): OneOf(*choices, clause="5.3", otherwise={Advance: wrong})}

    def choose(self, state: Versailles, side: Side, choice: Advance) -> None:
        side = state.active
        state.waiting_room.remove(choice.issue)
        state.table.append(choice.issue)
        state.events_waiting.remove(choice.event)
        state.event = choice.event
        if choice.cube:
            state.available[side] -= 1
            state.event_holder = side
        tell(state, Advanced(side, choice.issue, choice.event, choice.cube))


def why_not_advance(*, bot: bool, alone: bool) -> tuple[str, str]:
    """Return the reason and the clause with which an advance is refused."""
    if bot:
        return "versailles.bot_advances", "14.7"
    return ("versailles.alone_advances", "14.7") if alone else ("versailles.cannot_advance", "5.3")


class Refill(Automatic[Versailles], frozen=True):
    """5.4: ask a player; a bot draws (14.7)."""

    clause = "5.4"

    def run(self, state: Versailles) -> None:
        if state.is_bot(state.active):
            draw_issues(state, state.active)
        else:
            then(state, Refilling())


class Refilling(Waiting[Versailles, TakeDiscard | DrawIssues], frozen=True):
    """5.4: take one of the top three discards, or draw two issues. 5.7: drawing from an empty deck ends the game."""

    clause = "5.4"

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        offer = zip(discards_on_offer(state), DISCARD_COSTS, strict=False)
        affordable = [issue for issue, cost in offer if cost <= state.available[state.active]]
        wrong = illegal("versailles.discard_not_on_offer", "5.4", has=state.available[state.active])
        menu = OneOf(DrawIssues(), *map(TakeDiscard, affordable), clause="5.4", otherwise={TakeDiscard: wrong})
        return {state.answers_for(state.active): menu}

    def choose(self, state: Versailles, side: Side, choice: TakeDiscard | DrawIssues) -> None:
        side = state.active
        if isinstance(choice, TakeDiscard):
            cost = DISCARD_COSTS[discards_on_offer(state).index(choice.issue)]
            exhaust(state, side, cost)
            state.issue_discard.remove(choice.issue)
            state.waiting_room.append(choice.issue)
            tell(state, TakenFromDiscards(side, choice.issue, cost))
        else:
            draw_issues(state, side)


def discards_on_offer(state: Versailles) -> list[str]:
    """Return the top of the discard pile, top card first."""
    return state.issue_discard[: -len(DISCARD_COSTS) - 1 : -1]


def draw_issues(state: Versailles, side: Side) -> None:
    """5.4: draw issues. The end card must go to the Waiting Room; a single card is drawn alone; a bot keeps the first
    (14.7). 5.7: drawing the last issue does not end the game, finding none does [R]."""
    if not state.issue_deck:
        end_game(state, "deck_empty")
        return
    reveal(state)
    drawn = tuple(state.issue_deck.pop() for _ in range(min(2, len(state.issue_deck))))
    tell(state, DrewIssues(side, drawn))
    if END in drawn or len(drawn) == 1 or state.is_bot(side):
        keep_issue(state, side, drawn, END if END in drawn else drawn[0])
    else:
        then(state, Keeping(drawn))


class Keeping(Waiting[Versailles, KeepIssue], frozen=True):
    """5.4: put one of the two drawn issues into the Waiting Room, the other on the discard pile."""

    clause = "5.4"
    drawn: tuple[str, ...]

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        wrong = illegal("versailles.not_drawn", "5.4")
        menu = OneOf(*map(KeepIssue, self.drawn), clause="5.4", otherwise={KeepIssue: wrong})
        return {state.answers_for(state.active): menu}

    def choose(self, state: Versailles, side: Side, choice: KeepIssue) -> None:
        keep_issue(state, state.active, self.drawn, choice.issue)


def keep_issue(state: Versailles, side: Side, drawn: tuple[str, ...], kept: str) -> None:
    state.waiting_room.append(kept)
    others = [issue for issue in drawn if issue != kept]
    state.issue_discard.extend(others)
    tell(state, KeptIssue(side, kept, others[0] if others else None))
    if state.goal and not state.issue_deck:
        end_game(state, "deck_empty")  # 14.11


class CrisisEvent(Automatic[Versailles], frozen=True):
    """5.5: move the top event into the Waiting Room and carry out its upper half at once."""

    clause = "5.5"

    def run(self, state: Versailles) -> None:
        reveal(state)
        if not state.event_deck:
            state.event_deck = shuffled(state, "events", state.event_discard)
            state.event_discard = []
            tell(state, EventsReshuffled(len(state.event_deck)))
        event = state.event_deck.pop()
        state.events_waiting.append(event)
        tell(state, Crisis(event))
        then(state, Effecting(EVENTS[event].crisis, Context(state.active, event=event)), Settled())


class Settled(Automatic[Versailles], frozen=True):
    """Ends the settlement: nothing refers to it any more."""

    clause = "5.5"

    def run(self, state: Versailles) -> None:
        state.settling = state.winner = ""
        state.raised = ()


def end_game(state: Versailles, reason: str) -> None:
    """5.6, 5.7: end the game at once, dropping all steps that were still to come."""
    state.agenda.clear()
    tell(state, GameEnded(reason))
