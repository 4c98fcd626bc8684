"""Refuses JSON objects with a field twice. Code that takes JSON from outside calls this once it has decoded it."""

from __future__ import annotations

from engine.core.reading import doubled_key


class Twice(ValueError):
    """A field is there twice."""


def no_field_twice(said: str | bytes) -> None:
    """Raise Twice if a field is there twice, RecursionError if it is nested too deeply. A worker process checks large
    bodies: see analysis.reading."""
    if doubled_key(said):
        raise Twice("a field is there twice")
