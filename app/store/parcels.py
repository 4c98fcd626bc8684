"""Where people have notices brought to besides their mailbox, browsers and webhooks, and what is on its way there:
parcels. They are written in the transaction of what they tell; app.notices.carrying takes them from here.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.columns import When
from app.store.database import Database
from app.store.mails import settled
from app.store.rooms import made
from app.store.tables_told import keys, notices, parcels, receivers

KEPT = timedelta(days=7)
"""How long it is known what was sent."""
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
    """A browser that takes web push, or somebody's webhook: `push`, `json`, `discord`, `slack`."""

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


class NewParcel(Struct, frozen=True):
    receiver: int
    topic: str
    text: str


class Parcel(Struct, frozen=True):
    id: int
    message: str
    topic: str
    text: str
    written_at: datetime
    tries: int
    receiver: Receiver


class Counts(Struct, frozen=True):
    """For operators: what waits to be sent, was sent, and was given up of late."""

    waiting: int
    sent: int
    given_up: int


RECEIVER = [receivers.c[name] for name in Receiver.__struct_fields__]
PARCEL = [parcels.c[name] for name in Parcel.__struct_fields__ if name != "receiver"]


async def pack(connection: AsyncConnection, message: str, parcel: NewParcel, at: datetime) -> None:
    """Keep a parcel, to be sent once the transaction is committed. Of those that wait for the same receiver on the same
    topic it takes the place."""
    same = (parcels.c.receiver == parcel.receiver, parcels.c.topic == parcel.topic, parcels.c.due_at.isnot(None))
    replaced = {"due_at": None, "text": "", "trouble": "a newer one took its place"}
    await connection.execute(parcels.update().where(*same).values(replaced))
    values = {"message": message, "receiver": parcel.receiver, "topic": parcel.topic, "text": parcel.text}
    values |= {"written_at": at, "due_at": at, "tries": 0, "trouble": ""}
    await connection.execute(parcels.insert().values(values))


def to_be_brought(at: When) -> sa.Select[int]:
    return sa.select(parcels.c.id).where(parcels.c.due_at <= at)


class ParcelStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.insert = postgresql.insert if database.postgres else sqlite.insert

    async def receivers_of(self, person: int) -> list[Receiver]:
        query = sa.select(*RECEIVER).where(receivers.c.person == person).order_by(receivers.c.id)
        async with self.database.reading() as connection:
            return [made(Receiver, row) for row in (await connection.execute(query)).all()]

    async def add(self, new: NewReceiver) -> int:
        """A browser belongs to whoever used it last. What is known of an address is written anew."""
        values = {name: getattr(new, name) for name in new.__struct_fields__}
        adding = self.insert(receivers).values(values)
        changed = {name: adding.excluded[name] for name in ("session", "shape", "secret", "name", "made_at")}
        index = [receivers.c.person, receivers.c.address]
        async with self.database.writing() as connection:
            if new.shape == PUSH:
                others = (receivers.c.address == new.address, receivers.c.person != new.person)
                await connection.execute(receivers.delete().where(*others, receivers.c.shape == PUSH))
            added = adding.on_conflict_do_update(index_elements=index, set_=changed | {"trouble": ""})
            return int((await connection.execute(added.returning(receivers.c.id))).scalar_one())

    async def remove(self, person: int, *, number: int | None = None, address: str = "") -> bool:
        """Whether there was such a receiver of this person's."""
        which = receivers.c.id == number if number is not None else receivers.c.address == address
        removed = receivers.delete().where(receivers.c.person == person, which).returning(receivers.c.id)
        async with self.database.writing() as connection:
            return (await connection.execute(removed)).first() is not None

    async def send(self, message: str, new: list[NewParcel], at: datetime) -> None:
        """What no notice is about."""
        async with self.database.writing() as connection:
            for parcel in new:
                await pack(connection, message, parcel, at)

    async def claim(self, limit: int, at: datetime, again: datetime) -> list[Parcel]:
        """Parcels that are due. Nobody else gets them until `again`, by when they are sent or tried anew. What all has
        settled meanwhile is not sent any more."""
        some = to_be_brought(at).order_by(parcels.c.due_at).limit(limit)
        late = parcels.update().where(parcels.c.due_at <= at, settled(parcels.c.message, notices.c.parcel))
        taken = parcels.update().where(parcels.c.id.in_(some), parcels.c.due_at <= at)
        claimed = taken.values(due_at=again, tries=parcels.c.tries + 1).returning(*PARCEL, parcels.c.receiver)
        async with self.database.writing() as connection:
            await connection.execute(late.values(due_at=None, text="", trouble="settled before it was sent"))
            rows = (await connection.execute(claimed)).all()
            query = sa.select(*RECEIVER).where(receivers.c.id.in_({row.receiver for row in rows}))
            known = {row.id: made(Receiver, row) for row in (await connection.execute(query)).all()}
        return [Parcel(**{**row._mapping, "receiver": known[row.receiver]}) for row in rows]

    async def sent(self, parcel: Parcel, at: datetime) -> None:
        async with self.database.writing() as connection:
            values = {"sent_at": at, "due_at": None, "text": "", "trouble": ""}
            await connection.execute(parcels.update().where(parcels.c.id == parcel.id).values(values))
            reached = receivers.update().where(receivers.c.id == parcel.receiver.id)
            await connection.execute(reached.values(reached_at=at, trouble=""))

    async def failed(self, parcel: Parcel, trouble: str, again: datetime | None) -> None:
        """To be tried again then, or given up; what was taken back or replaced meanwhile stays so."""
        async with self.database.writing() as connection:
            values = {"due_at": again, "trouble": trouble[:200]} | ({} if again else {"text": ""})
            which = (parcels.c.id == parcel.id, parcels.c.due_at.isnot(None))
            await connection.execute(parcels.update().where(*which).values(values))
            marked = receivers.update().where(receivers.c.id == parcel.receiver.id).values(trouble=trouble[:200])
            await connection.execute(marked)

    async def counts(self) -> Counts:
        """Of what was written in the last days."""
        waiting, sent = parcels.c.due_at.isnot(None), parcels.c.sent_at.isnot(None)
        figures = [sa.func.count(sa.case((of, 1))) for of in (waiting, sent, ~waiting & ~sent & (parcels.c.tries > 0))]
        async with self.database.reading() as connection:
            return Counts(*map(int, (await connection.execute(sa.select(*figures))).one()))

    async def key(self, name: str, made_now: str) -> str:
        """A secret of the site's own: as it was made first, by whichever process."""
        new = self.insert(keys).values(name=name, text=made_now).on_conflict_do_nothing()
        async with self.database.writing() as connection:
            await connection.execute(new)
            return str((await connection.execute(sa.select(keys.c.text).where(keys.c.name == name))).scalar_one())

    async def sweep(self, at: datetime) -> None:
        """Forget what was sent or given up a while ago."""
        async with self.database.writing() as connection:
            await connection.execute(
                parcels.delete().where(parcels.c.due_at.is_(None), parcels.c.written_at < at - KEPT)
            )
