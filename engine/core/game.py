"""The record by which the rest of the program knows a game; app imports nothing else of its rules.

A game's folder makes one `Game` and calls it GAME. Making it checks that positions are plain data and that steps,
choices and entries are immutable, generates the cloning function and prepares the typed decoders.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from engine.core.absence import TimedOut
from engine.core.agenda import proceed
from engine.core.alerts import NAME as ALERT_NAME
from engine.core.alerts import Alert, AlertKind
from engine.core.cards import CardKind
from engine.core.chance import Source, new_seed
from engine.core.choice import Choice
from engine.core.clauses import is_clause
from engine.core.clone import cloner, require_immutable
from engine.core.ending import End, Ended
from engine.core.examples import ExamplesReader
from engine.core.grouping import Fold, Heading
from engine.core.guide import Guide
from engine.core.journal import Entry
from engine.core.lots import Lots, SeatsDrawn, draw_seats, sources_of
from engine.core.menu import Menu
from engine.core.phrase import Phrase
from engine.core.refusal import Fact
from engine.core.sealed import AnswerWithdrawn, Sealed, WithdrawAnswer
from engine.core.state import AnyState, Outcome, Side
from engine.core.step import Step
from engine.core.topics import MOST as MOST_TOPICS
from engine.core.topics import Topic
from engine.core.undo import Back, WentBack

StateT = TypeVar("StateT", bound=AnyState)

SAID_BY_ROOMS = (SeatsDrawn, WentBack, TimedOut, Ended, AnswerWithdrawn)
"""Entries that any game may have."""
TONES = range(1, 9)
"""The colours that the style sheet has for sides."""
Bot = Callable[[Any, Side, Menu, Random], Choice]
"""A bot answers for a side, given the position as that side may know it, the side, its menu, and its own randomness."""


Figures = Mapping[Side, Mapping[str, int]]
"""Figures of sides by the names of their fields, the same ones all through a game."""
Seats = tuple[tuple[Side, ...], ...]
"""The sides of each seat, mostly one."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Opening(Struct, frozen=True):
    """The start of a game: the seated sides in seating order, its options, a seed or outcomes given in advance."""

    sides: tuple[Side, ...]
    options: Any = NoOptions()
    seed: str = ""
    rigged: dict[str, list[Outcome]] = {}
    players: int = 0
    """The number of players; 0: one for each side."""
    lots: Lots | None = None
    """How the seats are drawn, None if they are not."""


class QuickStart(Struct, frozen=True):
    """A game that a person begins at once, with bots on all seats but one. The sentence `quick.<game>.<key>` is its
    name, `quick.<game>.<key>.short` describes it."""

    key: str
    players: int
    options: tuple[Any, ...]
    """The options to play it with; if there are several, each has seats of its own to choose from."""


class QuickSeat(NamedTuple):
    """A seat to pick: the options it belongs to, its number at that table, and its sides."""

    options: Any
    number: int
    sides: tuple[Side, ...]


class ImpossibleOpening(ValueError):
    """The set-up is impossible: the options do not fit each other or the number of players. The message says in plain
    English what to change; the sentence `opening.<game>.<reason>` with these facts says it in each reader's
    language."""

    def __init__(self, problem: str, reason: str, **facts: Fact) -> None:
        super().__init__(problem)
        self.reason, self.facts = reason, facts


class Point(Struct, frozen=True):
    """A line of the score sheet: points of a side, with the reason."""

    side: Side
    points: int
    reason: str
    facts: dict[str, Fact] = {}


class StandingOrders(NamedTuple):
    """The orders of a side that count here: their answer and the entry that tells it, both None if they are silent."""

    side: Side
    choice: Choice | None = None
    told: Entry | None = None


def fixed(seats: Mapping[int, Seats]) -> Callable[[int, Any], Seats]:
    """Return the seating of a game whose options do not affect it, given the seats by number of players."""
    return lambda players, _options: seats[players]


def first_answer(state: AnyState, side: Side, menu: Menu, rng: Random) -> Choice:
    """Answer as caretaker of games that name no other: with the first answer of the menu, which is the most harmless
    one."""
    return next(iter(menu))


