"""Joins the style sheets and the scripts of a page: compressed in one file and without comments they take two thirds of
their separate sizes. The filter `joined` does that to a page's head, and `app.web.static_files` serves the files.

An address names what it joins, `/static/joined/css/map+play.css`, so every process can answer it; its digest lets
browsers cache it for ever. The site's own style sheet is not joined: all pages share it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import PurePosixPath

import rjsmin
from markupsafe import Markup

from app.base.paths import STATIC

FOLDER = "joined"
MOST, KEPT = 32, 64
"""Files that an address may join, and joined files in a process's cache."""
LINK = re.compile(r'<link rel="stylesheet" href="/static/css/(\w+)\.css[^"]*">\s*')
SCRIPT = re.compile(r'<script src="/static/js/(\w+)\.js[^"]*" defer></script>\s*')
NEEDLESS = re.compile(r"/\*.*?\*/\n*|^\s+|(?<=[{};,])\s+| +(?=[{}])", re.DOTALL | re.MULTILINE)
"""Parts of a style sheet that do nothing: comments, indents, line ends, and spaces beside braces and after commas and
semicolons. rcssmin takes more: in nested rules the space of `.panel :is(b)`, which changes what they mean."""
LEAN: dict[str, Callable[[str], str]] = {"css": lambda text: NEEDLESS.sub("", text), "js": rjsmin.jsmin}
"""Take out what does nothing."""
MADE = set[str]()
"""The paths of all joins that pages have asked for."""
TYPES = {"css": "text/css", "js": "text/javascript"}


def joined(head: str) -> Markup:
    """Return a page's head with its style sheets joined before everything else, and its scripts joined after it, in
    their order."""
    sheets, scripts = tuple(LINK.findall(head)), tuple(SCRIPT.findall(head))
    rest = SCRIPT.sub("", LINK.sub("", head))
    link = f'<link rel="stylesheet" href="{address("css", sheets)}">\n' if sheets else ""
    script = f'<script src="{address("js", scripts)}" defer></script>\n' if scripts else ""
    return Markup(f"{link}{rest}{script}")  # noqa: S704 - it was rendered as a page's head


@cache
def address(kind: str, names: tuple[str, ...]) -> str:
    digest = hashlib.sha256(together(kind, names).encode()).hexdigest()[:12]
    path = f"{FOLDER}/{kind}/{'+'.join(names)}.{kind}"
    MADE.add(path)
    return f"/static/{path}?v={digest}"


def known(path: str) -> bool:
    """Tell whether a page of this process has had these files joined."""
    return path in MADE


def file_at(path: str) -> tuple[str, str] | None:
    """Return the text and the type of the joined file at a path below /static; None if there is none."""
    at = PurePosixPath(path)
    kind, names = at.suffix.removeprefix("."), tuple(at.stem.split("+"))
    if kind not in TYPES or at.parent != PurePosixPath(FOLDER, kind) or len(names) > MOST:
        return None
    if len(set(names)) < len(names):  # no page asks for that, and a client must not get a file of any length
        return None
    return (together(kind, names), TYPES[kind]) if files(kind).issuperset(names) else None


@lru_cache(KEPT)
def together(kind: str, names: tuple[str, ...]) -> str:
    texts = (STATIC.joinpath(kind, f"{name}.{kind}").read_text("utf-8") for name in names)
    return lean(kind, "".join(f"{text}\n" for text in texts))


def lean(kind: str, text: str) -> str:
    """Return a style sheet or a script without what does nothing."""
    return LEAN[kind](text)


@cache
def files(kind: str) -> frozenset[str]:
    return frozenset(path.stem for path in STATIC.joinpath(kind).glob(f"*.{kind}"))
