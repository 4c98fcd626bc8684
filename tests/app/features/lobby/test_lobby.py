"""From nothing to a running table: making one, sitting down, bots, readiness, the start, a rematch, lists."""

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.support.playing import arrange, begun, panel, played_out, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings, token_of


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def third(client: TestClient) -> TestClient:
    return another(client)


def test_a_table_is_made_joined_by_its_link_and_begun(client: TestClient, other: TestClient, third: TestClient) -> None:
    key = begun(client, other)
    assert panel(client, key).fields["side"] == "red"
    assert panel(other, key).fields["side"] == "blue"
    assert panel(third, key).fields == {}, "who only watches decides nothing"
    page = third.get(f"/tables/{key}")
    assert page.status_code == 200


def test_making_a_table_needs_a_name(client: TestClient) -> None:
    assert client.get("/tables/new", follow_redirects=False).headers["location"].startswith("/guest")
    assert post(client, "/tables/new", game="antechamber", players="2").status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": "9"},
        {"players": "two"},
        {"title": " "},
        {"title": "x" * 81},
        {"access": "secret"},
        {"seating": "fair"},
        {"chair.0": ""},
        {"chair.1": "no such bot"},
        {"options.rounds": "0"},
        {"options.rounds": "many"},
        {"colour": "red"},
    ],
)
def test_a_table_that_can_not_be_made_so_says_why(client: TestClient, wrong: dict[str, str]) -> None:
    come_as_guest(client)
    fields = {"game": "antechamber", "players": "2", "title": "A table", "access": "public", "seating": "pick"}
    answer = post(client, "/tables/new", **(fields | {"chair.0": "me", "options.rounds": "1"} | wrong))
    assert answer.status_code == 422
    assert "A table" not in client.get("/").text


def test_what_was_typed_is_kept_beside_the_reason(client: TestClient) -> None:
    come_as_guest(client)
    fields = {"game": "antechamber", "players": "2", "title": "Mine", "access": "link", "seating": "pick"}
    answer = post(client, "/tables/new", **(fields | {"chair.0": "me", "options.rounds": "0"}))
    assert 'value="Mine"' in answer.text
    assert 'id="fault-options.rounds"' in answer.text


