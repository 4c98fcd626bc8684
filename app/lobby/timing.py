"""Converts between the form fields for a table's clock and its terms."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import asdict

from app.clocks.terms import KINDS, Terms
from app.lobby.faults import Unfit

NONE = "none"
NAMES = ("bank", "increment", "each", "reserve", "at", "zone", "least", "misses", "host_holds")
FIELDS = ("clock", *(f"clock.{name}" for name in NAMES))
AT_FIRST = {
    "bank": "30", "increment": "30", "each": "24", "reserve": "2", "at": "20", "least": "6", "misses": "2",
    "host_holds": "yes",
}  # fmt: skip


def clock_typed(form: Mapping[str, str]) -> Terms | None:
    """Return the terms that were filled in; fields of other kinds of clocks are ignored. Raises Unfit."""
    kind = form["clock"]
    if kind in ("", NONE):
        return None
    if kind not in KINDS:
        raise Unfit(clock="ui.clock.wrong")
    given = {name: form[f"clock.{name}"] for name in KINDS[kind].__struct_fields__}
    given["host_holds"] = "true" if given["host_holds"] else "false"
    try:
        return msgspec.convert({"kind": kind} | given, Terms, strict=False)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        name = str(error).partition(" - at ")[2].strip("`$.")
        raise Unfit(**{f"clock.{name}" if name in given else "clock": "ui.clock.wrong"}) from error


def as_typed(terms: Terms | None, zone: str) -> dict[str, str]:
    """Return the form's initial content, for a person in this time zone."""
    values = AT_FIRST | {"zone": zone}
    if terms:
        values |= {name: str(value) for name, value in asdict(terms).items()}
        values["host_holds"] = "yes" if terms.host_holds else ""
    return {"clock": terms.kind if terms else NONE} | {f"clock.{name}": values[name] for name in NAMES}
