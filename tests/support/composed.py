"""Reads docker-compose.yml as data for tests, and fills in variables as Docker does."""

from __future__ import annotations

import re
from typing import Any

import yaml

GIVEN = re.compile(r"\$\{(?P<name>[A-Z_]+)(?::\?[^}]+|:-)\}")
"""A value from the environment without a usable default."""


def composed(text: str) -> dict[str, Any]:
    """Read the file as data."""
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def filled(text: str, given: dict[str, str]) -> str:
    """Fill in the variables. Raises KeyError if a required one is not given."""
    made = GIVEN.sub(lambda found: given.get(found["name"], "") if ":-}" in found[0] else given[found["name"]], text)
    return made.replace("$$", "$")
