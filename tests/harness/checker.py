"""The rules by which a run is judged: what clients were told and shown is compared with what the database holds in the
end. Each rule is a function that reports the faults of one room; RULES lists them all. No rule asks a server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import msgspec
from msgspec import Struct

from app.store.rooms import StoredEntry
from engine.core import door
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.refusal import Refusal
from engine.core.state import AnyState, Side, fingerprint
from tests.harness.history import History, Request, Shown, mark

EACH = 5
"""The most faults reported per rule and room; more would say nothing new."""


class Kept(Struct, frozen=True):
    """A room as the database holds it."""

    key: str
    game: AnyGame
    opening: bytes
    epoch: int
    sequence: int
    hash: str
    status: str
    entries: tuple[StoredEntry, ...]


class Fault(Struct, frozen=True):
    rule: str
    room: str
    about: str


class Replayed(Struct):
    """The positions that the log leads to, by the rules of the game alone."""

    views: dict[tuple[int, Side | None], bytes]
    broken: str = ""
    """Where the log could not be followed any further, and why."""


class Evidence:
    """All evidence about one room."""

    def __init__(self, kept: Kept, requests: list[Request], shown: list[Shown]) -> None:
        self.kept, self.requests, self.shown = kept, requests, shown
        self.known: dict[str, str | None] = {}

    @cached_property
    def by_key(self) -> dict[str, list[StoredEntry]]:
        found = defaultdict(list)
        for entry in self.kept.entries:
            found[entry.key].append(entry)
        return found

    def entries_of(self, request: Request) -> list[StoredEntry]:
        """Return the entries under the request's key that hold this choice of this side."""
        choice = self.written(request)
        entries = self.by_key.get(request.key, [])
        return [entry for entry in entries if (entry.side, entry.choice) == (request.side, choice)]

    def written(self, request: Request) -> str | None:
        """Return the choice as the log would write it; None if it is unreadable."""
        if request.choice not in self.known:
            choice = door.decode(self.kept.game, request.choice.encode())
            self.known[request.choice] = msgspec.json.encode(choice).decode() if isinstance(choice, Choice) else None
        return self.known[request.choice]

    @cached_property
    def replayed(self) -> Replayed:
        wanted = defaultdict(set)
        for shown in self.shown:
            if shown.view is not None:
                wanted[shown.sequence].add(shown.side)
        return replayed(self.kept, wanted)


def replayed(kept: Kept, wanted: dict[int, set[Side | None]]) -> Replayed:
    """Play the log from the opening, checking every choice. `wanted` lists the positions, and the sides whose views of
    them are kept."""
    position, found = kept.game.decode(kept.opening), Replayed({})
    look(kept.game, position, wanted, found)
    for entry in kept.entries:
        found.broken = carried_out(kept.game, position, entry)
        if found.broken:
            return found
        look(kept.game, position, wanted, found)
    return found


def look(game: AnyGame, position: AnyState, wanted: dict[int, set[Side | None]], found: Replayed) -> None:
    for side in wanted.get(position.sequence, ()):
        found.views[position.sequence, side] = mark(msgspec.json.encode(game.view(position, side)))


def carried_out(game: AnyGame, position: AnyState, entry: StoredEntry) -> str:
    """Apply an entry; return what is wrong with it, if anything."""
    if entry.sequence != position.sequence + 1:
        return f"entry {entry.sequence} follows on {position.sequence}"
    choice = door.decode(game, entry.choice.encode())
    news = choice if isinstance(choice, Refusal) else door.submit(game, position, entry.side, choice)
    if isinstance(news, Refusal):
        return f"entry {entry.sequence} is against the rules: {news.key}"
    if fingerprint(position) != entry.hash:
        return f"entry {entry.sequence} leads elsewhere than its hash says"
    return ""


def lost(evidence: Evidence) -> Iterator[str]:
    """Everything that was acknowledged is in the log."""
    for request in evidence.requests:
        if request.sequences and not evidence.entries_of(request):
            yield f"{request.key}, acknowledged at {request.sequences[0]}, is not in the log"


def doubled(evidence: Evidence) -> Iterator[str]:
    """No key is in the log twice, whatever clients were told."""
    for key, entries in evidence.by_key.items():
        if len(entries) > 1:
            yield f"{key} is in the log {len(entries)} times, at {', '.join(str(entry.sequence) for entry in entries)}"


