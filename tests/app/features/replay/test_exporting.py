"""Exported records of tables: complete and true once a game is over, and before that without anything that the reader
may not know.
"""

import json
from datetime import UTC, datetime
from importlib import import_module
from random import Random

import msgspec
import pytest
from fastapi.testclient import TestClient

from app.features.analysis.boards import from_record
from app.features.analysis.record_import import played
from app.features.replay.exporting import exported
from app.model.refusals import Accepted
from app.rooms.delayed_view import Sight
from app.rooms.draws import falls
from app.rooms.past_positions import Moments
from app.rooms.room import Room
from app.rooms.viewpoint import vantage
from app.store.people.people import PeopleStore
from app.store.tables.boards import BoardStore
from engine.core import registry
from engine.core.reading import Unreadable
from engine.core.record import Replay, read
from engine.core.state import fingerprint
from tests.app.features.replay.test_dice import whole_game
from tests.games.compass.state import Compass
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Offer, Tip
from tests.support.games import every_game
from tests.support.moves import go_back
from tests.support.playing import begun, panel, send
from tests.support.process import SEED, Process, acted, board
from tests.support.visitors import another


async def record_of(process: Process, room: Room) -> bytes:
    return await exported(process.store, vantage(room, None))


@pytest.mark.parametrize(("key", "players"), [(key, min(game.players)) for key, game in every_game().items()])
async def test_a_finished_games_record_replays_to_its_end(process: Process, key: str, players: int) -> None:
    room = await whole_game(process, registry.game(key), players)
    assert room.status == "finished"
    game, record = read(await record_of(process, room))
    assert record.seed == SEED
    assert len(record.choices) == room.sequence
    *_, (entry, state, _) = Replay(game, record)
    assert (entry, fingerprint(state)) == (room.sequence, fingerprint(room.position))


async def test_a_record_of_a_game_that_began_under_earlier_rules_is_whole_too(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(import_module("engine.versailles.setup"), "RULES", "1")
        room = await whole_game(process, registry.game("versailles"), 1)
    game, record = read(await record_of(process, room))
    assert (record.rules, game.rules) == ("1", "2")
    *_, (entry, state, _) = Replay(game, record)
    assert (entry, fingerprint(state)) == (room.sequence, fingerprint(room.position))
    assert any(fall.step == 0 for fall in await falls(process.store, room, 1))


async def test_a_running_games_digest_tells_neither_what_was_dealt_nor_what_was_drawn_from_a_hand(
    process: Process,
) -> None:
    """No player knows which winds were put away, and two know which letter was taken."""
    room = await whole_game(process, registry.game("compass"), 4, 100)
    assert isinstance(room.position, Compass)
    digest = (await record_of(process, room)).decode()
    assert room.position.away
    assert not [wind for wind in room.position.away if f'"{wind}"' in digest]
    told = [one for entry in json.loads(digest)["entries"] for one in entry["news"]]
    assert {one["letter"] for one in told if one["told"] == "letter_taken"} == {None}


async def test_a_running_games_digest_is_what_its_reader_saw(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 2), "k1")
    await acted(room, "red", Collect(), "k2")
    digest = json.loads(await record_of(process, room))
    assert SEED not in json.dumps(digest)
    assert [entry["sequence"] for entry in digest["entries"]] == [2]
    assert digest["view"]["hand"] == []
    assert "choice" not in digest["entries"][0]
    assert digest["commitment"]
    assert digest["waiting"] == ["red"]
    with pytest.raises(Unreadable, match="unknown field `digest`"):
        read(msgspec.json.encode(digest))


async def test_hidden_things_change_nothing_in_it(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 2), "k1")
    await acted(room, "red", Collect(), "k2")
    for side in (None, "red", "blue"):
        looking = vantage(room, None)
        found = set()
        for number in range(6):
            position = GAME.redeal(board(room), side, Random(number)) if number else board(room)
            position.seed = SEED
            sight = Sight(position, room.log, 0, "playing")
            seen = type(looking)(room, sight, side, (side,), (side,) if side else ())
            found.add(await exported(process.store, seen))
        assert len(found) == 1
        assert (b'"offer"' in found.pop()) == (side == "red"), "what one did oneself is in it"


async def test_what_was_taken_back_is_in_it_and_can_be_brought_to_a_board(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":1}'))
    await acted(room, "red", Collect(), "k1")
    assert isinstance(await go_back(room, "red", 0, "k2", 1), Accepted)
    for side in ("red", "blue"):
        await acted(room, side, Collect(), f"{side}1")
        await acted(room, side, Tip(), f"{side}2")
    raw = await record_of(process, room)
    *_, (entry, state, _) = Replay(*read(raw))
    assert (entry, fingerprint(state)) == (6, fingerprint(room.position))
    me = await PeopleStore(process.database).add_guest("Ada", "ada", datetime.now(UTC))
    board_key = await from_record(BoardStore(process.database), played(raw), me)
    again = await process.room(board_key)
    for step in range(7):
        there = [(await Moments(process.store).at(one, step)).position for one in (room, again)]
        assert fingerprint(there[0]) == fingerprint(there[1])
    assert await Moments(process.store).turns(again, 6) == await Moments(process.store).turns(room, 6)
    assert await falls(process.store, again, 6) == await falls(process.store, room, 6)


def test_who_gets_which(client: TestClient) -> None:
    blue, watcher = another(client), another(client)
    key = begun(client, blue)
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    mine, theirs = client.get(f"/tables/{key}/record.json"), watcher.get(f"/tables/{key}/record.json")
    assert mine.headers["content-disposition"] == f'attachment; filename="horloge-{key}.json"'
    assert mine.json()["as"] == "red"
    assert len(mine.json()["view"]["hand"]) == 2
    assert mine.json()["entries"][0]["choice"] == {"do": "collect"}
    assert "as" not in theirs.json()
    assert theirs.json()["view"]["hand"] == []
    for who, asked in ((watcher, "red"), (blue, "red"), (client, "public")):
        assert who.get(f"/tables/{key}/record.json?as={asked}").status_code == 404
    for who, choices in ((client, ['{"do":"tip"}']), (blue, ['{"do":"collect"}', '{"do":"tip"}'])):
        for choice in choices:
            assert send(who, key, panel(who, key), choice=choice).status_code == 303
    whole = watcher.get(f"/tables/{key}/record.json").content
    assert whole == client.get(f"/tables/{key}/record.json").content
    game, record = read(whole)
    assert len([*Replay(game, record)]) == 5
    assert watcher.get("/tables/unknown/record.json").status_code == 404
