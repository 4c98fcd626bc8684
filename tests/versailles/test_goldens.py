"""What the records under tests/golden/versailles are worth: together they meet all that coverage.py lists.
tests/golden/test_golden.py replays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.core.record import Replay, read
from engine.versailles import GAME
from engine.versailles.cards.kinds import Effect
from engine.versailles.effects import VERBS
from engine.versailles.meaning import Context
from engine.versailles.state import Versailles
from tests.golden.versailles.coverage import LISTED, Met, Moment

FOLDER = Path(__file__).parents[1] / "golden" / "versailles"
FILES = sorted(FOLDER.rglob("*.json"))


def recorded(file: Path) -> Iterator[Moment]:
    """Every choice of a record."""
    _, record = read(file.read_bytes())
    before: Versailles | None = None
    for entry, state, news in Replay(GAME, record):
        assert isinstance(state, Versailles)
        if before is not None:
            chosen = record.choices[entry - 1]
            yield Moment(before, chosen.side, chosen.choice, state, news)
        before = GAME.clone(state)


def missed(listed: dict[str, Met]) -> list[str]:
    """What no moment of any record was."""
    missing = dict(listed)
    for file in FILES:
        for moment in recorded(file):
            for name in [name for name, met in missing.items() if met(moment)]:
                del missing[name]
    return list(missing)


def test_the_records_meet_everything_that_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verbs of the event cards too: each that is carried out takes itself off the list."""
    verbs = set(VERBS)
    for kind in VERBS:
        monkeypatch.setitem(VERBS, kind, noting(kind, verbs))
    assert not missed(LISTED)
    assert not verbs


def noting(kind: type[Effect], left: set[type[Effect]]) -> Callable[[Versailles, Effect, Context], None]:
    verb = VERBS[kind]

    def carried_out(state: Versailles, effect: Effect, context: Context) -> None:
        left.discard(kind)
        verb(state, effect, context)

    return carried_out