def random_answer(state: AnyState, side: Side, menu: Menu, rng: Random) -> Choice:
    """Answer as the bot that every game has."""
    return menu.sample(rng)


def nothing_conserved(state: AnyState) -> Iterable[str]:
    return ()


def nothing_to_rehearse(state: AnyState, side: Side) -> Iterable[Step[Any]]:
    return ()


def nothing_to_offer(state: AnyState, side: Side, choice: Choice) -> Iterable[Choice]:
    return ()


def nobody_awaited(state: AnyState) -> Mapping[Side, Menu]:
    return {}


def no_alerts(state: AnyState, side: Side, told: Sequence[Entry]) -> Iterable[Alert]:
    return ()


def no_sources(opening: Opening) -> Mapping[str, Source]:
    return {}


def own_phrase(thing: Struct, step: Step[Any] | None) -> Phrase | None:
    """Leave every sentence to the name of its type."""
    return None


def no_facts(state: AnyState) -> Mapping[Side, Mapping[str, str]]:
    return {}


def each_choice(state: AnyState) -> int:
    """Return the turn of games without turns: every choice is one."""
    return state.sequence


def numbered_turn(turn: int) -> Phrase:
    return Phrase("ui.past.turn", {"n": turn})


def no_figures(view: Any) -> Figures:
    return {}


def no_cards(view: Struct) -> Sequence[str]:
    return ()


