"""Lines of talk as markup. A line looks the same to all who share a `Look`, so it is drawn once for them. Called by
live and by the pages of talk.
"""

from __future__ import annotations

import re
from functools import partial

from markupsafe import Markup, escape
from msgspec import Struct

from app.pages import environment
from app.store.talk import Line
from app.words.reader import reader_of
from app.words.times import moment
from engine.core import registry

MENTION = re.compile(r"@\w[\w.'-]*")


class Look(Struct, frozen=True):
    """What the same line looks different by."""

    game: str
    language: str
    name: str = ""
    """Who reads, if the line speaks to them."""
    folded: bool = False
    """Whether they mute its author."""
    own: bool = False
    """Whether they are its author."""


def drawn(key: str, line: Line, look: Look) -> Markup:
    reader = reader_of(registry.game(look.game), look.language)

    html = environment.get_template("talk/line.html").render(
        key=key,
        line=line,
        look=look,
        reader=reader,
        say=reader.words.say,
        when=partial(moment, look.language),
        text=marked(line.text, look.name),
    )
    return Markup(html)  # noqa: S704 - the template has escaped what it was given


def marked(text: str, name: str) -> Markup:
    """The text with what it calls people by, the reader's own name above all."""
    called = re.compile(rf"@{re.escape(name)}(?!\w)|{MENTION.pattern}", re.IGNORECASE) if name else MENTION
    html, after = Markup(), 0
    for hit in called.finditer(text):
        own = bool(name) and hit[0].casefold() == f"@{name}".casefold()
        html += escape(text[after : hit.start()]) + (OWN if own else OTHER).format(hit[0])
        after = hit.end()
    return html + escape(text[after:])


def calls(text: str, name: str) -> bool:
    """Whether a line speaks to somebody of this name."""
    return bool(name) and re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


OWN = Markup('<mark class="mention">{}</mark>')
OTHER = Markup('<b class="mention">{}</b>')
