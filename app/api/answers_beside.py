"""What calls answer about what is beside a game: one's own preferences, a lesson, the branches that it has left, what
was done to its table. The others are in api.answers.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Preferences(Struct, frozen=True):
    """How the site is for somebody: `language` (empty: as the request asks), `theme` (auto, light or dark), `zone` (of
    time); whether decisions are confirmed before they are sent, whether there are sounds, whether others may see how
    one plays (`profile`)."""

    language: str
    theme: str
    zone: str
    confirm: bool
    sounds: bool
    profile: bool


class Lesson(Struct, frozen=True):
    """Where a lesson stands: at which of its stops, and what is to be learnt there. `wanted` says what one is to do;
    null if one only reads on. `over`: there is nothing more to learn."""

    number: int
    count: int
    title: str
    text: str
    wanted: str | None
    over: bool


class Branch(Struct, frozen=True):
    """A branch that a game has left: it had the positions from `first` (what is before them is that of `parent`, which
    is null if it began anew) to `last`."""

    epoch: int
    parent: int | None
    first: int
    last: int
    left_at: datetime | None


class Branches(Struct, frozen=True):
    """`epoch` is the branch that is played."""

    epoch: int
    left: list[Branch]


class Deed(Struct, frozen=True):
    """What was done to a table by its host or by those who run the site (`role`), and why. `kind` says what: rename (to
    `title`), freeze, thaw, replace or see (`sides`), rewind or undo or extend (to a step, a branch, by minutes:
    `number`), and so on."""

    kind: str
    name: str
    role: str
    reason: str
    at: datetime
    sides: list[str] = []
    title: str = ""
    number: int = 0
