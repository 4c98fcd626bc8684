"""docker-compose.yml as data, for tests, and what Docker fills into it."""

from __future__ import annotations

import re
from typing import Any

import yaml

GIVEN = re.compile(r"\$\{(?P<name>[A-Z_]+)(?::\?[^}]+|:-)\}")
"""A value that comes from the environment, with no value of its own."""


def composed(text: str) -> dict[str, Any]:
    """The file as data."""
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def filled(text: str, given: dict[str, str]) -> str:
    """As Docker fills it in. Raises KeyError where something has to be given and is not."""
    made = GIVEN.sub(lambda found: given.get(found["name"], "") if ":-}" in found[0] else given[found["name"]], text)
    return made.replace("$$", "$")
