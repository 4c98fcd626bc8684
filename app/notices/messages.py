"""One notification for one person: an item for each notice, in their language, as plain text. `wording` makes it;
deliveries hold it as JSON, which is what webhooks get.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct


class Item(Struct, frozen=True, omit_defaults=True):
    """One fact about one table."""

    kind: str
    table: str
    title: str
    game: str
    address: str
    """The address of the page on which to decide."""
    says: str
    sides: tuple[str, ...] = ()
    """Which of the person's sides it is about."""
    epoch: int = 0
    sequence: int = 0
    until: datetime | None = None
    """The deadline of the decision."""


class Message(Struct, frozen=True):
    """A notification. `id` is the same however often it arrives; `title` and `body` are to be shown."""

    id: str
    at: datetime
    to: str
    title: str
    body: str
    address: str
    topic: str
    """A later message with the same topic replaces it."""
    notices: tuple[Item, ...] = ()


def written(message: Message) -> str:
    return msgspec.json.encode(message).decode()


read = msgspec.json.Decoder(Message).decode
