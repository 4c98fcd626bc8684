"""Checks files of worked examples against today's rules. It reads files and changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from app.records import contents
from engine.core.examples import Example, ExamplesReader
from engine.core.reading import Unreadable

RESULTS = ("hold", "differ", "unreadable")
"""From the best; the index is the exit code."""


class Unlike(Struct):
    """Where the outcome differs from an example."""

    example: str
    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.example}: {self.path}: expected {shown(self.expected)}, got {shown(self.got)}"


class Judgement(Struct):
    """The result for one file."""

    file: str
    result: Literal["hold", "differ", "unreadable"]
    examples: int = 0
    unlike: list[Unlike] = []
    place: str | None = None
    """Where the file cannot be read, beginning with the example; `problem` says why."""
    problem: str | None = None

    def __str__(self) -> str:
        if self.result == "unreadable":
            return f"{self.file}: {self.place}: {self.problem}"
        failed = len({one.example for one in self.unlike})
        return f"{self.file}: {self.examples - failed} of {self.examples} examples hold"


def shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def judgement(read: ExamplesReader, path: Path) -> Judgement:
    """Read the whole file first, then carry out one example after the other."""
    try:
        examples = read(contents(path))
    except Unreadable as error:
        return Judgement(str(path), "unreadable", place=error.place, problem=error.problem)
    unlike = [one for example in examples for one in unlike_in(example)]
    return Judgement(str(path), "differ" if unlike else "hold", len(examples), unlike)


def unlike_in(example: Example) -> list[Unlike]:
    return [Unlike(example.name, one.path, one.expected, one.got) for one in example.differences()]
