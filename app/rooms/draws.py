"""Every draw of a game, and whether it was fair. While a game is running: the draws, with the outcomes that everyone
saw. Once it is over: the seed, and each draw computed again from it by the code of `verify`, which the page shows too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from app.base.time_limit import OverBudget, budget
from app.rooms import verify
from app.rooms.history import Way, stretches
from app.rooms.loading import Unreadable, decode_position, decoded_news, jumps
from app.rooms.room import Room
from app.rooms.seats import sides_of
from app.store.games.rooms import RoomStore, StoredEntry
from engine.core.chance import Drawn, commitment, witnessed
from engine.core.door import apply
from engine.core.game import AnyGame, Opening
from engine.core.lots import SOURCES, Lots, SeatsDrawn
from engine.core.state import AnyState, fingerprint

LINES = Path(verify.__file__).read_text(encoding="utf-8")
"""The source of `verify`, for readers."""


class Fall(Struct, frozen=True):
    """A draw, and the step at which it fell; 0 is the set-up."""

    step: int
    drawn: Drawn
    seed: str
    """The seed from which it followed: a game that is rewound after its end goes on with another one."""


class Checked(Struct, frozen=True):
    """A draw as a visitor may know it: its outcome, and whether it follows from the seed; None if that is not known
    yet."""

    fall: Fall
    shown: bool
    fair: bool | None


class Seed(Struct, frozen=True):
    """A seed, and the commitment that was shown from the start."""

    commitment: str
    seed: str


class Dice(Struct, frozen=True):
    """The content of the page."""

    commitment: str
    seed: str
    draws: list[Checked]
    earlier: tuple[Seed, ...] = ()
    """The seeds of draws before the game was rewound after its end, in order."""

    @property
    def fair(self) -> bool:
        return all(checked.fair for checked in self.draws)


def checked(room: Room, falls: list[Fall], over: bool) -> Dice:
    """Return the draws as far as they may be known."""
    seed = room.position.seed
    kept = commitment(seed) if seed else ""
    if not over:
        shown = room.game.open_sources | SOURCES
        return Dice(kept, "", [Checked(fall, fall.drawn.source in shown, None) for fall in falls])
    before = (Seed(commitment(one), one) for one in dict.fromkeys(fall.seed for fall in falls) if one not in ("", seed))
    return Dice(kept, seed, [Checked(fall, True, is_fair(fall.seed, fall.drawn)) for fall in falls], tuple(before))


def is_fair(seed: str, drawn: Drawn) -> bool | None:
    """Tell whether the outcome follows from the seed; None if it was given in advance."""
    if not drawn.taken and not (isinstance(drawn.of, tuple) and len(drawn.of) < 2):
        return None
    if isinstance(drawn.of, int):
        return verify.die(seed, drawn.first, drawn.of) == drawn.outcome
    return tuple(verify.shuffled(seed, drawn.first, list(drawn.of))[left(drawn) :]) == drawn.outcome


def left(drawn: Drawn) -> int:
    """Return how many of the cards were not dealt: those are below the others once all are shuffled."""
    return len(drawn.of) - len(drawn.outcome) if isinstance(drawn.of, tuple) and isinstance(drawn.outcome, tuple) else 0


def script(dice: Dice) -> str:
    """Return a program that checks every draw of a game on its own."""
    lines, draws = list[str](), 0
    for one in (*dice.earlier, Seed(dice.commitment, dice.seed)):
        falls = [checked.fall for checked in dice.draws if checked.fair is not None and checked.fall.seed == one.seed]
        lines += [f'SEED = "{one.seed}"', f'assert commitment(SEED) == "{one.commitment}"']
        lines += [line_of(fall.drawn) for fall in falls]
        draws += len(falls)
    return "\n".join([LINES, "", *lines, f'print("{draws} draws follow from the seed.")', ""])


def line_of(drawn: Drawn) -> str:
    if isinstance(drawn.of, int):
        return f"assert die(SEED, {drawn.first}, {drawn.of}) == {drawn.outcome}  # {drawn.source}"
    outcome = list(drawn.outcome) if isinstance(drawn.outcome, tuple) else []
    dealt = f"[{left(drawn)}:]" if left(drawn) else ""
    return f"assert shuffled(SEED, {drawn.first}, {list(drawn.of)}){dealt} == {outcome}  # {drawn.source}"


async def falls(store: RoomStore, room: Room, last: int, after: int = -1) -> list[Fall]:
    """Return all draws after one step up to another. Each stretch is played on into the first step of the next."""
    way, found = Way(room.id, room.epoch, last), list[Fall]()
    for first, end in await stretches(store, way):
        if end < after:
            continue
        snapshot = await store.snapshot(way.room, way.epoch, first)
        if snapshot is None:
            raise Unreadable(f"there is no snapshot at {first}")
        position = decode_position(room.game, snapshot.state)
        if first == 0:
            found += await set_up(store, room, position)
        found += fallen(room.game, position, await store.entries(way.room, way.epoch, first, min(end + 1, last)))
    return [fall for fall in found if fall.step > after]


async def set_up(store: RoomStore, room: Room, first: AnyState) -> list[Fall]:
    """Return the draws of the set-up, if this is how the game began."""
    row = await store.row(room.key)
    begun = begun_with(room, first, row.options, lots_of(room.game, row.prologue))
    if begun is None:
        return []
    with witnessed() as drawn, budget():
        room.game.open(begun)
    return [Fall(0, one, first.seed) for one in drawn]


def lots_of(game: AnyGame, prologue: str) -> Lots | None:
    """Return how the seats were drawn, as the news of the opening says; None if they were not."""
    return next((entry.lots for entry in decoded_news(game, prologue) if isinstance(entry, SeatsDrawn)), None)


def begun_with(room: Room, first: AnyState, options: str, lots: Lots | None = None) -> Opening | None:
    """Return the opening that leads to the first position under the rules of that time; None if none does, as where
    outcomes were given in advance. The sides are in the order of the seats, or in that of the position, as on a board
    from a record with another order."""
    try:
        chosen = msgspec.json.decode(options, type=room.game.options)
    except msgspec.MsgspecError:
        return None
    orders = dict.fromkeys((sides_of(room.seating.seats), first.sides))
    openings = (Opening(sides, chosen, first.seed, players=len(room.seating.seats), lots=lots) for sides in orders)
    return next((opening for opening in openings if leads_to(room.game, opening, first)), None)


def leads_to(game: AnyGame, opening: Opening, first: AnyState) -> bool:
    try:
        with budget():
            position, _ = game.open(opening)
    except (ValueError, LookupError, OverBudget):
        return False
    position.rules = first.rules
    return fingerprint(position) == fingerprint(first)


def fallen(game: AnyGame, position: AnyState, entries: list[StoredEntry]) -> Iterator[Fall]:
    for entry in entries:
        if jumps(game, entry):
            continue  # it draws nothing, and the next stretch begins there
        with witnessed() as drawn:
            try:
                with budget():
                    apply(game, position, entry.side, game.choice_decoder.decode(entry.choice))
            except (Exception, OverBudget) as error:
                raise Unreadable(f"the log can't be replayed: {error!r}") from error
        yield from (Fall(entry.sequence, one, position.seed) for one in drawn)
