"""Everything about finished games worked out anew, from their logs alone. It gives what was there before, to the byte,
unless something was wrong with that. Called by `horloge stats rebuild`; the site may go on serving meanwhile.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct

from app.standings.counting import read
from app.store.results import ResultStore
from engine.core import registry


class Rebuilt(Struct):
    """What came of it, so far."""

    games: int = 0
    rated: int = 0
    ratings: int = 0
    """How many people have one, each counted for each game and number of players."""
    unreadable: list[str] = []
    """Keys of tables that today's rules can't read."""
    digest: str = ""
    """Of all that is kept now: the same games give the same."""


async def rebuild(store: ResultStore, rebuilt: Rebuilt) -> AsyncIterator[int]:
    """Do it, and tell how many games there are to do: once before the first, and after each."""
    known = registry.games()
    todo = await store.finished(known)
    yield len(todo)
    await store.forget_others(known, todo)
    for room in todo:
        if over := await store.over(room):
            found = read(registry.game(over.game), over)
            await store.put(found)
            rebuilt.games += 1
            if found.void == "unreadable":
                rebuilt.unreadable.append(over.key)
        yield len(todo)
    for game, players in await store.seasons(known):
        rebuilt.rated += await store.rate(game, players)
    rebuilt.ratings, rebuilt.digest = await store.fingerprint(known)
