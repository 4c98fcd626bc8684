"""The guided first game, followed to its end through the forms of its pages; and what happens to learners who stray."""

import json
import re

import msgspec
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.model.senders import LESSON
from app.rooms.lesson import Lesson, lesson_of
from app.rooms.move import Move
from app.rooms.room import Room
from app.settings import Settings
from engine.core import registry
from engine.core.choice import Choice
from tests.support.playing import panel, send
from tests.support.visitors import another, come_as_guest, post, quick_settings, run, services_of


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def learner(client: TestClient) -> TestClient:
    come_as_guest(client)
    return client


def lesson() -> Lesson:
    found = lesson_of(registry.game("versailles"))
    assert found
    return found


def begun(learner: TestClient) -> str:
    answer = post(learner, "/learn/versailles")
    assert answer.status_code == 303
    return str(answer.headers["location"].rpartition("/")[2])


def answer_with(learner: TestClient, key: str, choice: Choice) -> Response:
    """Send a choice as the panel's form would: as a button, or with fields filled in."""
    seen = panel(learner, key)
    fields = json.loads(msgspec.json.encode(choice))
    written = msgspec.json.encode(choice).decode()
    if ("choice", written) in (*seen.buttons, *seen.aside):
        return send(learner, key, seen, choice=written)
    tag = fields.pop("do")
    typed: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            typed |= {f"{tag}.{name}.{one[0]}": str(one[1]) for one in value if isinstance(one, list)}
            typed |= {f"{tag}.{name}.{one}": "on" for one in value if isinstance(one, str)}
        elif value is True:
            typed[f"{tag}.{name}"] = "on"
        elif value is not False:
            typed[f"{tag}.{name}"] = str(value)
    return send(learner, key, seen, do=tag, **typed)


def step_of(learner: TestClient, key: str) -> int:
    found = re.search(r"Step (\d+) of", learner.get(f"/tables/{key}").text)
    assert found
    return int(found[1])


def test_who_has_the_lesson_play_is_not_told_it_again_as_if_they_had_been_away(learner: TestClient) -> None:
    key = begun(learner)
    for _ in range(5):
        assert 'id="recap"' not in learner.get(f"/tables/{key}").text
        assert post(learner, f"/tables/{key}/lesson", what="go").status_code == 303


def test_the_lesson_is_followed_to_its_end_through_forms(learner: TestClient) -> None:
    key, taught = begun(learner), lesson()
    for number, (sequence, stop) in enumerate(taught.stops.items(), start=1):
        text = learner.get(f"/tables/{key}").text
        assert step_of(learner, key) == number
        assert f"guide.versailles.{stop.name}" not in text, "it has words"
        entry = taught.entry_at(sequence)
        if entry is None:
            assert 'id="lesson"' not in text, "there is nothing left to do"
        elif entry.side == taught.side:
            answer = answer_with(learner, key, entry.choice)
            assert answer.status_code == 303, (stop.name, answer.text[:2000])
        else:
            assert post(learner, f"/tables/{key}/lesson", what="go").status_code == 303
    assert 'class="panel result"' in learner.get(f"/tables/{key}").text


def test_all_of_it_can_be_done_for_the_learner(learner: TestClient) -> None:
    key = begun(learner)
    for number in range(1, len(lesson().stops)):
        assert step_of(learner, key) == number
        post(learner, f"/tables/{key}/lesson", what="go")
    assert step_of(learner, key) == len(lesson().stops)
    assert post(learner, f"/tables/{key}/lesson", what="go").status_code == 303, "and once more does no harm"


def test_what_is_legal_but_not_the_lessons_is_explained_and_not_played(learner: TestClient) -> None:
    key = begun(learner)
    seen = panel(learner, key)
    astray = send(learner, key, seen, **{"do": "place", "place.cubes.palestine": "1", "place.cubes.rheinland": "1"})
    assert astray.status_code == 422
    assert "the lesson is about something else" in astray.text
    illegal = send(learner, key, seen, **{"do": "place", "place.cubes.palestine": "1"})
    assert illegal.status_code == 422
    assert "the lesson is about" not in illegal.text, "the rules come first"
    assert step_of(learner, key) == 1


