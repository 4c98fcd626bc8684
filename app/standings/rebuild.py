"""Computes the results and ratings of all finished games again, from their logs alone. The outcome is the same to the
byte, unless something stored was wrong. The site may keep running in the meantime.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct

from app.standings.counting import read
from app.store.results import ResultStore
from engine.core import registry


class Rebuilt(Struct):
    """The progress so far."""

    games: int = 0
    rated: int = 0
    ratings: int = 0
    """How many ratings there are: one for each person, game and number of players."""
    unreadable: list[str] = []
    """Keys of tables that today's rules cannot read."""
    digest: str = ""
    """A hash of everything stored: the same games give the same."""


async def rebuild(store: ResultStore, rebuilt: Rebuilt) -> AsyncIterator[int]:
    """Compute everything again; yield the number of games before the first, and after each."""
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
