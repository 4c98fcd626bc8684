"""Games of Versailles that began under its first rules and go on under the second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

from app.ops.rules_migration import Renewal, look_through, prepare
from app.rooms.room import Room
from app.rooms.rooms import open_room
from engine.core.choice import Choice
from engine.core.state import Side
from engine.versailles import GAME, ledger
from engine.versailles.clauses import Deal, Words
from engine.versailles.deals import AcceptOffer, Offer
from engine.versailles.state import Versailles
from tests.support.process import SEED, Process, acted

TALK = Words(by="uk", text="We shall remember Smyrna.")
OPEN, PRIVATE = Offer(("uk", "france"), (TALK,), public=True), Offer(("uk", "france"), (TALK,))


@contextmanager
def first_rules() -> Iterator[None]:
    """Restore version 1, under which a deal struck in private stayed private (15.1)."""

    def unpublished(_: Versailles, deal: Deal) -> Deal:
        return deal

    with pytest.MonkeyPatch.context() as then:
        then.setattr(ledger, "published", unpublished)
        then.setattr(import_module("engine.versailles.setup"), "RULES", "1")
        GAME.keep("rules", "1")
        try:
            yield
        finally:
            GAME.keep("rules", "2")


async def begun(process: Process, offer: Offer) -> Room:
    """Start a game under the first rules in which the UK and France have struck a deal."""
    with first_rules():
        room = await process.room(await open_room(process.store, GAME, "A table", [""] * 3, seed=SEED))
        name = "open-1" if offer.public else "france-uk-1"
        chosen: tuple[tuple[Side, Choice], ...] = (("uk", offer), ("france", AcceptOffer(name, 1)))
        for number, (side, choice) in enumerate(chosen):
            await acted(room, side, choice, f"k{number}")
        async for _ in prepare(process.store, Renewal()):
            pass
    return room


async def looked_through(process: Process) -> Renewal:
    found = Renewal()
    async for _ in look_through(process.store, True, found):
        pass
    return found


def deals(room: Room, side: Side | None) -> list[bool]:
    """Return, for each deal that a side sees, whether it is public."""
    position: Any = room.position
    view: Any = GAME.view(position, side)
    return [deal.public for deal in view.deals]


async def test_a_game_in_which_nothing_goes_otherwise_goes_on_unasked(process: Process, other_process: Process) -> None:
    room = await begun(process, OPEN)
    found = await looked_through(process)
    assert (found.games, found.same, found.others) == (1, 1, [])
    later = await other_process.room(room.key)
    assert (later.status, later.position.rules) == ("playing", "1")
    await acted(later, "uk", OPEN, "later")


async def test_a_deal_struck_in_private_before_stays_so_and_the_next_is_public(
    process: Process, other_process: Process
) -> None:
    room = await begun(process, PRIVATE)
    (other,) = (await looked_through(process)).others
    verdict = other.verdict
    assert (verdict.result, verdict.at, verdict.rules, verdict.today, verdict.stored) == ("differs", 2, "1", "2", True)
    later = await other_process.room(room.key)
    assert (later.status, deals(later, "usa"), deals(later, "france")) == ("playing", [], [False])
    await acted(later, "uk", PRIVATE, "k3")
    await acted(later, "france", AcceptOffer("france-uk-2", 1), "k4")
    assert (deals(later, "usa"), deals(later, None)) == ([True], [True])
