"""Private records of people at a table: notes that no one else sees, and how far they have looked."""

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.main import create_app
from app.render.log_filters import sides_named, sides_of_line, topics_of_line
from app.render.recap import recap
from app.rooms.loading import Told
from app.store.messages.notes_and_visits import KeepingStore
from tests.app.features.talk.conftest import named
from tests.games.tiny.journal import TOPICS, Accepted, BallotShown, Collected, Rolled, Whispered
from tests.support.playing import begun, panel, send
from tests.support.visitors import another, post, quick_settings, without_token


@pytest.fixture
def ada(database_url: str) -> Iterator[TestClient]:
    """Ada, who plays red."""
    app = create_app(quick_settings(database_url))
    with TestClient(app, base_url="http://testserver", raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def bob(ada: TestClient) -> TestClient:
    """Bob, who plays blue."""
    return another(ada)


@pytest.fixture
def key(ada: TestClient, bob: TestClient) -> str:
    return begun(ada, bob)


@pytest.fixture
def wim(ada: TestClient, key: str) -> TestClient:
    return named(ada, "Wim")


def page(client: TestClient, key: str) -> str:
    return str(client.get(f"/tables/{key}").text)


def writes(client: TestClient, key: str, text: str, version: int = 0) -> Response:
    return post(client, f"/tables/{key}/notes", text=text, version=str(version))


def version_of(client: TestClient, key: str) -> int:
    found = re.search(r'id="notes-version" value="(\d+)"', page(client, key))
    assert found
    return int(found[1])


def test_nobody_but_their_owner_sees_notes(ada: TestClient, bob: TestClient, wim: TestClient, key: str) -> None:
    assert writes(ada, key, "Blue is bluffing").headers["location"] == f"/tables/{key}#notes-pane"
    assert "Blue is bluffing" in page(ada, key)
    for visitor in (bob, wim, another(ada)):
        assert "Blue is bluffing" not in page(visitor, key)
    assert writes(wim, key, "I only look on").status_code == 403
    assert 'id="notes-pane"' not in page(wim, key)
    assert writes(another(ada), key, "No name").status_code == 401
    assert writes(ada, "a" * 12, "No table").status_code == 404


def test_notes_are_shown_as_they_were_typed_and_do_nothing(ada: TestClient, key: str) -> None:
    writes(ada, key, "</textarea><script>alert(1)</script>\r\nsecond line")
    assert "&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line</textarea>" in page(ada, key)


@pytest.mark.parametrize(("text", "status"), [("x" * 4000, 303), ("\r\n" * 4000, 303), ("x" * 4001, 422)])
def test_notes_have_a_bound(ada: TestClient, key: str, text: str, status: int) -> None:
    assert writes(ada, key, text).status_code == status


def test_what_is_written_last_stays_and_who_replaced_something_is_told(ada: TestClient, key: str) -> None:
    writes(ada, key, "on the phone")
    assert version_of(ada, key) == 1
    told = writes(ada, key, "on the desk, older page", 0)
    assert told.status_code == 200
    assert "on the phone" in told.text
    assert "omething else had been saved" in told.text
    assert "on the desk, older page" in page(ada, key)
    assert writes(ada, key, "and on", 2).status_code == 303
    for version in ("x", "-1", ""):
        assert post(ada, f"/tables/{key}/notes", text="t", version=version).status_code == 422


def test_notes_stay_when_the_game_is_over(ada: TestClient, bob: TestClient, key: str) -> None:
    play_to_the_end(ada, bob, key)
    assert writes(ada, key, "Well played").status_code == 303
    assert "Well played" in page(ada, key)


def play(client: TestClient, key: str, choice: str) -> None:
    assert send(client, key, panel(client, key), choice=f'{{"do":"{choice}"}}').status_code == 303


def play_to_the_end(ada: TestClient, bob: TestClient, key: str) -> None:
    for client, choice in ((ada, "collect"), (ada, "tip"), (bob, "collect"), (bob, "tip")):
        play(client, key, choice)


def news(client: TestClient, key: str) -> str:
    """Return the page's summary of what happened since the last visit."""
    found = re.search(r'id="recap".*?</section>', without_token(page(client, key)), re.DOTALL)
    return found[0] if found else ""


def dismisses(client: TestClient, key: str, sequence: int, epoch: int = 0) -> int:
    return post(client, f"/tables/{key}/seen", epoch=str(epoch), sequence=str(sequence)).status_code


def test_who_comes_back_is_told_what_happened_until_they_have_read_it(
    ada: TestClient, bob: TestClient, wim: TestClient, key: str
) -> None:
    for visitor in (ada, bob, wim):
        assert news(visitor, key) == "", "nothing on the first visit"
        assert dismisses(visitor, key, 0) == 303, "as its page says"
    play(ada, key, "collect")
    assert news(ada, key) == "", "one's own doing is no news"
    for visitor in (bob, wim):
        told = news(visitor, key)
        assert "collects" in told
        assert f"/tables/{key}/at/1" in told
        assert news(visitor, key) == told, "until it is read"
    assert dismisses(bob, key, 1) == 303
    assert news(bob, key) == ""
    play(ada, key, "tip")
    play(bob, key, "collect")
    assert f"/tables/{key}/at/3" in news(ada, key)
    assert f"/tables/{key}/at/1" not in news(ada, key)
    assert news(another(ada), key) == "", "nobody knows a visitor without a name again"


def test_a_first_visit_is_remembered_by_itself(ada: TestClient, bob: TestClient, wim: TestClient, key: str) -> None:
    """Without a script, nothing else reports that a spectator has looked."""
    play(ada, key, "collect")
    assert news(wim, key) == ""
    play(ada, key, "tip")
    play(bob, key, "collect")
    for _ in ("now", "and again, until it is read"):
        assert f"/tables/{key}/at/3" in news(wim, key)
        assert f"/tables/{key}/at/1" not in news(wim, key)


def test_a_page_that_is_fetched_for_something_else_is_no_visit(
    ada: TestClient, bob: TestClient, wim: TestClient, key: str
) -> None:
    wim.get(f"/tables/{key}", headers={"sec-fetch-mode": "cors"})
    play(ada, key, "collect")
    assert news(wim, key) == "", "this is the first one"
    play(ada, key, "tip")
    play(bob, key, "collect")
    assert f"/tables/{key}/at/3" in news(wim, key)
    assert f"/tables/{key}/at/1" not in news(wim, key)


def test_where_a_visit_can_not_be_remembered_what_one_came_for_is_there_all_the_same(
    ada: TestClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk; the harness fills one (tests/harness/test_full_disk.py)."""

    async def fails(*_: object) -> None:
        raise StoreUnavailable("no room")

    monkeypatch.setattr(KeepingStore, "saw", fails)
    assert ada.get(f"/tables/{key}").status_code == 200
    assert send(ada, key, panel(ada, key), choice='{"do":"collect"}').status_code == 303
    assert "Ada" in page(ada, key)


def test_who_comes_back_is_told_which_seats_changed_hands(ada: TestClient, bob: TestClient, key: str) -> None:
    dismisses(bob, key, 0)
    assert news(bob, key) == ""
    assert post(ada, f"/tables/{key}/resign").status_code == 303
    told = news(bob, key)
    assert "Ada has left the seat." in told
    assert "is offered" in told
    dismisses(bob, key, 0)
    assert news(bob, key) == "", "though the game has not gone on"


def test_a_recap_leads_to_its_first_step_and_folds_what_is_older(ada: TestClient, bob: TestClient) -> None:
    key = begun(ada, bob, **{"options.rounds": "3"})
    wim = named(ada, "Wim")
    dismisses(wim, key, 0)
    play(ada, key, "collect")
    told = news(wim, key)
    assert f'href="/tables/{key}/at/1">Step by step' in told
    assert "<details>" not in told
    play(ada, key, "tip")
    for player in (bob, ada, bob, ada, bob):
        play(player, key, "collect")
        play(player, key, "tip")
    assert re.search(r"<details><summary>and \d+ things? before that</summary><ul>", news(wim, key))


def test_nobody_has_seen_more_than_there_is_nor_less_than_before(ada: TestClient, bob: TestClient, key: str) -> None:
    dismisses(bob, key, 0)
    play(ada, key, "collect")
    for sequence, epoch in ((99, 0), (1, 7)):
        dismisses(bob, key, sequence, epoch)
        assert "collects" in news(bob, key)
    dismisses(bob, key, 1)
    dismisses(bob, key, 0)
    assert news(bob, key) == ""
    for field in ("x", "-1", "9" * 20, ""):
        assert post(bob, f"/tables/{key}/seen", epoch="0", sequence=field).status_code == 422


def test_a_script_that_says_how_far_one_has_looked_is_sent_no_page(ada: TestClient, bob: TestClient, key: str) -> None:
    """The script reports it after every step that a player has seen."""
    dismisses(bob, key, 0)
    play(ada, key, "collect")
    answer = post(bob, f"/tables/{key}/seen", epoch="0", sequence="1", script="yes")
    assert (answer.status_code, answer.content) == (204, b"")
    assert news(bob, key) == ""


def told(*news: object, side: str = "red", sequence: int = 1) -> Told:
    return Told(sequence, side, now(), list(news))  # type: ignore[arg-type]


def test_a_recap_parts_what_touches_one_from_the_games_topics_and_the_rest() -> None:
    lines = [told(Collected("blue", 2)), told(Accepted("green", "blue", 1), sequence=2), told(Rolled(4), sequence=3)]
    found = recap(lines, ("red",), topics=TOPICS)
    groups = {(one.name, one.topic): [it.sequence for it in one.happened] for one in found.groups}
    assert groups == {("deal", True): [2], ("rest", False): [1, 3]}, "dice are no group of recaps"
    assert [it.sequence for it in recap(lines, ("green",), topics=TOPICS).mine] == [2]
    assert [one.name for one in recap(lines, ("red",)).groups] == ["rest"], "of a game without topics"


def test_a_recap_tells_nobody_what_they_may_not_read() -> None:
    whispered = told(Whispered("red", "blue", 3))
    assert recap([whispered], ("blue",)).mine
    assert not recap([whispered], ("green",)).groups
    assert not recap([whispered], ()).groups


def test_a_line_is_about_the_sides_it_names_and_its_topics() -> None:
    sides = ("red", "blue", "green")
    assert sides_named(BallotShown((("red", 1), ("green", 2)), "green"), sides) == ["red", "green"]
    line = told(Accepted("green", "blue", 1), Rolled(3), side="red")
    assert sides_of_line(line, sides) == ["red", "blue", "green"]
    assert topics_of_line(line, TOPICS) == [1, 2]
    assert topics_of_line(told(Collected("blue", 2)), TOPICS) == []
