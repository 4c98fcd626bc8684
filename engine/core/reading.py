"""Reads JSON that people wrote: typed values, or what is wrong with the text and where; and finds doubled names."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

LARGEST = 10_000_000
"""A larger file is no record: a game of 5,000 entries takes a tenth of these bytes, with wide choices a third."""


SHORT = 2_000
"""Up to this many characters are first searched for names in a quick way."""
STRINGS = re.compile(r'"([^"]*)"(\s*:)?')
"""Matches strings, and the colon after names; correct where nothing is escaped."""


class Unreadable(Exception):
    """The file is not a record that can be played. `place` says where, `problem` what, in plain English; `why` names
    the sentence for other languages, and `facts` fill it in."""

    def __init__(self, place: str, problem: str, why: str, **facts: str | int) -> None:
        super().__init__(f"{place}: {problem}")
        self.place, self.problem, self.why, self.facts = place, problem, why, facts


def require_small(raw: bytes) -> None:
    if len(raw) > LARGEST:
        raise Unreadable("$", f"more than {LARGEST} bytes: this is no record", "large")


def decode(raw: bytes, kind: Any) -> Any:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(line_and_column(raw, error.start), f"not UTF-8: {error.reason}", "not_text") from None
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise Unreadable(path.strip("`") or "$", problem, "field") from None
    except msgspec.DecodeError as error:
        byte = re.search(r" \(byte (\d+)\)", str(error))
        place = line_and_column(raw, int(byte.group(1)) if byte else len(raw))
        raise Unreadable(place, f"not JSON: {error}", "not_json") from None
    except RecursionError:
        raise Unreadable("$", "not a record: nested too deeply", "deep") from None


def line_and_column(raw: bytes, byte: int) -> str:
    """Return the position of a byte in the text, for people."""
    lines = raw[:byte].decode(errors="replace").split("\n")
    return f"line {len(lines)}, column {len(lines[-1]) + 1}"


class Doubled(NamedTuple):
    """A name that an object has twice, and the path of that object."""

    place: str
    name: str


def require_single_keys(raw: bytes) -> None:
    """Refuse a key given twice: the first value would be lost silently."""
    try:
        doubled = doubled_key(raw)
    except RecursionError:
        raise Unreadable("$", "not a record: nested too deeply", "deep") from None
    if doubled:
        raise twice(doubled)


def twice(doubled: Doubled) -> Unreadable:
    return Unreadable(doubled.place, f"{doubled.name!r} is there twice", "twice", name=doubled.name)


def doubled_key(text: str | bytes) -> Doubled | None:
    """Return the first name that an object of this JSON has twice; readers of JSON do not agree which one counts. The
    caller has decoded the text before, so it is valid JSON. Raises RecursionError and UnicodeDecodeError."""
    text = text if isinstance(text, str) else text.decode()
    return None if len(text) <= SHORT and names_differ(text) else scanned(text)


def names_differ(text: str) -> bool:
    """Tell whether no name occurs twice anywhere, as in most choices: quicker than reading the text again."""
    names = [found for found, is_name in STRINGS.findall(text) if is_name]
    return "\\" not in text and len(set(names)) == len(names)


def scanned(text: str) -> Doubled | None:
    """Do `doubled_key` by reading the whole text once. Numbers are not converted: one of a million digits would take
    minutes."""
    doubled: list[tuple[dict[str, Any], str]] = []

    def single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        kept = dict(pairs)
        if len(kept) < len(pairs) and not doubled:
            times = Counter(key for key, _ in pairs)
            doubled.append((kept, next(key for key in times if times[key] > 1)))
        return kept

    whole = json.loads(text, object_pairs_hook=single, parse_int=str, parse_float=str)
    if not doubled:
        return None
    holder, name = doubled[0]
    return Doubled(next(places(whole, holder, "$"), "$"), name)


def places(data: Any, wanted: Any, path: str) -> Iterator[str]:
    """Yield the path of this very object in plain data."""
    if data is wanted:
        yield path
    elif isinstance(data, dict):
        for key, inner in data.items():
            yield from places(inner, wanted, f"{path}.{key}")
    elif isinstance(data, list):
        for index, inner in enumerate(data):
            yield from places(inner, wanted, f"{path}[{index}]")
