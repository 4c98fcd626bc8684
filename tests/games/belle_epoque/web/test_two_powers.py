"""Two people at La Belle Époque, each with two Powers: lobby, table, hot seat, rooms, programs, results and ratings."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.rooms.room import Room
from app.settings import Settings
from engine.core import registry
from engine.core.door import waiting
from engine.core.record import Replay, read
from engine.core.results import results
from tests.app.api.programs import Program, act
from tests.support.playing import arrange, panel, send, table_of
from tests.support.process import acted
from tests.support.rated import counted
from tests.support.visitors import come_as_guest, post, quick_settings, register, run, services_of

GAME = "belle_epoque"
MODULE = f"engine.{GAME}.game"
ADA, BOB = ("uk", "france"), ("central_powers", "russia")
FIRST = {"russia": ("serbia", "persia"), "france": ("belgium", "libya")}
"""Territories where Russia and France may put their first cubes."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, MODULE])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games=MODULE)


def begun(client: TestClient, other: TestClient, **fields: str) -> str:
    """Start a game: Ada has Great Britain and France, Bob the Central Powers and Russia."""
    register(client, "Ada", "ada@example.org")
    register(other, "Bob", "bob@example.org")
    key = table_of(client, 2, GAME, **fields)
    assert arrange(other, key, "sit", 1).status_code == 303
    assert arrange(other, key, "ready").status_code == 303
    assert post(client, f"/tables/{key}/start").status_code == 303
    return key


def placed(visitor: TestClient, key: str) -> str:
    """Place the first two cubes of the Power whose turn it is on this page; return its name."""
    seen = panel(visitor, key)
    power = seen.fields["side"]
    ticks = {f"place_cubes.territories.{territory}": "on" for territory in FIRST[power]}
    answer = send(visitor, key, seen, do="place_cubes", **ticks)
    assert answer.status_code == 303, answer.text
    return power


def room_of(client: TestClient, key: str) -> Room:
    room = run(client, services_of(client).rooms.get, key)
    assert isinstance(room, Room)
    return room


async def played_out(room: Room) -> None:
    """Play to the end with random choices; each is sent by the person whose Power it is."""
    rng = Random(8)
    people = {side: chair.person for chair in room.table.chairs for side in chair.sides} if room.table else {}
    while room.status == "playing":
        side, menu = next(iter(waiting(room.game, room.position).items()))
        await acted(room, side, menu.sample(rng), f"{people[side]}.k.{room.epoch}.{room.sequence}")


