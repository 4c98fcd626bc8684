"""No object of JSON may have a field twice. Whatever takes JSON from elsewhere asks this once it has decoded it."""

from __future__ import annotations

from engine.core.reading import doubled_key


class Twice(ValueError):
    """A field is there twice."""


def no_field_twice(said: str | bytes) -> None:
    """Raises Twice, RecursionError. Large bodies are looked through by a worker process: see analysis.reading."""
    if doubled_key(said):
        raise Twice("a field is there twice")
