"""Adds up the entries of a game: the money, cubes, units, cards and points of each Power change only as the entries
say. `counted` counts them in a position, a Ledger by its entries; they must agree after every choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.belle_epoque import action_journal as acts
from engine.belle_epoque import automated_journal as automated
from engine.belle_epoque import journal
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.printed.figures import ARMS, FREE
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from engine.core.state import Side

Count = tuple[str, Side]
"""The thing counted, and its owner: a Power, or the nation of a cube on the map."""
ARSENAL = "arsenal"


def counted(state: BelleEpoque) -> dict[Count, int]:
    """Count everything in the position; zeros are left out."""
    found = Counter(("on map", cube) for row in state.spaces.values() for cube in row if cube != FREE)
    found.update(("on map", contest.side) for contest in state.contests)
    for power in POWERS:
        found.update({(what, power): count for what, count in on_sheet(state, power).items()})
    for power, automaton in state.automata.items():
        found["strategies", power] = len(automaton.strategies)
    return {key: count for key, count in found.items() if count}


def on_sheet(state: BelleEpoque, power: Side) -> dict[str, int]:
    sheet = state.sheets[power]
    return {
        "money": sheet.money,
        "embassies": sheet.embassies,
        "prestige": sheet.prestige,
        "vp": sheet.vp,
        "armies in reserve": sheet.reserve_armies,
        "armies": sheet.armies,
        "armies out": sum(sheet.armies_out.values()),
        "armies sold": sheet.sold_armies,
        "fleets in reserve": sheet.reserve_fleets,
        "fleets": sheet.fleets_built,
        "fleets exhausted": sum(sheet.exhausted.values()),
        "fleets sold": sheet.sold_fleets,
        "armaments": sheet.armaments,
        "intrigue": len(sheet.intrigue),
        "national": len(sheet.national),
    }


class Ledger:
    """Begins with the counts of a position, and reads all entries from there on."""

    def __init__(self, state: BelleEpoque) -> None:
        self.automated = frozenset(state.automata)
        self.counts = Counter(counted(state))

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if reader := READERS.get(type(entry)):
                reader(self, entry)

    def differences(self, state: BelleEpoque) -> list[str]:
        """Return the counts in which the position differs from the entries."""
        now, told = counted(state), {key: count for key, count in self.counts.items() if count}
        wrong = [key for key in now.keys() | told.keys() if now.get(key, 0) != told.get(key, 0)]
        return [
            f"{what} of {side}: {now.get((what, side), 0)}, told {told.get((what, side), 0)}" for what, side in wrong
        ]

    def add(self, side: Side, **by: int) -> None:
        for what, count in by.items():
            self.counts[what.replace("_", " "), side] += count

    def put(self, cube: Side, count: int = 1) -> None:
        self.counts["on map", cube] += count

    def take(self, cubes: Sequence[Side | None]) -> None:
        for cube in cubes:
            if cube:
                self.counts["on map", cube] -= 1


def resources(ledger: Ledger, entry: journal.ResourcesTaken) -> None:
    ledger.add(entry.side, money=entry.money, embassies=entry.cubes)


def bonus(ledger: Ledger, entry: journal.PrestigeBonus) -> None:
    what = {"money": "money", "md": "embassies"}[entry.kind]
    ledger.add(entry.side, **{what: entry.amount})


def placed(ledger: Ledger, entry: journal.CubePlaced) -> None:
    ledger.put(entry.cube)
    ledger.take([entry.replaced])


def units_built(ledger: Ledger, entry: acts.UnitsBought | acts.UnitsBuilt) -> None:
    ledger.add(entry.side, money=-entry.paid, armies_in_reserve=-entry.armies, armies=entry.armies)
    ledger.add(entry.side, fleets_in_reserve=-entry.fleets, fleets=entry.fleets)


def mission(ledger: Ledger, entry: acts.MissionSent | automated.CubeDispatched) -> None:
    ledger.add(entry.side, embassies=-1)
    ledger.put(entry.side)


def card_played(ledger: Ledger, entry: acts.CardPlayed) -> None:
    ledger.add(entry.side, money=-entry.paid)
    ledger.add(entry.side, **{"intrigue" if entry.half else "national": -1})


def stolen(ledger: Ledger, entry: acts.IntrigueStolen) -> None:
    ledger.add(entry.side, intrigue=1)
    ledger.add(entry.target, intrigue=-1)


def deployed(ledger: Ledger, entry: acts.FleetsDeployed) -> None:
    """8.8b: Fleets arrive exhausted from another box."""
    moved = sum(fleet == "own" and origin != ARSENAL for fleet, origin, _ in entry.moves)
    ledger.add(entry.side, fleets_exhausted=moved)


def sold(ledger: Ledger, entry: acts.ArmamentsSold) -> None:
    ledger.add(entry.side, armies=-entry.armies, armies_sold=entry.armies)
    ledger.add(entry.side, fleets=-entry.fleets, fleets_sold=entry.fleets)
    armed(ledger, entry)


def armed(ledger: Ledger, entry: acts.ArmamentsSold | automated.ArmamentsPlaced) -> None:
    ledger.add(entry.side, armaments=-len(entry.spaces))
    ledger.put(ARMS, len(entry.spaces))
    ledger.take(entry.replaced)


def armies_out(ledger: Ledger, side: Side, armies: int) -> None:
    ledger.add(side, armies=-armies, armies_out=armies)


def units_committed(ledger: Ledger, entry: automated.UnitsCommitted) -> None:
    ledger.add(entry.side, money=-entry.paid, fleets_exhausted=entry.fleets)
    armies_out(ledger, entry.side, entry.armies)


def armies_committed(ledger: Ledger, entry: acts.ArmiesCommitted) -> None:
    ledger.add(entry.side, money=-entry.paid)
    armies_out(ledger, entry.side, entry.own)


def rolled_again(ledger: Ledger, entry: acts.DieRolledAgain) -> None:
    ledger.add(entry.side, **{"strategies" if entry.side in ledger.automated else "intrigue": -1})


def dispatched(ledger: Ledger, entry: automated.DispatchBegan) -> None:
    """13.7a: the cubes come from the general reserve; those the Power had and those it owed are settled."""
    ledger.counts["embassies", entry.side] = entry.cubes


def turn_ended(ledger: Ledger, entry: journal.TurnEnded) -> None:
    """9.0a, 9.0b"""
    for power in POWERS:
        ledger.counts["armies", power] += ledger.counts.pop(("armies out", power), 0)
        ledger.counts["fleets exhausted", power] = 0


READERS: dict[type[Entry], Callable[[Ledger, Any], None]] = {
    journal.CubesSetUp: lambda ledger, entry: ledger.put(entry.side, len(entry.territories)),
    journal.ResourcesTaken: resources,
    journal.MoneyChanged: lambda ledger, entry: ledger.add(entry.side, money=entry.by),
    journal.EmbassiesChanged: lambda ledger, entry: ledger.add(entry.side, embassies=entry.by),
    journal.CubePlaced: placed,
    journal.CubeRemoved: lambda ledger, entry: ledger.take([entry.cube]),
    journal.IntrigueDrawn: lambda ledger, entry: ledger.add(entry.side, intrigue=int(entry.count == 1)),
    journal.IntrigueKept: lambda ledger, entry: ledger.add(entry.side, intrigue=1),
    journal.PrestigeMoved: lambda ledger, entry: ledger.add(entry.side, prestige=entry.by),
    journal.PrestigeBonus: bonus,
    journal.TurnEnded: turn_ended,
    journal.Scored: lambda ledger, entry: ledger.add(entry.side, vp=sum(vp for _, vp in entry.points)),
    acts.UnitsBought: units_built,
    acts.UnitsBuilt: units_built,
    acts.MissionSent: mission,
    acts.GreatWorkBuilt: lambda ledger, entry: ledger.add(entry.side, money=-entry.paid),
    acts.Invested: lambda ledger, entry: ledger.add(entry.side, money=entry.money, embassies=-1),
    acts.PrestigeBought: lambda ledger, entry: ledger.add(entry.side, money=-entry.paid),
    acts.CardPlayed: card_played,
    acts.IntrigueStolen: stolen,
    acts.FleetExhausted: lambda ledger, entry: ledger.add(entry.side, fleets_exhausted=1),
    acts.ArmiesSentHome: lambda ledger, entry: ledger.add(
        entry.side, armies=-entry.armies, armies_in_reserve=entry.armies
    ),
    acts.FleetsReadied: lambda ledger, entry: ledger.add(
        entry.side, fleets_exhausted=-sum(fleet == "own" for fleet, _ in entry.fleets)
    ),
    acts.ArmiesReadied: lambda ledger, entry: armies_out(ledger, entry.side, -entry.own),
    acts.FleetsDeployed: deployed,
    acts.ArmamentsSold: sold,
    acts.FleetsCommitted: lambda ledger, entry: ledger.add(entry.side, money=-entry.paid, fleets_exhausted=entry.own),
    acts.ArmiesCommitted: armies_committed,
    acts.DieRolledAgain: rolled_again,
    acts.ContestWon: lambda ledger, entry: ledger.take([entry.lost]),
    acts.BothLeft: lambda ledger, entry: ledger.take(entry.cubes),
    acts.ContestLapsed: lambda ledger, entry: ledger.take([entry.side]),
    automated.StrategyPutAside: lambda ledger, entry: ledger.add(entry.side, intrigue=-1, strategies=1),
    automated.DispatchBegan: dispatched,
    automated.CubeDispatched: mission,
    automated.ArmamentsPlaced: armed,
    automated.UnitsCommitted: units_committed,
}
"""For every kind of entry that changes a count, how it does."""
