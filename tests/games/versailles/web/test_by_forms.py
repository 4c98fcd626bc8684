"""Versailles played by the forms of the pages: some turns alone, and against two clerks."""

import random
import re
import time

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.support.playing import Panel, send, table_of
from tests.support.visitors import come_as_guest, post

PATIENCE = 150


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database_url=sqlite_url, bot_pace=0)


def answer_to(page: str, seen: Panel, chance: random.Random) -> dict[str, str]:
    """Choose something that the page offers: a button, or a form with its required fields filled in."""
    least = re.findall(r"<small>(\d+) to lead</small>.*?name=\"(place\.[^\"]+)\"", page, re.DOTALL)
    quick = [(name, value) for name, value in seen.buttons if "deploy" not in value and "withdraw" not in value]
    name, value = chance.choice(quick or seen.buttons)
    if value == "place":
        return {"do": "place"} | {field: number for number, field in chance.sample(least, 2)}
    picked = {field: word for field, word in (seen.picked | seen.filled).items() if field.startswith(f"{value}.")}
    ticked = {field: "on" for field in seen.ticks if field.startswith(f"{value}.") and chance.random() < 0.5}
    return {name: value} | picked | ticked | ({"reclaim.cubes": "1"} if value == "reclaim" else {})


def play_on(client: TestClient, key: str, decisions: int) -> int:
    """Make this many decisions, or play to the end; return how many were made."""
    chance, deadline, made = random.Random(2), time.monotonic() + PATIENCE, 0
    while made < decisions:
        assert time.monotonic() < deadline, f"{made} decisions made"
        shown = client.get(f"/tables/{key}")
        assert shown.status_code == 200
        page = shown.text
        if 'id="result-title"' in page:
            break
        seen = Panel(page)
        if not seen.buttons:
            time.sleep(0.02)
            continue
        answer = send(client, key, seen, **answer_to(page, seen, chance))
        assert answer.status_code in (303, 409, 422)
        made += answer.status_code == 303
    return made


TOGETHER = {"options.length": "standard"}
ALONE = {"options.goal": "20", "options.faction": "last"}


def test_a_person_plays_with_two_clerks(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, players=3, game="versailles", **{"chair.1": "clerk", "chair.2": "clerk"}, **TOGETHER)
    assert post(client, f"/tables/{key}/start").status_code == 303
    assert play_on(client, key, 25) == 25


def test_a_person_plays_alone(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, players=1, game="versailles", **ALONE)
    assert post(client, f"/tables/{key}/start").status_code == 303
    assert play_on(client, key, 25) == 25


def test_the_cubes_that_a_person_places_for_a_bot_show_at_the_bot(client: TestClient) -> None:
    come_as_guest(client)
    key = table_of(client, players=1, game="versailles", **ALONE)
    post(client, f"/tables/{key}/start")
    page = client.get(f"/tables/{key}").text
    assert Panel(page).fields["side"] == "usa"
    assert set(re.findall(r'data-ghost="cubes-\w+-([a-z]+)"', page)) == {"uk"}
