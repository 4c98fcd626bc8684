"""Terms of a table: who may join, how seats are given out, what counts, and what the host may still change."""

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.support.playing import arrange, panel, table_of
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    confirm,
    faults_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    token_of,
    written,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url, games="tests.games.tiny,engine.versailles")


@pytest.fixture
def others(client: TestClient) -> list[TestClient]:
    """Three more browsers: Bob's, Cleo's, and one without a name."""
    browsers = [another(client) for _ in range(3)]
    come_as_guest(client, "Ada")
    for browser, name in zip(browsers, ("Bob", "Cleo"), strict=False):
        come_as_guest(browser, name)
    return browsers


def test_only_who_is_named_may_sit_and_finds_the_table_among_their_games(
    client: TestClient, others: list[TestClient]
) -> None:
    bob, cleo, nobody = others
    key = table_of(client, access="named", names="bob ", spectators="")
    assert key in bob.get("/mine").text
    assert key not in bob.get("/").text
    for stranger in (cleo, nobody):
        assert stranger.get(f"/tables/{key}").status_code == 404
        assert stranger.get(f"/tables/{key}/seats").headers["hx-redirect"], "as if it were gone"
    assert arrange(cleo, key, "sit", 1).status_code == 404
    assert arrange(bob, key, "sit", 1).status_code == 303
    assert "Bob" in client.get(f"/tables/{key}").text


def test_where_watching_is_allowed_others_see_such_a_table_and_can_not_sit(
    client: TestClient, others: list[TestClient]
) -> None:
    _, cleo, _ = others
    key = table_of(client, access="named", names="Bob")
    assert cleo.get(f"/tables/{key}").status_code == 200
    assert arrange(cleo, key, "sit", 1).status_code == 409


@pytest.mark.parametrize(("names", "said"), [("Nemo, Bob", "Nemo"), ("", "one other"), ("Ada", "one other")])
def test_a_name_that_does_not_do_is_told_beside_the_field(
    client: TestClient, others: list[TestClient], names: str, said: str
) -> None:
    fields = {
        "game": "antechamber",
        "players": "2",
        "title": "T",
        "access": "named",
        "seating": "pick",
        "chair.0": "me",
    }
    answer = post(client, "/tables/new", **(fields | {"names": names, "options.rounds": "1"}))
    assert answer.status_code == 422
    assert said in faults_of(answer)["names"]
    assert f'value="{names}"' in answer.text


def test_who_is_asked_gets_a_mail_if_they_want(client: TestClient, others: list[TestClient]) -> None:
    bob, *_ = others
    register(bob, "Bob", "bob@example.org")
    confirm(bob, "bob@example.org")
    before = len(written(client))
    key = table_of(client, access="named", names="Bob, Cleo")
    run(client, services_of(client).notifying.teller.work)
    [(to, subject, text)] = written(client)[before:]
    assert (to, f"/tables/{key}" in text, "Ada" in subject) == ("bob@example.org", True, True)
    post(bob, "/me/notices", digest="")
    table_of(client, access="named", names="Bob")
    run(client, services_of(client).notifying.teller.work)
    assert len(written(client)) == before + 1, "Bob has said no to such letters"


def test_seats_in_the_order_of_joining_are_filled_from_the_first(client: TestClient, others: list[TestClient]) -> None:
    bob, cleo, _ = others
    key = table_of(client, players=3, seating="order")
    assert arrange(bob, key, "sit", 2).status_code == 303
    assert arrange(cleo, key, "sit", 2).status_code == 303
    arrange(client, key, "leave", 0)
    for browser in (bob, cleo):
        arrange(browser, key, "ready")
    assert arrange(client, key, "sit", 0).status_code == 303
    arrange(client, key, "ready")
    assert post(bob, f"/tables/{key}/start").status_code == 303, "Bob came next and is host now"
    assert [panel(browser, key).fields["side"] for browser in (bob, cleo, client)] == ["red", "blue", "green"]


