"""How many sockets each address has open at this process, so that one visitor can't take the place of all the others.
Called by live.feed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from app.accounts.limits import neighbourhood


class Crowd:
    def __init__(self, most: int) -> None:
        """`most` for each address; 0 for any number."""
        self.most = most
        self.open: Counter[str] = Counter()

    @contextmanager
    def place(self, host: str) -> Iterator[bool]:
        """Whether there is room for one socket more, as long as it is open."""
        whose = neighbourhood(host)
        free = not self.most or self.open[whose] < self.most
        self.open[whose] += free
        try:
            yield free
        finally:
            self.open[whose] -= free
            if not self.open[whose]:
                del self.open[whose]