@dataclass(frozen=True, eq=False, kw_only=True)
class OutOfTurn(Generic[StateT]):
    """The part of a game beside the question that is asked: choices made at any time, offers, deals that bind, orders
    given in advance, and news for players who are away."""

    step: Any = None
    """A Waiting step for what may be done out of turn; it is never on the agenda."""
    choices: frozenset[type[Choice]] = frozenset()
    narrow: Callable[[StateT, Mapping[Side, Menu]], Mapping[Side, Menu]] | None = None
    """Narrows the possible answers, for binding deals. It must leave each side an answer."""
    standing: Mapping[type[Step[Any]], Callable[[StateT, Any], StandingOrders | None]] = field(default_factory=dict)
    """For each step that orders given in advance may answer: returns those that count in this position, None if there
    are none."""
    rehearsals: Callable[[StateT, Side], Iterable[Step[Any]]] = nothing_to_rehearse
    """Yields questions with which to try out what a side has left in advance: what it is asked now or could be; none if
    it left nothing. `standing` has their kinds. See `engine.core.rehearsal`."""
    orders_like: Callable[[StateT, Side, Choice], Iterable[Choice]] = nothing_to_offer
    """Yields the orders that would give such an answer from now on, the narrowest first, given the position before it.
    They are choices out of turn. A table that has waited long for the answer offers them."""
    together: frozenset[type[Step[Any]]] = frozenset()
    """Questions that a side may preview, and answer on trial, before it sends the choice of its own that leads there:
    the second action of a round."""
    after: Callable[[StateT], None] | None = None
    """Runs once everything that a choice triggered has been told: promises kept or broken, offers lapsed. It runs
    again, with all news so far, after each answer that a standing order gave to the same choice."""
    awaited: Callable[[StateT], Mapping[Side, Menu]] = nobody_awaited
    """Returns the sides that have something to answer out of turn, such as an offer, with their menus; the game goes on
    in the meantime."""
    alert_kinds: tuple[AlertKind, ...] = ()
    alerts: Callable[[StateT, Side, Sequence[Entry]], Iterable[Alert]] = no_alerts
    """Returns news for a side whose player is absent, such as a beaten bid, as long as they are true. It gets all news
    so far as this side may read them, the oldest first, and returns nothing that the side cannot know."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Showing(Generic[StateT]):
    """How the game is told and drawn: its sentences, the filters of its log, colours, cards and printed tables."""

    phrase: Callable[[Struct, Step[Any] | None], Phrase | None] = own_phrase
    """Returns the sentence for an entry, a choice, a question, or a struct in one, with its facts; None: the one of its
    own name, with its own fields. The step is the question that a choice answers, if any."""
    headings: Callable[[Entry], Heading | None] | None = None
    """Returns the heading of the log that an entry begins, such as that of a turn; None if it begins none."""
    folds: Callable[[Sequence[Entry]], Iterable[range | Fold]] | None = None
    """Returns which of a choice's entries, as far as a reader may know them, form one story each, such as a power's
    automatic turn. The first entry of a run is the line that shows, the others unfold below it. If a story is open, it
    gets the entries of the next choice too."""
    lately: Callable[[Iterable[Entry]], Mapping[Side, tuple[Entry, ...]]] | None = None
    """Returns the public entries of earlier choices that the board shows, by side. It gets those that a room remembers,
    the latest first."""
    turn_name: Callable[[int], Phrase] = numbered_turn
    """Returns the name of a turn: its number, or `March 1934`. If counted turns have another name, it is the sentence
    `turns.<game>`, with its plural."""
    topics: tuple[Topic, ...] = ()
    """The filters of the log."""
    tones: Mapping[Side, int] = field(default_factory=dict)
    """The colours, from 1 to 8, of sides and of powers that nobody plays, in the order of the log's filters. A side
    without one gets one by the order of the seats. A power with one has a disc, a letter and a filter of the log at
    every table."""
    facts: Callable[[StateT], Mapping[Side, Mapping[str, str]]] = no_facts
    """Returns traits by which statistics distinguish the sides of a finished game, such as the strategy of each: words,
    by field."""
    figures: Callable[[Any], Figures] = no_figures
    """Returns the figures to look up after each line of the log, such as money, given what one side sees: its view."""
    printed: Mapping[str, Any] = field(default_factory=dict)
    """The tables printed on board and cards, for templates."""
    cards: tuple[CardKind, ...] = ()
    """The kinds of its cards. Their names become links to them, and the rules have a gallery of them."""
    at_hand: Callable[[Any], Sequence[str]] = no_cards
    """Returns the keys of the cards that the game is about at this moment, given what one side sees: its view. They are
    shown whole, beside the question and on the table."""

    def is_line(self, entry: Entry) -> bool:
        """Tell whether an entry is a line of the log; if not, it only begins a heading."""
        heading = self.headings(entry) if self.headings else None
        return heading is None or heading.is_line


@dataclass(frozen=True, eq=False, kw_only=True)
class Teaching:
    """How people come to know the game: its first lesson, the games to begin at once, and worked examples."""

    guide: Guide | None = None
    """A first game that teaches how to play."""
    quick_starts: tuple[QuickStart, ...] = ()
    """The games that the first page offers to begin at once; none: its largest table, against bots."""
    examples: ExamplesReader | None = None
    """Reads a file of worked examples in the game's own form, for `horloge examples`; None if it has no such form."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[StateT]):
    """Everything about one game. The fields of the first block are required, those of the second have sensible
    defaults."""

    key: str
    title: str
    rules: str
    """Version of the rules; raised whenever a legal game could go differently than before."""
    players: tuple[int, ...]
    """The possible numbers of players."""
    seating: Callable[[int, Any], Seats]
    """Returns the sides of each seat, for a number of players and options: a seat for each player, no side twice. It
    accepts any options; set-up refuses those that do not fit each other. A position may have more sides than these: a
    side without a seat never has to decide."""
    position: type[StateT]
    steps: tuple[type[Step[Any]], ...]
    choices: tuple[type[Choice], ...]
    entries: tuple[type[Entry], ...]
    setup: Callable[[Opening], StateT]
    """Returns the position before the first step has run."""
    view: Callable[[StateT, Side | None], Struct]
    """Returns what a side may see (None: a spectator): a whitelist, built field by field."""
    redeal: Callable[[StateT, Side | None, Random], StateT]
    """Returns a clone in which everything that the side cannot see is drawn again."""
    score: Callable[[StateT], tuple[Point, ...]]
    ranking: Callable[[StateT], tuple[tuple[Side, ...], ...]]
    """Returns the sides from first to last, ties together; where the game itself can win, it has a name of its own.
    Seats are ranked by it, see `worth`."""
    bound: Callable[[StateT], int]
    """No game has more choices than this."""

    year: int = 0
    """The year in which it begins. Games are listed in the order of their years, those without one last."""
    worth: Callable[[StateT, tuple[Side, ...]], tuple[int, ...]] | None = None
    """Returns the points of a seat that holds these sides, then what breaks ties: more is better, and equal ones tie.
    It ranks the seats where any holds several sides; it is also called for each name of the ranking without a seat.
    None: a seat has the rank of its best side and the sum of the points. See `engine.core.results`."""
    confided: Callable[[StateT, Side], Mapping[str, Any]] | None = None
    """Returns the fields of a side's view that differ from everyone else's, where all others are the same for all.
    None: any may differ. See `Views`."""
    options: type[Struct] = NoOptions
    options_for: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Options for some numbers of players only, and for which; the others are for any number."""
    trial: Struct | None = None
    """The options with which a long game is played short: by property tests, the fuzzer and `horloge simulate --check`.
    None: the defaults."""
    turn: Callable[[StateT], int] = each_choice
    """Returns the turn of the game, which everyone knows and which rises as the game goes on. Replays are marked with
    turns, and delayed spectators are some turns late."""
    out_of_turn: OutOfTurn[StateT] = field(default_factory=OutOfTurn)
    showing: Showing[StateT] = field(default_factory=Showing)
    teaching: Teaching = field(default_factory=Teaching)
    bots: Mapping[str, Bot] = field(default_factory=dict)
    caretaker: Bot = first_answer
    """Answers for a player who is away: quick, legal, harmless."""
    conserved: Callable[[StateT], Iterable[str]] = nothing_conserved
    """Yields in words what the rulebook conserves and the position breaks; nothing if all is well."""
    sources: Callable[[Opening], Mapping[str, Source]] = no_sources
    """Returns the dice and decks that a record may rig."""
    open_sources: frozenset[str] = frozenset()
    """Those of them whose outcomes everyone sees at once; the outcomes of the others are shown when the game is
    over."""
    seats_die: int = 0
    """The sides of the die by which the rules let players choose their seats in turn; 0 if they have no such rule. The
    seats of any game can be drawn by lot."""

    clone: Callable[[StateT], StateT] = field(init=False)
    decode: Callable[[bytes], StateT] = field(init=False)
    position_type: Any = field(init=False)
    choice_type: Any = field(init=False)
    choice_decoder: msgspec.json.Decoder[Choice] = field(init=False)
    recorded_type: Any = field(init=False)
    """The type of what logs and records hold: a choice, going back, or ending by agreement."""
    recorded_decoder: msgspec.json.Decoder[Choice] = field(init=False)
    entries_decoder: msgspec.json.Decoder[list[Entry]] = field(init=False)

    def __post_init__(self) -> None:
        for struct in (*self.steps, *self.choices, *self.entries):
            require_immutable(struct)
            self.require_clause(struct)
        self.require_shown()
        generic: Any = self.position
        self.keep("position_type", generic[one_of(self.steps)])
        withdrawal = (WithdrawAnswer,) if any(issubclass(step, Sealed) for step in self.steps) else ()
        sent = (*self.choices, *withdrawal)
        self.keep("choice_type", one_of(sent))
        self.keep("clone", cloner(self.position))
        self.keep("decode", msgspec.json.Decoder(self.position_type).decode)
        self.keep("choice_decoder", msgspec.json.Decoder(self.choice_type))
        self.keep("recorded_type", one_of((*sent, Back, End)))
        self.keep("recorded_decoder", msgspec.json.Decoder(self.recorded_type))
        self.keep("entries_decoder", msgspec.json.Decoder(list[one_of((*self.entries, *SAID_BY_ROOMS))]))  # type: ignore[misc]
        self.keep("bots", {"random": random_answer, **self.bots})

    def require_clause(self, struct: type[Struct]) -> None:
        """Refuse clauses whose numbers no book can have."""
        number = getattr(struct, "clause", "") or getattr(struct, "rule", "")
        if isinstance(number, str) and number and not is_clause(number):
            raise ValueError(f"{struct.__qualname__}: {number!r} is no clause; write it like 5.4, 5.4.1 or 5.4.1a")

    def require_shown(self) -> None:
        """Refuse more colours, topics or alert names than the style sheet and the sentences allow."""
        if strange := [power for power, tone in self.showing.tones.items() if tone not in TONES]:
            raise ValueError(f"{self.key}: the tone of {strange[0]} is none of {TONES.start} to {TONES.stop - 1}")
        if len(self.showing.topics) > MOST_TOPICS or len({topic.key for topic in self.showing.topics}) < len(
            self.showing.topics
        ):
            raise ValueError(f"{self.key}: give its topics keys of their own, {MOST_TOPICS} at most")
        if odd := [kind.name for kind in self.out_of_turn.alert_kinds if not ALERT_NAME.fullmatch(kind.name)]:
            raise ValueError(f"{self.key}: call the alert {odd[0]!r} by up to 16 small letters and underscores")

    def keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def best_bot(self) -> str:
        """The kind of bot to play against: the last one the game names, the random one if it names none."""
        return [*self.bots][-1]

    @property
    def has_figures(self) -> bool:
        """Whether there are figures after each line of the log."""
        return self.showing.figures is not no_figures

    @property
    def short_options(self) -> Struct:
        return self.options() if self.trial is None else self.trial

    @property
    def starts(self) -> dict[str, QuickStart]:
        """The games to begin at once, by key; one with an empty key if the game names none."""
        found = self.teaching.quick_starts or (QuickStart("", max(self.players), (self.options(),)),)
        return {start.key: start for start in found}

    def quick_seats(self, start: QuickStart) -> tuple[QuickSeat, ...]:
        """Return the seats that a person who begins this way can pick."""
        return tuple(
            QuickSeat(options, number, sides)
            for options in start.options
            for number, sides in enumerate(self.seating(start.players, options))
        )

    def option_players(self, option: str) -> Collection[int]:
        """Return the numbers of players that can choose this option."""
        return self.options_for.get(option, self.players)

    def sides(self, players: int, options: Struct | None = None) -> tuple[Side, ...]:
        """Return all seated sides in the order of the seats. Without `options` the defaults apply."""
        return tuple(side for seat in self.seating(players, options or self.options()) for side in seat)

    def seats_at(self, opening: Opening) -> Seats:
        """Return the seats of a game with this opening, in the order of its sides."""
        order = {side: number for number, side in enumerate(opening.sides)}
        seats = self.seating(opening.players or len(opening.sides), opening.options)
        ordered = (tuple(sorted(sides, key=order.__getitem__)) for sides in seats)
        return tuple(sorted(ordered, key=lambda sides: order[sides[0]]))

    def every_source(self, opening: Opening) -> dict[str, Source]:
        """Return the dice and decks that a record may rig, including those by which seats are drawn."""
        places = opening.players or len(opening.sides)
        return {**self.sources(opening), **sources_of(opening.lots, places, self.seats_die)}

    def open(self, opening: Opening) -> tuple[StateT, list[Entry]]:
        """Return the first position in which a side has to decide, and the news up to it."""
        state = self.setup(opening)
        if opening.lots:
            draw_seats(state, opening.lots, self.seats_at(opening), self.seats_die)
        proceed(state)
        news, state.news = state.news, []
        return state, news

    def start(self, players: int, seed: str | None = None, options: Struct | None = None) -> StateT:
        """Return a new game for this number of players, seated in the usual order."""
        chosen = options or self.options()
        return self.open(Opening(self.sides(players, chosen), chosen, seed or new_seed(), players=players))[0]

    def totals(self, state: StateT) -> dict[Side, int]:
        """Return the points of each side, added up from the score sheet."""
        totals: dict[Side, int] = dict.fromkeys(state.sides, 0)
        for point in self.score(state):
            totals[point.side] += point.points
        return totals


AnyGame = Game[Any]


def one_of(types: tuple[type, ...]) -> Any:
    """Return the union of these types, for a typed decoder."""
    return reduce(or_, types)
