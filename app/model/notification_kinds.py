"""The kinds of notifications and the channels that carry them: those of the site, and the alerts of the games. The
store, the settings page, the API and the catalogues use this list.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.core import registry
from engine.core.alerts import AlertKind


class NoticeKind(StrEnum):
    """The kinds of notifications that any game has."""

    TURN = "turn"
    OFFER = "offer"
    TIME = "time"
    VOTE = "motion"
    OVER = "over"
    INVITATION = "invitation"
    MENTION = "mention"
    ADMIN_ACTION = "deed"
    STOPPED = "stopped"


class NoticeWay(StrEnum):
    """A channel by which a notification reaches a person."""

    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"


KINDS: tuple[str, ...] = tuple(NoticeKind)
WAYS: tuple[str, ...] = tuple(NoticeWay)
TURN, OFFER, TIME, VOTE, OVER, INVITATION, MENTION, ADMIN_ACTION, STOPPED = KINDS
MAIL, PUSH, HOOK = WAYS
DIGEST_HOURS = range(24)
"""Hours of the day at which a daily mail may be sent."""
URGENT = {TIME, STOPPED}
"""The kinds that do not wait for it."""


def setting_of(kind: str, game: str) -> str:
    """Return the name of a kind in the settings: alerts are set per game."""
    return kind if kind in KINDS else f"{game}.{kind}"


def alerts() -> Mapping[str, AlertKind]:
    """Return the alerts of all games, by their names in the settings."""
    games = registry.games().values()
    return {setting_of(kind.name, game.key): kind for game in games for kind in game.out_of_turn.alert_kinds}


def all_settings() -> tuple[str, ...]:
    """Return all names in the settings: the site's kinds, and each game's alerts."""
    return (*KINDS, *alerts())


def is_urgent(setting: str) -> bool:
    found = alerts().get(setting)
    return found.urgent if found else setting in URGENT


def is_usual(setting: str) -> bool:
    """Tell whether the kind is on by default."""
    found = alerts().get(setting)
    return found is None or found.wanted