def test_the_lobby_gives_each_seat_both_its_powers(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    html = client.get(f"/tables/new?game={GAME}&players=2").text
    assert re.findall(r'name="shown" value="([^"]*)"', html) == ["uk france,central_powers russia"]
    key = table_of(client, 2, GAME)
    seats = re.findall(r'<li class="panel seat.*?</li>', other.get(f"/tables/{key}").text, re.DOTALL)
    assert ["Great Britain" in seat and "France" in seat for seat in seats] == [True, False]
    assert ["Central Powers" in seat and "Russia" in seat for seat in seats] == [False, True]
    assert arrange(other, key, "sit", 0).status_code == 409, "one of a person's Powers is not free without the other"
    assert arrange(other, key, "sit", 1).status_code == 303


def test_each_is_asked_for_the_power_whose_turn_it_is(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert panel(client, key).buttons == [], "Ada has nothing to decide yet"
    assert placed(other, key) == "russia"
    assert placed(client, key) == "france"
    assert panel(other, key).fields["side"] == "central_powers"


def test_nobody_answers_for_the_other_persons_powers_or_for_the_own_one_that_is_not_asked(client: TestClient) -> None:
    ada, bob = Program(client, "Ada"), Program(client, "Bob")
    key = ada.post("/tables", {"game": GAME, "players": 2, "title": "T"})["key"]
    bob.post(f"/tables/{key}/seats", {"do": "sit", "seat": 1})
    bob.post(f"/tables/{key}/seats", {"do": "ready"})
    assert ada.post(f"/tables/{key}/start", {})["own"] == list(ADA)
    at = bob.get(f"/tables/{key}")
    assert (at["own"], at["waiting"]) == ([*BOB], ["russia"])
    choice = {"do": "place_cubes", "territories": list(FIRST["russia"])}
    asked = {"key": "k", "epoch": 0, "sequence": 0, "choice": choice}
    assert ada.refused("POST", f"/tables/{key}/act", asked | {"side": "russia"})[0] == 403
    assert ada.refused("POST", f"/tables/{key}/act", asked)[1] == "not_your_turn"
    assert bob.refused("POST", f"/tables/{key}/act", asked | {"side": "central_powers"})[1] == "not_your_turn"
    act(bob, key, choice)
    assert ada.get(f"/tables/{key}/choices")["side"] == "france"


def test_programs_see_both_their_powers_and_neither_of_the_others(client: TestClient, other: TestClient) -> None:
    ada = Program(client, "Ada")
    key = ada.post("/tables", {"game": GAME, "players": 2, "title": "T", "seats": ["me", "clerk"]})["key"]
    ada.post(f"/tables/{key}/start", {})
    for power in ADA:
        assert ada.get(f"/tables/{key}/view", params={"side": power})["side"] == power
    for power in BOB:
        assert ada.refused("GET", f"/tables/{key}/view", params={"side": power})[0] == 404


def test_on_one_screen_one_person_plays_all_four(client: TestClient) -> None:
    come_as_guest(client, "Ada")
    key = table_of(client, 2, GAME, **{"chair.1": "me"})
    assert post(client, f"/tables/{key}/start").status_code == 303
    assert [placed(client, key), placed(client, key)] == ["russia", "france"]
    assert panel(client, key).fields["side"] == "central_powers"
    assert Program(client, "Looker").get(f"/tables/{key}")["waiting"] == ["central_powers"]


def test_a_table_waits_for_a_person_once(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert other.get("/mine").text.count(f'href="/tables/{key}"') == 1
    assert client.get("/mine/next", follow_redirects=False).headers["location"] == "/mine"
    assert other.get("/mine/next", follow_redirects=False).headers["location"] == f"/tables/{key}"


def test_who_gives_up_leaves_both_powers_and_who_takes_over_has_both(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, stand_in="0")
    assert post(client, f"/tables/{key}/resign").status_code == 303
    room = room_of(client, key)
    assert room.seating.bots == dict.fromkeys(ADA, "clerk")
    assert post(client, f"/tables/{key}/seat", seat="0").status_code == 303
    assert room_of(client, key).seating.bots == {}
    assert Program(client, "Looker").get(f"/tables/{key}")["seats"][0]["sides"] == list(ADA)


def test_seats_by_lot_keep_each_pair_together(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, seating="random")
    seats = Program(client, "Looker").get(f"/tables/{key}")["seats"]
    assert {tuple(seat["sides"]) for seat in seats} == {ADA, BOB}
    assert {seat["person"] for seat in seats} == {"Ada", "Bob"}
    asked = {tuple(seat["sides"]): {"Ada": client, "Bob": other}[seat["person"]] for seat in seats}
    assert placed(asked[BOB], key) == "russia"


def test_in_the_end_each_person_has_one_place_by_the_average_rounded_down(
    client: TestClient, other: TestClient
) -> None:
    key = begun(client, other, rated="yes")
    room = room_of(client, key)
    run(client, played_out, room)
    state: Any = room.position
    average = {pair: sum(state.sheets[power].vp for power in pair) // 2 for pair in (ADA, BOB)}
    at = Program(client, "Looker").get(f"/tables/{key}")
    assert at["status"] == "finished"
    assert {tuple(place["sides"]): place["points"] for place in at["ranking"]} == average
    ranks = {tuple(place["sides"]): place["rank"] for place in at["ranking"]}
    best = max(average, key=lambda pair: average[pair])
    assert ranks[best] == 1
    assert [(one.sides, one.rank) for one in results(room.game, state, (ADA, BOB))] == [
        (tuple(place["sides"]), place["rank"]) for place in at["ranking"]
    ]
    places = client.get(f"/tables/{key}").text.split('<ol class="places">')[1].split("</ol>")[0]
    assert places.count('<li class="place ') == 2, "a place for each person, not for each Power"
    record_stands(client, key, room)
    ratings_count_people(client, key, ranks)


def record_stands(client: TestClient, key: str, room: Room) -> None:
    raw = client.get(f"/tables/{key}/record.json").content
    assert json.loads(raw)["players"] == 2
    game, record = read(raw)
    *_, (_, last, _) = Replay(game, record)
    assert last == room.position


def ratings_count_people(client: TestClient, key: str, ranks: dict[tuple[str, ...], int]) -> None:
    run(client, counted, services_of(client))
    for name, pair in (("Ada", ADA), ("Bob", BOB)):
        [game] = Program(client, "Looker").get(f"/people/{name}/games")["games"]
        assert (game["table"], game["rank"]) == (key, ranks[pair])
