"""Clocks on the pages, without JavaScript: agreed with the table, shown on its page and in lists, stopped by the host;
and each player's own hours.
"""

import re
from datetime import datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base.clock import now
from app.jobs.heartbeat import Heart
from app.jobs.timeouts import Ringing
from app.model.clocks.terms import Days, Hour, Live, Terms
from app.rooms.room import Room
from app.settings import Settings
from app.web.services import Services
from tests.support.playing import arrange, panel, send, table_of
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    faults_of,
    post,
    quick_settings,
    run,
    services_of,
    token_of,
)

DAYS = {"clock": "days", "clock.each": "24", "clock.reserve": "2", "clock.misses": "2", "clock.host_holds": "yes"}
LIVE = {"clock": "live", "clock.bank": "30", "clock.increment": "15", "clock.misses": "3", "clock.host_holds": ""}
HOUR = {"clock": "hour", "clock.at": "20", "clock.zone": "Europe/Rome", "clock.least": "6", "clock.misses": "1"}
NEW = {"game": "antechamber", "players": "2", "title": "T", "access": "public", "seating": "pick", "chair.0": "me"}


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def bob(client: TestClient) -> TestClient:
    come_as_guest(client, "Ada")
    other = another(client)
    come_as_guest(other, "Bob")
    return other


def begun(host: TestClient, guest: TestClient, **fields: str) -> str:
    key = table_of(host, **(DAYS | {"options.rounds": "9"} | fields))
    arrange(guest, key, "sit", 1)
    arrange(guest, key, "ready")
    assert post(host, f"/tables/{key}/start").status_code == 303
    return key


def room_at(client: TestClient, key: str) -> Room:
    room = run(client, services_of(client).rooms.get, key)
    assert isinstance(room, Room)
    return room


def due(room: Room) -> datetime:
    """Return when red has to answer."""
    assert room.clock
    found = room.clock.hands["red"].due
    assert found
    return found


def agreed(client: TestClient, key: str) -> Terms | None:
    table = run(client, services_of(client).rooms.tables.find, key)
    assert table
    found: Terms | None = table.terms
    return found


@pytest.mark.parametrize(
    ("fields", "terms", "said"),
    [
        ({}, None, ""),
        (DAYS, Days(each=24, reserve=2), "By web: 24 hours for each decision, 2 days in reserve"),
        (LIVE, Live(bank=30, increment=15, misses=3, host_holds=False), "Live: 30 minutes, and 15 seconds more"),
        (HOUR, Hour(at=20, zone="Europe/Rome", least=6, misses=1, host_holds=False), "due at 20:00 Europe/Rome"),
    ],
)
def test_what_is_agreed_about_time_is_said_with_the_table_and_in_lists(
    client: TestClient, bob: TestClient, fields: dict[str, str], terms: Terms | None, said: str
) -> None:
    key = table_of(client, **fields)
    assert agreed(client, key) == terms
    for page in (f"/tables/{key}", "/", "/mine"):
        assert said in client.get(page).text
    pace = {Live: "live", Days: "web", Hour: "web"}.get(type(terms), "none")  # type: ignore[arg-type]
    for wanted in ("live", "web", "none"):
        assert (f"card-{key}" in client.get(f"/?pace={wanted}").text) == (wanted == pace)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"clock": "sand"}, "clock"),
        (DAYS | {"clock.each": "0"}, "clock.each"),
        (DAYS | {"clock.reserve": "many"}, "clock.reserve"),
        (LIVE | {"clock.increment": "1"}, "clock.increment"),
        (HOUR | {"clock.zone": "Europe/Atlantis"}, "clock.zone"),
        (HOUR | {"clock.at": "24"}, "clock.at"),
    ],
)
def test_a_clock_that_can_not_be_is_told_beside_its_field_and_the_rest_is_kept(
    client: TestClient, bob: TestClient, fields: dict[str, str], field: str
) -> None:
    answer = post(client, "/tables/new", **(NEW | {"options.rounds": "1"} | fields))
    assert answer.status_code == 422
    found = re.findall(r'id="fault-([\w.]+)"', answer.text)
    assert found == [field]
    assert 'value="T"' in answer.text


