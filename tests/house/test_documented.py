"""The documentation names every setting, every command and every page."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts
from pydantic import AliasChoices
from pydantic_settings import BaseSettings, SettingsConfigDict

from tests.house.source import docs


def unmentioned(names: Iterable[str], text: str) -> list[str]:
    """Return the names that are nowhere in the text as a whole word or address."""
    return [name for name in names if not re.search(rf"(?<![\w/}}]){re.escape(name)}(?![\w/{{])", text)]


def settings_of(settings: type[BaseSettings]) -> list[str]:
    """Return the environment variables that a settings class reads."""
    prefix = settings.model_config.get("env_prefix", "")
    aliases = {name: field.validation_alias for name, field in settings.model_fields.items()}
    first = {name: alias.choices[0] if isinstance(alias, AliasChoices) else alias for name, alias in aliases.items()}
    return [str(alias or prefix + name).upper() for name, alias in first.items()]


def commands_of(command: Any, name: str) -> Iterator[str]:
    """Yield each command of a typer program as it is typed. Groups are asked for theirs, since they may look them up
    late."""
    if not hasattr(command, "list_commands"):
        yield name
        return
    context = command.make_context(name, [], resilient_parsing=True)
    for word in command.list_commands(context):
        yield from commands_of(command.get_command(context, word), f"{name} {word}")


def pages_of(app: FastAPI) -> list[str]:
    """Return the addresses that a browser can open."""
    routes = [route for route in iter_route_contexts(app.routes) if "GET" in (route.methods or ())]
    return sorted({route.path for route in routes if route.path and not route.path.startswith("/api")})


def test_every_setting_is_documented() -> None:
    from app.settings import Settings

    names = settings_of(Settings)
    assert names
    assert unmentioned(names, docs()) == []


def test_every_command_is_documented() -> None:
    from app.cli import horloge

    names = list(commands_of(typer.main.get_command(horloge), "horloge"))
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
    planted, rooms = FastAPI(openapi_url=None), APIRouter(prefix="/rooms")
    planted.get("/")(lambda: None)
    planted.get("/api/v1/rooms")(lambda: None)
    rooms.get("")(lambda: None)
    rooms.get("/{room}")(lambda: None)
    planted.include_router(rooms)
    assert pages_of(planted) == ["/", "/rooms", "/rooms/{room}"]
    assert unmentioned(pages_of(planted), "`/rooms/{room}` and `/`") == ["/rooms"]
