"""Templates: one Jinja environment for all pages, and the answer to a request for one. Called by routes and errors."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import MutableMapping
from datetime import datetime
from functools import cache, partial
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, format_timedelta, get_day_names
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape
from starlette.responses import Response

from app.accounts.forms import TOKEN
from app.accounts.visitor import Visitor, visitor_of
from app.clock import now
from app.once import once_field
from app.paths import STATIC, TEMPLATES
from app.rules.links import clause
from app.security import PRIVATE
from app.words.catalogue import LANGUAGES
from app.words.language import COOKIE, PARAMETER, words_for

MINUTE, YEAR = 60, 365 * 24 * 3600
HEADERS = {"Vary": "Accept-Language, Cookie", "Cache-Control": PRIVATE}


@cache
def asset(name: str) -> str:
    """The address of a file of static/: it changes with the file, so browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


def has_asset(name: str) -> bool:
    return (STATIC / name).is_file()


class Calling(Context):
    """Jinja asks of everything that a template calls whether it wants to know where it is called from. Macros do, and
    what is a plain function or method does not."""

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        kind = type(called)
        if kind is not Macro and kind not in PLAIN:
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(self.eval_ctx, *given, **named) if kind is Macro else called(*given, **named)


PLAIN = frozenset((FunctionType, MethodType, BuiltinMethodType, partial, type(cache(str))))


class Writing(CodeGenerator):
    """Most of what templates write down is markup already, which is taken as it is and not made markup again."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")


class Templates(Environment):
    """Jinja chains what all templates know with what each is given, and walks that chain for each that is drawn. Here
    all of it is one dict."""

    context_class = Calling
    code_generator_class = Writing

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    @staticmethod
    def written(value: object) -> str:
        """As it stands on a page. In a number or a single word there is nothing to escape."""
        if type(value) is Markup or (type(value) is str and value.isidentifier()):
            return value
        return str(value) if type(value) is int else escape(value)


environment = Templates(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
    cache_size=-1,
)
environment.globals.update(asset=asset, has_asset=has_asset, languages=LANGUAGES, clause=clause, once=once_field)


async def compile_all() -> None:
    """Make all templates ready, with others getting a turn after each, so that no visitor waits for it."""
    for name in environment.list_templates(["html"]):
        environment.get_template(name)
        await asyncio.sleep(0)


def page(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """A whole page in the visitor's language; picking a language is remembered."""
    words, visitor = words_for(request), visitor_of(request)
    zone = visitor.person.zone if visitor.person else "UTC"
    html = environment.get_template(template).render(
        say=words.say,
        language=words.language,
        here=here(request),
        goal=request.query_params.get("next") or here(request),
        person=visitor.person,
        token=partial(token_field, visitor),
        when=partial(when, words.language, zone),
        day=partial(day, words.language, zone),
        lasted=partial(lasted, words.language),
        date=partial(format_date, locale=words.language),
        weekday=get_day_names(locale=words.language).get,
        **context,
    )
    response = HTMLResponse(html, status, headers=HEADERS | {"Content-Language": words.language})
    if request.query_params.get(PARAMETER) == words.language:
        remember_language(request, response, words.language)
    return response


def remember_language(request: Request, response: Response, language: str) -> None:
    """In this browser; none forgets it."""
    secure, age = visitor_of(request).secure, YEAR if language else 0
    response.set_cookie(COOKIE, language, max_age=age, samesite="lax", httponly=True, secure=secure)


def token_field(visitor: Visitor, form: str = "") -> Markup:
    """What every form has in it, or it is refused: `{{ token() }}`; outside of a form, with the form's id."""
    attribute = Markup(' form="{}"').format(form) if form else ""
    return Markup('<input type="hidden" name="{}" value="{}"{}>').format(TOKEN, visitor.form_token(), attribute)


def when(language: str, zone: str, moment: datetime) -> Markup:
    """A time in the visitor's zone, which is named: `{{ when(session.seen_at) }}`."""
    there = moment.astimezone(ZoneInfo(zone))
    short = there.tzname() or ""
    named = short if short.isalpha() else zone.rpartition("/")[2].replace("_", " ")
    said = format_datetime(there, "d MMM y, HH:mm", locale=language)
    return Markup('<time datetime="{}">{} {}</time>').format(there.isoformat(timespec="seconds"), said, named)


def day(language: str, zone: str, moment: datetime) -> Markup:
    """A day in the visitor's zone: `{{ day(person.came_at) }}`."""
    there = moment.astimezone(ZoneInfo(zone))
    said = format_date(there, "d MMM y", locale=language)
    return Markup('<time datetime="{}">{}</time>').format(there.date().isoformat(), said)


def lasted(language: str, since: datetime) -> str:
    """How long something has lasted, roughly: `{{ lasted(table.moved_at) }}`; nothing for less than a minute."""
    passed = now() - since
    return format_timedelta(passed, granularity="minute", locale=language) if passed.total_seconds() >= MINUTE else ""


def here(request: Request) -> str:
    """The address of this page on this site, to come back to, in whichever language it was asked for. Where a form's
    own address shows nothing by itself, its route says where to come back to (`comes_back_to`)."""
    if back := request.scope.get("back"):
        return str(back)
    address = request.url.remove_query_params(PARAMETER)
    return address.path + (f"?{address.query}" if address.query else "")


def comes_back_to(request: Request, address: str) -> None:
    request.scope["back"] = address


def in_language(address: str, language: str) -> str:
    """The same page in another language."""
    return address + ("&" if "?" in address else "?") + f"{PARAMETER}={language}"


environment.filters.update(in_language=in_language)
