"""Games in progress when their rules change: none is changed unless its table wants it."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import horloge
from app.decide.votes import asking_of
from app.ops.rules_migration import Renewal, look_through, prepare
from app.rooms.room import Room
from app.rooms.votes import cast_vote, open_vote
from engine.core.menu import Menu, OneOf
from engine.core.state import Side
from tests.games.tiny.choices import Collect, Publish
from tests.games.tiny.state import BANK, Antechamber
from tests.games.tiny.turn import Turn
from tests.support.process import Process, acted, board, order, process_on
from tests.support.rated import accounts, table

STEPS = 3


async def game(process: Process) -> Room:
    """Start a game of two people, in which red has collected at step 3."""
    ada, bob = await accounts(process, "Ada", "Bob")
    room = await table(process, (ada, bob))
    for step in range(STEPS - 1):
        await acted(room, "red", order(room), f"{ada}.k.{step}")
    await acted(room, "red", Collect(), f"{ada}.k.turn")
    return room


async def looked_through(process: Process, propose: bool = True) -> Renewal:
    found = Renewal()
    async for _ in look_through(process.store, propose, found):
        pass
    return found


async def prepared(process: Process) -> Renewal:
    found = Renewal()
    async for _ in prepare(process.store, found):
        pass
    return found


def change_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules: collecting now costs a coin."""
    choose = Turn.choose

    def otherwise(turn: Turn, state: Antechamber, side: Side, choice: Any) -> None:
        choose(turn, state, side, choice)
        if isinstance(choice, Collect):
            state.pay(1, side, BANK)

    monkeypatch.setattr(Turn, "choose", otherwise)


def forbid_collecting(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(_: Turn, state: Antechamber) -> Mapping[Side, Menu]:
        return {state.active: OneOf(*map(Publish, state.hands[state.active]))}

    monkeypatch.setattr(Turn, "waiting", offered)


async def test_games_that_go_the_same_are_left_alone(process: Process) -> None:
    room = await game(process)
    head = await process.store.head(room.id)
    found = await looked_through(process)
    assert (found.games, found.same, found.others) == (1, 1, [])
    assert await process.store.head(room.id) == head


@pytest.mark.parametrize(("change", "result"), [(change_rules, "differs"), (forbid_collecting, "illegal")])
async def test_a_dry_run_says_what_would_go_otherwise_and_from_where_and_changes_nothing(
    process: Process, monkeypatch: pytest.MonkeyPatch, change: Callable[[pytest.MonkeyPatch], None], result: str
) -> None:
    room = await game(process)
    head = await process.store.head(room.id)
    change(monkeypatch)
    [other] = (await looked_through(process, propose=False)).others
    verdict = other.verdict
    assert (verdict.key, verdict.result, verdict.at, verdict.side) == (room.key, result, STEPS, "red")
    assert await process.store.head(room.id) == head


async def test_a_table_whose_game_would_change_is_asked_once(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await game(process)
    coins = board(room).coins["red"]
    await prepared(process)
    change_rules(monkeypatch)
    assert [other.done for other in (await looked_through(process)).others] == ["asked"]
    assert [other.done for other in (await looked_through(process)).others] == ["asked before"]
    await room.refresh()
    asked = asking_of(room)
    assert asked
    assert (asked.kind, asked.step, asked.waiting, asked.everybody) == ("rules", STEPS, ("red", "blue"), True)
    assert board(room).coins["red"] == coins, "nothing has changed meanwhile"


async def test_if_all_agree_it_goes_back_to_where_the_rules_agree(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await game(process)
    coins = board(room).coins["red"]
    await prepared(process)
    change_rules(monkeypatch)
    await looked_through(process)
    await room.refresh()
    for person in room.seating.people:
        assert room.open_vote
        await cast_vote(room, person, room.open_vote.id, yes=True)
    assert (room.sequence, room.waiting) == (STEPS + 1, ("red",))
    await acted(room, "red", Collect(), "again")
    assert board(room).coins["red"] == coins - 1
    assert [other.done for other in (await looked_through(process)).others] == ["asked before"]


async def test_if_one_does_not_want_to_it_goes_on_from_where_it_was(
    process: Process, other_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process that has never loaded it."""
    room = await game(process)
    coins = board(room).coins["red"]
    await prepared(process)
    change_rules(monkeypatch)
    await looked_through(process)
    fresh = await other_process.room(room.key)
    assert fresh.open_vote
    await cast_vote(fresh, min(fresh.seating.people), fresh.open_vote.id, yes=False)
    assert open_vote(fresh) is None
    assert (fresh.status, board(fresh).coins["red"]) == ("playing", coins)
    await acted(fresh, "red", order(fresh), "later")


async def test_a_game_whose_position_is_not_known_any_more_is_stopped_with_the_reason(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await game(process)
    change_rules(monkeypatch)
    assert [other.done for other in (await looked_through(process)).others] == ["stopped"]
    row = await process.store.row(room.key)
    assert row.status == "frozen"
    assert "migrate-games --prepare" in row.trouble


async def test_positions_are_stored_once(process: Process) -> None:
    room = await game(process)
    for _ in range(2):
        assert (await prepared(process)).unprepared == []
    assert await process.store.snapshots(room.id, 0, 99) == [0, STEPS]


def test_the_command_says_how_many(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")
    monkeypatch.setattr("app.base.logs.set_up", lambda *_: None)

    async def one_game() -> None:
        async with process_on(sqlite_url) as process:
            await game(process)

    asyncio.run(one_game())

    def said(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(horloge, ["migrate-games", *words])
        return done.exit_code, done.stdout

    assert said("--prepare") == (0, "1 games being played; their positions are stored\n")
    change_rules(monkeypatch)
    code, told = said("--dry-run", "--json")
    assert (code, [other["verdict"]["at"] for other in json.loads(told)["others"]]) == (1, [STEPS])
    assert said()[1].splitlines()[-1] == "1 games being played: 0 the same, 1 otherwise"
