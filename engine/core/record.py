"""Records: a whole game as one JSON document, to be checked against today's rules, shown at any point, written by hand
from a published game, or exported from a table. docs/records.md describes the format.

`read` turns bytes into a typed record or says what is wrong and where; `Replay` plays it, entry by entry; `schema`
describes the format to other programs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Generic, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field
from typing_extensions import TypeVar

from engine.core import registry
from engine.core.chance import ImpossibleOutcome, UnriggedDraw, breaches_of_rigging
from engine.core.choice import Choice
from engine.core.door import refusal, submit
from engine.core.ending import End, ended
from engine.core.game import AnyGame, ImpossibleOpening, NoOptions, Opening
from engine.core.journal import Entry
from engine.core.lots import Lots, problem_of
from engine.core.reading import Unreadable, decode, require_single_keys, require_small
from engine.core.refusal import GameOver, NotYourTurn, Refusal
from engine.core.state import AnyState, Outcome, Side, fingerprint
from engine.core.undo import Back, Undo, WentBack, gone_back, kind_of, stays_good, went_back

ChoiceT = TypeVar("ChoiceT", default=Choice)
OptionsT = TypeVar("OptionsT", default=Struct)


class Chosen(Struct, Generic[ChoiceT], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry: a side's choice; `hash` is the short hash of the position after it, if that has to match."""

    side: Side
    choice: ChoiceT
    hash: str = ""


class Expectation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """After entry `after` (0: the opening), this path of the view has this value. The view is the public one unless a
    side is named."""

    after: int
    path: str
    value: Any
    side: Side | None = None


class Patch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """After entry `after`, this path of the position is set to this value, because the source broke its own rules."""

    after: int
    path: str
    value: Any
    why: str = ""


class Refused(Struct, Generic[ChoiceT], frozen=True, forbid_unknown_fields=True):
    """After entry `after` this side may not choose this, for this reason: the key of the refusal."""

    after: int
    side: Side
    choice: ChoiceT
    reason: str


class Tenure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of these sides from entry `first` on, until entry `last` had been made: a person, or a kind of bot. It
    is given for seats that changed hands; `why` is why the player left."""

    sides: tuple[Side, ...]
    first: int
    person: str = ""
    bot: str = ""
    last: int | None = None
    why: str = ""


class Record(Struct, Generic[OptionsT, ChoiceT], forbid_unknown_fields=True, omit_defaults=True):
    """A whole game. A record without a seed must rig every outcome that is drawn."""

    record: Literal[1]
    game: str
    rules: str
    sides: tuple[Side, ...]
    choices: list[Chosen[ChoiceT]]
    options: OptionsT | UnsetType = UNSET
    seed: str = ""
    rigged: dict[str, list[Outcome]] = field(default_factory=dict)
    expect: list[Expectation] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)
    refused: list[Refused[ChoiceT]] = field(default_factory=list)
    points: dict[Side, int] = field(default_factory=dict)
    """The totals of the score sheet after the last entry, for the sides named here."""
    title: str = ""
    source: str = ""
    players: int = 0
    """The number of players; left out where each has one side."""
    lots: Lots | None = None
    """How the seats were drawn, if they were."""
    tenures: list[Tenure] = field(default_factory=list)

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings: not if it was rigged or patched, ended by agreement, or had seats that
        changed hands."""
        whole = not (self.choices and isinstance(self.choices[-1].choice, End))
        return bool(self.seed) and whole and not (self.rigged or self.patches or self.tenures)


AnyRecord = Record[Any, Any]
AfterT = TypeVar("AfterT", Expectation, Patch, Refused[Any])


OVER = "the game is over before this entry"


class Header(Struct):
    """The part that must be read first: it says of which game the choices are."""

    game: str


def record_type(game: AnyGame) -> Any:
    """Return the type of this game's records, for decoding and for its JSON schema."""
    return Record[game.options, game.recorded_type]  # type: ignore[name-defined]


