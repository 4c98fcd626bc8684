"""Nothing that a side may not know shows anywhere. A table is replaced by the same table in another world, in which
everything that one viewer cannot see is different: pages, fragments, frames, previews, refusals and exports must be the
same bytes. Conversely, a side's own news do show.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from itertools import islice
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from app.rooms.loading import Told
from app.rooms.pending import sides_waited_for
from app.store.db.schema.games import rooms
from app.store.tables.lists import listing
from engine.core.door import waiting
from engine.core.fuzz import surface
from engine.core.journal import seen
from engine.core.state import Side
from engine.core.views import Views
from tests.app.trust.calls import Call
from tests.app.trust.played_table import (
    STRANGER,
    WATCHER,
    PlayedTable,
    after,
    one_more,
    secrets_of,
    sitting_on,
    some_choices,
)
from tests.support.games import every_game, own_part
from tests.support.visitors import quick_settings, run, services_of

Table = tuple[str, int, int, int, dict[str, str]]


def tables() -> Iterator[Table]:
    """Yield game, players, how often the table is looked at (every how many positions, and how many times), and its
    options. A game whose tests have no `looked_at.py` is looked at with all its seats."""
    for key, game in every_game().items():
        own = own_part(key, "looked_at")
        for players, every, times, terms in own.TABLES if own else [(max(game.players), 4, 8, {})]:
            yield key, players, every, times, terms


def leaks_of_acts() -> Iterator[Any]:
    """Yield each table with each place in which a side reads what it did in secret: the places named in `looked_at.py`,
    otherwise its log and its view."""
    for table in tables():
        for place in getattr(own_part(table[0], "looked_at"), "READ_IN", ("log", "view")):
            yield pytest.param(table, place, id=f"{called(table)}-{place}")


def called(table: Table) -> str:
    return f"{table[0]}-{table[1]}"


THEN = datetime(1919, 1, 18, 15, tzinfo=UTC)


@pytest.fixture(params=tables(), ids=called)
def played(request: pytest.FixtureRequest, sqlite_url: str) -> Iterator[tuple[PlayedTable, int, int]]:
    game, players, every, times, terms = request.param
    with sitting_on(quick_settings(sqlite_url), game, players, **terms) as opened:
        opened.be_seen(opened.room.position.sides[-1])
        yield opened, every, times


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that both worlds act at the same time."""
    monkeypatch.setattr("app.base.clock.source", lambda: THEN)


def looked_at(played: tuple[PlayedTable, int, int]) -> Iterator[PlayedTable]:
    """Yield the table at regular intervals of positions, and undo what the test did there."""
    one, every, times = played
    for _ in range(times):
        for _ in range(every):
            one.go_on()
        one.world.keep()
        yield one
        one.world.restore()


def test_what_a_viewer_can_not_know_changes_nothing_they_get(played: tuple[PlayedTable, int, int]) -> None:
    for one in looked_at(played):
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


def whole_log(log: Sequence[Told], _side: Side | None) -> list[Told]:
    return list(log)


def as_the_first_side(views: Views, _side: Side | None) -> Any:
    return views.game.view(views.state, views.state.sides[0])


LEAKS = {
    "log": ("app.render.scene.readable_log", whole_log),
    "view": ("engine.core.views.Views.make", as_the_first_side),
}
"""Faults that show every viewer everything."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_what_is_hidden_would_be_found(
    played: tuple[PlayedTable, int, int], monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError, match=r"\w at \d+: "):
        test_what_a_viewer_can_not_know_changes_nothing_they_get(played)


@pytest.mark.parametrize(("played", "leak"), [*leaks_of_acts()], indirect=["played"])
def test_a_leak_of_what_is_done_in_secret_would_be_found(
    played: tuple[PlayedTable, int, int], monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError, match="can tell"):
        test_what_others_do_in_secret_changes_nothing(played)


def test_what_others_do_in_secret_changes_nothing(played: tuple[PlayedTable, int, int]) -> None:
    """This includes what is told later of what happened."""
    pairs = 0
    for one in looked_at(played):
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


@pytest.mark.parametrize(
    ("game", "players"),
    [(key, 3 if 3 in game.players else max(game.players)) for key, game in every_game().items()],
)
def test_spectators_who_are_kept_behind_learn_nothing_of_this_turn(sqlite_url: str, game: str, players: int) -> None:
    """During a turn, everything looks as at its beginning, and addresses of a step as before that step was made."""
    with sitting_on(quick_settings(sqlite_url), game, players, delay="1") as one:
        same, turn, steady = 0, one.game.turn(one.room.position), from_outside(one, of_steps=False)
        for step in range(1, 20):
            before = from_outside(one, of_steps=True, step=step)
            one.go_on()
            if one.game.turn(one.room.position) == turn:
                same += 1
                assert from_outside(one, of_steps=True, step=step) == before, one.room.log[-1]
                assert from_outside(one, of_steps=False) == steady, one.room.log[-1]
            else:
                turn, steady = one.game.turn(one.room.position), from_outside(one, of_steps=False)
        assert same


def test_lists_tell_spectators_who_are_kept_behind_nothing_of_this_turn(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time passes with every move, and another table of theirs has moved just before: no time, order or header reveals
    that the table has moved since. Once a turn is shown to them, it shows in the lists too."""
    with delayed_sitting(database_url, monkeypatch) as (one, clock):
        same, shown = 0, set()
        for _ in range(9):
            side, choice = one.next()
            turn = one.game.turn(one.room.position)
            stays = one.game.turn(after(one.game, one.room.position, side, choice)[0]) == turn
            move_beside(one, clock.step())
            before = in_lists(one, clock) if stays else []
            clock.step()
            one.submit(side, choice)
            if stays:
                same += 1
                told = in_lists(one, clock)
                assert before == told, "they tell of " + different(before, told)
            shown.add(one.world.send(WATCHER, "GET", "/api/v1/tables").json()["playing"][1]["sequence"])
        assert same
        assert len(shown) > 1


