"""Finds the child processes of a process on Linux."""

import os
from contextlib import suppress
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """Return the running children, oldest first."""
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def runs(pid: int) -> bool:
    """Tell whether there is a process of this id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