def schema(game: AnyGame | None = None) -> dict[str, Any]:
    """Return the JSON schema of one game's records, or of what the records of all games have in common."""
    described = msgspec.json.schema(record_type(game) if game else Record[dict[str, Any], dict[str, Any]])
    plain = {name: part["title"].partition("[")[0] for name, part in described["$defs"].items()}
    whole = json.dumps(described)
    for name in plain:
        whole = whole.replace(f'#/$defs/{name}"', f'#/$defs/{plain[name]}"')
    parts = {plain[name]: part | {"title": plain[name]} for name, part in json.loads(whole)["$defs"].items()}
    if game:
        parts["Record"]["properties"]["game"] = {"const": game.key}
    title = f"A record of {game.title}" if game else "A record of any game"
    address = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": address, "title": title, "$ref": "#/$defs/Record", "$defs": parts}


def read(raw: bytes) -> tuple[AnyGame, AnyRecord]:
    """Return a record that can be played. Raises Unreadable."""
    require_small(raw)
    game, record = typed(raw)
    require_single_keys(raw)
    require_playable(game, record)
    return game, record


def typed(raw: bytes) -> tuple[AnyGame, AnyRecord]:
    """Return a record of a registered game with every field of its type. Raises Unreadable."""
    header = decode(raw, Header)
    try:
        game = registry.game(header.game)
    except registry.UnknownGame as unknown:
        raise Unreadable("$.game", str(unknown), "no_game", name=header.game) from None
    return game, decode(raw, record_type(game))


def require_playable(game: AnyGame, record: AnyRecord) -> None:
    """Check what types alone cannot express: sides, seed, rigged outcomes, and places that must exist. Raises
    Unreadable."""
    require_opening(game, record)
    for name in ("expect", "patches", "refused"):
        for index, item in enumerate(getattr(record, name)):
            if not 0 <= item.after <= len(record.choices):
                last = len(record.choices)
                raise Unreadable(f"$.{name}[{index}].after", f"the last entry is {last}", "beyond", last=last)
            require_side(record, getattr(item, "side", None), f"$.{name}[{index}].side")
    for side in record.points:
        require_side(record, side, f"$.points.{side}")


def require_side(record: AnyRecord, side: Side | None, place: str) -> None:
    if side is not None and side not in record.sides:
        raise Unreadable(place, f"there is no {side!r} in this game", "no_side", name=side)


def require_opening(game: AnyGame, record: AnyRecord) -> None:
    begun = opening(game, record)
    players = record.players or len(record.sides)
    if record.players and players not in game.players:
        numbers = ", ".join(map(str, game.players))
        raise Unreadable("$.players", f"{game.title} is for {numbers}, not {players}", "players", numbers=numbers)
    if players not in game.players or sorted(record.sides) != sorted(game.sides(players, begun.options)):
        raise Unreadable("$.sides", f"{game.title} is not played by {', '.join(record.sides) or 'nobody'}", "sides")
    if record.seed and not re.fullmatch(r"[0-9a-f]{64}", record.seed):
        raise Unreadable("$.seed", "a seed is 64 hexadecimal digits", "seed")
    if record.lots and (problem := problem_of(record.lots, game.seats_at(begun), game.seats_die)):
        raise Unreadable("$.lots", problem, "lots")
    for place, problem in breaches_of_rigging(record.rigged, game.every_source(begun)):
        raise Unreadable(f"$.rigged.{place}", problem, "rigged")


def opening(game: AnyGame, record: AnyRecord) -> Opening:
    options = game.options() if record.options is UNSET else record.options
    return Opening(tuple(record.sides), options, record.seed, record.rigged, record.players, record.lots)


class Differs(Exception):
    """The record goes differently under today's rules: the first such entry, what was expected and what came; if a
    choice was refused, why."""

    def __init__(self, entry: int, what: str, expected: Any, came: Any, refused: Refusal | None = None) -> None:
        super().__init__(f"entry {entry}: {what}: expected {text(expected)}, came {text(came)}")
        self.entry, self.what, self.expected, self.came, self.refused = entry, what, expected, came, refused


def text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