def test_the_host_may_change_the_clock_until_the_game_begins(client: TestClient, bob: TestClient) -> None:
    key = table_of(client, **DAYS)
    page = client.get(f"/tables/{key}").text
    assert '<option value="24" selected>24 hours</option>' in page
    assert post(client, f"/tables/{key}/terms", title="A table", access="public", **LIVE).status_code == 303
    assert isinstance(agreed(client, key), Live)
    assert post(client, f"/tables/{key}/terms", title="A table", access="public").status_code == 303
    assert agreed(client, key) is None


def test_a_page_tells_by_when_who_is_asked_has_to_answer_in_the_readers_zone(
    client: TestClient, bob: TestClient
) -> None:
    post(client, "/me", language="en", theme="auto", zone="Asia/Tokyo", confirm="on")
    key = begun(client, bob)
    london = due(room_at(client, key))
    tokyo = london + timedelta(hours=9)
    assert f"{tokyo:%H:%M} JST" in client.get(f"/tables/{key}").text
    assert f"{london:%H:%M} UTC" in bob.get(f"/tables/{key}").text
    assert "48 hours in reserve" in bob.get(f"/tables/{key}").text


def test_among_my_games_what_is_due_first_comes_first(client: TestClient, bob: TestClient) -> None:
    slow = begun(client, bob, **(DAYS | {"clock.each": "72"}))
    plain = begun(client, bob, clock="none")
    quick = begun(client, bob, **(DAYS | {"clock.each": "12"}))
    page = client.get("/mine").text
    order = sorted((slow, plain, quick), key=lambda key: page.index(f"card-{key}"))
    assert order == [quick, slow, plain]
    assert page.count('<small class="due">') == 2


def hold(client: TestClient, key: str, do: str, **more: str) -> Response:
    return post(client, f"/tables/{key}/clock", do=do, **more)


def test_the_host_stops_the_clocks_lets_them_go_on_and_gives_more_time(client: TestClient, bob: TestClient) -> None:
    key = begun(client, bob)
    room = room_at(client, key)
    assert hold(client, key, "pause").status_code == 303
    assert room.clock
    assert room.clock.paused
    assert "The clocks are stopped (" in bob.get(f"/tables/{key}").text
    again = hold(client, key, "pause")
    assert again.status_code == 409
    assert "stopped already" in again.text
    assert hold(client, key, "resume").status_code == 303
    before = due(room)
    assert hold(client, key, "extend", minutes="90").status_code == 303
    assert due(room) == pytest.approx(before + timedelta(minutes=90), abs=timedelta(seconds=1))


def test_nobody_else_does_and_not_even_the_host_where_the_table_says_so(client: TestClient, bob: TestClient) -> None:
    key = begun(client, bob)
    assert hold(bob, key, "pause").status_code == 403
    assert "Stop the clocks" not in bob.get(f"/tables/{key}").text
    strict = begun(client, bob, **LIVE)
    assert hold(client, strict, "extend", minutes="5").status_code == 403
    assert "Stop the clocks" not in client.get(f"/tables/{strict}").text
    plain = begun(client, bob, clock="none")
    assert hold(client, plain, "pause").status_code == 422, "there is no clock to hold, whoever asks"


@pytest.mark.parametrize("minutes", ["", "0", "-5", "x", "²", "99999999999", "1.5"])
def test_more_time_that_is_none_is_refused(client: TestClient, bob: TestClient, minutes: str) -> None:
    assert hold(client, begun(client, bob), "extend", minutes=minutes).status_code == 422


