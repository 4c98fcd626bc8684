"""A notification of the end of a game says how it ended, which only stays public while the game is over. Once an admin
rewinds such a game, no such notification is sent any more, whichever way it was to go.
"""

from __future__ import annotations

import pytest

from app.features.admin.actions import SHELL_DOER, do
from app.jobs.mail import Mailer
from app.model.notification_settings import NotificationSettings
from app.rooms.admin_actions import Asked, Reset, Rewind, See
from app.rooms.room import Room
from app.settings import Settings
from app.store.db.schema.games import mails
from app.store.db.schema.messages import deliveries
from app.store.messages.deliveries import NewReceiver
from app.store.messages.mail_outbox import MailStore
from tests.app.features.notifications.site import START, NotifiedSite, Time, people_of
from tests.app.features.notifications.test_deliveries import carry
from tests.games.tiny.choices import Collect, Tip
from tests.support.process import acted
from tests.support.receiving import Receiver, status
from tests.support.smtp import MailServer, mail_server

ENDED = "First place:"
WAYS_BACK = pytest.mark.parametrize("asked", [Reset(), Rewind(1)], ids=["reset", "rewind"])


async def finished(site: NotifiedSite, *names: str) -> Room:
    """Play a game to its end with another player's move, so that Ada has to be notified. Ada saw its beginning."""
    room = await site.game(*(names or ("Ada", "Bob")), options='{"rounds":1}')
    await site.seen(room, next(people_of(room)))
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip()), ("blue", Collect()), ("blue", Tip())]):
        await acted(room, side, choice, f"k{n}")
    assert room.status == "finished"
    return room


async def done(site: NotifiedSite, room: Room, asked: Asked) -> None:
    assert await do(site.process.database, SHELL_DOER, room.key, asked, "Blue's connection was lost.") is None


async def mailed(site: NotifiedSite, *answers: str) -> MailServer:
    """Return what a mail server takes that gives these answers first."""
    async with mail_server() as server:
        server.answers += answers
        url = f"smtp://127.0.0.1:{server.port}"
        settings = Settings(mail_url=url, mail_sender="a@b.example", address="https://b.example")
        await Mailer(settings, MailStore(site.process.database)).work()
    return server


def texts(server: MailServer) -> list[str]:
    return [f"{mail['Subject']}\n{mail.get_content()}" for mail in server.taken]


async def hook(site: NotifiedSite, room: Room, address: str) -> None:
    new = NewReceiver(next(people_of(room)), None, "json", address, "whs_secret", "here", START)
    await site.notices.deliveries.add(new)


async def test_the_end_is_told_while_the_game_is_over(site: NotifiedSite, time: Time) -> None:
    await finished(site)
    await site.goes_by(time)
    (text,) = texts(await mailed(site))
    assert ENDED in text
    assert "- Blue collects 2 coins." in text


@WAYS_BACK
async def test_a_mail_that_waits_is_not_sent(site: NotifiedSite, time: Time, asked: Asked) -> None:
    room = await finished(site)
    await site.goes_by(time)
    await done(site, room, asked)
    assert texts(await mailed(site)) == []
    (row,) = await site.rows(mails)
    assert (row.text, row.due_at, row.trouble) == ("", None, "its game was led back before it was sent")
    await site.goes_by(time)
    told = texts(await mailed(site))
    assert told
    assert not any(ENDED in text for text in told)


async def test_what_waited_in_the_same_mail_is_told_by_another_one(site: NotifiedSite, time: Time) -> None:
    """Ada's other table has not been rewound."""
    room = await finished(site)
    other = await site.game("Cleo", "Dan")
    ada = next(people_of(room))
    await site.take_seat(other.key, 0, ada)
    await site.goes_by(time)
    (row,) = await site.rows(mails)
    assert ENDED in row.text
    assert other.key in row.text
    await done(site, room, Rewind(1))
    await site.goes_by(time)
    [text] = [text for text in texts(await mailed(site)) if "Hello Ada" in text]
    assert f"https://horloge.example/tables/{other.key}" in text
    assert ENDED not in text
    assert "Reason: Blue's connection was lost." in text


