"""Whatever dies, and however many processes there are, no notification is lost, and none is sent twice. On both
databases.
"""

import asyncio
from typing import Any

import pytest

from app.jobs.deliveries import CLAIMED
from app.store.db.schema.messages import deliveries
from app.store.messages.deliveries import NewReceiver
from tests.app.features.notifications.sitting import START, Sitting, Time, people_of
from tests.app.features.notifications.test_carrying import carry, ready
from tests.support.receiving import Receiver


async def test_of_several_processes_one_tells(sitting: Sitting, other: Sitting, time: Time) -> None:
    for n in range(6):
        await sitting.game(f"Ada{n}", f"Bob{n}")
    time.passes(seconds=11)
    await sitting.look()
    time.passes(minutes=2)
    await asyncio.gather(*(one.tell() for one in (sitting, other) * 2))
    await sitting.tell()
    assert sorted(to for to, *_ in await sitting.mails()) == [f"ada{n}@example.org" for n in range(6)]


@pytest.mark.parametrize(
    "point",
    [
        "app.store.messages.notices.queue_mail",
        "app.store.messages.notices.queue_delivery",
        "app.jobs.send_notifications.uuid4",
    ],
)
async def test_what_died_while_it_told_has_told_nothing_and_is_made_good(
    sitting: Sitting, other: Sitting, time: Time, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    room = await sitting.game()
    ada = next(people_of(room))
    await hook(sitting, ada)
    time.passes(seconds=11)
    await sitting.look()
    time.passes(minutes=2)

    def dies(*_: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(point, dies)
        with pytest.raises(asyncio.CancelledError):
            await sitting.tell()
    assert (await sitting.mails(), await sitting.rows(deliveries)) == ([], [])
    await other.tell()
    assert len(await sitting.mails()) == len(await sitting.rows(deliveries)) == 1


async def hook(sitting: Sitting, person: int, shape: str = "json", address: str = "https://example.org/hook") -> int:
    new = NewReceiver(person, None, shape, address, "secret", "example.org", START)
    return await sitting.notices.deliveries.add(new)


async def test_of_several_processes_one_carries_it(
    sitting: Sitting, other: Sitting, time: Time, receiver: Receiver
) -> None:
    await ready(sitting, time, receiver.address)
    await asyncio.gather(*(carry(one) for one in (sitting, other) * 2))
    assert len(receiver.taken) == 1


async def test_what_died_while_it_carried_is_carried_again_under_the_same_id(
    sitting: Sitting, other: Sitting, time: Time, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receiver took it, but the process died before it could store that."""
    await ready(sitting, time, receiver.address)

    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(sitting.notices.deliveries, "sent", dies)
        with pytest.raises(asyncio.CancelledError):
            await carry(sitting)
    await carry(other)
    assert len(receiver.taken) == 1, "its process might still be at it"
    time.passes(seconds=CLAIMED.total_seconds() + 1)
    await carry(other)
    first, second = receiver.taken
    assert first.headers["horloge-message"] == second.headers["horloge-message"]
