"""Whatever dies, and however many processes there are, no notification is lost, and none is sent twice. On both
databases.
"""

import asyncio
from typing import Any

import pytest

from app.jobs.deliveries import CLAIMED
from app.store.db.schema.messages import deliveries
from app.store.messages.deliveries import NewReceiver
from tests.app.features.notifications.site import START, NotifiedSite, Time, people_of
from tests.app.features.notifications.test_deliveries import carry, ready
from tests.support.receiving import Receiver


async def test_of_several_processes_one_tells(site: NotifiedSite, other: NotifiedSite, time: Time) -> None:
    for n in range(6):
        await site.game(f"Ada{n}", f"Bob{n}")
    time.passes(seconds=11)
    await site.look()
    time.passes(minutes=2)
    await asyncio.gather(*(one.tell() for one in (site, other) * 2))
    await site.tell()
    assert sorted(to for to, *_ in await site.mails()) == [f"ada{n}@example.org" for n in range(6)]


@pytest.mark.parametrize(
    "point",
    [
        "app.store.messages.notices.queue_mail",
        "app.store.messages.notices.queue_delivery",
        "app.jobs.send_notifications.uuid4",
    ],
)
async def test_what_died_while_it_told_has_told_nothing_and_is_made_good(
    site: NotifiedSite, other: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    room = await site.game()
    ada = next(people_of(room))
    await hook(site, ada)
    time.passes(seconds=11)
    await site.look()
    time.passes(minutes=2)

    def dies(*_: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(point, dies)
        with pytest.raises(asyncio.CancelledError):
            await site.tell()
    assert (await site.mails(), await site.rows(deliveries)) == ([], [])
    await other.tell()
    assert len(await site.mails()) == len(await site.rows(deliveries)) == 1


async def hook(site: NotifiedSite, person: int, shape: str = "json", address: str = "https://example.org/hook") -> int:
    new = NewReceiver(person, None, shape, address, "secret", "example.org", START)
    return await site.notices.deliveries.add(new)


async def test_of_several_processes_one_carries_it(
    site: NotifiedSite, other: NotifiedSite, time: Time, receiver: Receiver
) -> None:
    await ready(site, time, receiver.address)
    await asyncio.gather(*(carry(one) for one in (site, other) * 2))
    assert len(receiver.taken) == 1


async def test_what_died_while_it_carried_is_carried_again_under_the_same_id(
    site: NotifiedSite, other: NotifiedSite, time: Time, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receiver took it, but the process died before it could store that."""
    await ready(site, time, receiver.address)

    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(site.notices.deliveries, "sent", dies)
        with pytest.raises(asyncio.CancelledError):
            await carry(site)
    await carry(other)
    assert len(receiver.taken) == 1, "its process might still be at it"
    time.passes(seconds=CLAIMED.total_seconds() + 1)
    await carry(other)
    first, second = receiver.taken
    assert first.headers["horloge-message"] == second.headers["horloge-message"]
