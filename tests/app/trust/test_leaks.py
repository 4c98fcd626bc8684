"""Nothing that a side can't know shows anywhere. A table is exchanged for the same table in another world, in which all
that one viewer can't see is different: pages, fragments, frames, previews, refusals and exports must be the same bytes.
And the converse: one's own news do show.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.core.door import waiting
from engine.core.fuzz import surface
from engine.core.journal import seen
from tests.app.trust.calls import Call
from tests.app.trust.sitting import STRANGER, WATCHER, Sitting, after, secrets_of, sitting_on, some_choices
from tests.app.visitors import quick_settings

GAMES = [("antechamber", 3, 4, 8), ("versailles", 4, 11, 6), ("versailles", 2, 5, 5)]
"""Game, players, how often it is looked at: each so many-th position, so many of them."""
THEN = datetime(1919, 1, 18, 15, tzinfo=UTC)


@pytest.fixture(params=GAMES, ids=lambda given: f"{given[0]}-{given[1]}")
def sitting(request: pytest.FixtureRequest, sqlite_url: str) -> Iterator[tuple[Sitting, int, int]]:
    game, players, every, times = request.param
    with sitting_on(quick_settings(sqlite_url), game, players) as opened:
        opened.be_seen(opened.room.position.sides[-1])
        yield opened, every, times


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done in two worlds is done at the same time."""
    monkeypatch.setattr("app.clock.source", lambda: THEN)


def looked_at(sitting: tuple[Sitting, int, int]) -> Iterator[Sitting]:
    """The table at every so many-th position; what was done there is undone."""
    one, every, times = sitting
    for _ in range(times):
        for _ in range(every):
            one.go_on()
        one.world.keep()
        yield one
        one.world.restore()


def test_what_a_viewer_can_not_know_changes_nothing_they_get(sitting: tuple[Sitting, int, int]) -> None:
    for one in looked_at(sitting):
        for viewer, side in one.viewers.items():
            room = one.room
            other = one.game.redeal(room.position, side, one.chance)
            choices = some_choices(one.game, room.position, side, Random(room.sequence), 3) if side else []
            found = []
            for world in (room.position, other):
                one.plant(world, side, whole=world is room.position)
                found.append(everything(one, viewer, choices))
            for what, here in found[0].items():
                assert here == found[1][what], f"{viewer} at {room.sequence}: {what}"
            one.world.restore()


def test_a_leak_would_be_found(sitting: tuple[Sitting, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.play.scene.readable_log", lambda log, _side: list(log))
    with pytest.raises(AssertionError, match="can tell"):
        test_what_others_do_in_secret_changes_nothing(sitting)


def test_what_others_do_in_secret_changes_nothing(sitting: tuple[Sitting, int, int]) -> None:
    """Whatever it was: also in what is told later of what happened."""
    pairs = 0
    for one in looked_at(sitting):
        for viewer, side in one.viewers.items():
            for other, *choices in islice(secrets_of(one.game, one.room.position, side, one.chance, surface), 2):
                found = []
                for choice in choices:
                    one.submit(other, choice)
                    found.append(one.shown(viewer))
                    one.world.restore()
                assert found[0] == found[1], f"{viewer} can tell {choices} of {other} apart"
                pairs += 1
    assert pairs


@pytest.mark.parametrize(("game", "players"), [("antechamber", 3), ("versailles", 3)])
def test_spectators_who_are_kept_behind_learn_nothing_of_this_turn(sqlite_url: str, game: str, players: int) -> None:
    with sitting_on(quick_settings(sqlite_url), game, players, delay="1") as one:
        same = 0
        for step in range(1, 20):
            turn, before = one.game.turn(one.room.position), from_outside(one, step)
            one.go_on()
            if one.game.turn(one.room.position) == turn:
                same += 1
                assert from_outside(one, step) == before, one.room.log[-1]
        assert same


def from_outside(one: Sitting, step: int) -> list[dict[str, Any]]:
    return [one.shown(viewer, step) for viewer in (WATCHER, STRANGER)]


def test_nobody_else_is_told_who_has_an_offer_to_answer(sqlite_url: str) -> None:
    with sitting_on(quick_settings(sqlite_url), "versailles", 4) as one:
        while not (hidden := set(one.room.awaited) - set(one.room.waiting)):
            one.go_on()
        for viewer in set(one.room.position.sides) - hidden - set(one.room.waiting):
            (note,) = re.findall('class="note.*?</span>', one.world.send(viewer, "GET", "/mine").text, re.DOTALL)
            assert [side for side in one.room.position.sides if side.title() in note] == list(one.room.waiting)


def test_one_acts_alike_in_worlds_one_can_not_tell_apart(sitting: tuple[Sitting, int, int]) -> None:
    """Up to what chance or a reveal brings."""
    acted = 0
    for one in looked_at(sitting):
        for side in one.room.position.sides:
            position = one.room.position
            other = one.game.redeal(position, side, one.chance)
            for choice in some_choices(one.game, position, side, one.chance, 1):
                if after(one.game, position, side, choice)[0].barriers != position.barriers:
                    continue
                found = []
                for world in (position, other):
                    one.plant(world, side, whole=world is position)
                    found.append(one.carried_out(side, choice))
                    one.world.restore()
                assert found[0] == found[1], f"{side} {choice}"
                acted += 1
    assert acted


def test_everybody_is_told_their_own_news(sitting: tuple[Sitting, int, int]) -> None:
    """A step of the log stands on the pages of those who were told something then, and of nobody else."""
    private = 0
    for one in looked_at(sitting):
        told = one.room.log[-1]
        readers = {viewer: bool(seen(told.news, side)) for viewer, side in one.viewers.items()}
        shown = {viewer: one.look(viewer, Call("GET", "/tables/{key}"))[1] for viewer in readers}
        line = f"/tables/{one.key}/at/{told.sequence}"
        assert {viewer: line in page for viewer, page in shown.items()} == readers
        private += len(set(readers.values()))
    assert private > sitting[2], "there were secrets too"


def everything(one: Sitting, viewer: str, choices: list[Any]) -> dict[str, Any]:
    """What can be looked at, and what comes of choices that are looked at or can't be."""
    found = one.shown(viewer)
    for choice in choices:
        found[f"look at {choice}"] = one.tried(viewer, choice, look=type(choice).__struct_config__.tag or "")
    for number, choice in enumerate(refused(one, viewer)):
        found[f"refusal {number}"] = one.tried(viewer, choice, sure="1")
    return found


def refused(one: Sitting, viewer: str) -> list[Any]:
    """What others may choose, and this viewer may not."""
    position = one.room.position
    if viewer not in position.sides:
        return []
    asked = [menu for side, menu in waiting(one.game, position).items() if side != viewer]
    own = waiting(one.game, position).get(viewer)
    samples = [menu.sample(Random(1)) for menu in asked]
    return [choice for choice in samples if own is None or own.check(choice) is not None]
