"""Calls about notifications: which ones the caller wants, by which channels, and where. docs/api.md describes what
webhooks get.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from fastapi import HTTPException
from msgspec import Meta, Struct

from app.api.caller import Caller, CallerDep
from app.api.declaring import Calls
from app.api.request_bodies import body
from app.api.schemas.game import Done, Hook, NoticeSettings, Receiver
from app.api.tables import Nothing
from app.model.notification_kinds import DIGEST_HOURS, NoticeWay
from app.model.notification_settings import MOST_MUTED, NotificationSettings
from app.model.scopes import NOTICES
from app.store.messages import deliveries
from app.store.people.people import Person
from app.web.problems import Problem
from app.web.safe_http import LONGEST
from app.web.validation import Faults

calls = Calls("notices")

Wished = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=200)]
Address = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""An example of a browser's keys."""


class NewNoticeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of the settings; fields left out stay. `off` are for each channel the kinds that are switched off, `on`
    those that are switched on though off by default; an alert of a game is `<game>.<kind>`. `digest` is the hour of a
    daily mail, -1 for none; `games` and `tables` are muted."""

    mails: bool | None = None
    off: dict[NoticeWay, Wished] | None = None
    on: dict[NoticeWay, Wished] | None = None
    digest: Annotated[int, Meta(ge=-1, le=DIGEST_HOURS[-1])] | None = None
    games: Annotated[list[str], Meta(max_length=100)] | None = None
    tables: Annotated[list[str], Meta(max_length=MOST_MUTED)] | None = None


class NewHook(Struct, frozen=True, forbid_unknown_fields=True):
    """The address and the format of a webhook."""

    shape: Literal["json", "discord", "slack"]
    address: Address


class NewBrowser(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription."""

    address: Address
    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a receiver."""

    receiver: Annotated[int, Meta(ge=1, le=2**62)]


@calls.get("/me/notices", scope=NOTICES)
async def notices(caller: CallerDep) -> NoticeSettings:
    """The caller's notification settings, and the receivers of their notifications."""
    return await overview(caller, caller.signed_in())


@calls.post("/me/notices", scope=NOTICES, example={"off": {"mail": ["mention"]}, "digest": 8})
async def wish(caller: CallerDep, new: Annotated[NewNoticeSettings, body(NewNoticeSettings)]) -> NoticeSettings:
    """Change the caller's notification settings."""
    person = caller.signed_in()
    before = await caller.services.notices.overview(person)
    wished = changed(before.settings, new)
    with_mails = before.mails if new.mails is None else new.mails
    try:
        await caller.services.notices.save_settings(person, wished, with_mails)
    except Faults as faults:
        raise caller.unfit(faults) from faults
    return await overview(caller, msgspec.structs.replace(person, notices=with_mails))


@calls.post("/me/notices/hooks", scope=NOTICES, example={"shape": "json", "address": "https://example.org/horloge"})
async def add_hook(caller: CallerDep, new: Annotated[NewHook, body(NewHook)]) -> Hook:
    """Add a webhook. The secret with which its notifications are signed is returned only this once."""
    try:
        secret = await caller.services.notices.add_hook(caller.signed_in(), new.shape, new.address)
    except Faults as faults:
        raise caller.unfit(faults) from faults
    return Hook(secret)


@calls.post(
    "/me/notices/browsers",
    scope=NOTICES,
    example={"address": "https://push.example.org/abc"} | KEYS,
)
async def add_browser(caller: CallerDep, new: Annotated[NewBrowser, body(NewBrowser)]) -> Done:
    """Push notifications to this browser, for as long as its session lasts."""
    person, session = caller.signed_in(), caller.visitor.session
    try:
        await caller.services.notices.add_browser(person, session, new.address, new.p256dh, new.auth)
    except Faults as faults:
        raise caller.unfit(faults) from faults
    return Done()


@calls.post("/me/notices/end", scope=NOTICES, example={"receiver": 1})
async def end(caller: CallerDep, which: Annotated[Which, body(Which)]) -> Done:
    """Stop sending to a browser or webhook."""
    if not await caller.services.notices.deliveries.remove(caller.signed_in().id, number=which.receiver):
        raise HTTPException(404)
    return Done()


@calls.post("/me/notices/test", scope=NOTICES, example={})
async def test(caller: CallerDep, _: Annotated[Nothing, body(Nothing)]) -> Done:
    """Send a test notification by every channel."""
    if not await caller.services.notices.test(caller.signed_in()):
        raise Problem(409, "nowhere", caller.say("ui.notices.test.nowhere"))
    return Done()


async def overview(caller: Caller, person: Person) -> NoticeSettings:
    found = await caller.services.notices.overview(person)
    settings = found.settings
    return NoticeSettings(
        found.mails,
        {way: list(kinds) for way, kinds in settings.off.items()},
        {way: list(kinds) for way, kinds in settings.on.items()},
        settings.digest,
        list(settings.games),
        list(settings.tables),
        [receiver(one) for one in found.receivers],
        found.key,
    )


def receiver(one: deliveries.Receiver) -> Receiver:
    """Return a receiver without a browser's address, which is a secret."""
    address = "" if one.shape == deliveries.PUSH else one.address
    return Receiver(one.id, one.shape, one.name, address, one.made_at, one.reached_at, one.trouble)


def changed(settings: NotificationSettings, new: NewNoticeSettings) -> NotificationSettings:
    given = {name: getattr(new, name) for name in ("off", "on", "games", "tables") if getattr(new, name) is not None}
    for name in {"off", "on"} & given.keys():
        given[name] = {way: tuple(dict.fromkeys(kinds)) for way, kinds in given[name].items()}
    for name in {"games", "tables"} & given.keys():
        given[name] = tuple(given[name])
    if new.digest is not None:
        given["digest"] = None if new.digest < 0 else new.digest
    return msgspec.structs.replace(settings, **given)
