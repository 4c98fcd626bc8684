"""Two programs play whole games of the tests, using only what the API says of any game."""

import random

import msgspec
import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.app.api.programs import Program, act, new_table
from tests.support.games import short_games
from tests.support.visitors import quick_settings

GAMES = short_games()
LONGEST = 300


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url)


@pytest.fixture
def programs(client: TestClient) -> tuple[Program, Program]:
    return Program(client, "Ada"), Program(client, "Bob")


@pytest.mark.parametrize("game", GAMES)
def test_two_programs_play_a_game_to_its_end(programs: tuple[Program, Program], game: str) -> None:
    key = begun(*programs, game)
    chance = random.Random(5)
    for _ in range(LONGEST):
        if not decide(programs, key, chance):
            break
    over = programs[0].get(f"/tables/{key}")
    assert over["status"] == "finished"
    ranked = sorted(side for place in over["ranking"] for side in place["sides"])
    assert ranked == sorted(side for seat in over["seats"] for side in seat["sides"])
    record = programs[0].get(f"/tables/{key}/record")
    assert len(record["choices"]) == over["sequence"]
    assert all(draw["fair"] for draw in programs[1].get(f"/tables/{key}/dice")["draws"])


def begun(host: Program, guest: Program, game: str) -> str:
    options = msgspec.to_builtins(GAMES[game].short_options)
    chosen = {name: value for name, value in options.items() if 2 in GAMES[game].option_players(name)}
    key = new_table(host, game=game, options=chosen)
    guest.post(f"/tables/{key}/seats", {"do": "sit", "seat": 1})
    guest.post(f"/tables/{key}/seats", {"do": "ready"})
    host.post(f"/tables/{key}/start", {})
    return key


def decide(programs: tuple[Program, Program], key: str, chance: random.Random) -> bool:
    """Let one program answer for one of its sides; return False once the game is over."""
    at = programs[0].get(f"/tables/{key}")
    if at["status"] != "playing":
        return False
    side = chance.choice(at["waiting"])
    [program] = (one for one in programs if side in one.get(f"/tables/{key}")["own"])
    found = program.get(f"/tables/{key}/choices", params={"side": side})
    choice = chance.choice([choice for menu in found["asked"] for choice in menu["choices"]])
    assert program.post(f"/tables/{key}/explain", {"choice": choice, "side": side})["legal"]
    act(program, key, choice, side=side)
    return True
