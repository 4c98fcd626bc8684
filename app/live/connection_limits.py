"""Counts how many sockets or connections each address has open in this process, so that one visitor cannot use up the
places of all others. `features.table.feed` counts sockets, `server.http_protocol` connections, `web.fair_queue`
requests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from contextlib import contextmanager

from app.base.rate_limits import neighbourhood


class Crowd:
    def __init__(self, most: int, uncounted: Container[str] = ()) -> None:
        """Allow `most` for each address, except for those `uncounted`; 0 for any number."""
        self.most, self.uncounted = most, uncounted
        self.open: Counter[str] = Counter()

    def enter(self, host: str) -> bool:
        """Take a place for the address; return False if it has none left. A place taken must be given back with
        `leave`."""
        if not self.counts(host):
            return True
        whose = neighbourhood(host)
        if self.open[whose] >= self.most:
            return False
        self.open[whose] += 1
        return True

    def leave(self, host: str) -> None:
        whose = neighbourhood(host)
        if not self.counts(host):
            return
        if self.open[whose] > 1:
            self.open[whose] -= 1
        else:
            self.open.pop(whose, None)

    def counts(self, host: str) -> bool:
        return self.most > 0 and host not in self.uncounted

    @contextmanager
    def place(self, host: str) -> Iterator[bool]:
        """Take a place for the duration of the block; yield whether there was one."""
        free = self.enter(host)
        try:
            yield free
        finally:
            if free:
                self.leave(host)
