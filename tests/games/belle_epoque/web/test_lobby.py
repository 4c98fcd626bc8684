"""Before a game of La Belle Époque begins, its tables say what each Power is good at."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from app.words.catalogue import LANGUAGES, words_of
from engine.core import registry
from tests.support.playing import table_of
from tests.support.visitors import come_as_guest, quick_settings

GAME = "belle_epoque"
MODULE = f"engine.{GAME}.game"
POWERS = ("uk", "france", "russia", "central_powers")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, MODULE])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games=f"{MODULE},tests.games.tiny")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_picks_a_power_reads_what_it_is_good_at(client: TestClient, language: str) -> None:
    come_as_guest(client)
    key, words = table_of(client, 4, GAME), words_of(language, GAME)
    for page in (f"/tables/{key}?lang={language}", f"/tables/new?game={GAME}&players=4&lang={language}"):
        html = client.get(page).text
        for power in POWERS:
            assert str(words.say(f"word.{GAME}.good_at.{power}")) in html


def test_a_game_that_says_nothing_of_it_shows_no_list(client: TestClient) -> None:
    come_as_guest(client)
    assert 'id="good-at"' not in client.get(f"/tables/{table_of(client, 2, 'antechamber')}").text