def test_somebody_who_was_answered_for_is_told_so_on_their_return(
    client: TestClient, bob: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begun(client, bob)
    room = room_at(client, key)
    send(client, key, panel(client, key), choice='{"do":"collect"}')
    for module in ("jobs.timeouts", "rooms.move_timing"):
        monkeypatch.setattr(f"app.{module}.now", lambda: now() + timedelta(days=9))
    run(client, rung, services_of(client), room)
    page = client.get(f"/tables/{key}").text
    assert "time ran out, the caretaker answered" in page
    assert 'id="recap-title"' in page
    assert "Undo" not in page


async def rung(services: Services, room: Room) -> None:
    await room.finish(Ringing(services.rooms, Heart(services.database)).ring_at(room))


def test_a_recap_says_by_when_one_has_to_answer_in_ones_own_zone(client: TestClient, bob: TestClient) -> None:
    key = begun(client, bob)
    post(bob, "/me", language="en", theme="auto", zone="Asia/Tokyo", confirm="on")
    assert post(bob, f"/tables/{key}/seen", epoch="0", sequence="0").status_code == 303
    for choice in ("collect", "tip"):
        send(client, key, panel(client, key), choice=f'{{"do":"{choice}"}}')
    assert re.search(r'class="until"><time [^>]* title="[^"]+ JST">due [^<]+ JST<', bob.get(f"/tables/{key}").text)
    assert 'class="until"' not in client.get(f"/tables/{key}").text, "nobody waits for her"


def test_a_vote_says_in_ones_own_zone_until_when_it_waits_and_what_silence_does(
    client: TestClient, bob: TestClient
) -> None:
    key = begun(client, bob)
    post(bob, "/me", language="en", theme="auto", zone="Asia/Tokyo", confirm="on")
    assert post(client, f"/tables/{key}/motion", epoch="0", sequence="0", propose="pause").status_code == 303
    page = bob.get(f"/tables/{key}").text
    assert re.search(r"Without an answer nothing changes \(<time [^>]*>[^<]+</time>\)", page)
    assert re.search(r'changes \(<time [^>]*title="[^"]+ JST"', page)
    assert re.search(r'changes \(<time [^>]*title="[^"]+ UTC"', client.get(f"/tables/{key}").text)


@pytest.mark.parametrize("status", ["paused", "frozen"])
def test_a_clock_that_stands_says_so(client: TestClient, bob: TestClient, status: str) -> None:
    key = begun(client, bob)
    running = 'data-moment="left"'
    assert running in client.get(f"/tables/{key}").text
    if status == "paused":
        assert hold(client, key, "pause").status_code == 303
    else:
        room_at(client, key).status = "frozen"
    page = client.get(f"/tables/{key}").text
    assert "clock stopped" in page
    assert running not in page


def test_hours_of_ones_own_are_kept_shown_and_count_from_now_on(client: TestClient, bob: TestClient) -> None:
    room = room_at(client, begun(client, bob))
    before = due(room)
    fields = {"quiet_from": "22:00", "quiet_to": "08:00", "day.5": "on", "day.6": "on"}
    assert post(client, "/me/hours", **fields).status_code == 303
    page = client.get("/me/hours").text
    assert 'value="22:00"' in page
    assert page.count(" checked") == 2
    run(client, room.refresh)
    assert due(room) >= before + timedelta(hours=30), "72 hours, without nights"
    assert post(client, "/me/hours", quiet_from="", quiet_to="").status_code == 303
    run(client, room.refresh)
    assert due(room) == pytest.approx(before, abs=timedelta(minutes=1))


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"quiet_from": "22:00"}, "quiet_to"),
        ({"quiet_from": "late", "quiet_to": "07:00"}, "quiet_from"),
        ({"quiet_from": "09:00", "quiet_to": "09:00"}, "quiet_to"),
        ({"quiet_from": "09:00", "quiet_to": "23:30"}, "quiet_to"),
        ({f"day.{n}": "on" for n in range(4)}, "weekend"),
    ],
)
def test_hours_that_leave_no_time_to_play_are_refused(
    client: TestClient, bob: TestClient, fields: dict[str, str], fault: str
) -> None:
    answer = post(client, "/me/hours", **fields)
    assert (answer.status_code, [*faults_of(answer)]) == (422, [fault])


