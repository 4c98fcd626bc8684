"""The markup of messages. A message looks the same to all readers who share a `Look`, so it is drawn once for them."""

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
    """The facts that make the same message look different to readers."""

    game: str
    language: str
    name: str = ""
    """The reader's name, if the message mentions them."""
    folded: bool = False
    """Whether the reader mutes the author."""
    own: bool = False
    """Whether the reader is the author."""


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
    """Return the text with mentions marked, the reader's own name most."""
    called = re.compile(rf"@{re.escape(name)}(?!\w)|{MENTION.pattern}", re.IGNORECASE) if name else MENTION
    html, after = Markup(), 0
    for hit in called.finditer(text):
        own = bool(name) and hit[0].casefold() == f"@{name}".casefold()
        html += escape(text[after : hit.start()]) + (OWN if own else OTHER).format(hit[0])
        after = hit.end()
    return html + escape(text[after:])


def calls(text: str, name: str) -> bool:
    """Tell whether a message mentions a person of this name."""
    return bool(name) and re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


OWN = Markup('<mark class="mention">{}</mark>')
OTHER = Markup('<b class="mention">{}</b>')
