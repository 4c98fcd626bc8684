"""Scenes, the content of a table's page: a room as it is now, or as it was after some choice. A scene is made for each
page and for each change that watchers get; everything in it may be shown to the side it was made for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.model.clocks.hands import Clock, Hand
from app.render.admin_log import Done, done_at
from app.render.seat_changes import Handed, handed_over, seats_at
from app.rooms.delayed_view import Sight
from app.rooms.lesson import Stand, learners_turn, stand
from app.rooms.loading import Told
from app.rooms.presence import Around
from app.rooms.room import Room
from app.rooms.seats import Seat
from app.store.ops.admin_log import AdminActions
from app.words.reader import phrase_of
from engine.core.ending import Ended
from engine.core.game import AnyGame, Point
from engine.core.journal import Entry, seen
from engine.core.phrase import Phrase
from engine.core.results import Result, results
from engine.core.state import AnyState, Side

NOBODY = Around()


class Table(Struct, frozen=True):
    """The value that templates know as `table`."""

    key: str
    title: str
    game: str
    status: str
    past: bool
    """Whether this shows a past position."""
    sequence: int
    waiting: tuple[Side, ...]
    clause: str
    """The clause of the rules by which they have to decide."""
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    places: tuple[Result, ...]
    """The result of each seat, from first to last."""
    points: tuple[Point, ...]
    question: Phrase | None = None
    """The question for the sides that have to decide; everyone may know it."""
    kind: str = "game"
    """`analysis` on a board for trying things out."""
    behind: int = 0
    """By how many turns spectators are late."""
    rated: bool = False
    lesson: Stand | None = None
    """The progress of a lesson."""
    around: Around = NOBODY
    """The people who have the table open at this moment."""
    clock: Clock | None = None
    """How much time each side has. Delayed spectators are not told."""
    handed: tuple[Handed, ...] = ()
    """Which seats have changed hands so far."""
    agreed: bool = False
    """Whether it is over because the table agreed to end it."""
    done: tuple[Done, ...] = ()
    """The admin actions on it."""
    void: bool = False
    """Whether it is over without a result."""
    cards: tuple[str, ...] = ()
    """The keys of the cards that the game is about at this moment, as far as the reader may see them."""
    fault: bool = False
    """Whether it is frozen because something failed, not by an admin."""
    news: tuple[Entry, ...] = ()
    """The public news of the last choice."""
    lately: Mapping[Side, tuple[Entry, ...]] = {}
    """The public entries of earlier choices that the board of the game shows, by side."""

    @property
    def live(self) -> bool:
        """Whether it is played live."""
        return bool(self.clock and self.clock.terms.kind == "live")

    @property
    def paused(self) -> datetime | None:
        return self.clock.paused if self.clock else None

    @property
    def hands(self) -> dict[Side, Hand]:
        return self.clock.hands if self.clock else {}


Parts = dict[str, Markup]
"""Parts of a page, by name."""


class Shared:
    """The results shared by scenes with the same view: per language the parts that were drawn and those that `differs`
    from the parts before, and the log's entries of some `kinds`."""

    def __init__(self) -> None:
        self.laid: dict[str, Parts] = {}
        self.differs: dict[str, tuple[Parts, list[str] | None]] = {}
        self.kinds: dict[frozenset[type[Entry]], list[Entry]] = {}


class Scene(Struct, frozen=True, weakref=True):
    game: AnyGame
    table: Table
    view: Struct
    side: Side | None
    told: Sequence[Told]
    """The log, which may go on afterwards; `log` is the readable part of it."""
    shared: Shared

    @property
    def log(self) -> list[Told]:
        """The log as far as the side may read it, the oldest first."""
        return readable_log([told for told in self.told if told.sequence <= self.table.sequence], self.side)

    def told_of(self, kinds: frozenset[type[Entry]]) -> list[Entry]:
        """Return all entries of these kinds in the log, including those that not everyone may read."""
        if kinds not in self.shared.kinds:
            self.shared.kinds[kinds] = told_of(self.told, kinds)
        return self.shared.kinds[kinds]

    def log_since(self, sequence: int) -> list[Told]:
        """Return the readable log after a sequence."""
        return readable_log(later(self.told, sequence), self.side)


def scene_now(room: Room, side: Side | None) -> Scene:
    """Return what a player sees as this side, or what spectators see. It is the same object while nothing has changed
    and someone holds it."""
    sight = room.sight((side,) if side else ())
    at_once = shown.setdefault(room, {})
    last = at_once.get(sight.behind)
    if last is None or not last.is_of(room, sight):
        shown_now = Shown(
            sight, room.seating.seats, room.admin_actions, table_of(room, sight), WeakValueDictionary(), {}
        )
        last = at_once[sight.behind] = shown_now
    found = last.scenes.get(side)
    if found is None:
        found = last.scenes[side] = scene(room, sight, side, last.table, last.shared)
    return found


def scene_then(room: Room, position: AnyState, log: Sequence[Told], side: Side | None = None) -> Scene:
    """Return a past position as a side or a spectator saw it then."""
    sight = Sight(position, log, room.epoch, "playing" if position.agenda else "finished")
    return scene(room, sight, side, table_of(room, sight, past=True), {})


