"""Templates: one Jinja environment for all pages, and the response with a rendered page."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import MutableMapping
from datetime import datetime
from functools import cache, partial
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date, get_day_names
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape
from starlette.responses import Response

from app.accounts.forms import TOKEN
from app.accounts.visitor import Visitor, visitor_of
from app.clock import now
from app.joined import joined
from app.once import once_field
from app.paths import STATIC, TEMPLATES
from app.rules.links import clause, unlinked
from app.security import PRIVATE
from app.web.addresses import goal, here, in_language
from app.words import times
from app.words.catalogue import LANGUAGES
from app.words.language import COOKIE, PARAMETER, words_for

COMPILED = "HORLOGE_TEST_TEMPLATES"
YEAR = 365 * 24 * 3600
SCRIPT = 'id="times"'
"""The script of a page that shows times. A page with it also carries the server's time."""
HEADERS = {"Vary": "Accept-Language, Cookie", "Cache-Control": PRIVATE}


@cache
def asset(name: str) -> str:
    """Return the address of a file of static/. It changes with the file, so browsers may cache it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


@cache
def has_asset(name: str) -> bool:
    return (STATIC / name).is_file()


class Calling(Context):
    """A Jinja context with faster calls: Jinja checks for everything that a template calls whether it needs the
    context. Macros do, and plain functions and methods do not."""

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        kind = type(called)
        if kind is not Macro and kind not in PLAIN:
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(self.eval_ctx, *given, **named) if kind is Macro else called(*given, **named)


PLAIN = frozenset((FunctionType, MethodType, BuiltinMethodType, partial, type(cache(str))))


class Writing(CodeGenerator):
    """A Jinja code generator: most of what templates output is markup already, which is written as it is instead of
    being wrapped again."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")


class Templates(Environment):
    """A Jinja environment with faster globals: Jinja chains the globals with what each template is given, and walks
    that chain at each rendering. Here all of it is one dict."""

    context_class = Calling
    code_generator_class = Writing

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    @staticmethod
    def written(value: object) -> str:
        """Return a value as it appears on a page. A number or a single word needs no escaping."""
        if type(value) is Markup or (type(value) is str and value.isidentifier()):
            return value
        return str(value) if type(value) is int else escape(value)


def compiled_before() -> FileSystemBytecodeCache | None:
    """Return the cache in which the processes of one test run share compiled templates: each would take a second of CPU
    time to compile all of them. A process of a site compiles its own: cached files would not say which `Writing` made
    them."""
    folder = os.environ.get(COMPILED)
    return FileSystemBytecodeCache(folder) if folder else None


environment = Templates(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
    cache_size=-1,
    bytecode_cache=compiled_before(),
)
environment.globals.update(asset=asset, has_asset=has_asset, languages=LANGUAGES, clause=clause, once=once_field)
environment.globals.update(moment=times.moment, left=times.left, span=times.span)


async def compile_all() -> None:
    """Compile all templates, letting other tasks run after each, so that no visitor waits for it."""
    for name in environment.list_templates(["html"]):
        environment.get_template(name)
        await asyncio.sleep(0)


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
    html = str(times.told(html, words, visitor.zone, at))
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


environment.filters.update(in_language=in_language, unlinked=unlinked, joined=joined)
