"""Tables whose seats are drawn when the game begins, by lot or in the order of a die: from the form to the record."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from app.words.catalogue import words_of
from engine.core import registry
from engine.core.record import Record, Replay, read
from tests.app.api.programs import Program
from tests.support.playing import arrange, panel, send, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings

PAIRS = {"north": "north south", "east": "east west"}


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, "tests.games.heap"])


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url, games="tests.games.heap,tests.games.tiny")


@pytest.fixture
def third(client: TestClient) -> TestClient:
    return another(client)


def gathered(host: TestClient, *guests: TestClient, **fields: str) -> str:
    """Make a table of the Heap at which every player sits and is ready; its game has not begun."""
    for number, one in enumerate((host, *guests)):
        come_as_guest(one, ("Ada", "Bob", "Cleo")[number])
    key = table_of(host, 1 + len(guests), "heap", **fields)
    for number, guest in enumerate(guests, start=1):
        assert arrange(guest, key, "sit", number).status_code == 303
        assert arrange(guest, key, "ready").status_code == 303
    return key


def started(host: TestClient, key: str, **fields: str) -> None:
    assert post(host, f"/tables/{key}/start", **fields).status_code == 303


def holders(client: TestClient, key: str) -> dict[str, str]:
    """Return the person on each seat, by its sides."""
    return {
        " ".join(seat["sides"]): seat["person"] for seat in Program(client, "Looker").get(f"/tables/{key}")["seats"]
    }


def told(client: TestClient, key: str) -> str:
    """Return what the log says about the opening."""
    [first, *_] = Program(client, "Looker").get(f"/tables/{key}/log")["lines"]
    return " ".join(first["text"])


def record_of(client: TestClient, key: str) -> Record:
    raw = client.get(f"/tables/{key}/record.json").content
    return read(raw)[1]


def played_out(key: str, *players: TestClient) -> None:
    while seen := next((found for one in players if (found := (one, panel(one, key)))[1].buttons), None):
        assert send(seen[0], key, seen[1], choice='{"do":"take","coins":3}').status_code == 303


def test_the_form_offers_lots_for_every_game_and_the_die_where_the_rules_have_one(client: TestClient) -> None:
    come_as_guest(client)
    for game, offered in (("heap", ["pick", "random", "die", "order"]), ("antechamber", ["pick", "random", "order"])):
        html = client.get(f"/tables/new?game={game}&players=2").text
        [select] = re.findall(r'<select id="seating".*?</select>', html, re.DOTALL)
        assert re.findall(r'value="(\w+)"', select) == offered


def test_a_game_without_a_die_for_seats_is_not_set_up_with_one(client: TestClient) -> None:
    program = Program(client, "Ada")
    wanted = {"game": "antechamber", "players": 2, "title": "T", "seating": "die"}
    assert program.refused("POST", "/tables", wanted) == (422, "unfit")


def test_seats_by_lot_are_told_to_everybody_and_follow_from_the_seed(
    client: TestClient, other: TestClient, third: TestClient
) -> None:
    key = gathered(client, other, seating="random", **{"options.heap": "6"})
    started(client, key)
    found = holders(client, key)
    assert sorted(found) == ["east west", "north south"]
    assert sorted(found.values()) == ["Ada", "Bob"]
    place = 1 if found["north south"] == "Ada" else 2
    assert f"seat {place} plays North, South" in told(client, key), "Ada had seat 1, Bob seat 2"
    assert "Seats by lot" in third.get(f"/tables/{key}").text, "spectators read it too"
    played_out(key, client, other)
    record = record_of(client, key)
    assert record.lots is not None
    assert record.lots.by == "lot"
    game = registry.game("heap")
    _, _, news = next(iter(Replay(game, record)))
    assert news[0].seats[place - 1] == ("north", "south")  # type: ignore[attr-defined]


def test_everybody_says_what_they_would_take_and_all_see_it(client: TestClient, other: TestClient) -> None:
    key = gathered(client, other, seating="die")
    assert arrange(client, key, "wish", 0, **{"wish.0": "east"}).status_code == 303
    assert 'value="east" selected' in client.get(f"/tables/{key}").text
    seen = other.get(f"/tables/{key}").text
    assert str(words_of("en").say("ui.lobby.wishes")) in seen
    seats = Program(other, "Looker").get(f"/tables/{key}")["seats"]
    assert [seat["wishes"] for seat in seats] == [["east"], []]
    assert arrange(client, key, "wish", 0).status_code == 303
    assert 'value="east" selected' not in client.get(f"/tables/{key}").text


@pytest.mark.parametrize(("seat", "side"), [(1, "east"), (0, "up"), (9, "east")])
def test_wishes_are_for_ones_own_seat_and_for_seats_there_are(
    client: TestClient, other: TestClient, seat: int, side: str
) -> None:
    key = gathered(client, other, seating="die")
    assert arrange(client, key, "wish", seat, **{"wish.0": side}).status_code in (403, 409)
    assert [one["wishes"] for one in Program(other, "Looker").get(f"/tables/{key}")["seats"]] == [[], []]


def test_where_seats_go_otherwise_there_are_no_wishes(client: TestClient, other: TestClient) -> None:
    key = gathered(client, other, seating="random")
    assert arrange(client, key, "wish", 0, **{"wish.0": "east"}).status_code == 409
    assert 'name="wish.0"' not in client.get(f"/tables/{key}").text


def test_who_leaves_a_seat_takes_the_wishes_along(client: TestClient, other: TestClient) -> None:
    key = gathered(client, other, seating="die")
    assert arrange(other, key, "wish", 1, **{"wish.0": "north"}).status_code == 303
    assert arrange(other, key, "leave", 1).status_code == 303
    assert [one["wishes"] for one in Program(other, "Looker").get(f"/tables/{key}")["seats"]] == [[], []]


def test_by_die_the_highest_gets_what_they_wished_for(client: TestClient, other: TestClient) -> None:
    """Both want the same seat: the higher throw gets it."""
    key = gathered(client, other, seating="die", **{"options.heap": "6"})
    for number, one in enumerate((client, other)):
        assert arrange(one, key, "wish", number, **{"wish.0": "east"}).status_code == 303
    started(client, key)
    said = told(client, key)
    throws = dict(re.findall(r"seat (\d) throws (\d(?:, \d)*)", said))
    first = max(throws, key=lambda place: [int(die) for die in throws[place].split(", ")])
    assert f"choose: seat {first} plays East, West" in said
    assert holders(client, key)["east west"] == ("Ada", "Bob")[int(first) - 1]
    played_out(key, client, other)
    record = record_of(other, key)
    assert record.lots is not None
    assert (record.lots.by, record.lots.wishes) == ("die", (("east",), ("east",)))
    assert [*Replay(registry.game("heap"), record)]


def test_programs_wish_too_and_read_the_draws(client: TestClient) -> None:
    ada, bob = Program(client, "Ada"), Program(client, "Bob")
    key = ada.post("/tables", {"game": "heap", "players": 2, "title": "T", "seating": "die", "options": {"heap": 6}})[
        "key"
    ]
    bob.post(f"/tables/{key}/seats", {"do": "sit", "seat": 1})
    at = bob.post(f"/tables/{key}/seats", {"do": "wish", "seat": 1, "sides": ["west", "east", "north"]})
    assert at["seats"][1]["wishes"] == ["east", "north"], "a side stands for its seat"
    assert ada.refused("POST", f"/tables/{key}/seats", {"do": "wish", "seat": 1, "sides": []})[1] == "not_seated"
    bob.post(f"/tables/{key}/seats", {"do": "ready"})
    ada.post(f"/tables/{key}/start", {})
    draws = bob.get(f"/tables/{key}/dice")["draws"]
    assert {draw["source"] for draw in draws} >= {"seats_die"}
    assert all(draw["outcome"] is not None for draw in draws), "everybody sees them as they fall"


def test_bots_draw_their_seats_as_people_do(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, 4, "heap", seating="random")
    started(client, key, fill="random")
    seats = Program(client, "Looker").get(f"/tables/{key}")["seats"]
    assert sorted(seat["bot"] for seat in seats) == ["", "random", "random", "random"]
    assert sorted(seat["person"] for seat in seats) == ["", "", "", "Ada"]


def test_a_rematch_draws_again(client: TestClient, other: TestClient) -> None:
    key = gathered(client, other, seating="random", **{"options.heap": "3"})
    started(client, key)
    played_out(key, client, other)
    again = post(client, f"/tables/{key}/again").headers["location"].rpartition("/")[2]
    assert arrange(other, again, "ready").status_code == 303
    started(client, again)
    assert "Seats by lot" in told(client, again)


def test_the_draws_of_seats_are_on_the_page_of_dice_and_fair(client: TestClient, other: TestClient) -> None:
    key = gathered(client, other, seating="die", **{"options.heap": "3"})
    started(client, key)
    played_out(key, client, other)
    page = client.get(f"/tables/{key}/dice").text
    words = words_of("en")
    assert str(words.say("source.seats_die")) in page
    assert str(words.say("ui.dice.wrong", n=1)) not in page
    script = client.get(f"/tables/{key}/dice.py").text
    assert "# seats_die" in script
    exec(compile(script, "dice.py", "exec"), {"__name__": "checked"})
