"""Hosts, votes and admins stop, start and extend a clock by one rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import Struct

from app.model.clocks.holding import Holding, holding_of
from app.rooms import admin_actions, vote_kinds


def asked_for() -> Iterator[tuple[Struct, Holding]]:
    for kinds in (admin_actions, vote_kinds):
        yield kinds.Pause(), Holding("pause")
        yield kinds.Resume(), Holding("resume")
        yield kinds.Extend(30), Holding("extend", 30)


@pytest.mark.parametrize(("asked", "wanted"), [*asked_for()])
def test_a_vote_and_an_admin_ask_for_the_same(asked: Struct, wanted: Holding) -> None:
    assert holding_of(asked) == wanted
