"""What calls answer with, field by field; the document shows the same. Positions, choices and news are as the game has
them: their schemas are part of what is said about the game.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from msgspec import Struct

from app.api.answers_beside import Deed
from app.clocks.terms import Days, Hour, Live
from app.clocks.told import Time

Plain = dict[str, Any]
"""A choice, an entry, a position: JSON as the game writes it."""


class Oneself(Struct, frozen=True):
    """Who is calling. `scopes` are what the token allows; null for a browser, which may do everything."""

    id: int
    name: str
    guest: bool
    language: str
    scopes: list[str] | None = None
    table: str | None = None
    """The only table a token is good for."""


class Game(Struct, frozen=True):
    """A game that can be played here. `players`: for each number of players, the sides that each seat holds with the
    usual options; `quick_starts`: for each game that can be begun at once, the seats to pick from."""

    key: str
    title: str
    rules: str
    players: dict[str, list[list[str]]]
    bots: list[str]
    quick_starts: dict[str, list[list[str]]] = {}


class Seating(Struct, frozen=True):
    """The sides that each seat holds."""

    seats: list[list[str]]


class Games(Struct, frozen=True):
    games: list[Game]


class GameSchemas(Struct, frozen=True):
    """A game with JSON schemas of its options, its choices, what it tells and what a side sees."""

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
    """A seat: somebody's (`person`), a bot's (`bot`), or free if it is neither. `program` says that its owner lets a
    program play from it; `wishes` are what they would take, best first, where a die says who chooses first."""

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
    sides that are waited for, `awaited` those of one's own that have an offer to answer."""

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
    """One of one's own tables. `urgency`: me (it waits for me), offer (I have one to answer), start (it can begin, or I
    am to be ready), invited, others, left (I might come back), over; `sides` are those that are waited for, mine if one
    is."""

    table: Listed
    urgency: str
    sides: list[str]
    due: datetime | None = None
    """By when one has to answer, where there is a clock."""
    question: str | None = None
    """What one is asked, where it waits for me."""


class Mine(Struct, frozen=True):
    """The most urgent first; `next` is the key of the one that waits for me most."""

    tables: list[Waiting]
    next: str | None


class Boards(Struct, frozen=True):
    boards: list[Listed]


class Place(Struct, frozen=True):
    """How the game ended for a seat, which may hold several `sides`, or for a side that nobody sits on. Those who tie
    have the same `rank`."""

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
    """What is asked of those who are waited for, and the clause by which."""

    text: str
    clause: str


class Motion(Struct, frozen=True):
    """What the people at a table are asked, or have just answered. `kind` is what `side` asks for: to take_back entry
    `step`, to end the game as it stands, to replace whoever plays `about`, to pause, resume or extend the clock (by
    `minutes`), to come_back; the site itself asks whether to go back to before `step` because the rules have changed
    (`rules`). Each is named by the first of their sides. `outcome` is empty as long as it is open; `everybody`: all
    have to agree, not just most; at `until` it lapses."""

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
    """Somebody's time on a seat, or a bot's: from the position `first` to `last`, which is null as long as they sit
    there; `why` they got up: resigned, timed_out, replaced, left for good, relieved."""

    seat: int
    person: str
    bot: str
    first: int
    last: int | None
    why: str


class Table(Struct, frozen=True):
    """A table. `epoch` and `sequence` say which position it is at; both are sent along with an action. `own` are the
    sides that the caller plays; `again` is the key of the table at which the same people play again.
    `tenures` are those of seats that have changed hands; `agreed`: the table agreed to end the game as it stood."""

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
    motion: Motion | None = None
    tenures: list[Tenure] = []
    agreed: bool = False
    deeds: list[Deed] = []
    clock: Live | Days | Hour | None = None
    """What was agreed about time."""
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
    """What one choice led to: typed entries and the same as sentences. `side` chose; nobody did at the opening."""

    sequence: int
    side: str
    at: datetime
    news: list[Plain]
    text: list[str]


class Log(Struct, frozen=True):
    """Lines in order. `next` is what to ask for as `after` to read on; null at the end."""

    epoch: int
    sequence: int
    lines: list[Line]
    next: int | None


class Draw(Struct, frozen=True):
    """A draw: the step at which it fell (0: the set-up), the die or deck, what came. `fair` says whether that follows
    from the seed; null until the seed is known, or where the outcome was given in advance."""

    step: int
    source: str
    outcome: int | tuple[int | str, ...] | None
    fair: bool | None


