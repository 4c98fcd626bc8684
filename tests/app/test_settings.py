"""Settings take effect, and wrong ones are reported."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from app.cli import horloge
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


def test_a_file_of_variables_is_read_unless_it_is_named_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("HORLOGE_PORT=9001\n")
    (tmp_path / "other").write_text("HORLOGE_PORT=9002\n")
    monkeypatch.chdir(tmp_path)
    assert read_settings().port == 8000, "tests have none"
    monkeypatch.setenv("HORLOGE_ENV_FILE", "other")
    assert read_settings().port == 9002
    monkeypatch.delenv("HORLOGE_ENV_FILE")
    assert read_settings().port == 9001


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
        ("DATABASE_URL", "postgresql://u:secret@host:port/name"),
        ("DATABASE_URL", "postgresql://u:secret@[host/name"),
        ("REDIS_URL", "redis://:secret@host:port"),
        ("HORLOGE_MAIL_URL", "smtp://"),
        ("HORLOGE_MAIL_URL", "smtp://u:secret@host:587?starttls=no"),
        ("HORLOGE_MAIL_URL", "smtp://:secret@host"),
        ("HORLOGE_MAIL_URL", "smtp://u:secret@host:port"),
        ("HORLOGE_ADDRESS", "https://"),
        ("HORLOGE_PROXIES", "10.0.0.0/8, secret"),
        ("HORLOGE_SECRET", "a short secret"),
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
    wrong = {"PATH": "", "HORLOGE_ENV_FILE": "", "HORLOGE_PORT": "abc", "HORLOGE_LOG_LEVEL": "loud"}
    command = [sys.executable, "-m", "app", "migrate", "current"]
    ended = subprocess.run(command, env=wrong, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    said = ended.stderr.strip().splitlines()
    assert [line.partition(" ")[0] for line in said] == ["HORLOGE_PORT", "HORLOGE_LOG_LEVEL"]
    assert all(line.endswith(".") for line in said)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("HORLOGE_PORT", "abc", "it has to be a whole number."),
        ("HORLOGE_PORT", "9" * 5_000, "it has to be a smaller number."),
        ("HORLOGE_PORT", "65536", "it has to be 65535 or less."),
        ("HORLOGE_PORT", "-1", "it has to be 0 or more."),
        ("HORLOGE_SOCKETS", "1.5", "it has to be a whole number."),
        ("HORLOGE_BOT_PACE", "slow", "it has to be a number."),
        ("HORLOGE_BOT_PACE", "nan", "it has to be "),
        ("HORLOGE_SOCKET_PACE", "0", "it has to be more than 0."),
        ("HORLOGE_SHOW_MAILS", "perhaps", "it has to be true or false."),
        ("HORLOGE_LOG_FORMAT", "xml", "it has to be 'console' or 'json'."),
    ],
)
def test_what_is_wrong_with_a_setting_is_said_in_our_own_words(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSettings) as wrong:
        read_settings()
    [sentence] = wrong.value.sentences
    assert sentence.startswith(f"{name} can't be used: {said}"), sentence
    assert "input" not in sentence.casefold()
    assert " Or leave it out" in sentence


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_whoever_can_not_listen_where_they_should_is_told_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, taken: int
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/horloge.db")
    done = CliRunner().invoke(horloge, ["serve", "--port", str(taken)])
    assert done.exit_code == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith(f"can't listen at 127.0.0.1, port {taken}: Address already in use. Set HORLOGE_HOST")


def test_a_demo_of_a_game_that_there_is_not_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORLOGE_DEMO_GAME", "chess")
    done = CliRunner().invoke(horloge, ["serve", "--demo"])
    assert done.exit_code == 2
    assert done.stderr.startswith("HORLOGE_DEMO_GAME names no game there is. There are: ")


@pytest.mark.parametrize("given", ["*", "", "10.0.0.0/8,172.16.0.0/12", "127.0.0.1, ::1"])
def test_proxies_are_addresses_and_networks(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("HORLOGE_PROXIES", given)
    assert read_settings().proxies == given