def test_one_person_one_seat_but_the_host_may_share_a_screen(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    key = table_of(client, players=3)
    assert arrange(other, key, "sit", 1).status_code == 303
    assert arrange(other, key, "sit", 2).status_code == 409
    assert arrange(other, key, "sit", 0).status_code == 409, "it is taken"
    assert arrange(client, key, "sit", 2).status_code == 303


def test_only_the_host_clears_seats_and_seats_bots(client: TestClient, other: TestClient, third: TestClient) -> None:
    key = table_of_three(client, other)
    come_as_guest(third, "Cleo")
    for stranger in (other, third):
        assert arrange(stranger, key, "leave", 0).status_code == 403
        assert arrange(stranger, key, "bot", 2, kind="random").status_code == 403
        assert post(stranger, f"/tables/{key}/start").status_code == 403
    assert arrange(client, key, "bot", 2, kind="random").status_code == 303
    assert arrange(client, key, "bot", 1, kind="random").status_code == 409, "somebody sits there"
    assert arrange(client, key, "leave", 1).status_code == 303
    assert arrange(third, key, "sit", 1).status_code == 303


def table_of_three(client: TestClient, other: TestClient) -> str:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    key = table_of(client, players=3)
    assert arrange(other, key, "sit", 1).status_code == 303
    return key


def test_who_has_no_name_arranges_nothing(client: TestClient, other: TestClient) -> None:
    key = table_of_three(client, other)
    stranger = another(client)
    assert arrange(stranger, key, "sit", 2).status_code == 401
    assert post(stranger, f"/tables/{key}/start").status_code == 401
    assert post(stranger, f"/tables/{key}/again").status_code == 401
    assert stranger.get("/mine", follow_redirects=False).status_code == 303
    assert stranger.get(f"/tables/{key}").status_code == 200, "anybody may look"


def test_it_begins_when_all_seats_are_taken_and_all_are_ready(client: TestClient, other: TestClient) -> None:
    key = table_of_three(client, other)
    assert post(client, f"/tables/{key}/start").status_code == 409
    assert post(client, f"/tables/{key}/start", fill="random").status_code == 409, "Bob is not ready"
    arrange(other, key, "ready")
    assert post(client, f"/tables/{key}/start", fill="chess").status_code == 409
    assert post(client, f"/tables/{key}/start", fill="random").status_code == 303
    assert panel(client, key).fields["side"] == "red"
    assert arrange(other, key, "leave", 1).status_code == 303, "led to the game"
    assert panel(other, key).fields["side"] == "blue", "who plays, plays"


def test_the_host_who_leaves_hands_the_table_on(client: TestClient, other: TestClient) -> None:
    key = table_of_three(client, other)
    assert arrange(client, key, "leave", 0).status_code == 303
    assert arrange(other, key, "bot", 0, kind="random").status_code == 303
    assert arrange(other, key, "leave", 1).headers["location"] == "/"
    assert client.get(f"/tables/{key}").status_code == 404, "nobody is left"


@pytest.mark.parametrize("fields", [{"seat": "x"}, {"seat": "99"}, {"seat": "-1"}, {"what": "dance"}])
def test_nonsense_arranges_nothing(client: TestClient, fields: dict[str, str]) -> None:
    come_as_guest(client)
    key = table_of(client)
    assert post(client, f"/tables/{key}/seats", **({"what": "sit", "seat": "1"} | fields)).status_code == 409
    assert post(client, f"/tables/{key}/seats", what="sit", seat="1", more="x").status_code == 422
    assert post(client, "/tables/nosuchtable/seats", what="sit", seat="1").status_code == 404
    assert client.get("/tables/nosuchtable").status_code == 404


def test_seats_dealt_out_hold_the_same_people(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, seating="random")
    assert {panel(client, key).fields["side"], panel(other, key).fields["side"]} == {"red", "blue"}


def test_the_link_that_is_passed_on_is_the_sites_own(sqlite_url: str) -> None:
    """The address comes from the settings, not from the request."""
    settings = quick_settings(sqlite_url, address="http://horloge.example")
    with TestClient(create_app(settings), base_url="http://horloge.example") as client:
        origin = {"origin": "http://horloge.example"}
        name = {"name": "Ada", "next": "/", "token": token_of(client)}
        assert client.post("/guest", data=name, headers=origin, follow_redirects=False).status_code == 303
        fields = {"game": "antechamber", "players": "2", "title": "Mine", "access": "link", "seating": "pick"}
        form = fields | {"chair.0": "me", "options.rounds": "1", "token": token_of(client)}
        made = client.post("/tables/new", data=form, headers=origin, follow_redirects=False)
        where = made.headers["location"]
        for address in (where, "/api/docs"):
            text = client.get(address, headers={"host": "evil.example"}).text
            assert "evil.example" not in text
            assert "http://horloge.example/" in text
        assert f"http://horloge.example{where}" in client.get(where).text


def test_a_table_by_link_stands_in_nobody_elses_list(client: TestClient, other: TestClient) -> None:
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    key = table_of(client, access="link")
    assert key in client.get("/").text
    assert key not in other.get("/").text
    assert key not in other.get("/?show=free").text
    arrange(other, key, "sit", 1)
    assert key in other.get("/mine").text


def test_where_nobody_may_watch_the_table_does_not_exist_for_others(
    client: TestClient, other: TestClient, third: TestClient
) -> None:
    key = begun(client, other, spectators="")
    come_as_guest(third, "Cleo")
    for path in (f"/tables/{key}", f"/tables/{key}/at/0"):
        assert third.get(path).status_code == 404
        assert other.get(path).status_code == 200
    assert third.get(f"/tables/{key}").text.count(key) == third.get("/tables/nosuchtable").text.count("nosuchtable")
    assert post(third, f"/tables/{key}/act", choice="{}").status_code == 404


def test_my_games_name_first_what_waits_for_me(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    later = table_of(client)
    text = client.get("/mine").text
    assert text.index(key) < text.index(later)
    assert client.get("/mine/next", follow_redirects=False).headers["location"] == f"/tables/{key}"
    assert other.get("/mine/next", follow_redirects=False).headers["location"] == "/mine"


def test_lists_can_be_narrowed(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    waiting = table_of(client)
    assert waiting in other.get("/?show=free").text
    assert key not in other.get("/?show=free").text
    assert key in other.get("/?show=mine&game=antechamber").text
    assert waiting not in other.get("/?show=mine").text
    assert key not in client.get("/?game=versailles").text


def test_a_list_that_is_the_same_is_not_sent_again(client: TestClient) -> None:
    page = client.get("/").text
    address = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(address, headers={"hx-request": "true"}).status_code == 204
    come_as_guest(client)
    table_of(client)
    assert "A table" in client.get(address, headers={"hx-request": "true"}).text


def test_the_same_people_play_again(client: TestClient, other: TestClient, third: TestClient) -> None:
    key = begun(client, other)
    played_out(client, other, key)
    first = post(other, f"/tables/{key}/again").headers["location"]
    assert post(client, f"/tables/{key}/again").headers["location"] == first, "one rematch, whoever asks"
    come_as_guest(third, "Cleo")
    assert post(third, f"/tables/{key}/again").headers["location"] in (first, f"/tables/{key}")
    again = first.rpartition("/")[2]
    arrange(client, again, "ready")
    assert post(other, f"/tables/{again}/start").status_code == 303
    assert panel(client, again).fields["side"] == "red"


def test_a_page_that_was_open_when_the_game_ended_can_ask_for_another(client: TestClient, other: TestClient) -> None:
    """The button comes with the result; its form is on a player's page from the start, and on no other."""
    key = begun(client, other)
    before = client.get(f"/tables/{key}").text
    assert '<form id="again"' in before
    played_out(client, other, key)
    after = client.get(f"/tables/{key}").text
    assert f'form="again" formaction="/tables/{key}/again"' in after
    client.cookies.clear()
    assert '<form id="again"' not in client.get(f"/tables/{key}").text


def test_nobody_plays_again_while_the_game_goes_on(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert "/again" not in client.get(f"/tables/{key}").text
    assert post(client, f"/tables/{key}/again").headers["location"] == f"/tables/{key}"
    assert client.get(f"/api/v1/tables/{key}").json()["again"] == ""


def test_a_start_that_is_sent_twice_starts_one_game(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert post(client, f"/tables/{key}/start").headers["location"] == f"/tables/{key}"
    assert panel(client, key).fields["sequence"] == "0"