def scene(room: Room, sight: Sight, side: Side | None, table: Table, shared: dict[int, Shared]) -> Scene:
    """Make a scene. `shared` is kept by the identity of the views of this position."""
    view = room.asked_at(sight.position).views.of(side)
    if cards := tuple(room.game.showing.at_hand(view)):
        table = replace(table, cards=cards)
    return Scene(room.game, table, view, side, sight.log, shared.setdefault(id(view), Shared()))


def with_table(scene: Scene, table: Table) -> Scene:
    """Return the same scene with another table around it."""
    return replace(scene, table=table, shared=Shared())


class Shown(NamedTuple):
    """The last scenes of a room; it is made once for all its players."""

    sight: Sight
    seats: tuple[Seat, ...]
    actions: AdminActions
    table: Table
    scenes: WeakValueDictionary[Side | None, Scene]
    """The scenes by side."""
    shared: dict[int, Shared]

    def is_of(self, room: Room, sight: Sight) -> bool:
        same = (
            self.sight.position is sight.position
            and self.seats is room.seating.seats
            and self.table.around is room.around
        )
        same = same and self.actions is room.admin_actions
        timed = self.table.clock is clock_at(room, sight)
        return same and timed and (self.sight.status, self.sight.behind) == (sight.status, sight.behind)


shown: WeakKeyDictionary[Room, dict[int, Shown]] = WeakKeyDictionary()
"""By the number of turns that the readers are late."""


def table_of(room: Room, sight: Sight, past: bool = False) -> Table:
    game, position, status = room.game, sight.position, sight.status
    step = position.agenda[-1] if position.agenda and status == "playing" else None
    return Table(
        key=room.key,
        title=room.title,
        game=game.title,
        status=status,
        past=past,
        sequence=position.sequence,
        waiting=room.asked_at(position).waiting if step else (),
        clause=step.clause if step else "",
        question=phrase_of(game, step) if step else None,
        sides=position.sides,
        seats=seats_at(room.seating.seats, room.tenures, position.sequence) if past else room.seating.seats,
        places=places(room, position) if not position.agenda else (),
        points=game.score(position) if not position.agenda else (),
        behind=sight.behind,
        rated=bool(room.table and room.table.rated),
        lesson=None if past else lesson_at(room, position),
        kind=room.table.kind if room.table else "game",
        around=NOBODY if past else room.around,
        clock=None if past else clock_at(room, sight),
        handed=tuple(one for one in handed_over(room.tenures, room.seating.seats) if one.sequence <= position.sequence),
        done=() if past else done_at(room.admin_actions, room.seating.seats),
        void=room.void and not past,
        fault=bool(room.trouble),
        agreed=not position.agenda and ended_by_agreement(sight.log, position.sequence),
        news=news_at(sight.log, position.sequence),
        lately=lately_at(game, sight.log, position.sequence),
    )


def news_at(log: Sequence[Told], sequence: int) -> tuple[Entry, ...]:
    """Return the public news of the choice that led to a position; nothing before the first."""
    told = next((one for one in reversed(log) if one.sequence <= sequence), None)
    return tuple(seen(told.news, None)) if told and told.sequence == sequence else ()


def lately_at(game: AnyGame, log: Sequence[Told], sequence: int) -> Mapping[Side, tuple[Entry, ...]]:
    """Return what the board of the game shows of earlier news, as far as a room remembers them."""
    if game.showing.lately is None:
        return {}
    before = (told.news for told in reversed(log) if told.sequence <= sequence)
    return game.showing.lately(entry for news in before for entry in reversed(seen(news, None)))


def clock_at(room: Room, sight: Sight) -> Clock | None:
    return room.clock if sight.status in ("playing", "frozen") and not sight.behind else None


def ended_by_agreement(log: Sequence[Told], sequence: int) -> bool:
    return any(isinstance(entry, Ended) for told in later(log, sequence - 1) for entry in told.news)


def lesson_at(room: Room, position: AnyState) -> Stand | None:
    """Return the progress of the lesson at this position; None if it is no lesson."""
    if room.lesson is None:
        return None
    entry = learners_turn(room.lesson, position.sequence)
    wanted = phrase_of(room.game, entry.choice, position.agenda[-1]) if entry else None
    return stand(room.lesson, position.sequence, wanted, bool(position.agenda))


def places(room: Room, position: AnyState) -> tuple[Result, ...]:
    return results(room.game, position, [seat.sides for seat in room.seating.seats])


def later(log: Sequence[Told], sequence: int) -> list[Told]:
    """Return the log after a sequence, the oldest first, without looking through all that comes before."""
    found = []
    for told in reversed(log):
        if told.sequence <= sequence:
            break
        found.append(told)
    return found[::-1]


def told_of(log: Iterable[Told], kinds: Container[type[Entry]]) -> list[Entry]:
    """Return all entries of these kinds, the oldest first."""
    return [entry for told in log for entry in told.news if type(entry) in kinds]


def readable_log(log: Sequence[Told], side: Side | None) -> list[Told]:
    return [Told(told.sequence, told.side, told.at, visible) for told in log if (visible := seen(told.news, side))]