def test_a_preview_says_so_too(learner: TestClient) -> None:
    key = begun(learner)
    seen = panel(learner, key)
    fields = {"do": "place", "place.cubes.palestine": "1", "place.cubes.rheinland": "1"}
    answer = post(learner, f"/tables/{key}/act", **(seen.fields | fields))
    assert "the lesson is about something else" in answer.text


def test_the_order_of_what_is_filled_in_does_not_matter(learner: TestClient) -> None:
    key = begun(learner)
    fields = {"do": "place", "place.cubes.high_seas_fleet": "2", "place.cubes.palestine": "3"}
    assert send(learner, key, panel(learner, key), **fields).status_code == 303
    assert step_of(learner, key) == 2


def test_whoever_ends_the_lesson_plays_on_against_bots(learner: TestClient) -> None:
    key = begun(learner)
    assert post(learner, f"/tables/{key}/lesson", what="end").status_code == 303
    assert "lesson-title" not in learner.get(f"/tables/{key}").text
    fields = {"do": "place", "place.cubes.palestine": "1", "place.cubes.rheinland": "1"}
    assert send(learner, key, panel(learner, key), **fields).status_code == 303
    assert post(learner, f"/tables/{key}/lesson", what="go").status_code == 404
    room = services_of(learner).rooms.live[key]
    assert room.seating.bots == {"france": "clerk", "usa": "clerk"}
    assert begun(learner) != key, "another lesson is another table"


def test_one_lesson_at_a_time_is_come_back_to(learner: TestClient) -> None:
    key = begun(learner)
    assert begun(learner) == key
    assert "Go on with the lesson" in learner.get("/learn/versailles").text


def test_a_lesson_is_nobody_elses(learner: TestClient) -> None:
    key = begun(learner)
    other = another(learner)
    come_as_guest(other, "Bob")
    assert other.get(f"/tables/{key}").status_code == 404
    assert post(other, f"/tables/{key}/lesson", what="go").status_code == 404
    assert key not in other.get("/").text
    assert begun(other) != key


def test_a_lesson_that_was_cut_off_goes_on(learner: TestClient) -> None:
    """The process died between the learner's move and those of the others."""
    key, taught = begun(learner), lesson()
    run(learner, cut_off, learner, key, 3)
    text = learner.get(f"/tables/{key}").text
    assert "The others are making their moves" in text
    post(learner, f"/tables/{key}/lesson", what="go")
    assert step_of(learner, key) == 3
    assert taught.stops[6].name == "settle"


async def cut_off(learner: TestClient, key: str, entries: int) -> None:
    room = await services_of(learner).rooms.get(key)
    assert isinstance(room, Room)
    for sequence in range(entries):
        entry = lesson().entries[sequence]
        await room.play(Move(entry.side, entry.choice, f"cut-{sequence}", sequence, LESSON))


def test_what_else_is_accepted_leads_on_as_well(learner: TestClient) -> None:
    key, taught = begun(learner), lesson()
    alternatives = {sequence: stop.also[0] for sequence, stop in taught.stops.items() if stop.also}
    assert alternatives
    for sequence in taught.stops:
        if sequence in alternatives:
            assert answer_with(learner, key, alternatives[sequence]).status_code == 303
        else:
            post(learner, f"/tables/{key}/lesson", what="go")
    assert step_of(learner, key) == len(taught.stops)


def test_who_has_no_name_is_asked_for_one_and_comes_back(client: TestClient) -> None:
    assert "/guest?next=/learn/versailles" in client.get("/learn/versailles").text
    assert post(client, "/learn/versailles").status_code == 401
    assert client.get("/learn/antechamber").status_code == 404
    assert client.get("/learn/chess").status_code == 404
