"""Picks the sentences of entries of the log that need another than the one under their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.versailles import journal
from engine.versailles.words.parts import answer, branch, cubes_on, force, part, said, taken_back, tokens_on


def told(entry: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("entry", entry, variant, **facts)


def discard_taken(entry: journal.TakenFromDiscards) -> Phrase:
    return told(entry, "" if entry.cubes else "free")


def happiness(entry: journal.HappinessChanged) -> Phrase:
    return told(entry, "" if entry.by else "unchanged")


def unrest(entry: journal.UnrestChanged) -> Phrase:
    """7.1: say also what part of the change was lost."""
    if not entry.lost:
        return told(entry)
    return told(entry, "partly" if entry.by else "stuck")


def deployed(entry: journal.Deployed) -> Phrase:
    if entry.came_from is None:
        return told(entry)
    return told(entry, "within" if entry.came_from == entry.region else "moved")


def target(entry: journal.TargetChosen) -> Phrase:
    return told(entry, "regions" if entry.regions else "")


def answered(entry: journal.EventAnswered) -> Phrase:
    """A bot's demobilisation is no answer to a card (14.5)."""
    return told(entry, "" if entry.event else "plain", answer=answer(entry.answer, entry.event))


def uprising(entry: journal.UprisingRolled) -> Phrase:
    total = entry.die + entry.modifier
    shown = part("die.modified" if entry.modifier else "die", die=entry.die, modifier=entry.modifier, total=total)
    return told(entry, "" if entry.uprising else "calm", die=shown)


def bid(entry: journal.Raised | journal.BidWon) -> Phrase:
    return told(entry, force=force(entry.units, entry.local, entry.cubes))


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    journal.Placed: lambda entry: told(entry, cubes=cubes_on(entry.cubes)),
    journal.Reclaimed: lambda entry: told(entry, what=taken_back(entry.cubes, entry.units, entry.withdrawn)),
    journal.Awarded: lambda entry: told(entry, "" if entry.returned else "alone"),
    journal.OptionChosen: lambda entry: told(entry, "tokens" if entry.tokens else "", tokens=tokens_on(entry.tokens)),
    journal.Advanced: lambda entry: told(entry, "cube" if entry.cube else ""),
    journal.TakenFromDiscards: discard_taken,
    journal.HappinessChanged: happiness,
    journal.UnrestChanged: unrest,
    journal.KegMoved: lambda entry: told(entry, "" if entry.by > 0 else "back"),
    journal.Deployed: deployed,
    journal.Demobilised: lambda entry: told(entry, "mutiny" if entry.mutiny else ""),
    journal.InfluenceReturned: lambda entry: told(entry, "" if entry.cubes else "none"),
    journal.TargetChosen: target,
    journal.BranchChosen: lambda entry: told(entry, branch=branch(entry.event, entry.branch)),
    journal.EventAnswered: answered,
    journal.Announced: lambda entry: told(entry, "" if entry.by else "nothing"),
    journal.UprisingRolled: uprising,
    journal.Unsettled: lambda entry: told(entry, "tokens" if entry.tokens else "", tokens=tokens_on(entry.tokens)),
    journal.Raised: bid,
    journal.BidWon: bid,
    journal.GameEnded: lambda entry: told(entry, entry.reason),
}
