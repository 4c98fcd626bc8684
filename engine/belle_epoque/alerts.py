"""Finds the news to send to an absent player: contests against its Power, lost Alliances and Control, cards that hit
it. All of it is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.belle_epoque.action_journal import Passed, RoundEnded
from engine.belle_epoque.clash import defender_of
from engine.belle_epoque.journal import AllianceEnded, ControlEnded
from engine.belle_epoque.state import BelleEpoque
from engine.core.alerts import Alert, AlertKind
from engine.core.journal import Entry
from engine.core.sides import SideName
from engine.core.state import Side

ALERT_KINDS = (AlertKind("contest"), AlertKind("lost"), AlertKind("card_hit"))


def alerts(state: BelleEpoque, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    yield from contests_against(state, side)
    yield from losses(state, side, told)
    yield from cards_that_hit(state, side)


def contests_against(state: BelleEpoque, side: Side) -> Iterator[Alert]:
    """Yield an alert for each open contest against this Power."""
    for contest in state.contests:
        if defender_of(state, contest) == side != contest.side:
            yield Alert("contest", {"by": SideName(contest.side), "territory": contest.territory})


def losses(state: BelleEpoque, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    """Yield an alert for each territory the Power lost since its own last round and has not won back."""
    lost: dict[str, None] = {}
    for entry in reversed(told):
        if isinstance(entry, RoundEnded | Passed) and entry.side == side:
            break
        if isinstance(entry, AllianceEnded) and entry.side == side:
            lost[entry.nation] = None
        elif isinstance(entry, ControlEnded) and entry.side == side:
            lost[entry.territory] = None
    yield from (Alert("lost", {"territory": one}) for one in lost if not state.holds(side, one))


def cards_that_hit(state: BelleEpoque, side: Side) -> Iterator[Alert]:
    """8.6a, 8.6b: yield an alert for each card that hit the Power and still lies beside the board."""
    for one in state.beside:
        if side in one.marked and one.side != side:
            yield Alert("card_hit", {"by": SideName(one.side), "card": one.card})
