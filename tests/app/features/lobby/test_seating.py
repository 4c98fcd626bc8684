"""A game whose options decide the seats: its tables are made, joined, played, replayed and exported like any other, and
a seat of several sides has one place.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient

from app.base.clock import now
from app.features.admin.rewinding import Target, past_of, reset
from app.features.analysis.boards import from_record
from app.features.analysis.record_import import played
from app.features.replay.exporting import exported
from app.model.clocks.terms import Live
from app.model.results.outcome import Ended, Sitter, outcome
from app.render.scene import scene_now
from app.rooms.draws import begun_with
from app.rooms.rooms import new_key, new_room
from app.rooms.seats import seating
from app.rooms.viewpoint import vantage
from app.settings import Settings
from app.store.people.people import PeopleStore
from app.store.tables.boards import BoardStore
from app.words.catalogue import words_of
from engine.core import registry
from engine.core.record import Replay, read
from tests.app.api.programs import Program
from tests.games.heap import GAME, POWERS, Heap, Options, Take
from tests.support.playing import arrange, begun, panel, send, table_of
from tests.support.process import Process, acted
from tests.support.rated import counted
from tests.support.visitors import another, come_as_guest, post, quick_settings, register, run, services_of

NEW = {"game": "heap", "players": "2", "title": "A table", "access": "public", "seating": "pick", "chair.0": "me"}


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, "tests.games.heap"])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games="tests.games.heap")


@pytest.fixture
def third(client: TestClient) -> TestClient:
    return another(client)


def seats_in(html: str) -> list[str]:
    """Return the sides of each seat that a form for a new table shows."""
    [shown] = re.findall(r'name="shown" value="([^"]*)"', html)
    return str(shown).split(",")


def seats_of(client: TestClient, key: str) -> list[list[str]]:
    """Return the sides of each seat of a table."""
    return [seat["sides"] for seat in Program(client, "Looker").get(f"/tables/{key}")["seats"]]


def test_the_form_shows_the_seats_that_the_options_make(client: TestClient) -> None:
    come_as_guest(client)
    assert seats_in(client.get("/tables/new?game=heap&players=2").text) == ["north south", "east west"]
    part = post(client, "/tables/new/seating", **NEW, **{"options.pairs": "beside", "chair.1": "random"})
    assert seats_in(part.text) == ["north east", "south west"]
    assert part.text.count("selected") == 2, "and what was picked stays"
    assert seats_in(post(client, "/tables/new/seating", **NEW, **{"options.heap": "many"}).text)[0] == "north south"


def test_seats_that_stay_the_same_are_not_drawn_again(client: TestClient) -> None:
    """So nothing picked is lost when another option changes."""
    come_as_guest(client)
    asked = NEW | {"options.heap": "50", "shown": "north south,east west"}
    assert post(client, "/tables/new/seating", **asked).status_code == 204


def test_options_that_change_the_seats_are_sent_only_once_these_were_shown(client: TestClient) -> None:
    """Without a script, the page shows the seats of the former options."""
    come_as_guest(client)
    asked = NEW | {"options.pairs": "beside", "shown": "north south,east west"}
    answer = post(client, "/tables/new", **asked)
    assert answer.status_code == 422
    assert str(words_of("en").say("ui.lobby.seats.others")) in answer.text
    again = post(client, "/tables/new", **asked | {"shown": ",".join(seats_in(answer.text))})
    assert again.status_code == 303
    assert seats_of(client, again.headers["location"].rpartition("/")[2]) == [["north", "east"], ["south", "west"]]


def test_a_number_of_players_that_the_game_is_not_for_has_no_seats(client: TestClient) -> None:
    come_as_guest(client)
    assert post(client, "/tables/new/seating", **NEW | {"players": "5"}).status_code == 422
    assert post(client, "/tables/new/seating", **NEW | {"game": "chess"}).status_code == 422


def test_somebody_alone_plays_the_side_that_was_chosen_and_the_others_play_by_themselves(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, 1, "heap", **{"options.alone": "south", "options.heap": "6"})
    assert post(client, f"/tables/{key}/start").status_code == 303
    seen = panel(client, key)
    assert seen.fields["side"] == "south"
    assert send(client, key, seen, choice='{"do":"take","coins":3}').status_code == 303
    at = Program(client, "Looker").get(f"/tables/{key}")
    assert [(place["rank"], place["sides"], place["points"]) for place in at["ranking"]] == [
        (1, ["south"], 3), (2, ["north"], 1), (2, ["east"], 1), (2, ["west"], 1)
    ]  # fmt: skip


def test_a_place_behind_powers_that_nobody_plays_is_told_by_its_number_alone(client: TestClient) -> None:
    """North, which plays by itself, has two coins, all others one: the player is second, and the only one who
    played."""
    register(client, "Ada")
    key = table_of(client, 1, "heap", **{"options.alone": "west", "options.heap": "5"})
    assert post(client, f"/tables/{key}/start").status_code == 303
    assert send(client, key, panel(client, key), choice='{"do":"take","coins":1}').status_code == 303
    run(client, counted, services_of(client))
    page = client.get("/people/Ada").text
    assert re.findall(r'<span class="rank[^"]*">([^<]+)</span>', page) == ["2."]


def test_three_take_the_seats_that_the_options_leave_them(
    client: TestClient, other: TestClient, third: TestClient
) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    come_as_guest(third, "Cleo")
    key = table_of(client, 3, "heap", **{"options.without": "north"})
    for number, guest in enumerate((other, third), start=1):
        assert arrange(guest, key, "sit", number).status_code == 303
        assert arrange(guest, key, "ready").status_code == 303
    assert post(client, f"/tables/{key}/start").status_code == 303
    assert panel(client, key).fields["side"] == "east", "north has taken its coin by itself"
    assert client.get(f"/tables/{key}").text.count(str(words_of("en").say("ui.seat.none"))) == 1


def test_programs_ask_who_sits_where(client: TestClient) -> None:
    program = Program(client, "Ada")
    assert program.get("/games/heap")["game"]["players"]["2"] == [["north", "south"], ["east", "west"]]
    asked = {"players": "1", "options": '{"alone": "west"}'}
    assert program.get("/games/heap/seats", params=asked) == {"seats": [["west"]]}
    assert program.refused("GET", "/games/heap/seats", params={"players": "5"}) == (404, "not_found")
    for wrong in ("{", "[]", '{"a":' + "[" * 1_900, '{"alone": "up"}', '{"pairs": "beside"}'):
        asked = {"players": "1", "options": wrong}
        assert program.refused("GET", "/games/heap/seats", params=asked)[0] == 422
    wanted = {"game": "heap", "players": 2, "title": "T", "options": {"pairs": "three"}, "seats": ["me", "random"]}
    key = program.post("/tables", wanted)["key"]
    assert [seat["sides"] for seat in program.get(f"/tables/{key}")["seats"]] == [["north", "east", "south"], ["west"]]


async def opened(process: Process, players: int, options: Options) -> Any:
    seats = seating(GAME, ("",) * players, options)
    new = new_room(GAME, "A table", seats, msgspec.json.encode(options), new_key(), "5eed" * 16)
    await process.store.add(new)
    return await process.room(new.key)


async def played_out(room: Any, coins: int = 1) -> None:
    while room.waiting:
        most = min(coins, room.position.heap)
        await acted(room, room.waiting[0], Take(most), f"k{room.sequence}")


async def test_a_seat_of_two_sides_has_one_place_in_the_end(process: Process) -> None:
    room = await opened(process, 2, Options(heap=10))
    await played_out(room, 3)
    places = scene_now(room, None).table.places
    assert [(one.rank, one.sides, one.points) for one in places] == [
        (1, ("north", "south"), 3), (2, ("east", "west"), 2)
    ]  # fmt: skip


async def test_a_game_that_options_seated_can_be_taken_away_and_brought_again(process: Process) -> None:
    me = await PeopleStore(process.database).add_guest("Ada", "ada", datetime.now(UTC))
    for players, options in ((1, Options(alone="south")), (2, Options(pairs="beside")), (3, Options(without="north"))):
        room = await opened(process, players, options)
        await played_out(room)
        raw = await exported(process.store, vantage(room, None))
        game, record = read(raw)
        assert record.sides == GAME.sides(players, options)
        *_, (_, last, _) = Replay(game, record)
        assert last == room.position
        brought = await process.room(await from_record(BoardStore(process.database), played(raw), me))
        assert [seat.sides for seat in brought.seating.seats] == [*GAME.seating(players, options)]
        assert json.loads(await exported(process.store, vantage(brought, None)))["record"] == 1


async def test_a_game_whose_sides_changed_their_order_is_known_by_its_opening(process: Process) -> None:
    """In Versailles alone, the order of turns is drawn."""
    versailles = registry.game("versailles")
    options = versailles.options(faction="random")
    seats, kept = seating(versailles, [""], options), msgspec.json.encode(options)
    for seed in ("5eed" * 16, "beef" * 16, "cafe" * 16):
        new = new_room(versailles, "Alone", seats, kept, new_key(), seed)
        await process.store.add(new)
        room = await process.room(new.key)
        begun_so = begun_with(room, room.position, kept.decode())
        assert begun_so is not None
        assert begun_so.sides == versailles.sides(1, options)


async def test_a_game_that_is_reset_begins_with_the_same_seats(process: Process) -> None:
    room = await opened(process, 1, Options(alone="south"))
    await played_out(room)
    past = await past_of(process.store, GAME, await process.store.row(room.key))
    for same_seed in (True, False):
        led = await reset(past, None, same_seed, now())
        assert isinstance(led, Target)
        assert isinstance(led.position, Heap)
        assert led.position.seated == ["south"]


async def test_a_record_with_another_order_of_sides_seats_a_board_so(process: Process) -> None:
    me = await PeopleStore(process.database).add_guest("Ada", "ada", datetime.now(UTC))
    room = await opened(process, 2, Options())
    await played_out(room)
    record = json.loads(await exported(process.store, vantage(room, None)))
    turned = json.dumps(record | {"sides": ["west", "south", "north", "east"]}).encode()
    brought = await process.room(await from_record(BoardStore(process.database), played(turned), me))
    assert [seat.sides for seat in brought.seating.seats] == [("west", "east"), ("south", "north")]


async def test_only_those_who_sit_there_have_a_clock(process: Process) -> None:
    seats = seating(GAME, [""], Options(alone="east"))
    options = msgspec.json.encode(Options(alone="east"))
    new = new_room(GAME, "A table", seats, options, new_key(), terms=Live(bank=600, increment=5))
    assert [*json.loads(new.clock or "")["hands"]] == ["east"]


def test_a_rating_goes_by_the_places_of_seats() -> None:
    state = Heap(rules="1", sides=POWERS, seed="5e", coins=dict(zip(POWERS, (9, 5, 0, 4), strict=True)))
    at = datetime(2026, 3, 1, tzinfo=UTC)
    sitters = tuple(Sitter(number, sides, number + 1) for number, sides in enumerate(GAME.seating(2, Options())))
    found = outcome(GAME, Ended(1, at, at, sitters, True, state, state, []))
    assert [(one.rank, one.share, one.points) for one in found.placings] == [(1, 0.5, 4), (1, 0.5, 4)]


def test_an_opponent_that_nobody_plays_shares_a_victory() -> None:
    state = Heap(rules="1", sides=POWERS, seed="5e", coins=dict(zip(POWERS, (2, 2, 2, 1), strict=True)))
    at = datetime(2026, 3, 1, tzinfo=UTC)
    found = outcome(GAME, Ended(1, at, at, (Sitter(0, ("north",), 1),), True, state, state, []))
    assert [(one.rank, one.share) for one in found.placings] == [(1, 1 / 3)]


def test_the_page_of_a_finished_game_shows_the_places_of_seats(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, game="heap", **{"options.heap": "2"})
    for player in (client, other):
        assert send(player, key, panel(player, key), choice='{"do":"take","coins":1}').status_code == 303
    page = client.get(f"/tables/{key}").text
    assert str(words_of("en").say("ui.seat.none")) not in page
    places = page.split('<ol class="places">')[1].split("</ol>")[0]
    assert places.count('<li class="place ') == 2
    assert places.count("<h4") == 4, "each with the sides it holds"
