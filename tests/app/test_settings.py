"""What an operator sets arrives, and what is wrong is said."""

import subprocess
import sys

import pytest
from pydantic import ValidationError

from app.settings import Settings, WrongSettings, read_settings
from tests.house.source import ROOT


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
        ("postgresql://u@host/name", "postgresql+asyncpg://u@host/name"),
        ("postgresql+asyncpg://u@host/name", "postgresql+asyncpg://u@host/name"),
        ("sqlite:///var/x.db", "sqlite+aiosqlite:///var/x.db"),
    ],
)
def test_addresses_of_databases_get_our_drivers(monkeypatch: pytest.MonkeyPatch, given: str, used: str) -> None:
    monkeypatch.setenv("DATABASE_URL", given)
    assert Settings().database_url == used


def test_variables_have_the_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORLOGE_PORT", "9000")
    monkeypatch.setenv("HORLOGE_GAMES", "one, two,")
    monkeypatch.setenv("PORT", "1")
    assert Settings().port == 9000
    assert Settings().game_modules == ["one", "two"]


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError):
        Settings().port = 1


@pytest.mark.parametrize(("name", "value"), [("PORT", "many"), ("LOG_LEVEL", "loud"), ("BOT_PACE", "-1")])
def test_nonsense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"HORLOGE_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_every_setting_says_what_it_is_and_has_a_default() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert not field.is_required(), name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://u:secret@host/name"),
        ("DATABASE_URL", "secret"),
        ("REDIS_URL", "secret"),
        ("HORLOGE_MAIL_URL", "secret"),
        ("HORLOGE_ADDRESS", "secret"),
        ("HORLOGE_SHOW_MAILS", "secret"),
    ],
)
def test_a_wrong_setting_is_named_and_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSettings) as wrong:
        read_settings()
    [sentence] = wrong.value.sentences
    assert sentence.startswith(f"{name} can't be used: ")
    assert "secret" not in sentence


def test_a_command_says_what_is_set_wrong_in_a_sentence_each() -> None:
    wrong = {"PATH": "", "HORLOGE_PORT": "abc", "HORLOGE_LOG_LEVEL": "loud"}
    command = [sys.executable, "-m", "app", "migrate", "current"]
    ended = subprocess.run(command, env=wrong, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    said = ended.stderr.strip().splitlines()
    assert [line.partition(" ")[0] for line in said] == ["HORLOGE_PORT", "HORLOGE_LOG_LEVEL"]
    assert all(line.endswith(".") for line in said)