class Replay:
    """Plays a record under today's rules. Iterating yields (entry number, position, news) from the opening, entry 0,
    on; it raises Differs or Unreadable where the record cannot be followed."""

    def __init__(self, game: AnyGame, record: AnyRecord) -> None:
        self.game = game
        self.record = record
        self.kept: dict[int, AnyState] = {}
        """The positions that the record goes back to, by entry."""
        self.patches, self.expected = by_entry(record.patches), by_entry(record.expect)
        self.refused = by_entry(record.refused)
        self.goals = {chosen.choice.to for chosen in record.choices if isinstance(chosen.choice, Back)}

    def __iter__(self) -> Iterator[tuple[int, AnyState, list[Entry]]]:
        state, news = self.opened()
        state = self.settled(state, 0)
        self.undo = Undo(state)
        self.keep(state, 0)
        yield 0, state, news
        for entry, chosen in enumerate(self.record.choices, start=1):
            state, news = self.follow(state, entry, chosen)
            state = self.settled(state, entry)
            self.undo.remember(chosen.side, chosen.choice, news, state)
            self.require_hash(state, entry, chosen)
            self.keep(state, entry)
            yield entry, state, news
        self.require_points(state)

    def keep(self, state: AnyState, entry: int) -> None:
        if entry in self.goals:
            self.kept[entry] = self.game.clone(state)

    def follow(self, state: AnyState, entry: int, chosen: Chosen) -> tuple[AnyState, list[Entry]]:
        """Return the position after this entry, and its news."""
        if isinstance(chosen.choice, Back):
            return self.go_back(state, entry, chosen.side, chosen.choice)
        if isinstance(chosen.choice, End):
            return self.end(state, entry, chosen.side)
        return state, self.play(state, entry, chosen)

    def go_back(self, state: AnyState, entry: int, side: Side, back: Back) -> tuple[AnyState, list[Entry]]:
        if not state.agenda:
            raise Unreadable(f"$.choices[{entry - 1}]", OVER, "over")
        if back.to >= entry - 1:
            place = f"$.choices[{entry - 1}].choice.to"
            raise Unreadable(place, f"entry {entry} goes back to one before {entry - 1}", "back", before=entry - 1)
        if back.agreed:
            undone = self.record.choices[back.to].choice
            told = WentBack(side, back.to + 1, kind_of(undone), agreed=True)
        elif (taken := self.undo.back(side, back.to)) and stays_good(state, self.kept[back.to], side):
            told = went_back(side, taken, state.sides)
        else:
            raise Differs(entry, f"{side} going back to {back.to}", "allowed", "not its own move any more")
        return gone_back(self.game, state, self.kept[back.to], side, back), [told]

    def end(self, state: AnyState, entry: int, side: Side) -> tuple[AnyState, list[Entry]]:
        if not state.agenda:
            raise Unreadable(f"$.choices[{entry - 1}]", OVER, "over")
        require_side(self.record, side, f"$.choices[{entry - 1}].side")
        return ended(self.game, state, side)

    def opened(self) -> tuple[AnyState, list[Entry]]:
        """Return the opening. The position keeps naming the rules under which the record was written, as that of a
        running game does: so hashes differ only where the game does."""
        try:
            state, news = self.game.open(opening(self.game, self.record))
            state.rules = self.record.rules
            return state, news
        except (UnriggedDraw, ImpossibleOutcome) as error:
            raise Unreadable("$.rigged", str(error), "rigged") from None
        except ImpossibleOpening as error:
            raise Unreadable("$.options", str(error), "opening") from None
        except Exception as error:
            raise Differs(0, "the opening", "a position", crash(error)) from error

    def play(self, state: AnyState, entry: int, chosen: Chosen) -> list[Entry]:
        place = f"$.choices[{entry - 1}]"
        try:
            outcome = submit(self.game, state, chosen.side, chosen.choice)
        except (UnriggedDraw, ImpossibleOutcome) as error:
            raise Unreadable(place, str(error), "rigged") from None
        except Exception as error:
            raise Differs(entry, f"{chosen.side}'s choice", "accepted", crash(error)) from error
        if isinstance(outcome, GameOver):
            raise Unreadable(place, OVER, "over")
        if isinstance(outcome, NotYourTurn):
            awaited = ", ".join(outcome.waiting) or "nobody"
            raise Unreadable(place, f"{chosen.side} is not asked here; waited for: {awaited}", "unasked")
        if isinstance(outcome, Refusal):
            facts = ", ".join(f"{name} {text(fact)}" for name, fact in outcome.facts.items() if fact != "")
            raise Differs(entry, f"{chosen.side}'s choice", "accepted", f"refused: {outcome.key} ({facts})", outcome)
        return outcome

    def settled(self, state: AnyState, entry: int) -> AnyState:
        """Return the position after this entry with its patches, after checking its expectations and refusals."""
        for index, patch in self.patches.get(entry, ()):
            state = patched(self.game, state, patch, f"$.patches[{index}]")
        for index, expectation in self.expected.get(entry, ()):
            self.require(state, expectation, f"$.expect[{index}]")
        for _, refused in self.refused.get(entry, ()):
            self.require_refusal(state, refused)
        return state

    def require(self, state: AnyState, expectation: Expectation, place: str) -> None:
        try:
            view = msgspec.json.decode(msgspec.json.encode(self.game.view(state, expectation.side)))
        except Exception as error:
            raise Differs(expectation.after, expectation.path, expectation.value, crash(error)) from error
        try:
            came = at_path(view, expectation.path)
        except LookupError as error:
            raise Unreadable(f"{place}.path", f"the view has no {expectation.path!r}: {error}", "nothing") from None
        if came != expectation.value:
            raise Differs(expectation.after, expectation.path, expectation.value, came)

    def require_refusal(self, state: AnyState, refused: Refused) -> None:
        what, expected = f"{refused.side}'s choice", f"refused: {refused.reason}"
        try:
            came = refusal(self.game, state, refused.side, refused.choice)
        except Exception as error:
            raise Differs(refused.after, what, expected, crash(error)) from error
        if came is None:
            raise Differs(refused.after, what, expected, "accepted")
        if (reason := came.key.removeprefix("refusal.")) != refused.reason:
            raise Differs(refused.after, what, expected, f"refused: {reason}")

    def require_hash(self, state: AnyState, entry: int, chosen: Chosen) -> None:
        if chosen.hash and chosen.hash != (came := fingerprint(state)):
            raise Differs(entry, "hash of the position", chosen.hash, came)

    def require_points(self, state: AnyState) -> None:
        try:
            totals = self.game.totals(state) if self.record.points else {}
        except Exception as error:
            raise Differs(len(self.record.choices), "points", self.record.points, crash(error)) from error
        for side, points in self.record.points.items():
            if totals[side] != points:
                raise Differs(len(self.record.choices), f"points of {side}", points, totals[side])


