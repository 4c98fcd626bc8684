"""Replaying a game on its pages: allowed steps only, step by step, sending only differences; with the starts of its
turns.
"""

import re
from random import Random

import pytest
from fastapi import HTTPException
from fastapi.testclient import TestClient

from app.rooms.past_positions import Moments
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.viewpoint import vantage
from app.store.db.database import Database
from app.store.db.schema.games import entries
from app.words.catalogue import words_of
from engine.core import door
from engine.core.state import encode
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Publish, Tip
from tests.support.playing import begun, panel, send
from tests.support.process import Process, acted, board
from tests.support.visitors import another, run, services_of

HX = {"hx-request": "true"}


async def play_on(room: Room, choices: int) -> list[bytes]:
    """Play at random; return the position after each choice."""
    chance, seen = Random(1), []
    for _ in range(choices):
        side, menu = next(iter(door.waiting(GAME, room.position).items()))
        await acted(room, side, menu.sample(chance), f"k{room.sequence}")
        seen.append(encode(room.position))
    return seen


async def test_every_step_is_the_position_that_was(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":100}'))
    moments = Moments(process.store)
    before = [encode(room.position), *await play_on(room, SNAPSHOT_EVERY + 5)]
    for step in (0, 7, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 5, 7):
        loaded = await moments.at(room, step)
        assert encode(loaded.position) == before[step]
        assert await moments.at(room, step) is loaded


async def test_turns_are_marked_where_they_began_and_only_once(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":100}'))
    moments = Moments(process.store)
    marks = [(0, 0)]
    for length in (3, 20, SNAPSHOT_EVERY):
        for _ in range(length):
            await play_on(room, 1)
            if board(room).turn != marks[-1][1]:
                marks.append((room.sequence, board(room).turn))
        assert await moments.turns(room, room.sequence) == marks
    assert await moments.turns(room, 3) == [mark for mark in marks if mark[0] <= 3]


async def test_a_process_keeps_only_so_much(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.past_positions.POSITIONS", 3)
    room, moments = await process.opened(), Moments(process.store)
    await play_on(room, 6)
    for step in range(6):
        await moments.at(room, step)
    assert [step for _, _, step in moments.positions] == [3, 4, 5]


async def test_while_a_game_goes_on_nobody_looks_through_others_eyes(process: Process) -> None:
    room = await process.opened()
    seen = vantage(room, None)
    assert (seen.side, seen.choices) == (None, (None,))
    for asked in ("red", "blue", "usher", ""):
        if asked:
            with pytest.raises(HTTPException):
                vantage(room, None, asked)


async def test_when_it_is_over_everybody_may_look_through_anybodys(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":1}'))
    for side in ("red", "blue"):
        await acted(room, side, Collect(), f"{side}1")
        await acted(room, side, Tip(), f"{side}2")
    assert vantage(room, None, "red").side == "red"
    assert vantage(room, None, "public").side is None
    assert vantage(room, None).choices == (None, "red", "blue")


@pytest.fixture
def people(client: TestClient) -> tuple[TestClient, TestClient, TestClient, str]:
    """Red, blue, another visitor, and a table at which red has collected and given no tip."""
    blue, watcher = another(client), another(client)
    key = begun(client, blue)
    for choice in ('{"do":"collect"}', '{"do":"tip"}'):
        assert send(client, key, panel(client, key), choice=choice).status_code == 303
    return client, blue, watcher, key


def hand(text: str) -> list[str]:
    found = re.search(r'id="part-field-hand">(.*?)</section>', text, re.DOTALL)
    return re.findall(r">(\d+)<", found[1]) if found else []


def test_a_player_sees_the_past_with_their_own_eyes_and_others_with_the_spectators(
    people: tuple[TestClient, TestClient, TestClient, str],
) -> None:
    red, blue, watcher, key = people
    mine, yours, theirs = (who.get(f"/tables/{key}/at/1").text for who in (red, blue, watcher))
    assert hand(mine)
    assert hand(yours)
    assert hand(mine) != hand(yours)
    assert hand(theirs) == []
    for who, asked in ((red, "blue"), (watcher, "red"), (watcher, "usher"), (blue, "public"), (red, "x" * 65)):
        assert who.get(f"/tables/{key}/at/1?as={asked}").status_code == 404
    assert red.get(f"/tables/{key}/at/1?as=red").status_code == 200


def test_a_script_gets_only_what_differs(people: tuple[TestClient, TestClient, TestClient, str]) -> None:
    red, _, _, key = people
    on = red.get(f"/tables/{key}/at/1?from=0", headers=HX).text
    assert 'id="part-mat-red"' in on
    assert 'id="part-mat-blue"' not in on
    assert 'hx-swap-oob="afterbegin"' in on
    assert "Step 1 of 2" in on
    back = red.get(f"/tables/{key}/at/0?from=1", headers=HX).text
    assert 'id="part-mat-red"' in back
    assert 'id="log" hx-swap-oob="innerHTML"' in back
    assert "collects" not in back
    assert "<html" in red.get(f"/tables/{key}/at/1?from=0").text, "a page that is opened by itself is whole"
    assert red.get(f"/tables/{key}/at/1?from=3", headers=HX).status_code == 404


@pytest.mark.parametrize("query", ["from=-1", "from=x", "from=99999999999", "as=%00", "from="])
def test_odd_questions_name_nothing(people: tuple[TestClient, TestClient, TestClient, str], query: str) -> None:
    red, _, _, key = people
    assert red.get(f"/tables/{key}/at/1?{query}", headers=HX).status_code == 404


def test_the_scrubber_works_without_a_script(people: tuple[TestClient, TestClient, TestClient, str]) -> None:
    red, _, watcher, key = people
    answer = red.get(f"/tables/{key}/at?step=1&as=red", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{key}/at/1?as=red")
    answer = watcher.get(f"/tables/{key}/at?step=999", follow_redirects=False)
    assert answer.headers["location"] == f"/tables/{key}/at/2?as=public"
    assert watcher.get(f"/tables/{key}/at?step=x").status_code == 404
    assert watcher.get("/tables/unknown/at?step=1").status_code == 404


def test_the_buttons_lead_along_the_game(people: tuple[TestClient, TestClient, TestClient, str]) -> None:
    red, _, _, key = people
    goals = dict(
        re.findall(r'data-go="(\w+)" role="link" href="[^"]*/at/(\d+)\?as=red"', red.get(f"/tables/{key}/at/1").text)
    )
    assert goals == {"first": "0", "turn_back": "0", "back": "0", "on": "2", "turn_on": "2", "last": "2"}
    opening = red.get(f"/tables/{key}/at/0").text
    assert set(re.findall(r'data-go="(\w+)" role="link" aria-disabled', opening)) == {"first", "turn_back", "back"}


async def test_what_is_hidden_shows_at_no_step(process: Process) -> None:
    """A redealt past looks the same to viewers who cannot tell them apart."""
    from app.decide.layout import lay_scene
    from app.render.scene import scene_then

    room = await process.opened()
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    loaded = await Moments(process.store).at(room, 0)
    for side in (None, "red", "blue"):
        pages = {
            lay_scene(scene_then(room, position, loaded.log, side), words_of("en")).content()
            for position in (loaded.position, *(GAME.redeal(loaded.position, side, Random(n)) for n in range(5)))  # type: ignore[arg-type]
        }
        assert len(pages) == 1


async def spoil(database: Database, sequence: int) -> None:
    async with database.writing() as connection:
        await connection.execute(entries.update().where(entries.c.sequence == sequence).values(choice='{"do":"lost"}'))


async def test_turns_are_found_on_both_sides_of_what_can_not_be_read(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":100}'))
    await play_on(room, SNAPSHOT_EVERY + 5)
    whole = await Moments(process.store).turns(room, room.sequence)
    await spoil(process.database, SNAPSHOT_EVERY - 20)
    found = await Moments(process.store).turns(room, room.sequence)
    gap = range(SNAPSHOT_EVERY - 20, SNAPSHOT_EVERY)
    lost = [mark for mark in whole if mark not in found]
    assert lost
    assert all(step in gap for step, _ in lost)


def test_a_step_that_can_not_be_read_says_so_and_the_others_are_shown(
    client: TestClient, people: tuple[TestClient, TestClient, TestClient, str]
) -> None:
    red, _, _, key = people
    run(client, spoil, services_of(client).database, 2)
    for step, status in ((0, 200), (1, 200), (2, 404)):
        answer = red.get(f"/tables/{key}/at/{step}")
        assert answer.status_code == status
        assert ("This step is damaged" in answer.text) == (status == 404)
    assert red.get(f"/tables/{key}").status_code == 200
    assert "This step is damaged" in red.get(f"/tables/{key}/dice").text
