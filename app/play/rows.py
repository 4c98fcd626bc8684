"""Adds and removes rows of lists in a form and numbers them without gaps; what was typed stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.play.blanks import Blank, below, rows_of


def listed(blanks: Iterable[Blank], name: str) -> Blank | None:
    """Return the list of this name."""
    return next((blank for blank in blanks if blank.kind == "rows" and blank.name == name), None)


def with_row(blank: Blank, typed: Mapping[str, str], kind: str) -> dict[str, str]:
    """Return the fields with one more row of a kind, if there may be another."""
    row = len(rows_of(blank, typed))
    full = row >= (blank.most or 0) or blank.of_kind(kind) is None
    more = {} if full else {f"{blank.name}.{row}.{blank.tag_field}": kind}
    return numbered(blank, typed) | more


def without_row(blank: Blank, typed: Mapping[str, str], row: int) -> dict[str, str]:
    gone = f"{blank.name}.{row}."
    return numbered(blank, {name: text for name, text in typed.items() if not name.startswith(gone)})


def numbered(blank: Blank, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the same rows numbered from 0."""
    others = {name: text for name, text in typed.items() if not name.startswith(f"{blank.name}.")}
    rows = {
        f"{blank.name}.{number}.{field}": text
        for number, row in enumerate(rows_of(blank, typed))
        for field, text in below(f"{blank.name}.{row}", typed).items()
    }
    return others | rows
