"""People's notification settings. Invalid input raises Faults."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import uuid4

import msgspec
from msgspec import Struct

from app.base.clock import now
from app.base.numbers import number_in
from app.base.rate_limits import Limit
from app.features.notifications import web_push as push
from app.features.notifications import webhooks as hooks
from app.features.notifications.messages import written
from app.features.notifications.site_keys import Keys
from app.features.notifications.wording import Wording
from app.model.notification_kinds import DIGEST_HOURS, WAYS, all_settings, is_usual
from app.model.notification_settings import MOST_MUTED, NotificationSettings, read
from app.rooms.rooms import Rooms
from app.settings import Settings
from app.store.messages.deliveries import PUSH, DeliveryStore, NewDelivery, NewReceiver, Receiver
from app.store.messages.notices import NoticeStore, PastNotice
from app.store.people.attempts import TryStore
from app.store.people.people import PeopleStore, Person, Session
from app.web import safe_http as outgoing
from app.web.rate_limits import Limits, Tries
from app.web.validation import Faults
from engine.core import registry

MOST_RECEIVERS = 20
LATEST = 12
GIVING = Limit("receivers", 10, 60)
"""Addresses that a person enters: each is looked up."""
TESTS = Limit("tests", 5, 60)


class Overview(Struct, frozen=True):
    """Everything that the notifications page shows."""

    settings: NotificationSettings
    mails: bool
    """Whether the person wants mail."""
    receivers: list[Receiver]
    latest: list[PastNotice]
    key: str
    """The public key by which browsers know this site."""

    @property
    def browsers(self) -> list[Receiver]:
        return [one for one in self.receivers if one.shape == PUSH]

    @property
    def hooks(self) -> list[Receiver]:
        return [one for one in self.receivers if one.shape != PUSH]


class Notices:
    def __init__(self, settings: Settings, rooms: Rooms, people: PeopleStore) -> None:
        self.settings, self.people, self.limits = settings, people, Limits()
        self.tries, self.deliveries = Tries(TryStore(rooms.store.database)), DeliveryStore(rooms.store.database)
        self.keys = Keys(self.deliveries, settings.public_address)
        self.store = NoticeStore(rooms.store.database)

    async def overview(self, person: Person) -> Overview:
        chosen = read(await self.store.settings(person.id))
        receivers, latest = await self.deliveries.receivers_of(person.id), await self.store.latest(person.id, LATEST)
        return Overview(chosen, person.notices, receivers, latest, await self.keys.push_public())

    async def save_settings(self, person: Person, chosen: NotificationSettings, mails: bool) -> None:
        """Store a person's settings, which also apply to pending notices."""
        await self.people.change(person.id, notices=mails)
        await self.store.save_settings(person.id, msgspec.json.encode(fit(chosen)).decode(), now())

    async def add_hook(self, person: Person, shape: str, address: str) -> str:
        """Add a webhook; return the secret with which its calls are signed, which is shown once."""
        if shape not in hooks.SHAPES:
            raise Faults(shape="ui.choice.wrong")
        address = address.strip()
        await self.judge(person, address)
        secret = hooks.new_secret() if shape == hooks.JSON else ""
        await self.add(person, None, shape, address, secret, urlsplit(address).hostname or "")
        return secret

    async def add_browser(self, person: Person, session: Session | None, address: str, p256dh: str, auth: str) -> None:
        """Let the browser of this session get notifications for as long as the session lasts."""
        try:
            secret = push.keys_of(p256dh, auth)
        except push.WrongKeys as error:
            raise Faults(keys="ui.notices.keys.wrong") from error
        await self.judge(person, address)
        name = session.agent if session else ""
        await self.add(person, session.id if session else None, PUSH, address, secret, name)

    async def judge(self, person: Person, address: str) -> None:
        self.limits.take(GIVING, str(person.id))
        try:
            await outgoing.judge(address, self.settings.local_hooks)
        except outgoing.Forbidden as error:
            raise Faults(address=f"ui.notices.address.{error.reason}") from error

    async def add(self, person: Person, session: int | None, shape: str, address: str, secret: str, name: str) -> None:
        others = [one for one in await self.deliveries.receivers_of(person.id) if one.address != address]
        if len(others) >= MOST_RECEIVERS:
            raise Faults(address="ui.notices.most")
        await self.deliveries.add(NewReceiver(person.id, session, shape, address, secret, name[:80], now()))

    async def test(self, person: Person) -> bool:
        """Send a test notification by every channel; return whether there is any."""
        await self.tries.take(TESTS, str(person.id))
        message, wording, at = uuid4().hex, Wording(person, self.settings.public_address), now()
        told = wording.test(message, at)
        receivers = await self.deliveries.receivers_of(person.id)
        await self.deliveries.send(message, [NewDelivery(one.id, told.topic, written(told)) for one in receivers], at)
        if person.email:
            stop = await self.keys.stop_address(person.id)
            await self.people.write_to(None, None, wording.test_mail(stop), at)
        return bool(receivers or person.email)

    async def stop_mails(self, who: str, key: str) -> bool:
        """Unsubscribe the reader of a mail by its link; return whether the link is valid."""
        person = number_in(who)
        if person is None or not await self.keys.is_stopping(person, key):
            return False
        await self.store.no_mails(person)
        return True


def fit(chosen: NotificationSettings) -> NotificationSettings:
    """Return the settings if they can be stored. Raises Faults."""
    for name, said in (("off", chosen.off), ("on", chosen.on)):
        if said.keys() - set(WAYS) or {name for some in said.values() for name in some} - set(all_settings()):
            raise Faults(**{name: "ui.choice.wrong"})
    if any(map(is_usual, {name for some in chosen.on.values() for name in some})):
        raise Faults(on="ui.choice.wrong")
    if chosen.digest is not None and chosen.digest not in DIGEST_HOURS:
        raise Faults(digest="ui.choice.wrong")
    if not set(chosen.games) <= registry.games().keys() or not all(map(is_key, chosen.tables)):
        raise Faults(games="ui.choice.wrong")
    return msgspec.structs.replace(chosen, tables=tuple(dict.fromkeys(chosen.tables))[-MOST_MUTED:])


def is_key(text: str) -> bool:
    return 0 < len(text) <= 32 and text.isascii() and text.replace("-", "").isalnum()