def test_a_game_with_a_bot_or_a_guest_is_not_rated(client: TestClient, others: list[TestClient]) -> None:
    bob, cleo, _ = others
    register(client, "Ada", "ada@example.org")
    register(bob, "Bob", "bob@example.org")
    key, guest, bot = (table_of(client, rated="yes") for _ in range(3))
    assert "Rated game" in client.get(f"/tables/{key}").text
    arrange(client, bot, "bot", 1, kind="random")
    for table, other in ((key, bob), (guest, cleo)):
        arrange(other, table, "sit", 1)
        arrange(other, table, "ready")
    for table in (key, guest, bot):
        assert post(client, f"/tables/{table}/start").status_code == 303
    assert f'id="rated-{key}"' in client.get("/mine").text
    for table in (guest, bot):
        assert f'id="rated-{table}"' not in client.get("/mine").text


def test_the_host_changes_the_terms_until_the_game_begins(client: TestClient, others: list[TestClient]) -> None:
    bob, cleo, _ = others
    key = table_of(client)
    terms = {"title": "Another name", "access": "named", "names": "Bob", "spectators": ""}
    assert post(bob, f"/tables/{key}/terms", **terms).status_code == 403
    assert faults_of(post(client, f"/tables/{key}/terms", **(terms | {"names": "Nemo"})))["names"]
    assert post(client, f"/tables/{key}/terms", **terms).status_code == 303
    assert "Another name" in bob.get("/mine").text
    assert cleo.get(f"/tables/{key}").status_code == 404
    assert post(cleo, f"/tables/{key}/terms", **terms).status_code == 404
    arrange(bob, key, "sit", 1)
    arrange(bob, key, "ready")
    post(client, f"/tables/{key}/start")
    assert post(client, f"/tables/{key}/terms", **(terms | {"title": "Too late"})).status_code == 303
    assert "Too late" not in client.get(f"/tables/{key}").text


def test_options_are_those_of_the_number_of_players(client: TestClient, others: list[TestClient]) -> None:
    alone = client.get("/tables/new?game=versailles&players=1").text
    together = client.get("/tables/new?game=versailles&players=4").text
    assert ("options.goal" in alone, "options.goal" in together) == (True, False)
    assert ("options.deals" in alone, "options.deals" in together) == (False, True)
    fields = {
        "game": "versailles",
        "players": "4",
        "title": "T",
        "access": "public",
        "seating": "pick",
        "chair.0": "me",
    }
    answer = post(client, "/tables/new", **(fields | {"options.goal": "30"}))
    assert answer.status_code == 422
    assert "Leave it out" in answer.text


def test_a_table_without_deals_refuses_offers(client: TestClient, others: list[TestClient]) -> None:
    words = {
        "do": "offer",
        "parties": ["uk", "france"],
        "clauses": [{"clause": "words", "by": "uk", "text": "Peace", "later": True}],
    }
    for deals, status in (("", 422), ("on", 200)):
        fields = {"players": "2", "game": "versailles", "chair.1": "clerk", "options.deals": deals}
        key = table_of(client, **{name: text for name, text in fields.items() if text})
        post(client, f"/tables/{key}/start")
        sent = {"key": "k", "epoch": 0, "sequence": 0, "side": "uk", "choice": words}
        head = ORIGIN | {"x-horloge-token": token_of(client)}
        assert client.post(f"/tables/{key}/act", json=sent, headers=head).status_code == status


def test_the_lists_can_be_narrowed_by_status_and_number(client: TestClient, others: list[TestClient]) -> None:
    two, three = table_of(client), table_of(client, players=3)
    assert two in client.get("/?players=2").text
    assert three not in client.get("/?players=2").text
    assert two in client.get("/?status=open&show=free").text
    assert two not in client.get("/?status=playing").text
    assert two in client.get("/?status=nonsense&players=many").text


def test_where_everything_is_said_at_the_table_sides_do_not_talk_apart(
    client: TestClient, others: list[TestClient]
) -> None:
    key, aloud = table_of(client), table_of(client, private_talk="no")
    assert run(client, services_of(client).rooms.tables.find, key).private_talk
    assert not run(client, services_of(client).rooms.tables.find, aloud).private_talk
    assert post(client, f"/tables/{aloud}/terms", title="T", access="link", private_talk="yes").status_code == 303
    assert run(client, services_of(client).rooms.tables.find, aloud).private_talk
    assert post(client, f"/tables/{aloud}/terms", title="T", access="link", private_talk="perhaps").status_code == 422
