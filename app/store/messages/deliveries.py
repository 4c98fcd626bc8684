"""Stores receivers (the browsers and webhooks that get a person's notifications) and deliveries on their way to
them. A delivery is written in the transaction of the event it tells; `app.jobs.deliveries` sends them.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.database import Database
from app.store.db.schema.messages import deliveries, keys, notices, receivers
from app.store.db.upserts import replacing
from app.store.games.rooms import struct_of
from app.store.messages.outbox import Outbox

PUSH = "push"


class NewReceiver(Struct, frozen=True):
    person: int
    session: int | None
    shape: str
    address: str
    secret: str
    name: str
    made_at: datetime


class Receiver(Struct, frozen=True):
    """A browser that takes web push, or a webhook. `shape` is `push`, `json`, `discord` or `slack`."""

    id: int
    person: int
    session: int | None
    shape: str
    address: str
    secret: str
    name: str
    made_at: datetime
    reached_at: datetime | None
    trouble: str


class NewDelivery(Struct, frozen=True):
    receiver: int
    topic: str
    text: str


class Delivery(Struct, frozen=True):
    id: int
    message: str
    topic: str
    text: str
    written_at: datetime
    tries: int
    receiver: Receiver


class Counts(Struct, frozen=True):
    """Figures for operators: how many deliveries wait, were sent, and were given up lately."""

    waiting: int
    sent: int
    given_up: int


RECEIVER = [receivers.c[name] for name in Receiver.__struct_fields__]
DELIVERY = [deliveries.c[name] for name in Delivery.__struct_fields__ if name != "receiver"]
OUTBOX = Outbox(deliveries, notices.c.delivery)


async def queue_delivery(connection: AsyncConnection, message: str, delivery: NewDelivery, at: datetime) -> None:
    """Store a delivery, which is sent once the transaction is committed. It replaces waiting ones for the same receiver
    and topic."""
    same = (
        deliveries.c.receiver == delivery.receiver,
        deliveries.c.topic == delivery.topic,
        deliveries.c.due_at.isnot(None),
    )
    replaced = {"due_at": None, "text": "", "trouble": "a newer one took its place"}
    await connection.execute(deliveries.update().where(*same).values(replaced))
    values = {"message": message, "receiver": delivery.receiver, "topic": delivery.topic, "text": delivery.text}
    values |= {"written_at": at, "due_at": at, "tries": 0, "trouble": ""}
    await connection.execute(deliveries.insert().values(values))


class DeliveryStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def receivers_of(self, person: int) -> list[Receiver]:
        query = sa.select(*RECEIVER).where(receivers.c.person == person).order_by(receivers.c.id)
        async with self.database.reading() as connection:
            return [struct_of(Receiver, row) for row in (await connection.execute(query)).all()]

    async def add(self, new: NewReceiver) -> int:
        """Add a receiver or update one with the same address; return its id. A browser belongs to the person who used
        it last."""
        values = {name: getattr(new, name) for name in new.__struct_fields__}
        key = [receivers.c.person, receivers.c.address]
        adding = self.database.insert(receivers).values(values | {"reached_at": None, "trouble": ""})
        async with self.database.writing() as connection:
            if new.shape == PUSH:
                others = (receivers.c.address == new.address, receivers.c.person != new.person)
                await connection.execute(receivers.delete().where(*others, receivers.c.shape == PUSH))
            added = replacing(adding, key, "session", "shape", "secret", "name", "made_at", "trouble")
            return int((await connection.execute(added.returning(receivers.c.id))).scalar_one())

    async def remove(self, person: int, *, number: int | None = None, address: str = "") -> bool:
        """Remove a person's receiver; return whether there was one."""
        which = receivers.c.id == number if number is not None else receivers.c.address == address
        removed = receivers.delete().where(receivers.c.person == person, which).returning(receivers.c.id)
        async with self.database.writing() as connection:
            return (await connection.execute(removed)).first() is not None

    async def send(self, message: str, new: list[NewDelivery], at: datetime) -> None:
        """Queue deliveries that belong to no notice."""
        async with self.database.writing() as connection:
            for delivery in new:
                await queue_delivery(connection, message, delivery, at)

    async def claim(self, limit: int, at: datetime, again: datetime) -> list[Delivery]:
        """Claim deliveries that are due. No other process gets them until `again`, by when they are sent or retried."""
        async with self.database.writing() as connection:
            rows = await OUTBOX.claim(connection, [*DELIVERY, deliveries.c.receiver], limit, at, again)
            query = sa.select(*RECEIVER).where(receivers.c.id.in_({row.receiver for row in rows}))
            receivers_by_id = {row.id: struct_of(Receiver, row) for row in (await connection.execute(query)).all()}
        return [Delivery(**{**row._mapping, "receiver": receivers_by_id[row.receiver]}) for row in rows]

    async def sent(self, delivery: Delivery, at: datetime) -> None:
        async with self.database.writing() as connection:
            await OUTBOX.sent(connection, delivery.id, at)
            reached = receivers.update().where(receivers.c.id == delivery.receiver.id)
            await connection.execute(reached.values(reached_at=at, trouble=""))

    async def failed(self, delivery: Delivery, trouble: str, again: datetime | None) -> None:
        """Record a failure: the delivery is retried at `again`, or given up if that is None."""
        async with self.database.writing() as connection:
            await OUTBOX.failed(connection, delivery.id, trouble, again)
            marked = receivers.update().where(receivers.c.id == delivery.receiver.id).values(trouble=trouble[:200])
            await connection.execute(marked)

    async def counts(self) -> Counts:
        """Count the deliveries written in the last days."""
        waiting, sent = deliveries.c.due_at.isnot(None), deliveries.c.sent_at.isnot(None)
        figures = [
            sa.func.count(sa.case((of, 1))) for of in (waiting, sent, ~waiting & ~sent & (deliveries.c.tries > 0))
        ]
        async with self.database.reading() as connection:
            return Counts(*map(int, (await connection.execute(sa.select(*figures))).one()))

    async def key(self, name: str, made_now: str) -> str:
        """Return a secret key of the site. The first process to ask stores its `made_now`."""
        new = self.database.insert(keys).values(name=name, text=made_now).on_conflict_do_nothing()
        async with self.database.writing() as connection:
            await connection.execute(new)
            return str((await connection.execute(sa.select(keys.c.text).where(keys.c.name == name))).scalar_one())

    async def sweep(self, at: datetime) -> None:
        """Delete deliveries that were sent or given up a while ago."""
        async with self.database.writing() as connection:
            await OUTBOX.sweep(connection, at)
