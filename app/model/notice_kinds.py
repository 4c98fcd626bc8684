"""The kinds of notices, and the ways by which they reach somebody: those of the site, and the alerts of the games. The
store, the settings page, the API and the sentences go by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.core import registry
from engine.core.alerts import AlertKind


class NoticeKind(StrEnum):
    """The subjects of notices that any game has."""

    TURN = "turn"
    OFFER = "offer"
    TIME = "time"
    MOTION = "motion"
    OVER = "over"
    INVITATION = "invitation"
    MENTION = "mention"
    DEED = "deed"
    STOPPED = "stopped"


class NoticeWay(StrEnum):
    """How a notice may reach somebody."""

    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"


KINDS: tuple[str, ...] = tuple(NoticeKind)
WAYS: tuple[str, ...] = tuple(NoticeWay)
TURN, OFFER, TIME, MOTION, OVER, INVITATION, MENTION, DEED, STOPPED = KINDS
MAIL, PUSH, HOOK = WAYS
DIGEST_HOURS = range(24)
"""Hours of the day at which a daily letter may come."""
URGENT = {TIME, STOPPED}
"""The kinds that do not wait for it."""


def wish_of(kind: str, game: str) -> str:
    """The name under which people want a notice or not: an alert is wanted for its game."""
    return kind if kind in KINDS else f"{game}.{kind}"


def alerts() -> Mapping[str, AlertKind]:
    """The alerts of all games, by the names of the wishes."""
    games = registry.games().values()
    return {wish_of(kind.name, game.key): kind for game in games for kind in game.alert_kinds}


def wishes_known() -> tuple[str, ...]:
    """All names of wishes: the site's kinds, and each game's alerts."""
    return (*KINDS, *alerts())


def is_urgent(wish: str) -> bool:
    found = alerts().get(wish)
    return found.urgent if found else wish in URGENT


def is_usual(wish: str) -> bool:
    """Whether people want it who have said nothing about it."""
    found = alerts().get(wish)
    return found is None or found.wanted
