"""9.7 to 9.13: alliances with states, joint ones, and those of two leaders."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33.action_journal import AllianceEnded, AllianceSigned, PactMade
from engine.nineteen33.board import (
    count,
    cubes,
    government,
    have_pact,
    ideology_counts,
    is_tense,
    other_allies,
)
from engine.nineteen33.journal import PactEnded
from engine.nineteen33.manoeuvre import alliance_made, alliance_shared
from engine.nineteen33.printed import SHEETS, partner_of, tables
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.tension import barred, upset_exclusive
from engine.nineteen33.units import clear_land


def closed(state: Nineteen33, leader: Side, place: str) -> Refusal | None:
    """9.7: why nobody, or not this leader, may ally there now."""
    here = state.places[place]
    if leader in here.allies:
        return illegal("nineteen33.allied_already", "9.7", place=place)
    if any(SHEETS[ally].ideology != SHEETS[leader].ideology for ally in here.allies):
        return illegal("nineteen33.allied_to_others", "9.7", place=place)
    return barred(state, leader, place, after_coup="9.7")


def refusal(state: Nineteen33, leader: Side, place: str) -> Refusal | None:
    """9.7: why this leader may not sign; 9.8: with an ally there already it has to ask."""
    here = state.places[place]
    if refused := closed(state, leader, place):
        return refused
    if count(here, leader) < tables.alliance.count:
        return illegal("nineteen33.count_too_low", "9.7", has=count(here, leader), needed=tables.alliance.count)
    if here.allies:
        return illegal("nineteen33.ally_must_agree", "9.8", place=place)
    return None


def joint_refusal(state: Nineteen33, leader: Side, place: str) -> Refusal | None:
    """9.8: why these two leaders may not sign together, or this one not join the other."""
    here, partner = state.places[place], partner_of(leader)
    if partner is None:
        return illegal("nineteen33.no_partner", "9.13")
    if refused := closed(state, leader, place):
        return refused
    if partner in here.allies:
        if count(here, leader) < tables.alliance.count:
            return illegal("nineteen33.count_too_low", "9.8", has=count(here, leader), needed=tables.alliance.count)
        return None
    if is_tense(state, partner):
        return illegal("nineteen33.partner_tension", "11.2")
    if not cubes(here, leader) or not cubes(here, partner):
        return illegal("nineteen33.both_need_a_cube", "9.8", place=place)
    mine = SHEETS[leader].ideology
    if ideology_counts(here).get(mine, 0) < tables.alliance.boxes or government(here) != mine:
        return illegal("nineteen33.ideology_too_weak", "9.8", place=place)
    return None


def ally(state: Nineteen33, leader: Side, place: str, shared: bool = False) -> None:
    """9.7, 12.4: the state is allied to this leader; a first ally may have to give a point back."""
    here = state.places[place]
    upset_exclusive(state, leader, place)
    first = here.allies
    state.change(place, allies=(*first, leader))
    tell(state, AllianceSigned(leader, place))
    held = state.leaders[leader]
    if place not in held.signed:
        held.signed = (*held.signed, place)
    alliance_made(state, leader, place, shared or bool(first))
    for other in first:
        alliance_shared(state, other, place)


def ally_together(state: Nineteen33, leaders: tuple[Side, Side], place: str) -> None:
    """9.8"""
    for leader in leaders:
        ally(state, leader, place, shared=True)


def end_alliances(state: Nineteen33, place: str, but: Side | None = None) -> None:
    """9.11: those of all leaders, or of all but one, end."""
    here = state.places[place]
    gone = here.allies if but is None else other_allies(here, but)
    if not gone:
        return
    state.change(place, allies=tuple(leader for leader in here.allies if leader not in gone))
    for leader in gone:
        tell(state, AllianceEnded(leader, place))
    clear_land(state)


def pact_refusal(state: Nineteen33, leader: Side) -> Refusal | None:
    """9.13: why this leader may not propose an alliance to the other of its ideology."""
    partner = partner_of(leader)
    if partner is None or not state.is_played(partner):
        return illegal("nineteen33.no_partner", "9.13")
    if have_pact(state, leader):
        return illegal("nineteen33.allied_already", "9.13", place=partner)
    if is_tense(state, leader) or is_tense(state, partner):
        return illegal("nineteen33.own_tension", "11.2")
    return None


def make_pact(state: Nineteen33, leader: Side, other: Side) -> None:
    state.pacts.append(SHEETS[leader].ideology)
    tell(state, PactMade(leader, other))


def end_pact(state: Nineteen33, leader: Side) -> None:
    """9.13: either may end it in a January budget."""
    other = partner_of(leader)
    if other and have_pact(state, leader):
        state.pacts.remove(SHEETS[leader].ideology)
        tell(state, PactEnded(leader, other))
        clear_land(state)
