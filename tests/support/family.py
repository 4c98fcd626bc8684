"""Which processes a process has started, by what Linux tells of them."""

from contextlib import suppress
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """Those that run, oldest first."""
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []
