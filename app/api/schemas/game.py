"""The answers of calls, field by field; the API's document shows the same. Positions, choices and news are JSON as the
game writes them: their schemas are part of the answer about the game.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from msgspec import Struct

from app.api.schemas.extras import AdminAction
from app.model.clocks.side_time import Time
from app.model.clocks.terms import Days, Hour, Live

Plain = dict[str, Any]
"""A choice, an entry, a position: JSON as the game writes it."""


class Oneself(Struct, frozen=True):
    """The caller. `scopes` are what the token allows; null for a browser, which may do everything."""

    id: int
    name: str
    guest: bool
    language: str
    scopes: list[str] | None = None
    table: str | None = None
    """The only table that the token is valid for."""


class Game(Struct, frozen=True):
    """A game that can be played here. `players`: for each number of players, the sides of each seat with the default
    options; `quick_starts`: for each game that can be begun at once, the seats to pick from."""

    key: str
    title: str
    rules: str
    players: dict[str, list[list[str]]]
    bots: list[str]
    quick_starts: dict[str, list[list[str]]] = {}


class Seating(Struct, frozen=True):
    """The sides of each seat."""

    seats: list[list[str]]


class Games(Struct, frozen=True):
    games: list[Game]


class GameSchemas(Struct, frozen=True):
    """A game with JSON schemas of its options, its choices, its news and its views."""

    game: Game
    options: Plain
    choice: Plain
    news: Plain
    view: Plain | None = None


class Clause(Struct, frozen=True):
    """A clause of the rules; `text` is plain text in `language`."""

    number: str
    chapter: str
    text: str
    language: str


class Rules(Struct, frozen=True):
    title: str
    clauses: list[Clause]


class Seat(Struct, frozen=True):
    """A seat: it belongs to a person (`person`), to a bot (`bot`), or is free if both are empty. `program`: its owner
    lets a program play; `wishes`: the sides that the owner would like, best first, where a die decides the order of
    choosing."""

    number: int
    sides: list[str]
    person: str = ""
    bot: str = ""
    mine: bool = False
    host: bool = False
    ready: bool = False
    program: bool = False
    wishes: list[str] = []


class Listed(Struct, frozen=True):
    """A table in a list. `status` is open (its game has not begun), playing, finished or frozen; `waiting` are the
    sides that have to decide, `awaited` those of the caller's sides that have an offer to answer."""

    key: str
    game: str
    title: str
    status: str
    sequence: int
    moved_at: datetime
    waiting: list[str]
    awaited: list[str]
    seats: list[Seat]
    clock: Live | Days | Hour | None = None
    rated: bool = False


class Tables(Struct, frozen=True):
    open: list[Listed]
    playing: list[Listed]
    finished: list[Listed]


class Waiting(Struct, frozen=True):
    """A table of the caller. `urgency`: me (it waits for the caller), offer (the caller has an offer to answer), start
    (it can begin, or the caller is not ready yet), invited, others, left (the caller might come back), over; `sides`
    are those that have to decide, only the caller's if one is."""

    table: Listed
    urgency: str
    sides: list[str]
    due: datetime | None = None
    """The caller's deadline, where there is a clock."""
    question: str | None = None
    """The question that the caller has to answer."""


class Mine(Struct, frozen=True):
    """The caller's tables, the most urgent first; `next` is the key of the one that waits most for the caller, and
    `waiting` the number of those that wait."""

    tables: list[Waiting]
    next: str | None
    waiting: int


class Boards(Struct, frozen=True):
    boards: list[Listed]


class Place(Struct, frozen=True):
    """How the game ended for a seat, which may hold several `sides`, or for a side without a seat. Ties share the same
    `rank`."""

    rank: int
    sides: list[str]
    points: int


class Point(Struct, frozen=True):
    """A line of the score sheet."""

    side: str
    points: int
    reason: str
    text: str


class Question(Struct, frozen=True):
    """The question for the sides that have to decide, and its clause of the rules."""

    text: str
    clause: str