def misplaced(evidence: Evidence) -> Iterator[str]:
    """An entry is at the sequence that was told, each time it was told."""
    for request in evidence.requests:
        stored = {entry.sequence for entry in evidence.entries_of(request)}
        for told in request.sequences:
            if stored and told not in stored:
                yield f"{request.key} was acknowledged at {told} and is at {min(stored)}"


def refused_and_stored(evidence: Evidence) -> Iterator[str]:
    """A refused choice has not happened."""
    for request in evidence.requests:
        if request.refused and (stored := evidence.entries_of(request)):
            yield f"{request.key} was refused and is in the log at {stored[0].sequence}"


def never_sent(evidence: Evidence) -> Iterator[str]:
    """Every entry of the log was sent by a client."""
    sent = {(request.key, request.side, evidence.written(request)) for request in evidence.requests}
    for entry in evidence.kept.entries:
        if (entry.key, entry.side, entry.choice) not in sent:
            yield f"entry {entry.sequence}, {entry.key}, was sent by nobody"


def gaps(evidence: Evidence) -> Iterator[str]:
    """The log counts from 1 up to the room's sequence."""
    kept = evidence.kept
    found = [entry.sequence for entry in kept.entries]
    if found != [*range(1, len(found) + 1)]:
        at = next(place for place, number in enumerate(found, 1) if place != number)
        yield f"the log has {found[at - 1]} where {at} should be"
    if max(found, default=0) != kept.sequence:
        yield f"the room is at {kept.sequence}, its log at {max(found, default=0)}"


def diverged(evidence: Evidence) -> Iterator[str]:
    """The log, played again, leads to every hash that is stored with it, and to the room's own."""
    kept = evidence.kept
    if evidence.replayed.broken:
        yield evidence.replayed.broken
    if kept.entries and kept.entries[-1].hash != kept.hash:
        yield "the room and its log disagree about the last position"


def stopped(evidence: Evidence) -> Iterator[str]:
    """No fault of the machine stops a game."""
    if evidence.kept.status not in ("playing", "finished"):
        yield f"the game is {evidence.kept.status}"


def reordered(evidence: Evidence) -> Iterator[str]:
    """A choice acknowledged before another was sent comes before it."""
    moments: list[tuple[float, int, Request]] = []
    for number, request in enumerate(evidence.requests):
        if request.acknowledged_at is not None:
            moments += [(request.sent_at, number, request), (request.acknowledged_at, number, request)]
    highest = -1
    for at, _, request in sorted(moments, key=lambda moment: moment[:2]):
        sequence = min(request.sequences)
        if at == request.acknowledged_at:
            highest = max(highest, sequence)
        elif sequence < highest:
            yield f"{request.key}, at {sequence}, was sent after {highest} had been acknowledged"


def shown_not_stored(evidence: Evidence) -> Iterator[str]:
    """No client was ever shown a position that is not in the log."""
    kept = evidence.kept
    for shown in evidence.shown:
        if shown.epoch != kept.epoch or shown.sequence > kept.sequence:
            yield f"{shown.side or 'a spectator'} was shown {shown.epoch}.{shown.sequence}, which is not stored"


def seen_wrongly(evidence: Evidence) -> Iterator[str]:
    """Every client was shown what its side may see of the position that the log leads to."""
    views = evidence.replayed.views
    for shown in evidence.shown:
        known = views.get((shown.sequence, shown.side))
        if shown.view is not None and known is not None and shown.view != known:
            yield f"{shown.side or 'a spectator'} was shown another {shown.sequence} than the log leads to"


Rule = Callable[[Evidence], Iterable[str]]
RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        lost,
        doubled,
        misplaced,
        refused_and_stored,
        never_sent,
        gaps,
        diverged,
        stopped,
        reordered,
        shown_not_stored,
        seen_wrongly,
    )
}


def check(history: History, rooms: Iterable[Kept]) -> list[Fault]:
    """Return all faults; none if nothing was lost."""
    requests, shown = defaultdict(list), defaultdict(list)
    for request in history.requests:
        requests[request.room].append(request)
    for each in history.shown:
        shown[each.room].append(each)
    return [
        Fault(name, kept.key, about)
        for kept in rooms
        for evidence in [Evidence(kept, requests[kept.key], shown[kept.key])]
        for name, rule in RULES.items()
        for about in [*rule(evidence)][:EACH]
    ]
