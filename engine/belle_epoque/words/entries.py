"""Picks the sentences of entries that need another than the one under their name.

A cube is named as a thing ("the British cube"), not as a side, since it may belong to a nation: it is passed to the
sentence as plain text, because the type of its field would make it a side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.belle_epoque import action_journal, journal
from engine.belle_epoque.words.parts import (
    armies_and_fleets,
    die,
    fleets_at,
    fleets_moved,
    income,
    part,
    phase_name,
    said,
    years,
)
from engine.core.phrase import Phrase


def told(entry: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("entry", entry, variant, **facts)


def event_rolled(entry: journal.EventRolled) -> Phrase:
    if entry.armaments:
        return told(entry, "armaments")
    return told(entry, "hit" if entry.cube else "free", cube=entry.cube)


def gained(entry: journal.MoneyChanged | journal.EmbassiesChanged) -> Phrase:
    return told(entry, "more" if entry.by > 0 else "less", by=abs(entry.by))


def cube_placed(entry: journal.CubePlaced) -> Phrase:
    variant = "replacing" if entry.replaced else ""
    return told(entry, variant, cube=entry.cube, replaced=entry.replaced)


def cube_removed(entry: journal.CubeRemoved) -> Phrase:
    return told(entry, "dropped" if entry.dropped else "", cube=entry.cube, dropped=entry.dropped)


def intrigue_kept(entry: journal.IntrigueKept) -> Phrase:
    """7.0d: other players see only the discarded card."""
    return told(entry, "" if entry.card else "hidden")


def mission(entry: action_journal.MissionSent) -> Phrase:
    return told(entry, "against" if entry.against else "", against=entry.against)


def card_played(entry: action_journal.CardPlayed) -> Phrase:
    if entry.half:
        return told(entry)
    return told(entry, "paid" if entry.paid else "free")


def sold(entry: action_journal.ArmamentsSold) -> Phrase:
    units = armies_and_fleets(entry.armies, entry.fleets)
    variant = "replacing" if entry.replaced else ""
    return told(entry, variant, cubes=len(entry.spaces), units=units, replaced=entry.replaced)


def armies_readied(entry: action_journal.ArmiesReadied) -> Phrase:
    units = armies_and_fleets(entry.own, 0, entry.allied)
    return told(entry, count=entry.own + len(entry.allied), units=units)


def contest_began(entry: action_journal.ContestBegan) -> Phrase:
    """8.7: against the cube of a Power, or of a nation with or without an ally."""
    if entry.defender is None:
        return told(entry, "alone", cube=entry.cube)
    return told(entry, "" if entry.defender == entry.cube else "ally", cube=entry.cube)


def committed(entry: action_journal.FleetsCommitted | action_journal.ArmiesCommitted) -> Phrase:
    is_fleet = isinstance(entry, action_journal.FleetsCommitted)
    units = armies_and_fleets(*((0, entry.own) if is_fleet else (entry.own, 0)), entry.allied)
    if not units:
        return told(entry, "none")
    return told(entry, "paid" if entry.paid else "", units=units)


def scored(entry: journal.Scored) -> Phrase:
    points = tuple(part("points", reason=reason, points=vp) for reason, vp in entry.points if vp)
    return told(entry, "" if points else "nothing", points=points)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    journal.CubesSetUp: lambda entry: told(entry, cubes=len(entry.territories)),
    journal.TurnBegan: lambda entry: told(entry, **years(entry.turn)),
    journal.PhaseBegan: lambda entry: told(entry, phase=phase_name(entry.turn, entry.phase)),
    journal.EventsShuffled: lambda entry: told(entry, cards=entry.cards, era=f"era_{entry.era}"),
    journal.ResourcesTaken: lambda entry: told(entry, taken=income(entry.money, entry.cubes)),
    journal.EventRolled: event_rolled,
    journal.MoneyChanged: gained,
    journal.EmbassiesChanged: gained,
    journal.CubePlaced: cube_placed,
    journal.CubeRemoved: cube_removed,
    journal.IntrigueDrawn: lambda entry: told(entry, "" if entry.cards else "hidden"),
    journal.IntrigueKept: intrigue_kept,
    action_journal.UnitsBought: lambda entry: told(entry, units=armies_and_fleets(entry.armies, entry.fleets)),
    action_journal.MissionSent: mission,
    action_journal.CardPlayed: card_played,
    action_journal.IntrigueStolen: lambda entry: told(entry, "" if entry.card else "hidden", target=entry.target),
    action_journal.FleetsReadied: lambda entry: told(entry, count=len(entry.fleets), fleets=fleets_at(entry.fleets)),
    action_journal.ArmiesReadied: armies_readied,
    action_journal.UnitsBuilt: lambda entry: told(
        entry, "paid" if entry.paid else "", units=armies_and_fleets(entry.armies, entry.fleets)
    ),
    action_journal.FleetsDeployed: lambda entry: told(entry, moves=fleets_moved(entry.moves)),
    action_journal.ArmamentsSold: sold,
    action_journal.ContestBegan: contest_began,
    action_journal.FleetsCommitted: committed,
    action_journal.ArmiesCommitted: committed,
    action_journal.ContestRolled: lambda entry: told(
        entry, attacker=die(*entry.attacker), defender=die(*entry.defender)
    ),
    action_journal.ContestWon: lambda entry: told(entry, cube=entry.cube, lost=entry.lost),
    action_journal.BothLeft: lambda entry: told(entry, cubes=entry.cubes),
    journal.PrestigeBonus: lambda entry: told(entry, entry.kind),
    journal.Scored: scored,
    journal.GameEnded: lambda entry: told(entry, entry.reason),
}