class Vote(Struct, frozen=True):
    """The vote of a table, open or just closed. `kind` is what `side` proposes: to take_back entry `step`, to end the
    game as it stands, to replace the player of `about`, to pause, resume or extend the clock (by `minutes`), to
    come_back; with `rules` the site itself proposes to go back to before `step`, because the rules have been corrected.
    Each player is named by the first of their sides. `outcome` is empty while it is open; `everybody`: all have to
    agree, not just most; at `until` it lapses."""

    id: int
    side: str
    step: int
    outcome: str
    agreed: list[str]
    refused: list[str]
    waiting: list[str]
    kind: str = "take_back"
    about: str = ""
    by: str = ""
    minutes: int = 0
    everybody: bool = True
    until: datetime | None = None


class Tenure(Struct, frozen=True):
    """The time of a person or a bot on a seat: from the position `first` to `last`, which is null while they sit there;
    `why` they left: resigned, timed_out, replaced, left for good, relieved."""

    seat: int
    person: str
    bot: str
    first: int
    last: int | None
    why: str


class Table(Struct, frozen=True):
    """A table. `epoch` and `sequence` are its position; both are sent along with a move. `own` are the caller's sides;
    `again` is the key of the rematch table. `tenures` are those of seats that have changed hands; `agreed`: the table
    agreed to end the game as it stood."""

    key: str
    game: str
    title: str
    status: str
    seats: list[Seat]
    own: list[str]
    epoch: int = 0
    sequence: int = 0
    waiting: list[str] = []
    awaited: list[str] = []
    question: Question | None = None
    ranking: list[Place] = []
    points: list[Point] = []
    options: Plain = {}
    access: str = ""
    seating: str = ""
    spectators: bool = True
    delay: int = 0
    rated: bool = False
    private_talk: bool = True
    stand_in: int = 3
    comes_back: bool = True
    invited: list[str] = []
    again: str = ""
    motion: Vote | None = None
    tenures: list[Tenure] = []
    agreed: bool = False
    deeds: list[AdminAction] = []
    clock: Live | Days | Hour | None = None
    """The agreed terms about time."""
    time: Time | None = None


class View(Struct, frozen=True):
    """The position as `side` may see it; as spectators see it if that is null. `turn` is the turn of the game,
    `turn_name` its name."""

    epoch: int
    sequence: int
    side: str | None
    view: Plain
    turn: int
    turn_name: str


class Line(Struct, frozen=True):
    """The news of one choice: typed entries, and the same as sentences. `side` made the choice; it is empty for the
    opening."""

    sequence: int
    side: str
    at: datetime
    news: list[Plain]
    text: list[str]


class Log(Struct, frozen=True):
    """Lines in order. `next` is the value of `after` with which to read on; null at the end."""

    epoch: int
    sequence: int
    lines: list[Line]
    next: int | None


class Draw(Struct, frozen=True):
    """A draw: the step at which it fell (0: the set-up), the die or deck, the outcome. `fair`: whether the outcome
    follows from the seed; null until the seed is known, or where the outcome was given in advance."""

    step: int
    source: str
    outcome: int | tuple[int | str, ...] | None
    fair: bool | None


class Seed(Struct, frozen=True):
    commitment: str
    seed: str
    until: int


class Dice(Struct, frozen=True):
    """The draws of a game. `commitment` is the SHA-256 of the seed and is known from the start. A game that was rewound
    after its end goes on with another seed: `earlier` are the former seeds, each with the last step whose draws
    followed from it."""

    commitment: str
    seed: str | None
    draws: list[Draw]
    earlier: list[Seed]


class Answers(Struct, frozen=True):
    """One menu: the kinds of choice it takes, legal choices, whether these are all, and its own description."""

    kinds: list[str]
    choices: list[Plain]
    complete: bool
    described: Any


class Choices(Struct, frozen=True):
    """The present choices of a side: `asked` answers the question; `offered` answers an offer; `aside` may be done out
    of turn. `undo` is the position that the side can go back to, if it can; `sealed` is its answer that waits for those
    of others: to act with {"do": "withdraw_answer"} takes it back."""

    epoch: int
    sequence: int
    side: str
    question: Question | None
    asked: list[Answers]
    offered: list[Answers]
    aside: list[Answers]
    undo: int | None = None
    sealed: Plain | None = None


