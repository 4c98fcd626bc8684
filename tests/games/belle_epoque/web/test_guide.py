"""The guided first turn of La Belle Époque, followed through the pages to its last stop; then the learner plays on."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.rooms.lesson import Lesson, lesson_of
from app.settings import Settings
from app.words.catalogue import LANGUAGES, words_of
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.choice import Choice
from tests.app.api.programs import Program
from tests.support.playing import panel, send
from tests.support.visitors import another, come_as_guest, post, quick_settings

GAME = "belle_epoque"
MODULE = f"engine.{GAME}.game"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, MODULE])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games=MODULE)


@pytest.fixture
def learner(client: TestClient) -> TestClient:
    come_as_guest(client)
    return client


def lesson() -> Lesson:
    found = lesson_of(registry.game(GAME))
    assert found
    return found


def begun(learner: TestClient) -> str:
    answer = post(learner, f"/learn/{GAME}")
    assert answer.status_code == 303
    return str(answer.headers["location"].rpartition("/")[2])


def go(learner: TestClient, key: str) -> None:
    assert post(learner, f"/tables/{key}/lesson", what="go").status_code == 303


def answer_with(learner: TestClient, key: str, choice: Choice) -> Response:
    """Send a choice as the page's forms do: as a button, or with fields filled in."""
    seen, written = panel(learner, key), msgspec.json.encode(choice).decode()
    if ("choice", written) in seen.buttons:
        return send(learner, key, seen, choice=written)
    fields = json.loads(written)
    tag = fields.pop("do")
    typed: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            typed |= dict.fromkeys((f"{tag}.{name}.{one}" for one in value), "on")
        else:
            typed[f"{tag}.{name}"] = str(value)
    return send(learner, key, seen, do=tag, **typed)


def step_of(learner: TestClient, key: str) -> int:
    found = re.search(r"Step (\d+) of", learner.get(f"/tables/{key}").text)
    assert found
    return int(found[1])


def test_the_first_page_and_the_rules_lead_to_it(client: TestClient) -> None:
    assert f'href="/learn/{GAME}"' in client.get("/").text
    assert f'href="/learn/{GAME}"' in client.get(f"/rules/{GAME}").text


def test_every_stop_is_told_in_every_language_and_promises_what_comes(learner: TestClient) -> None:
    game, taught = registry.game(GAME), lesson()
    for language in LANGUAGES:
        for stop in taught.stops.values():
            for part in ("title", "text"):
                key = f"guide.{GAME}.{stop.name}.{part}"
                assert words_of(language, GAME).sentence(key), (language, key)
        assert reader_of(game, language).reason("guide", f"{GAME}.intro", {})


def test_what_is_asked_at_a_stop_is_what_the_rules_accept_there() -> None:
    game, taught = registry.game(GAME), lesson()
    state, _ = game.open(taught.opening)
    for sequence, entry in enumerate(taught.entries):
        assert [*door.waiting(game, state)] == [taught.side]
        door.apply(game, state, entry.side, entry.choice)
        assert state.sequence == sequence + 1
    assert state.agenda, "the game goes on"
    assert state.turn == 2


def test_what_the_texts_say_of_money_cubes_and_points_is_so() -> None:
    game, taught = registry.game(GAME), lesson()
    state, _ = game.open(taught.opening)
    uk = {}
    for sequence, entry in enumerate(taught.entries):
        if stop := taught.stop_at(sequence):
            sheet = state.sheets["uk"]
            uk[stop.name] = (sheet.money, sheet.embassies, sheet.prestige)
        door.apply(game, state, entry.side, entry.choice)
    assert uk["buy"][:2] == (23, 3)
    assert uk["ally"] == (uk["prestige"][0] - 5, uk["prestige"][1] + 1, uk["prestige"][2] + 1), (
        "£5 for a step and a cube"
    )
    assert uk["colony"][1] == 2
    assert uk["round"][1] == 1
    assert uk["pass"][:2] == (4, 0)
    assert state.sheets["uk"].marked
    assert len(state.sheets["uk"].intrigue) == 1
    assert state.spaces["china"].count("uk") == 1


def test_the_lesson_is_followed_through_forms_to_a_game_of_ones_own(learner: TestClient) -> None:
    key, taught = begun(learner), lesson()
    for number, (sequence, stop) in enumerate(taught.stops.items(), start=1):
        text = learner.get(f"/tables/{key}").text
        assert step_of(learner, key) == number
        assert f"guide.{GAME}.{stop.name}" not in text, "it has words"
        assert all(f'id="{place}"' in text for place in stop.show), stop.show
        if entry := taught.entry_at(sequence):
            answer = answer_with(learner, key, entry.choice)
            assert answer.status_code == 303, (stop.name, re.findall(r'id="refusal".*?</', answer.text))
    text = learner.get(f"/tables/{key}").text
    assert 'value="go"' not in text, "there is nothing left to do for the learner"
    assert 'value="end"' in text
    assert post(learner, f"/tables/{key}/lesson", what="end").status_code == 303
    assert "lesson-title" not in learner.get(f"/tables/{key}").text
    assert send(learner, key, panel(learner, key), choice='{"do":"pass"}').status_code == 303


def test_who_just_plays_on_at_the_end_has_ended_the_lesson(learner: TestClient) -> None:
    key = begun(learner)
    for _ in lesson().stops:
        go(learner, key)
    assert step_of(learner, key) == len(lesson().stops)
    assert send(learner, key, panel(learner, key), choice='{"do":"invest"}').status_code == 303
    assert "lesson-title" not in learner.get(f"/tables/{key}").text
    assert "Begin the lesson" in learner.get(f"/learn/{GAME}").text
    assert begun(learner) != key, "another lesson is another table"


def test_whoever_strays_is_told_and_nothing_is_played(learner: TestClient) -> None:
    key = begun(learner)
    fields = {"place_cubes.territories.china": "on", "place_cubes.territories.egypt_sudan": "on"}
    astray = send(learner, key, panel(learner, key), do="place_cubes", **fields)
    assert astray.status_code == 422
    assert "the lesson is about something else" in astray.text
    assert step_of(learner, key) == 1


def test_the_lesson_ended_early_is_a_game_alone_against_automated_powers(learner: TestClient) -> None:
    key = begun(learner)
    assert post(learner, f"/tables/{key}/lesson", what="end").status_code == 303
    fields = {"place_cubes.territories.china": "on", "place_cubes.territories.egypt_sudan": "on"}
    assert send(learner, key, panel(learner, key), do="place_cubes", **fields).status_code == 303


def test_programs_read_the_lesson_to_its_end(client: TestClient) -> None:
    program = Program(another(client), "Ada")
    key = program.post(f"/games/{GAME}/lesson")["key"]
    for number in range(1, len(lesson().stops)):
        at = program.get(f"/tables/{key}/lesson")
        assert (at["number"], at["over"]) == (number, False)
        assert at["wanted"]
        program.post(f"/tables/{key}/lesson", {"what": "go"})
    assert program.get(f"/tables/{key}/lesson")["over"] is True
    assert program.get(f"/tables/{key}")["status"] == "playing"
