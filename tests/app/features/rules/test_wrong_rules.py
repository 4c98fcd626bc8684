"""Rules with wrongly numbered clauses cannot be shown: their page says so in the reader's language, and what to do.
Everything else, including tables of that game, is shown as if the game had no rules to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from structlog.testing import capture_logs

from app.words import rulebook as books
from app.words.links import clause
from tests.games.tiny import GAME
from tests.support.games import site_games

WRONG = "# The Antechamber\n\n## 5 Auctions\n\n5.4 One.\n\n5.4 Two.\n"
RIGHT = WRONG.replace("5.4 Two", "5.4.1 Two")
SAID = {
    "en": ("These rules can’t be shown", "Please tell the people who run this site"),
    "it": ("Queste regole non si possono mostrare", "Avvisa chi gestisce questo sito"),
    "es": ("Estas reglas no se pueden mostrar", "Avisa a quien lleva este sitio"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which this test lets the Antechamber's rules be read."""
    really = books.file_of

    def file_of(game: str, language: str) -> Path:
        return tmp_path / f"{language}.md" if game == GAME.key else really(game, language)

    monkeypatch.setattr(books, "file_of", file_of)
    books.parsed.cache_clear()
    yield tmp_path
    books.parsed.cache_clear()


@pytest.fixture
def wrong(folder: Path) -> None:
    for language in SAID:
        (folder / f"{language}.md").write_text(WRONG)


@pytest.mark.usefixtures("wrong")
@pytest.mark.parametrize("address", ["", "/5.4"])
@pytest.mark.parametrize("language", SAID)
def test_the_page_says_that_they_can_not_be_shown_and_what_to_do(
    client: TestClient, language: str, address: str
) -> None:
    answer = client.get(f"/rules/{GAME.key}{address}", headers={"accept-language": language})
    assert answer.status_code == 404
    for said in (*SAID[language], GAME.title, "horloge doctor", 'class="button" href="/rules"'):
        assert said in answer.text
    assert "5.4 stands there twice" not in answer.text, "that is for whoever runs the site"


@pytest.mark.usefixtures("wrong")
def test_the_log_says_once_what_is_wrong(client: TestClient) -> None:
    with capture_logs() as told:
        for _ in range(3):
            client.get(f"/rules/{GAME.key}")
    [said] = [line["trouble"] for line in told if line["event"] == "rules can't be shown"]
    assert said == f"rules/en.md of {GAME.key}: 5.4 stands there twice: number one of them otherwise"


@pytest.mark.usefixtures("wrong")
def test_a_table_and_the_rules_of_other_games_are_shown(client: TestClient, key: str) -> None:
    assert client.get(f"/tables/{key}").status_code == 200
    shelf = client.get("/rules")
    assert shelf.status_code == 200
    for other in site_games():
        assert f'href="/rules/{other}"' in shelf.text
    assert f'href="/rules/{GAME.key}"' not in shelf.text
    assert clause(GAME.key, "5.4") == "5.4", "no link leads there"


@pytest.mark.usefixtures("wrong")
@pytest.mark.parametrize("address", ["", "/5.4"])
def test_a_program_is_told_the_same(client: TestClient, address: str) -> None:
    answer = client.get(f"/api/v1/rules/{GAME.key}{address}")
    told = answer.json()
    assert (answer.status_code, told["error"], told["facts"]) == (404, "wrong_rules", {"game": GAME.title})
    assert "Please tell the people who run this site" in told["message"]


def test_where_only_a_translation_is_wrong_the_english_text_is_shown(client: TestClient, folder: Path) -> None:
    (folder / "en.md").write_text(RIGHT)
    (folder / "it.md").write_text(WRONG)
    answer = client.get(f"/rules/{GAME.key}", headers={"accept-language": "it"})
    assert answer.status_code == 200
    assert "Two." in answer.text
