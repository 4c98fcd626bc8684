"""The guided first year of 1933, followed through the pages to its result."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

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
from engine.core.refusal import Refusal
from engine.nineteen33.game import GAME
from engine.nineteen33.state import Nineteen33
from tests.support.playing import panel, send
from tests.support.visitors import come_as_guest, post, quick_settings

MODULE = "engine.nineteen33.game"
ASIDE = ("leave_plan", "pass_turns")


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
    found = lesson_of(GAME)
    assert found
    return found


def begun(learner: TestClient) -> str:
    answer = post(learner, f"/learn/{GAME.key}")
    assert answer.status_code == 303
    return str(answer.headers["location"].rpartition("/")[2])


def answer_with(learner: TestClient, key: str, choice: Choice) -> Response:
    """Send a choice as the page's forms do: as a button, or with blanks filled in."""
    seen, written = panel(learner, key), msgspec.json.encode(choice).decode()
    if ("choice", written) in seen.buttons:
        return send(learner, key, seen, choice=written)
    fields = json.loads(written)
    tag = fields.pop("do")
    more = {"panel": "aside"} if tag in ASIDE else {}
    return send(learner, key, seen, do=tag, **typed(tag, fields), **more)


def typed(prefix: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Fields as they are typed: a list of words as ticks, a list of others as rows."""
    found: dict[str, str] = {}
    for name, value in fields.items():
        at = f"{prefix}.{name}"
        match value:
            case bool():
                found |= {at: "on"} if value else {}
            case list():
                for number, one in enumerate(value):
                    found |= {f"{at}.{one}": "on"} if isinstance(one, str) else row(f"{at}.{number}", one)
            case _:
                found[at] = str(value)
    return found


def row(at: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """A row of deals, of moves or of aims."""
    kind = {"state": {"row": "planned_deal"}, "origin": {"row": "labour_move"}}
    named = next((given for field, given in kind.items() if field in fields), {})
    return typed(at, {**named, **fields})


def test_every_stop_is_told_in_every_language() -> None:
    for language in LANGUAGES:
        for stop in lesson().stops.values():
            for part in ("title", "text"):
                key = f"guide.{GAME.key}.{stop.name}.{part}"
                assert words_of(language, GAME.key).sentence(key), (language, key)
        assert reader_of(GAME, language).reason("guide", f"{GAME.key}.intro", {})


def test_what_the_texts_say_is_so() -> None:
    """Of cards, paths, jobs, points and months, at the stop that speaks of it."""
    taught = lesson()
    state, _ = GAME.open(taught.opening)
    at: dict[str, Nineteen33] = {}
    for sequence, entry in enumerate(taught.entries):
        if stop := taught.stop_at(sequence):
            at[stop.name] = GAME.clone(state)
        told = door.submit(GAME, state, entry.side, entry.choice)
        assert not isinstance(told, Refusal), (sequence, entry, told)
    assert {32} <= {*at["card"].leaders["france"].hand}
    assert {11} <= {*at["path"].leaders["france"].hand}
    assert {26} <= {*at["second"].leaders["france"].hand}
    assert at["card"].leaders["france"].score == 3, "tax cut and bonds have scored"
    path = at["cube"].places["belgium"].path
    assert path
    assert path.points == 3
    assert at["alliance"].places["belgium"].boxes.count("liberal") == 2
    assert at["path"].leaders["france"].development["food"].path == 0
    assert at["second"].leaders["france"].development["food"].path == 4
    assert at["employed"].leaders["france"].unemployed == 1
    assert (at["woken"].month, at["woken"].leaders["france"].unemployed) == (10, 0)
    assert at["december"].month == 12
    assert all(one.points > 0 for one in state.leaders["france"].slips), "all five aims"
    assert GAME.ranking(state)[0] == ("france",)


def test_the_lesson_is_followed_through_forms_to_its_result(learner: TestClient) -> None:
    key, taught = begun(learner), lesson()
    for number, (sequence, stop) in enumerate(taught.stops.items(), start=1):
        text = learner.get(f"/tables/{key}").text
        assert f"Step {number} of" in text
        assert all(f'id="{place}"' in text for place in stop.show), stop.show
        if entry := taught.entry_at(sequence):
            answer = answer_with(learner, key, entry.choice)
            assert answer.status_code == 303, (stop.name, re.findall(r'id="refusal".*?</', answer.text))
    assert "result-title" in learner.get(f"/tables/{key}").text
