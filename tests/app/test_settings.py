"""What an operator sets arrives, and what is wrong is said."""

import pytest
from pydantic import ValidationError

from app.settings import Settings


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
