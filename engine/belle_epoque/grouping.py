"""How the log is grouped: headings by turn, phase and round (2.6g, 4.0), and the stories that fold; and what the board
shows of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.belle_epoque import action_journal as actions
from engine.belle_epoque import journal
from engine.belle_epoque.automated_journal import AutomatedTurnBegan, AutomatedTurnEnded, DispatchBegan, RowRolled
from engine.belle_epoque.topics import HOLDERS
from engine.belle_epoque.words.parts import part, phase_name, turn_name
from engine.core.grouping import Fold, Heading
from engine.core.journal import Entry
from engine.core.sides import Side, SideName

ENDS = (actions.ContestWon, actions.BothLeft)
FOLLOWING = (*HOLDERS, journal.PrestigeMoved, journal.PrestigeBonus, journal.IntrigueDrawn)
"""Entries that belong to a contest if they come directly after its end."""
SHOWN = (*ENDS, *HOLDERS)


def heading(entry: Entry) -> Heading | None:
    """Return the heading that an entry begins: a turn, a phase of it, or a Power's round in the Actions phase."""
    match entry:
        case journal.TurnBegan(turn=turn):
            return Heading((turn_name(turn),), is_line=True)
        case journal.PhaseBegan(turn=0):
            return Heading((turn_name(0),))
        case journal.PhaseBegan(turn=turn, phase=phase):
            return Heading((turn_name(turn), phase_name(turn, phase)))
        case journal.RoundBegan(turn=turn, side=side):
            return Heading((turn_name(turn), part("phase.actions"), part("round", side=SideName(side))))
    return None


def folds(told: Sequence[Entry]) -> Iterator[range | Fold]:
    """Yield automated turns and contests. Neither happens within the other."""
    yield from automated_turns(told)
    yield from contests(told)


def automated_turns(told: Sequence[Entry]) -> Iterator[Fold]:
    """13.3b: yield each automated turn. If a question interrupts a turn, the next choice goes on with it."""
    began: int | None = None
    for number, entry in enumerate(told):
        if isinstance(entry, AutomatedTurnBegan):
            began = number
        elif isinstance(entry, AutomatedTurnEnded) and began is not None:
            yield Fold(range(began, number + 1))
            began = None
    if began is not None:
        yield Fold(range(began, len(told)), is_open=True)


def contests(told: Sequence[Entry]) -> Iterator[Fold]:
    """8.7: yield each contest from its beginning to what changed hands by it. Until the dice have decided, the next
    choice goes on with it."""
    for began, entry in enumerate(told):
        if isinstance(entry, actions.ContestBegan):
            end = next((n for n in range(began, len(told)) if isinstance(told[n], ENDS)), None)
            stop = len(told) if end is None else after(told, end)
            shown = [number for number in range(began, stop) if isinstance(told[number], SHOWN)]
            yield Fold(range(began, stop), shown, is_open=end is None)


def after(told: Sequence[Entry], end: int) -> int:
    """Return where the entries that follow from the end of a contest stop."""
    following = range(end + 1, len(told))
    return next((number for number in following if not isinstance(told[number], FOLLOWING)), len(told))


def rows_rolled(told: Iterable[Entry]) -> dict[Side, tuple[Entry, ...]]:
    """13.7c: return the rows that each automated Power rolled at its last dispatch; the latest entry comes first."""
    rows: dict[Side, tuple[Entry, ...]] = {}
    complete = set[Side]()
    for entry in told:
        if isinstance(entry, RowRolled) and entry.side not in complete:
            rows[entry.side] = (entry, *rows.get(entry.side, ()))
        elif isinstance(entry, DispatchBegan):
            complete.add(entry.side)
    return rows
