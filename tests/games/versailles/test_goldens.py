"""The records in `golden` together cover all that coverage.py lists. tests/golden/test_golden.py
replays them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.versailles.cards.kinds import Effect
from engine.versailles.effects import VERBS
from engine.versailles.meaning import Context
from engine.versailles.state import Versailles
from tests.games.versailles.coverage import LISTED, Moment
from tests.support.moments import missed

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.rglob("*.json"))


def test_the_records_meet_everything_that_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list includes the verbs of the event cards: each that is carried out takes itself off."""
    verbs = set(VERBS)
    for kind in VERBS:
        monkeypatch.setitem(VERBS, kind, noting(kind, verbs))
    assert not missed(FILES, LISTED, Moment)
    assert not verbs


def noting(kind: type[Effect], left: set[type[Effect]]) -> Callable[[Versailles, Effect, Context], None]:
    verb = VERBS[kind]

    def carried_out(state: Versailles, effect: Effect, context: Context) -> None:
        left.discard(kind)
        verb(state, effect, context)

    return carried_out
