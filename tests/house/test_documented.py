"""Whoever reads the documentation hears of everything there is: each setting, each command, each page."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from fastapi import FastAPI
from pydantic import AliasChoices
from pydantic_settings import BaseSettings, SettingsConfigDict

from tests.house.source import docs


def unmentioned(names: Iterable[str], text: str) -> list[str]:
    """Those that stand nowhere in the text as a whole word or address."""
    return [name for name in names if not re.search(rf"(?<![\w/}}]){re.escape(name)}(?![\w/{{])", text)]


def settings_of(settings: type[BaseSettings]) -> list[str]:
    """The environment variables that a settings class reads."""
    prefix = settings.model_config.get("env_prefix", "")
    aliases = {name: field.validation_alias for name, field in settings.model_fields.items()}
    first = {name: alias.choices[0] if isinstance(alias, AliasChoices) else alias for name, alias in aliases.items()}
    return [str(alias or prefix + name).upper() for name, alias in first.items()]


def commands_of(command: Any, name: str) -> Iterator[str]:
    """Each command of a typer program as one types it."""
    inner = getattr(command, "commands", None)
    if not inner:
        yield name
    for word, sub in (inner or {}).items():
        yield from commands_of(sub, f"{name} {word}")


def pages_of(app: FastAPI) -> list[str]:
    """The addresses that a browser can open."""
    addresses = (route for route in app.routes if "GET" in (getattr(route, "methods", None) or ()))
    return sorted({path for route in addresses if not (path := str(getattr(route, "path", ""))).startswith("/api")})


def test_every_setting_is_documented() -> None:
    from app.settings import Settings

    names = settings_of(Settings)
    assert names
    assert unmentioned(names, docs()) == []


def test_every_command_is_documented() -> None:
    from app.cli import app

    names = list(commands_of(typer.main.get_command(app), "horloge"))
    assert "horloge serve" in names
    assert unmentioned(names, docs()) == []


def test_every_page_is_documented() -> None:
    from app.main import create_app

    pages = pages_of(create_app())
    assert "/" in pages
    assert unmentioned(pages, docs()) == []


def test_an_undocumented_setting_is_found() -> None:
    class Planted(BaseSettings):
        model_config = SettingsConfigDict(env_prefix="planted_")
        port: int = 1
        url: str = ""

    assert settings_of(Planted) == ["PLANTED_PORT", "PLANTED_URL"]
    assert unmentioned(settings_of(Planted), "PLANTED_PORT, PLANTED_URLS") == ["PLANTED_URL"]


def test_an_undocumented_command_is_found() -> None:
    planted, group = typer.Typer(), typer.Typer()
    planted.command("go")(lambda: None)
    group.command("stop")(lambda: None)
    planted.add_typer(group, name="please")
    names = list(commands_of(typer.main.get_command(planted), "planted"))
    assert names == ["planted go", "planted please stop"]
    assert unmentioned(names, "planted gone; `planted please stop`") == ["planted go"]


def test_an_undocumented_page_is_found() -> None:
    planted = FastAPI(openapi_url=None)
    for path in ("/", "/rooms/{room}", "/rooms", "/api/v1/rooms"):
        planted.get(path)(lambda: None)
    assert pages_of(planted) == ["/", "/rooms", "/rooms/{room}"]
    assert unmentioned(pages_of(planted), "`/rooms/{room}` and `/`") == ["/rooms"]