class Seed(Struct, frozen=True):
    commitment: str
    seed: str
    until: int


class Dice(Struct, frozen=True):
    """`commitment` is the SHA-256 of the seed; it is known from the first moment. A game that was led back from its end
    went on by another seed: `earlier` are those before, each with the last step whose draws followed from it."""

    commitment: str
    seed: str | None
    draws: list[Draw]
    earlier: list[Seed]


class Answers(Struct, frozen=True):
    """One menu: the kinds of choice it takes, legal choices, whether these are all, and what it says of itself."""

    kinds: list[str]
    choices: list[Plain]
    complete: bool
    described: Any


class Choices(Struct, frozen=True):
    """What a side may choose now: `asked` answers the question that is waited for; `offered` answers what somebody
    offers; `aside` may be done out of turn. `undo` is the position that the side can go back to, if it can; `sealed`
    its answer that waits for those of others: to act with {"do": "withdraw_answer"} takes it back."""

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
    """Why a choice is not legal, as an error would say it."""

    error: str
    message: str
    facts: Plain


class Verdict(Struct, frozen=True):
    """Whether a choice is legal now, and why not."""

    legal: bool
    refusal: Refused | None = None


class Acted(Struct, frozen=True):
    """The choice is recorded and led to this position; `news` is what came of it, as far as the side may know."""

    epoch: int
    sequence: int
    news: list[Plain]
    text: list[str]


class Rehearsal(Struct, frozen=True):
    """What orders left in advance would answer to one question; null if the side itself would be asked. `told` says
    what comes with it, such as why an order would switch itself off."""

    question: str
    answer: Plain | None
    text: str
    told: list[str]


class Foreseen(Struct, frozen=True):
    """What a choice would lead to; if it is not `certain`, chance or others come into it after that. `answers`: what
    would be answered in advance from then on, if it is an order that changes that. `alone`: it is an answer in secret,
    and what the others answer is left out."""

    certain: bool
    news: list[Plain]
    text: list[str]
    answers: list[Rehearsal] = []
    alone: bool = False


class Channel(Struct, frozen=True):
    """A channel of talk. `sides` talk apart there; none for the whole table and its watchers. `last` is the number of
    the latest line, 0 if nothing was said; `writes` says whether one may say something."""

    name: str
    sides: list[str]
    last: int
    unread: int
    writes: bool


class Channels(Struct, frozen=True):
    channels: list[Channel]


class Spoken(Struct, frozen=True):
    """A line of talk, said at a sequence of the game by a person who played these sides then; null and without a name
    if they have left for good. `muted`: one does not want to hear them. Text that was put away is empty."""

    number: int
    person: int | None
    name: str
    sides: list[str]
    text: str
    sequence: int
    at: datetime
    muted: bool


class Lines(Struct, frozen=True):
    """Lines in order. `next` is what to ask for as `after` to read on; null at the end."""

    lines: list[Spoken]
    next: int | None


class Said(Struct, frozen=True):
    """The channel in which a line was said, and its number there."""

    channel: str
    number: int


class Mute(Struct, frozen=True):
    """Somebody who is muted."""

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
    """When one does not play, as clocks show it in `zone`. `weekend` are days of the week from Monday, 0; `vacations`
    those that are not over."""

    zone: str
    quiet_from: str
    quiet_to: str
    weekend: list[int]
    vacations: list[Rest]
    budgets: list[Budget]


class Done(Struct, frozen=True):
    """It is done; there is nothing to say about it."""


class Taken(Struct, frozen=True):
    """Whether one sits there now; else the table is asked."""

    seated: bool


class Made(Struct, frozen=True):
    """The key of a new table."""

    key: str


class Receiver(Struct, frozen=True):
    """Where notices are brought to: a browser (`push`), or a webhook (`json`, `discord`, `slack`); when it last took
    one, and why not the last time, if it did not."""

    id: int
    shape: str
    name: str
    address: str
    made_at: datetime
    reached_at: datetime | None
    trouble: str


class NoticeWishes(Struct, frozen=True):
    """Which notices one wants: whether letters, what not by which way (`off`), what besides what is usual (`on`), at
    which hour all in one letter, nothing about which games and tables; what takes them. `key` is what browsers
    subscribe with."""

    mails: bool
    off: dict[str, list[str]]
    on: dict[str, list[str]]
    digest: int | None
    games: list[str]
    tables: list[str]
    receivers: list[Receiver]
    key: str


class Hook(Struct, frozen=True):
    """A new webhook: what its notices are signed with. Chats need none."""

    secret: str
