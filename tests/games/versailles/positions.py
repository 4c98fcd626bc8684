"""Positions of Versailles laid out by hand, and short ways to play on from them, for tests.

`position` takes the part that a test is about and fills in the rest lawfully: every card, cube and unit is somewhere.
It has no seed: a die that the test did not foresee is an error. Every position on the way must hold the invariants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.agenda import pending, proceed, then
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Outcome, Side, encode
from engine.core.step import Step
from engine.versailles import GAME
from engine.versailles.cards.board import CUBES, UNITS
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.invariants import conserved
from engine.versailles.setup import pieces
from engine.versailles.state import Settlement, Versailles, card
from engine.versailles.turn import Acting, PassTurn
from tests.support.refusing import refused_by

QUIET_CONFERENCE = "henry_cabot_lodge"
QUIET_CRISIS = "keith_murdoch"
"""On the Table, and on top of the deck, unless a test says otherwise: without deployed units these crises do
nothing."""

DRAFTED = {"uk": "isolationism", "france": "reparations", "usa": "revanchism", "italy": "mobilization"}
"""Strategies after the first uprising."""

Dice = Sequence[int]


def position(
    *steps: Step[Any],
    players: int = 4,
    active: Side = "france",
    dice: Dice = (),
    suffering: Dice = (),
    region: Dice = (),
    events_shuffled: Sequence[str] = (),
    **board: Any,
) -> Versailles:
    """Return a position in the active side's turn, or with the given steps next; the keywords are those of
    `lay_out`."""
    rigged: dict[str, list[Outcome]] = {"uprising": [*dice], "suffering": [*suffering], "region": [*region]}
    if events_shuffled:
        rigged["events"] = [tuple(events_shuffled)]
    state = pieces(Opening(GAME.sides(players), GAME.options(), "", rigged))
    state.active = state.player = active
    state.turn = 1
    lay_out(state, **board)
    then(state, *(steps or (Acting(),)), PassTurn())
    proceed(state)
    state.news = []
    hold(state)
    return state


def lay_out(
    state: Versailles,
    *,
    cubes: Mapping[str, Mapping[Side, int]] = {},
    available: Mapping[Side, int] = {},
    exhausted: Mapping[Side, int] = {},
    deployed: Mapping[Side, Mapping[str, int]] = {},
    units_exhausted: Mapping[Side, int] = {},
    demobilised: Mapping[Side, int] = {},
    home: Sequence[Side] = (),
    happiness: Mapping[Side, int] = {},
    kegs: Mapping[Side, int] = {},
    unrest: Mapping[Side, int] = {},
    settled: Mapping[str, tuple[str, ...]] = {},
    strategies: Mapping[Side, str] = {},
    offered: Sequence[str] = ("isolationism", "reparations", "revanchism", "mobilization", "global_trade"),
    uprisings: int = 0,
    **cards: Any,
) -> None:
    """Lay out the board. `available` or `exhausted` gives the cubes of a side, and the rest go to the other; `settled`
    is {issue: (side, option, flags...)}; `home` the spaces taken on the demobilisation track, best first. Cards are
    those of `lay_out_cards`."""
    state.home = [*home, *[""] * ((6 if len(state.factions) == 4 else 4) - len(home))]
    state.happiness |= happiness
    state.kegs |= kegs
    state.unrest |= {name: keg + 1 for name, keg in kegs.items()} | dict(unrest)
    state.settled = {issue: settlement(issue, *how) for issue, how in settled.items()}
    state.strategies = dict(strategies)
    state.offered = [] if strategies else list(offered[: len(state.sides) + 1])
    state.uprisings = uprisings or int(bool(strategies))
    state.cubes = {issue: dict(on_issue) for issue, on_issue in cubes.items()}
    lay_out_cards(state, **cards)
    lay_out_cubes(state, available, exhausted)
    lay_out_units(state, deployed, units_exhausted, demobilised)


def settlement(issue: str, side: Side, option: str = "", *flags: str) -> Settlement:
    if issue == END:
        return Settlement(side)
    chosen = card(issue).option(option) if option else card(issue).options[0]
    spare = iter(flags)
    tokens = (f"naval:{next(spare, 'uk')}" if token == "naval:either" else token for token in chosen.tokens)
    return Settlement(side, chosen.id, tuple(tokens))


def lay_out_cards(
    state: Versailles,
    *,
    table: Sequence[str] = (),
    waiting_room: Sequence[str] = (),
    discards: Sequence[str] = (),
    deck: Sequence[str] = (),
    deck_ends: bool = False,
    event: str = "",
    holder: Side = "",
    events_waiting: Sequence[str] = (),
    crisis: Sequence[str] = (),
    event_discards: Sequence[str] = (),
    drawn: Sequence[str] = (),
) -> None:
    """Lay out the cards. Decks and discards are given from their top. All other cards follow in the decks, but if
    `deck_ends` they lie at the bottom of the discards, and the end card must be named. `drawn` is on a step."""
    named = {*table, *waiting_room, *discards, *deck, *drawn, *state.settled, *state.cubes}
    spare = [issue for issue in ISSUES if issue not in named and issue != END]
    state.table = filled(table or [issue for issue in state.cubes if issue not in waiting_room], spare, 2)
    state.waiting_room = filled(waiting_room, spare, 3)
    state.issue_discard = [*discards][::-1] or [spare.pop(0)]
    end = () if END in named else (END,)
    below = [*spare[:20], *end, *spare[20:]]
    if deck_ends:
        state.issue_discard = below + state.issue_discard
        below = []
    state.issue_deck = below + [*deck][::-1]
    assert END not in state.issue_discard
    lay_out_events(state, event, holder, events_waiting, crisis, event_discards)


def filled(given: Iterable[str], spare: list[str], size: int) -> list[str]:
    """Return this many cards: the given ones, then spare ones."""
    cards = list(given)
    while len(cards) < size:
        cards.append(spare.pop(0))
    return cards


def lay_out_events(
    state: Versailles,
    event: str,
    holder: Side,
    events_waiting: Sequence[str],
    crisis: Sequence[str],
    event_discards: Sequence[str],
) -> None:
    named = {event, *events_waiting, *crisis, *event_discards}
    spare = [name for name in dict.fromkeys((QUIET_CONFERENCE, *EVENTS)) if name not in named]
    state.event = event or spare.pop(0)
    state.event_holder = holder
    if not crisis and QUIET_CRISIS in spare:
        spare.remove(QUIET_CRISIS)
        crisis = [QUIET_CRISIS]
    state.events_waiting = filled(events_waiting, spare, 2)
    state.event_discard = [*event_discards][::-1]
    state.event_deck = [*spare[::-1], *crisis[::-1]]


def lay_out_cubes(state: Versailles, available: Mapping[Side, int], exhausted: Mapping[Side, int]) -> None:
    for side in state.factions:
        placed = sum(on_issue.get(side, 0) for on_issue in state.cubes.values()) + (state.event_holder == side)
        left = CUBES - placed
        state.exhausted[side] = left - available[side] if side in available else exhausted.get(side, 0)
        state.available[side] = left - state.exhausted[side]


def lay_out_units(
    state: Versailles,
    deployed: Mapping[Side, Mapping[str, int]],
    exhausted: Mapping[Side, int],
    demobilised: Mapping[Side, int],
) -> None:
    for side in state.sides:
        state.deployed[side] = dict(deployed.get(side, {}))
        state.units_exhausted[side] = exhausted.get(side, 0)
        state.demobilised[side] = demobilised.get(side, state.home.count(side))
        elsewhere = len(state.deployed[side]) + state.units_exhausted[side] + state.demobilised[side]
        state.units_available[side] = UNITS - elsewhere


def hold(state: Versailles) -> None:
    """Check the invariants, and that the position can be stored."""
    breaches = conserved(state)
    assert not breaches, breaches
    quiet = GAME.clone(state)
    quiet.news = []
    assert GAME.decode(encode(quiet)) == quiet


Answer = tuple[Side, Choice]


def play(state: Versailles, *answers: Answer) -> list[Entry]:
    """Give these answers, each of which must be accepted; return all entries."""
    told: list[Entry] = []
    for side, choice in answers:
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
        told += came
        hold(state)
    return told


def refused(state: Versailles, side: Side, choice: Choice) -> tuple[str, str]:
    """Check that this answer is refused and changes nothing; return the reason and the clause it names."""
    return refused_by(GAME, state, side, choice)


def asked(state: Versailles) -> Side:
    """Return the side that is asked."""
    (side,) = waiting(GAME, state)
    return side


def offered(state: Versailles, kind: type[Choice] = Choice) -> list[Choice]:
    """Return the choices of this kind that the asked side may make."""
    (menu,) = waiting(GAME, state).values()
    return [choice for choice in menu if isinstance(choice, kind)]


def until(state: Versailles, step: type[Step[Any]]) -> list[Entry]:
    """Go on with the first answers offered until such a step waits; return the entries on the way."""
    told: list[Entry] = []
    while not isinstance(pending(state), step):
        told += play(state, (asked(state), offered(state)[0]))
    return told


def finish(state: Versailles) -> list[Entry]:
    """Go on with the first answers offered until a side acts again: the rest of a settlement."""
    return until(state, Acting)


def over(state: Versailles) -> bool:
    return not state.agenda


def told(entries: Iterable[Entry], *kinds: type[Entry]) -> list[Entry]:
    """Return the entries of these kinds, in order."""
    return [entry for entry in entries if isinstance(entry, kinds)]


def of(state: Versailles, side: Side) -> tuple[int, int]:
    """Return the available and the exhausted cubes of a side."""
    return state.available[side], state.exhausted[side]


def units(state: Versailles, side: Side) -> tuple[int, int, dict[str, int], int]:
    """Return the units of a side: available, exhausted, deployed, demobilised."""
    return (
        state.units_available[side],
        state.units_exhausted[side],
        state.deployed[side],
        state.demobilised[side],
    )
