"""The answers of calls about what is beside a game: preferences, lessons, branches, admin actions. The others are in
`api.schemas.game`.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Preferences(Struct, frozen=True):
    """The caller's preferences: `language` (empty: as the request asks), `theme` (auto, light or dark), `zone` (the
    time zone); whether moves are confirmed before they are sent, whether there are sounds, whether others may see the
    caller's games and ratings (`profile`)."""

    language: str
    theme: str
    zone: str
    confirm: bool
    sounds: bool
    profile: bool


class Lesson(Struct, frozen=True):
    """The progress of a lesson: at which of its stops it is, and what is to be learnt there. `wanted` is what the
    caller has to do; null if they only read on. `over`: there is nothing more to learn."""

    number: int
    count: int
    title: str
    text: str
    wanted: str | None
    over: bool


class Branch(Struct, frozen=True):
    """A branch that a game has left: it had the positions from `first` (those before are of `parent`, which is null if
    it began at an opening of its own) to `last`."""

    epoch: int
    parent: int | None
    first: int
    last: int
    left_at: datetime | None


class Branches(Struct, frozen=True):
    """The branches of a game. `epoch` is the branch being played."""

    epoch: int
    left: list[Branch]


class AdminAction(Struct, frozen=True):
    """An action on a table by its host, a moderator or an admin (`role`), and why. `kind` is what: rename (to `title`),
    freeze, thaw, replace or see (`sides`), rewind or undo or extend (to a step, a branch, by minutes: `number`), and so
    on."""

    kind: str
    name: str
    role: str
    reason: str
    at: datetime
    sides: list[str] = []
    title: str = ""
    number: int = 0