def rest(client: TestClient, first: int, last: int) -> Response:
    today = now().date()
    days = (today + timedelta(days=first), today + timedelta(days=last))
    return post(client, "/me/hours/rest", first=str(days[0]), last=str(days[1]))


def test_a_vacation_stops_ones_clock_and_can_be_called_off(client: TestClient, bob: TestClient) -> None:
    room = room_at(client, begun(client, bob))
    before = due(room)
    assert rest(client, 1, 5).status_code == 303
    run(client, room.refresh)
    assert due(room) == pytest.approx(before + timedelta(days=5), abs=timedelta(minutes=1))
    number = re.findall(r'name="vacation" value="(\d+)"', client.get("/me/hours").text)[0]
    assert post(bob, "/me/hours/end", vacation=number).status_code == 404
    assert post(client, "/me/hours/end", vacation=number).status_code == 303
    run(client, room.refresh)
    assert due(room) == pytest.approx(before, abs=timedelta(minutes=1))


@pytest.mark.parametrize(("first", "last"), [(-2, 3), (5, 2), (800, 801), (10, 75)])
def test_a_vacation_in_the_past_or_beyond_the_budget_is_refused(
    client: TestClient, bob: TestClient, first: int, last: int
) -> None:
    assert rest(client, first, last).status_code == 422
    assert "None planned" in client.get("/me/hours").text


def test_vacations_do_not_lie_over_each_other(client: TestClient, bob: TestClient) -> None:
    assert rest(client, 10, 14).status_code == 303
    assert faults_of(rest(client, 14, 15))["first"]
    assert post(client, "/me/hours/rest", first="soon", last="2030-13-01").status_code == 422


def test_programs_do_the_same(client: TestClient, bob: TestClient) -> None:
    def call(path: str, body: object) -> Response:
        headers = ORIGIN | {"x-horloge-token": token_of(client)}
        return client.post(f"/api/v1{path}", json=body, headers=headers)

    made = call(
        "/tables",
        {"game": "antechamber", "players": 2, "title": "T", "clock": {"kind": "live", "bank": 10, "increment": 5}},
    )
    key = made.json()["key"]
    told = client.get(f"/api/v1/tables/{key}").json()
    assert told["clock"] == {"kind": "live", "bank": 10, "increment": 5, "misses": 2, "host_holds": True}
    assert told["time"] is None
    arrange(bob, key, "sit", 1)
    arrange(bob, key, "ready")
    assert call(f"/tables/{key}/start", {}).json()["time"]["sides"]["red"]["left"] == 600
    assert call(f"/tables/{key}/clock", {"do": "pause"}).json()["time"]["paused"]
    assert call(f"/tables/{key}/clock", {"do": "pause"}).json()["error"] == "clock_stands"
    assert call(f"/tables/{key}/clock", {"do": "stop"}).status_code == 422
    hours = call("/me/hours", {"quiet_from": "23:00", "quiet_to": "06:00", "weekend": [6]}).json()
    assert (hours["quiet_from"], hours["weekend"]) == ("23:00", [6])
    assert call("/me/hours", {"quiet_from": "23:00"}).json()["facts"]["fields"]["quiet_to"]
    assert client.get("/api/v1/mine").json()["tables"][0]["due"] is None, "the clock stands"
    nowhere = {"kind": "hour", "at": 20, "zone": "Nowhere", "least": 1}
    bad = call("/tables", {"game": "antechamber", "players": 2, "title": "T", "clock": nowhere})
    assert bad.json()["facts"]["fields"]["clock.zone"]
