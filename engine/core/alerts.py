"""Alerts: the notifications of a game for absent players, apart from turns and offers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

NAME = re.compile("[a-z][a-z_]{0,15}")


class AlertKind(Struct, frozen=True):
    """A kind of alert. `alert.<game>.<name>` is its sentence, filled in with the facts of the alert;
    `alert.<game>.<name>.wish` names it on the settings page."""

    name: str
    urgent: bool = False
    """Whether it does not wait for the daily mail."""
    wanted: bool = True
    """Whether it is on by default."""


class Alert(Struct, frozen=True):
    """News that a side gets as long as it is true. A side among the facts is a `SideName`."""

    kind: str
    facts: Mapping[str, Any] = {}
