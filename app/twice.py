"""No object of JSON may have a field twice: readers don't agree which one counts. Asked by everything that takes JSON
from elsewhere, once it has been decoded.
"""

from __future__ import annotations

import json
import re
from typing import Any

STRINGS = re.compile(r'"([^"]*)"(\s*:)?')
"""Each one after the other, names with what marks them as such; right where nothing is escaped."""


class Twice(ValueError):
    """A field is there twice."""


def no_field_twice(said: str | bytes) -> None:
    """Raises Twice. Objects in which each name stands once, unescaped, are seen to be fine without being read again."""
    text = said if isinstance(said, str) else said.decode()
    names = [found for found, is_name in STRINGS.findall(text) if is_name]
    if "\\" in text or len(set(names)) < len(names):
        json.loads(text, object_pairs_hook=each_once)


def each_once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise Twice("a field is there twice")
