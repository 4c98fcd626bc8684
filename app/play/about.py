"""What lines of the log are about: which sides they name, and topics such as deals and dice. The log's filters go by
it, and the recap; both for any game.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from app.rooms.loading import Told
from engine.core.journal import Entry
from engine.core.state import Side


def sides_named(entry: Entry, sides: Collection[Side]) -> list[Side]:
    """The sides that an entry names, as a word by itself, wherever and however deep."""
    written = msgspec.json.encode(entry)
    return [side for side in sides if f'"{side}"'.encode() in written]


def sides_of_line(told: Told, sides: Collection[Side]) -> list[Side]:
    """Who acted, and whom it names."""
    found = {side for entry in told.news for side in sides_named(entry, sides)} | {told.side}
    return [side for side in sides if side in found]


def topics_of_line(told: Told) -> list[str]:
    return sorted({entry.topic for entry in told.news if entry.topic})
