"""Names on the wire: a class called PickOption is tagged "pick_option". Used by steps, choices, entries, refusals."""

import re

type_boundary = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    return type_boundary.sub("_", name).lower()
