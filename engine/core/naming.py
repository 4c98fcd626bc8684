"""Names on the wire: a class called PickOption has the tag "pick_option". Steps, choices, entries and refusals use
them.
"""

import re

type_boundary = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    return type_boundary.sub("_", name).lower()