def by_entry(items: Iterable[AfterT]) -> dict[int, list[tuple[int, AfterT]]]:
    """Group the items by their entry, with their indexes in the list: a long record has thousands of both."""
    found: dict[int, list[tuple[int, AfterT]]] = {}
    for index, item in enumerate(items):
        found.setdefault(item.after, []).append((index, item))
    return found


def crash(error: Exception) -> str:
    """Describe in one line rules that break, as on a position patched beyond reason."""
    return f"the rules broke: {type(error).__name__}: {error}"


def steps_of(path: str) -> list[str | int]:
    """Return the keys and indexes of a path such as `coins.red` or `table[0].cubes.uk`."""
    if not re.fullmatch(r"[^.\[\]]+(\.[^.\[\]]+|\[\d{1,6}\])*", path):
        raise LookupError("a path is written like table[0].cubes.uk")
    return [int(index) if index else key for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)]


def at_path(data: Any, path: str) -> Any:
    """Return the value at this path of plain data; LookupError says which step failed."""
    for step in steps_of(path):
        try:
            data = data[step]
        except (LookupError, TypeError):
            raise LookupError(f"nothing at {step!r}") from None
    return data


def patched(game: AnyGame, state: AnyState, patch: Patch, place: str) -> AnyState:
    data = msgspec.to_builtins(state, str_keys=True)
    try:
        *way, last = steps_of(patch.path)
        holder = data
        for step in way:
            holder = holder[step]
        holder[last]  # a patch changes what is there, it adds nothing
        holder[last] = patch.value
    except (LookupError, TypeError):
        raise Unreadable(f"{place}.path", f"the position has nothing at {patch.path!r}", "nothing") from None
    try:
        changed: AnyState = msgspec.convert(data, game.position_type, str_keys=True)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{place}.value", str(error), "field") from None
    return changed


def record_of(game: AnyGame, opening: Opening, choices: list[tuple[Side, Choice, str]], title: str = "") -> AnyRecord:
    """Return the record of a game that was played here: each choice with the hash of the position after it."""
    return Record(
        record=1,
        game=game.key,
        rules=game.rules,
        sides=opening.sides,
        options=UNSET if isinstance(opening.options, NoOptions) else opening.options,
        seed=opening.seed,
        rigged=opening.rigged,
        choices=[Chosen(side, choice, mark) for side, choice, mark in choices],
        title=title,
        players=0 if opening.players == len(opening.sides) else opening.players,
        lots=opening.lots,
    )