def test_lists_tell_players_how_their_delayed_table_stands(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with delayed_sitting(database_url, monkeypatch) as (one, clock):
        for _ in range(12):
            clock.step()
            one.go_on()
            player = one.room.position.sides[0]
            for viewer, own in ((player, (player,)), (WATCHER, ())):
                sight = one.room.sight(own)
                listed = one.world.send(viewer, "GET", "/api/v1/tables").json()["playing"]
                [told] = [table for table in listed if table["key"] == one.key]
                assert told["sequence"] == sight.sequence
                assert told["waiting"] == list(sides_waited_for(one.game, sight.position))
                assert datetime.fromisoformat(told["moved_at"]) == sight.log[-1].at


def test_a_leak_in_a_list_would_be_found(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.tables.lists.LISTING", listing(sa.false()))
    with pytest.raises(AssertionError, match="they tell of"):
        test_lists_tell_spectators_who_are_kept_behind_nothing_of_this_turn(sqlite_url, monkeypatch)


class SteppedClock:
    """The time of the last step or, while lists are being looked at, the next day."""

    def __init__(self) -> None:
        self.at, self.looking = THEN, False

    def __call__(self) -> datetime:
        return THEN + timedelta(days=1) if self.looking else self.at

    def step(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at


@contextmanager
def delayed_sitting(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PlayedTable, SteppedClock]]:
    """Start a table with a clock and delayed spectators, and another of the same people."""
    clock = SteppedClock()
    monkeypatch.setattr("app.base.clock.source", clock)
    terms = {"delay": "1", "clock": "days", "clock.each": "72", "clock.reserve": "2", "clock.misses": "2"}
    with sitting_on(quick_settings(url), "antechamber", 3, **terms) as one:
        one.world.tables["beside"] = one_more(one.world, one.game, 3, {})
        yield one, clock


def move_beside(one: PlayedTable, at: datetime) -> None:
    """Record that the other table has moved just now."""

    async def move() -> None:
        moved = rooms.update().where(rooms.c.key == one.world.tables["beside"]).values(moved_at=at)
        async with services_of(one.world.app).database.writing() as connection:
            await connection.execute(moved)

    run(one.world.app, move)


def different(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> str:
    """Return what looks different: each request, with the lines that differ."""
    both = zip(before, after, strict=True)
    pairs = [(name, told, later[name]) for earlier, later in both for name, told in earlier.items()]
    lines = [(name, *unified_diff(a[-1].split("<"), b[-1].split("<"), n=0)) for name, a, b in pairs if a != b]
    return "\n".join(map(str, lines))


def in_lists(one: PlayedTable, clock: SteppedClock) -> list[dict[str, Any]]:
    clock.looking = True
    found = [{call.name: one.look(viewer, call) for call in one.lists} for viewer in (WATCHER, STRANGER)]
    clock.looking = False
    return found


def from_outside(one: PlayedTable, of_steps: bool, step: int | None = None) -> list[dict[str, Any]]:
    """Return what spectators see at addresses that name a step, or at all others."""
    surfaces = [call for call in one.surfaces if ("{step}" in call.full_path) == of_steps]
    return [one.shown(viewer, step, surfaces) for viewer in (WATCHER, STRANGER)]


def test_one_acts_alike_in_worlds_one_can_not_tell_apart(played: tuple[PlayedTable, int, int]) -> None:
    """Up to the next chance or reveal."""
    acted = 0
    for one in looked_at(played):
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


def test_everybody_is_told_their_own_news(played: tuple[PlayedTable, int, int]) -> None:
    """A step of the log appears on the pages of those who were told something then, and on no others."""
    private = 0
    for one in looked_at(played):
        told = one.room.log[-1]
        readers = {viewer: bool(seen(told.news, side)) for viewer, side in one.viewers.items()}
        shown = {viewer: one.look(viewer, Call("GET", "/tables/{key}"))[-1] for viewer in readers}
        line = f"/tables/{one.key}/at/{told.sequence}"
        assert {viewer: line in page for viewer, page in shown.items()} == readers
        private += len(set(readers.values()))
    assert private > played[2], "there were secrets too"


def everything(one: PlayedTable, viewer: str, choices: list[Any]) -> dict[str, Any]:
    """Return everything that can be looked at, and the results of previewed and of refused choices."""
    found = one.shown(viewer)
    for choice in choices:
        found[f"look at {choice}"] = one.tried(viewer, choice, ahead="on")
    for number, choice in enumerate(refused(one, viewer)):
        found[f"refusal {number}"] = one.tried(viewer, choice, sure="1")
    return found


def refused(one: PlayedTable, viewer: str) -> list[Any]:
    """Return choices that others may make, and this viewer may not."""
    position = one.room.position
    if viewer not in position.sides:
        return []
    asked = [menu for side, menu in waiting(one.game, position).items() if side != viewer]
    own = waiting(one.game, position).get(viewer)
    samples = [menu.sample(Random(1)) for menu in asked]
    return [choice for choice in samples if own is None or own.check(choice) is not None]
