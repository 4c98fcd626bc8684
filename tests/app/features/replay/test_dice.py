"""Every draw can be computed again from the promised seed; until the seed is shown, it reveals nothing."""

import re
import subprocess
import sys
from random import Random

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from app.features.admin.actions import SHELL_DOER, do
from app.features.replay.exporting import exported
from app.rooms import verify
from app.rooms.admin_actions import Rewind, Undo
from app.rooms.draws import Checked, Dice, Fall, checked, falls, is_fair, script
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.rooms import open_room
from app.rooms.verifying import prove
from app.rooms.viewpoint import vantage
from engine.core import chance, door, registry
from engine.core.chance import Drawn, witnessed
from engine.core.game import AnyGame
from engine.core.record import Replay, read
from engine.core.state import fingerprint
from tests.games.tiny import GAME
from tests.support.games import every_game
from tests.support.playing import begun, panel, send
from tests.support.process import SEED, Process, acted
from tests.support.visitors import another


async def whole_game(process: Process, game: AnyGame, players: int, enough: int = 10_000) -> Room:
    key = await open_room(process.store, game, "A table", [""] * players, seed=SEED)
    return await played_on(await process.room(key), enough)


async def played_on(room: Room, enough: int = 10_000) -> Room:
    game, rng = room.game, Random(1)
    while room.waiting and room.sequence < enough:
        side, menu = next(iter(door.waiting(game, room.position).items()))
        choice = game.bots[game.best_bot](room.position, side, menu, rng)
        await acted(room, side, choice, f"k{room.epoch}.{room.sequence}")
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


@pytest.mark.parametrize(
    ("key", "players"),
    [(key, few) for key, game in every_game().items() for few in (min(game.players), max(game.players))],
)
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


async def test_what_is_dealt_or_drawn_from_a_hand_shows_once_the_game_is_over(process: Process) -> None:
    room = await whole_game(process, registry.game("compass"), 4, 100)
    found = await falls(process.store, room, room.sequence)
    assert {fall.drawn.source for fall in found} == {"letters", "winds", "battle", "letter"}
    dice = checked(room, found, over=False)
    assert {one.fall.drawn.source for one in dice.draws if one.shown} == {"battle"}
    assert all(one.shown and one.fair for one in checked(room, found, over=True).draws)


async def test_an_unfair_draw_is_found(process: Process) -> None:
    room = await whole_game(process, GAME, 2, 20)
    found = await falls(process.store, room, room.sequence)
    first = found[0]
    assert isinstance(first.drawn.outcome, tuple)
    swapped = Drawn(
        *(first.drawn.source, first.drawn.first, first.drawn.taken, first.drawn.of), first.drawn.outcome[::-1]
    )
    dice = checked(room, [type(first)(0, swapped, SEED)], over=True)
    assert not dice.fair
    assert isinstance(dice, Dice)


def test_a_single_card_and_a_given_die_are_told_apart() -> None:
    assert is_fair(SEED, Drawn("events", 7, 0, ("only",), ("only",))) is True
    assert is_fair(SEED, Drawn("uprising", 7, 0, 6, 3)) is None


def test_a_deal_and_a_draw_from_a_hand_follow_from_the_seed_or_not() -> None:
    state = GAME.start(2, seed=SEED)
    with witnessed() as drawn:
        chance.dealt(state, "winds", [*"abcdefghi"], 6)
        chance.picked(state, "theft", [1, 2, 3])
    assert [is_fair(SEED, one) for one in drawn] == [True, True]
    deal, theft = drawn
    assert isinstance(deal.outcome, tuple)
    assert is_fair(SEED, replace(deal, outcome=deal.outcome[::-1])) is False
    others = ({1, 2, 3} - set(theft.outcome)) if isinstance(theft.outcome, tuple) else set()
    assert [is_fair(SEED, replace(theft, outcome=(card,))) for card in others] == [False, False]
    dice = Dice(chance.commitment(SEED), SEED, [Checked(Fall(0, one, SEED), True, True) for one in drawn])
    assert run(script(dice)) == (0, "2 draws follow from the seed.\n")


async def test_the_program_for_readers_runs_and_agrees(process: Process) -> None:
    room = await whole_game(process, registry.game("versailles"), 4, SNAPSHOT_EVERY)
    dice = checked(room, await falls(process.store, room, room.sequence), over=True)
    program = script(dice)
    assert run(program) == (0, f"{len(dice.draws)} draws follow from the seed.\n")
    assert run(program.replace(f'SEED = "{SEED}"', f'SEED = "{"ab" * 32}"'))[0] == 1


async def led(room: Room, asked: Rewind | Undo) -> None:
    assert await do(room.store.database, SHELL_DOER, room.key, asked, "It has to be.") is None
    await room.refresh()


async def test_back_from_its_end_a_game_goes_on_by_a_seed_that_nobody_has_seen(process: Process) -> None:
    room = await whole_game(process, GAME, 2)
    last, half = room.sequence, room.sequence // 2
    await led(room, Rewind(half))
    new = room.position.seed
    assert new != SEED
    await played_on(room, half + 4)
    await led(room, Rewind(half))
    assert room.position.seed == new, "nobody has seen it"
    await played_on(room)
    dice = checked(room, await falls(process.store, room, room.sequence), over=True)
    assert dice.fair
    assert (dice.seed, [one.seed for one in dice.earlier]) == (new, [SEED])
    assert {one.fall.seed for one in dice.draws} == {SEED, new}
    assert run(script(dice)) == (0, f"{len(dice.draws)} draws follow from the seed.\n")
    assert run(script(dice).replace(new, "ab" * 32))[0] == 1
    *_, (entry, state, _) = Replay(*read(await exported(process.store, vantage(room, None))))
    assert (entry, fingerprint(state)) == (room.sequence, fingerprint(room.position))
    await led(room, Undo(0))
    assert (room.sequence, room.position.seed, room.status) == (last, SEED, "finished")
    await led(room, Rewind(half + 1))
    assert room.position.seed not in (SEED, new)
    assert (await prove(process.store, await room.follower.row())).result == "same"


async def test_while_nobody_has_seen_the_seed_a_game_that_is_rewound_keeps_it(process: Process) -> None:
    room = await whole_game(process, GAME, 2, 10)
    await led(room, Rewind(4))
    assert room.position.seed == SEED


def run(program: str) -> tuple[int, str]:
    """Run the program as its reader would."""
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