async def test_a_mail_that_the_mail_server_refused_for_now_is_not_tried_again(
    site: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is rewound while a mail server has the mail in its hands, and does not take it."""
    room = await finished(site)
    await site.goes_by(time)
    really = MailStore.failed

    async def failed(store: MailStore, *told: object) -> None:
        await done(site, room, Rewind(1))
        await really(store, *told)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(MailStore, "failed", failed)
        assert texts(await mailed(site, "451 come again")) == []
    await site.goes_by(time, days=1)
    told = texts(await mailed(site))
    assert told
    assert not any(ENDED in text or not text.partition("\n")[2].strip() for text in told)


@WAYS_BACK
async def test_a_webhook_is_not_told_either(site: NotifiedSite, time: Time, receiver: Receiver, asked: Asked) -> None:
    room = await finished(site)
    await hook(site, room, receiver.address)
    await site.goes_by(time)
    assert any(ENDED in row.text for row in await site.rows(deliveries))
    await done(site, room, asked)
    await carry(site)
    assert receiver.taken == []
    await site.goes_by(time)
    await carry(site)
    assert receiver.taken
    assert not any(ENDED.encode() in one.body for one in receiver.taken)


async def test_a_webhook_that_was_down_is_not_tried_again(
    site: NotifiedSite, time: Time, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await finished(site)
    await hook(site, room, receiver.address)
    await site.goes_by(time)
    store = site.notices.deliveries
    really = store.failed

    async def failed(*told: object) -> None:
        await done(site, room, Rewind(1))
        await really(*told)  # type: ignore[arg-type]

    receiver.answers.append(status(503))
    with monkeypatch.context() as patch:
        patch.setattr(store, "failed", failed)
        await carry(site)
    assert [ENDED.encode() in one.body for one in receiver.taken] == [True], "it was on its way by then"
    await site.goes_by(time, days=1)
    await carry(site)
    assert not any(ENDED.encode() in one.body for one in receiver.taken[1:])


@pytest.mark.parametrize("unwanted", [(), ("over",)], ids=["of the end", "of a deed"])
async def test_a_mail_that_is_being_written_is_not_kept(
    site: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch, unwanted: tuple[str, ...]
) -> None:
    """The game is rewound between writing the text and the transaction that stores it, and another process has looked
    at the game since. Whatever the mail is about, it also says what happened recently."""
    room = await finished(site)
    ada, bob = people_of(room)
    await site.notices.save_settings(await site.found(ada), NotificationSettings(off={"mail": unwanted}), True)
    await site.notices.save_settings(await site.found(bob), NotificationSettings(), False)
    time.passes(seconds=1)
    await done(site, room, See("red"))
    time.passes(seconds=11)
    await site.look()
    time.passes(minutes=2)
    really = site.notifying.teller.notices.dispatch

    async def tell(*told: object) -> None:
        monkeypatch.setattr(site.notifying.teller.notices, "dispatch", really)
        await done(site, room, Rewind(1))
        await site.notifying.noticing.look(room.key)
        await really(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(site.notifying.teller.notices, "dispatch", tell)
    await site.tell()
    assert await site.mails() == []


async def test_a_process_that_has_not_heard_of_it_looks_before_it_tells(
    site: NotifiedSite, other: NotifiedSite, time: Time
) -> None:
    """It has the finished game in memory; the notification of the admin action describes the game as it is now."""
    room = await finished(site)
    assert (await other.process.room(room.key)).status == "finished"
    await site.goes_by(time)
    told = len(await site.mails())
    await done(site, room, Rewind(1))
    time.passes(seconds=11)
    await site.look()
    time.passes(minutes=2)
    await other.tell()
    mails = (await site.mails())[told:]
    assert any("Reason: Blue's connection was lost." in text for _, _, text in mails)
    assert not any(ENDED in text or "Blue collects" in text for _, _, text in mails)
