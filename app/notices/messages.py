"""What is told at once to one person: an item for each notice, in their language, as plain text. Made by wording; kept
in parcels as JSON, which is what webhooks get.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct


class Item(Struct, frozen=True, omit_defaults=True):
    """One thing at one table."""

    kind: str
    table: str
    title: str
    game: str
    address: str
    """Of the page on which it is decided."""
    says: str
    sides: tuple[str, ...] = ()
    """Which of one's sides it is about."""
    epoch: int = 0
    sequence: int = 0
    until: datetime | None = None
    """By when it is to be decided."""


class Message(Struct, frozen=True):
    """`id` is the same however often it arrives; `title` and `body` are what there is to show."""

    id: str
    at: datetime
    to: str
    title: str
    body: str
    address: str
    topic: str
    """What is told later about the same takes its place."""
    notices: tuple[Item, ...] = ()


def written(message: Message) -> str:
    return msgspec.json.encode(message).decode()


read = msgspec.json.Decoder(Message).decode
