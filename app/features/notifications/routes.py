"""The pages on which people choose their notifications (/me/notices) and unsubscribe from mail (/unsubscribe).
Unsubscribing needs no login: the link in the mail is enough.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.features.notifications import webhooks as hooks
from app.features.notifications.delivery_errors import trouble_said
from app.model.forms import BadForm
from app.model.notification_kinds import DIGEST_HOURS, HOOK, MAIL, PUSH, WAYS, all_settings, is_usual
from app.model.notification_settings import NotificationSettings
from app.store.people.people import Person
from app.web.addresses import comes_back_to
from app.web.forms import Fields, form_of, whole
from app.web.language import words_for
from app.web.pages import page
from app.web.services import Services, ServicesDep
from app.web.validation import Faults
from app.web.visitor import SignedInDep
from app.words.notification_names import setting_called
from engine.core import registry

router = APIRouter()

DONE = {"notices", "test", "nowhere"}
"""The results that the page can report."""
ONE_CLICK = "List-Unsubscribe"
"""The field that mail programs send."""
TABLES = "tables."
GAMES = "games."
ON = "on"


@router.get("/me/notices")
async def notices(request: Request, services: ServicesDep, person: SignedInDep, done: str = "") -> Response:
    return await notices_page(request, services, person, done=done if done in DONE else "")


@router.post("/me/notices")
async def save_settings(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    tables = await own_tables(services, person)
    known = [f"{kind}.{way}" for kind in all_settings() for way in ways_of(person)]
    known += [GAMES + key for key in registry.games()] + [TABLES + table.key for table in tables]
    form = await form_of(request, "mails", "digest", *known)
    before = (await services.notices.overview(person)).settings
    mails = ticked(form, "mails") if person.email else person.notices
    await services.notices.save_settings(person, settings_of(form, before, ways_of(person)), mails)
    return RedirectResponse("/me/notices?done=notices", 303)


def ways_of(person: Person) -> tuple[str, ...]:
    """Return the channels that a person can use: mail only with an address."""
    return WAYS if person.email else (PUSH, HOOK)


def settings_of(form: Fields, before: NotificationSettings, ways: Collection[str]) -> NotificationSettings:
    """Return the settings of a form; channels and tables that it does not show stay as they were."""
    shown = {name.removeprefix(TABLES) for name in form if name.startswith(TABLES)}
    muted = [key for key in shown if ticked(form, TABLES + key)]
    if form["digest"] and form["digest"] not in map(str, DIGEST_HOURS):
        raise BadForm
    usual, unusual = (tuple(setting for setting in all_settings() if is_usual(setting) is so) for so in (True, False))
    off = {way: tuple(setting for setting in usual if not ticked(form, f"{setting}.{way}")) for way in ways}
    on = {way: tuple(setting for setting in unusual if ticked(form, f"{setting}.{way}")) for way in ways}
    return NotificationSettings(
        off={way: settings for way, settings in (before.off | off).items() if settings},
        on={way: settings for way, settings in (before.on | on).items() if settings},
        digest=(int(form["digest"]) if form["digest"] else None) if MAIL in ways else before.digest,
        games=tuple(key for key in registry.games() if ticked(form, GAMES + key)),
        tables=(*(key for key in before.tables if key not in shown), *sorted(muted)),
    )


def ticked(form: Fields, name: str) -> bool:
    if form[name] not in ("", ON):
        raise BadForm
    return form[name] == ON


@router.post("/me/notices/hooks")
async def add_hook(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form = await form_of(request, "shape", "address")
    try:
        secret = await services.notices.add_hook(person, form["shape"], form["address"])
    except Faults as faults:
        return await notices_page(request, services, person, 422, hook=form, faults=faults.by_field)
    return await notices_page(request, services, person, made=secret)


@router.post("/me/notices/end")
async def end(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    which = whole((await form_of(request, "which"))["which"])
    if not await services.notices.deliveries.remove(person.id, number=which):
        raise HTTPException(404)
    return RedirectResponse("/me/notices#ways", 303)


@router.post("/me/notices/test")
async def test(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    await form_of(request)
    done = "test" if await services.notices.test(person) else "nowhere"
    return RedirectResponse(f"/me/notices?done={done}", 303)


async def notices_page(
    request: Request, services: Services, person: Person, status: int = 200, **shown: Any
) -> Response:
    comes_back_to(request, "/me/notices")
    given = {"done": "", "made": "", "faults": {}, "hook": {"shape": hooks.JSON}} | shown
    response = page(
        request,
        "notifications/settings.html",
        status,
        found=await services.notices.overview(person),
        tables=await own_tables(services, person),
        games=registry.games(),
        kinds=all_settings(),
        called=partial(setting_called, words_for(request)),
        ways=ways_of(person),
        hours=DIGEST_HOURS,
        shapes=hooks.SHAPES,
        trouble=partial(trouble_said, words_for(request)),
        **given,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


async def own_tables(services: Services, person: Person) -> list[Any]:
    """Return the unfinished tables at which a person sits."""
    return [table for table in await services.rooms.tables.of(person.id) if table.status != "finished"]


@router.get("/unsubscribe")
async def unsubscribe(request: Request, who: str = "", key: str = "") -> Response:
    """Show the page that asks; opening the link changes nothing, since programs open links too."""
    return page(request, "notifications/unsubscribe.html", who=who, key=key, done=False, wrong=False)


@router.post("/unsubscribe")
async def stop(request: Request, services: ServicesDep, who: str = "", key: str = "") -> Response:
    """Unsubscribe by the button on the page, or by that of a mail program (RFC 8058)."""
    form = await form_of(request, "who", "key", ONE_CLICK)
    done = await services.notices.stop_mails(form["who"] or who, form["key"] or key)
    return page(
        request, "notifications/unsubscribe.html", 200 if done else 403, who=who, key=key, done=done, wrong=not done
    )
