"""Templates: one Jinja environment for all pages. `app.web.pages` renders whole pages with it, and adds what depends on
the request.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import MutableMapping
from functools import cache, partial
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from app.base.paths import STATIC, TEMPLATES
from app.render.bundles import joined
from app.words import times
from app.words.catalogue import LANGUAGES
from app.words.links import clause, unlinked

COMPILED = "HORLOGE_TEST_TEMPLATES"


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
environment.globals.update(asset=asset, has_asset=has_asset, languages=LANGUAGES, clause=clause)
environment.filters.update(unlinked=unlinked, joined=joined)
environment.globals.update(moment=times.moment, left=times.left, span=times.span)


async def compile_all() -> None:
    """Compile all templates, letting other tasks run after each, so that no visitor waits for it."""
    for name in environment.list_templates(["html"]):
        environment.get_template(name)
        await asyncio.sleep(0)
