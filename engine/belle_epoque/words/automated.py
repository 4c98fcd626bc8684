"""Picks the sentences for entries of automated Powers (chapter 13) that need another than the one under their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.belle_epoque import automated_journal as journal
from engine.belle_epoque.automated_contests import SendingUnits
from engine.belle_epoque.choices import CommitUnits
from engine.belle_epoque.view import AutomatedView
from engine.belle_epoque.words.parts import armies_and_fleets, part, said, spot
from engine.core.phrase import Phrase
from engine.core.sides import facts_of


def told(entry: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("entry", entry, variant, **facts)


def found(entry: journal.TargetFound | journal.VictimFound) -> Phrase:
    return told(entry, "tied" if entry.tied else "")


def row_rolled(entry: journal.RowRolled) -> Phrase:
    if entry.armaments:
        return told(entry, "armaments")
    return told(entry, "again" if entry.again else "")


def dispatched(entry: journal.CubeDispatched) -> Phrase:
    """13.7f: by priority, after too many dice; 13.7g: to a free space, or onto a cube."""
    variants = ("priority" if entry.by_priority else "", "against" if entry.against else "")
    variant = ".".join(filter(None, (*variants, "tied" if entry.tied else "")))
    return told(entry, variant, against=entry.against)


def armaments_placed(entry: journal.ArmamentsPlaced) -> Phrase:
    """13.8b: tell how the armament cubes change the holder of the territory."""
    return told(entry, "replacing" if entry.replaced else "", cubes=len(entry.spaces), replaced=entry.replaced)


def joined(entry: journal.UnitsCommitted) -> Phrase:
    units = armies_and_fleets(entry.armies, entry.fleets, entry.allied)
    if not units:
        return told(entry, "none")
    return told(entry, "paid" if entry.paid else "", units=units)


def commit(choice: CommitUnits) -> Phrase:
    units = armies_and_fleets(choice.armies, choice.fleets, choice.allied)
    return said("do", choice, "" if units else "none", units=units)


def sending(step: SendingUnits) -> Phrase:
    clash = step.joining.clash
    variant = "attacker" if step.side == clash.attacker else "defender"
    return said("ask", step, variant, spot=spot(clash.territory, clash.space))


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    journal.AutomatedCardMissing: lambda entry: told(entry, entry.kind),
    journal.TargetFound: found,
    journal.VictimFound: found,
    journal.CubesOwed: lambda entry: told(entry, cubes=entry.cubes),
    journal.DispatchBegan: lambda entry: told(entry, "owed" if entry.owed else "", cubes=entry.cubes),
    journal.RowRolled: row_rolled,
    journal.TerritoryPassedOver: lambda entry: told(entry, entry.why),
    journal.CubeDispatched: dispatched,
    journal.ArmamentsPlaced: armaments_placed,
    journal.ArmamentsReturned: lambda entry: told(entry, cubes=entry.cubes),
    journal.ArsenalShared: lambda entry: told(entry, contests=entry.contests),
    journal.UnitsCommitted: joined,
    SendingUnits: sending,
    CommitUnits: commit,
    AutomatedView: lambda shown: part("automated_view", **facts_of(shown)),
}
