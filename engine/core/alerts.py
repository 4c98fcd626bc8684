"""Alerts: what a game has people told while they are elsewhere, besides whose turn it is and what they are offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

NAME = re.compile("[a-z][a-z_]{0,15}")


class AlertKind(Struct, frozen=True):
    """`alert.<game>.<name>` says it, filled in with the facts of the alert; `alert.<game>.<name>.wish` names it where
    people say what they want to be told."""

    name: str
    urgent: bool = False
    """Whether it does not wait for the daily letter."""
    wanted: bool = True
    """Whether people are told who have said nothing about it."""


class Alert(Struct, frozen=True):
    """News that a side is to hear as long as it matters. A side among the facts is a `SideName`."""

    kind: str
    facts: Mapping[str, Any] = {}
