"""The page with the log and money and Prestige after each line."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from fastapi.testclient import TestClient

from app.rooms.room import Room
from app.settings import Settings
from engine.belle_epoque.game import GAME
from engine.core import registry
from engine.core.door import waiting
from tests.support.playing import begun, table_of
from tests.support.process import acted
from tests.support.visitors import another, come_as_guest, post, quick_settings, run, services_of

MODULE = f"engine.{GAME.key}.game"
CHOICES = 24


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, MODULE])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games=MODULE, bot_pace=0)


@pytest.fixture
def table(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play the first choices of a game against three automated Powers, of a seed with which it lasts longer."""
    monkeypatch.setattr("app.rooms.rooms.new_seed", lambda: "5eed" * 16)
    come_as_guest(client, "Ada")
    key = table_of(client, 1, GAME.key)
    assert post(client, f"/tables/{key}/start").status_code == 303
    run(client, played_on, run(client, services_of(client).rooms.get, key))
    return key


async def played_on(room: Room) -> None:
    rng = Random(3)
    for number in range(CHOICES):
        [(side, menu)] = waiting(room.game, room.position).items()
        await acted(room, side, menu.sample(rng), f"k{number}")


def rows(page: str) -> list[list[str]]:
    """Return the cells with figures of each line."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    lines = [line.partition("</th>")[2] for line in body.split("<tr>")[1:]]
    return [re.findall(r"<td>(?:<b[^>]*>)?(-?\d+)", line) for line in lines]


def test_each_line_has_money_and_prestige_and_automated_powers_have_no_money(client: TestClient, table: str) -> None:
    found = rows(client.get(f"/tables/{table}/figures").text)
    assert len(found) == CHOICES + 1
    assert all(len(cells) == 2 + 3 for cells in found)


def test_players_and_spectators_see_the_same_figures(client: TestClient, table: str) -> None:
    page = another(client).get(f"/tables/{table}/figures").text
    assert rows(page) == rows(client.get(f"/tables/{table}/figures").text)


def test_what_a_line_has_changed_stands_out(client: TestClient, table: str) -> None:
    page = client.get(f"/tables/{table}/figures").text
    found, marked = rows(page), page.count('<b class="figure">')
    changed = sum(one != two for after, before in pairwise(found) for one, two in zip(after, before, strict=True))
    assert marked == changed > 0


def test_the_figures_are_those_of_the_position(client: TestClient, table: str) -> None:
    room = run(client, services_of(client).rooms.get, table)
    [side] = room.position.sides
    now = GAME.showing.figures(GAME.view(room.position, None))
    assert now[side] == {"money": room.position.sheets[side].money, "prestige": room.position.sheets[side].prestige}
    latest = rows(client.get(f"/tables/{table}/figures").text)[0]
    assert latest == [str(value) for those in now.values() for value in those.values()]


def test_the_menu_of_the_table_leads_there(client: TestClient, table: str) -> None:
    assert f'href="/tables/{table}/figures"' in client.get(f"/tables/{table}").text


def test_a_game_without_figures_has_no_such_page(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, game="versailles")
    assert client.get(f"/tables/{key}/figures").status_code == 404
    assert "/figures" not in client.get(f"/tables/{key}").text
