"""Every draw can be worked out again from the seed that was promised; until then nobody learns more."""

import re
import subprocess
import sys
from random import Random

import pytest
from fastapi.testclient import TestClient

from app.replay import verify
from app.replay.dice import Dice, checked, falls, is_fair, script
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.rooms import open_room
from engine.core import chance, door, registry
from engine.core.chance import Drawn, witnessed
from engine.core.game import AnyGame
from tests.app.conftest import SEED, Process, acted
from tests.app.playing import begun, panel, send
from tests.app.visitors import another
from tests.tiny import GAME


async def whole_game(process: Process, game: AnyGame, players: int, enough: int = 10_000) -> Room:
    key = await open_room(process.store, game, "A table", [""] * players, seed=SEED)
    room, rng = await process.room(key), Random(1)
    while room.waiting and room.sequence < enough:
        side, menu = next(iter(door.waiting(game, room.position).items()))
        await acted(room, side, game.bots[game.best_bot](room.position, side, menu, rng), f"k{room.sequence}")
    return room


def test_the_published_lines_draw_as_the_engine_does() -> None:
    state = GAME.start(2, seed=SEED)
    for draw in range(40):
        assert verify.number(SEED, draw) == chance.drawn(SEED, draw)
    with witnessed() as drawn:
        numbers = [chance.roll(state, "scandal", 6) for _ in range(30)]
        orders = [chance.shuffled(state, "dispatches", list(range(1, n))) for n in range(2, 20)]
    assert [one.outcome for one in drawn] == [*numbers, *map(tuple, orders)]
    assert all(verify.die(SEED, one.first, 6) == one.outcome for one in drawn[:30])
    for one in drawn[30:]:
        assert isinstance(one.of, tuple)
        assert tuple(verify.shuffled(SEED, one.first, list(one.of))) == one.outcome
    assert verify.commitment(SEED) == chance.commitment(SEED)


def test_nobody_witnesses_what_nobody_asked_for() -> None:
    state = GAME.start(2, seed=SEED)
    with witnessed() as outer:
        with witnessed() as inner:
            chance.roll(state, "scandal", 6)
        chance.roll(state, "scandal", 6)
    chance.roll(state, "scandal", 6)
    assert (len(inner), len(outer)) == (1, 1)


@pytest.mark.parametrize(("key", "players"), [("antechamber", 2), ("versailles", 4), ("versailles", 1)])
async def test_every_draw_of_a_whole_game_is_found_and_fair(process: Process, key: str, players: int) -> None:
    room = await whole_game(process, registry.game(key), players, 3 * SNAPSHOT_EVERY)
    found = await falls(process.store, room, room.sequence)
    numbers = [n for fall in found for n in range(fall.drawn.first, fall.drawn.first + fall.drawn.taken)]
    assert numbers == list(range(room.position.draws))
    dice = checked(room, found, over=True)
    assert dice.fair
    assert dice.seed == SEED
    half = await falls(process.store, room, room.sequence // 2)
    assert half + await falls(process.store, room, room.sequence, room.sequence // 2) == found


async def test_while_it_is_played_only_open_outcomes_show(process: Process) -> None:
    room = await whole_game(process, registry.game("versailles"), 4, 2 * SNAPSHOT_EVERY)
    dice = checked(room, await falls(process.store, room, room.sequence), over=False)
    assert dice.seed == ""
    assert dice.commitment == chance.commitment(SEED)
    shown = {one.fall.drawn.source for one in dice.draws if one.shown}
    assert {"issues", "events", "strategies"}.isdisjoint(shown)
    assert {one.fair for one in dice.draws} == {None}


async def test_an_unfair_draw_is_found(process: Process) -> None:
    room = await whole_game(process, GAME, 2, 20)
    found = await falls(process.store, room, room.sequence)
    first = found[0]
    assert isinstance(first.drawn.outcome, tuple)
    swapped = Drawn(
        *(first.drawn.source, first.drawn.first, first.drawn.taken, first.drawn.of), first.drawn.outcome[::-1]
    )
    dice = checked(room, [type(first)(0, swapped)], over=True)
    assert not dice.fair
    assert isinstance(dice, Dice)


def test_a_single_card_and_a_given_die_are_told_apart() -> None:
    assert is_fair(SEED, Drawn("events", 7, 0, ("only",), ("only",))) is True
    assert is_fair(SEED, Drawn("uprising", 7, 0, 6, 3)) is None


async def test_the_program_for_readers_runs_and_agrees(process: Process) -> None:
    room = await whole_game(process, registry.game("versailles"), 4, SNAPSHOT_EVERY)
    dice = checked(room, await falls(process.store, room, room.sequence), over=True)
    program = script(dice)
    assert run(program) == (0, f"{len(dice.draws)} draws follow from the seed.\n")
    assert run(program.replace(f'SEED = "{SEED}"', f'SEED = "{"ab" * 32}"'))[0] == 1


def run(program: str) -> tuple[int, str]:
    """As its reader does."""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_the_page_promises_first_and_reveals_at_the_end(client: TestClient) -> None:
    blue, watcher = another(client), another(client)
    key = begun(client, blue)
    page = watcher.get(f"/tables/{key}/dice").text
    [promised] = set(re.findall(r"<code>([0-9a-f]{64})</code>", page))
    assert "shown when the game ends" in page
    assert watcher.get(f"/tables/{key}/dice.py").status_code == 404
    for who in (client, blue):
        for choice in ('{"do":"collect"}', '{"do":"tip"}'):
            assert send(who, key, panel(who, key), choice=choice).status_code == 303
    page = watcher.get(f"/tables/{key}/dice").text
    kept, seed = re.findall(r"<code>([0-9a-f]{64})</code>", page)
    assert kept == promised == verify.commitment(seed)
    assert "follows from the seed" in page
    assert "does not follow" not in page
    program = watcher.get(f"/tables/{key}/dice.py")
    assert program.headers["content-disposition"] == f'attachment; filename="horloge-{key}.py"'
    assert seed in program.text