class Refused(Struct, frozen=True):
    """Why a choice is not legal, in the form of an error."""

    error: str
    message: str
    facts: Plain


class Verdict(Struct, frozen=True):
    """Whether a choice is legal now, and why not."""

    legal: bool
    refusal: Refused | None = None


class Acted(Struct, frozen=True):
    """The choice is recorded and led to this position; `news` is what followed, as far as the side may know."""

    epoch: int
    sequence: int
    news: list[Plain]
    text: list[str]


class Rehearsal(Struct, frozen=True):
    """The answer of orders left in advance to one question; null if the side itself would have to answer. `told` is the
    news with it, such as why an order would switch itself off."""

    question: str
    answer: Plain | None
    text: str
    told: list[str]


class Foreseen(Struct, frozen=True):
    """The preview of a choice; if it is not `certain`, chance or other sides influence what follows. `answers`: what
    orders left in advance would answer from then on, if the choice is an order that changes that. `alone`: it is a
    sealed answer, and the answers of the others are left out."""

    certain: bool
    news: list[Plain]
    text: list[str]
    answers: list[Rehearsal] = []
    alone: bool = False


class Channel(Struct, frozen=True):
    """A channel of talk. `sides` talk in private there; none means the whole table and its spectators. `last` is the
    number of the latest message, 0 for none; `writes`: whether the caller may write."""

    name: str
    sides: list[str]
    last: int
    unread: int
    writes: bool


class Channels(Struct, frozen=True):
    channels: list[Channel]


class Spoken(Struct, frozen=True):
    """A message, written at a sequence of the game by a person who played these sides then; null and without a name if
    the author has left for good. `muted`: the caller has muted the author. The text of a hidden message is empty."""

    number: int
    person: int | None
    name: str
    sides: list[str]
    text: str
    sequence: int
    at: datetime
    muted: bool


class Lines(Struct, frozen=True):
    """Messages in order. `next` is the value of `after` with which to read on; null at the end."""

    lines: list[Spoken]
    next: int | None


class Said(Struct, frozen=True):
    """The channel of a new message, and its number there."""

    channel: str
    number: int


class Mute(Struct, frozen=True):
    """A person whom the caller has muted."""

    person: int
    name: str


class Mutes(Struct, frozen=True):
    mutes: list[Mute]


class Rest(Struct, frozen=True):
    """A vacation, from its first day to its last."""

    id: int
    first: date
    last: date


class Budget(Struct, frozen=True):
    """How many days of vacation are left in a calendar year."""

    year: int
    left: int
    most: int


class Hours(Struct, frozen=True):
    """When the caller does not play, in local time of `zone`. `weekend` are weekdays from Monday, 0; `vacations` are
    those that are not over."""

    zone: str
    quiet_from: str
    quiet_to: str
    weekend: list[int]
    vacations: list[Rest]
    budgets: list[Budget]


class Done(Struct, frozen=True):
    """It is done; there is nothing else to say."""


class Taken(Struct, frozen=True):
    """Whether the caller sits there now; otherwise the table votes on it."""

    seated: bool


class Made(Struct, frozen=True):
    """The key of a new table."""

    key: str


class Receiver(Struct, frozen=True):
    """A receiver of notifications: a browser (`push`) or a webhook (`json`, `discord`, `slack`); when it last took one,
    and what went wrong the last time, if anything."""

    id: int
    shape: str
    name: str
    address: str
    made_at: datetime
    reached_at: datetime | None
    trouble: str


class NoticeSettings(Struct, frozen=True):
    """The caller's notification settings: whether mail is wanted, the kinds switched off for each channel (`off`) and
    those switched on besides the defaults (`on`), the hour of a daily digest, muted games and tables, and the
    receivers. `key` is what browsers subscribe with."""

    mails: bool
    off: dict[str, list[str]]
    on: dict[str, list[str]]
    digest: int | None
    games: list[str]
    tables: list[str]
    receivers: list[Receiver]
    key: str


class Hook(Struct, frozen=True):
    """A new webhook: the secret with which its notifications are signed. Chats have none."""

    secret: str
