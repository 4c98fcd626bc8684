"""Renders whole pages in the visitor's language."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from babel.dates import format_date, get_day_names
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.responses import Response

from app.base.clock import now
from app.model.forms import TOKEN
from app.render.templates import environment
from app.web.addresses import goal, here, in_language
from app.web.headers import PRIVATE
from app.web.idempotency import once_field
from app.web.language import COOKIE, PARAMETER, words_for
from app.web.visitor import Visitor, visitor_of
from app.words import times

YEAR = 365 * 24 * 3600
SCRIPT = 'id="times"'
"""The script of a page that shows times. A page with it also carries the server's time."""
HEADERS = {"Vary": "Accept-Language, Cookie", "Cache-Control": PRIVATE}


def page(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """Return a whole page in the visitor's language; a language picked by its address is remembered."""
    words, visitor, at = words_for(request), visitor_of(request), now()
    html = environment.get_template(template).render(
        say=words.say,
        language=words.language,
        here=here(request),
        goal=goal(request),
        person=visitor.person,
        token=partial(token_field, visitor),
        when=partial(times.moment, words.language),
        left=partial(times.left, words.language),
        day=partial(day, words.language, visitor.zone),
        clockwork={"zone": visitor.told_zone, "times": times.sentences(words.language)},
        date=partial(format_date, locale=words.language),
        weekday=get_day_names(locale=words.language).get,
        **context,
    )
    html = str(times.convert_times(html, words, visitor.zone, at))
    if times.SHOWN in html:
        html = html.replace(SCRIPT, f'{SCRIPT} data-now="{at.isoformat()}"', 1)
    response = HTMLResponse(html, status, headers=HEADERS | {"Content-Language": words.language})
    if request.query_params.get(PARAMETER) == words.language:
        remember_language(request, response, words.language)
    return response


def remember_language(request: Request, response: Response, language: str) -> None:
    """Remember a language in this browser; an empty one forgets it."""
    secure, age = visitor_of(request).secure, YEAR if language else 0
    response.set_cookie(COOKIE, language, max_age=age, samesite="lax", httponly=True, secure=secure)


def token_field(visitor: Visitor, form: str = "") -> Markup:
    """Return the hidden field without which a form is refused: `{{ token() }}`; outside of a form, with the form's
    id."""
    attribute = Markup(' form="{}"').format(form) if form else ""
    return Markup('<input type="hidden" name="{}" value="{}"{}>').format(TOKEN, visitor.form_token(), attribute)


def day(language: str, zone: str, moment: datetime) -> Markup:
    """Return a day in the visitor's time zone: `{{ day(person.came_at) }}`."""
    there = moment.astimezone(ZoneInfo(zone))
    said = format_date(there, "d MMM y", locale=language)
    return Markup('<time datetime="{}">{}</time>').format(there.date().isoformat(), said)


environment.filters["in_language"] = in_language
environment.globals["once"] = once_field
