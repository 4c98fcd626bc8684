"""docs/running.md is exact about settings and commands."""

import re
from collections.abc import Iterator
from typing import Any

import typer

from app.cli import horloge
from app.settings import Settings
from tests.house.source import ROOT
from tests.house.test_documented import settings_of

RUNNING = (ROOT / "docs" / "running.md").read_text()


def test_every_setting_stands_there_with_its_default_and_meaning() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$", RUNNING, re.MULTILINE)
    fields = zip(settings_of(Settings), Settings.model_fields.values(), strict=True)
    defaults = {name: shown(field.default) for name, field in fields}
    meanings = [field.description for field in Settings.model_fields.values()]
    assert rows == [
        (name, default, meaning) for (name, default), meaning in zip(defaults.items(), meanings, strict=True)
    ]


def shown(default: object) -> str:
    """Return a default as it would be written into the environment."""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`" if default != "" else "(empty)"


def options_of(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield each command of the program with each of its options, without those that only the program itself uses."""
    for word, inner in getattr(command, "commands", {}).items():
        yield from options_of(inner, f"{name} {word}")
    for parameter in command.params:
        for option in () if getattr(parameter, "hidden", False) else parameter.opts:
            if option.startswith("--") and option != "--help":
                yield name, option


def section(name: str) -> str:
    """Return the section about a command: its own, or that of the command it belongs to."""
    heading = " ".join(name.split()[:2])
    return RUNNING.partition(f"### `{heading}`")[2].partition("\n### ")[0]


def test_every_option_of_every_command_stands_in_its_section() -> None:
    options = list(options_of(typer.main.get_command(horloge), "horloge"))
    assert ("horloge serve", "--demo") in options
    assert ("horloge record show", "--at") in options
    missing = [pair for pair in options if not re.search(rf"{pair[1]}(?![\w-])", section(pair[0]))]
    assert missing == []
