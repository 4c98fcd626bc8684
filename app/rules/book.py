"""A game's rules as they are read: chapters of numbered clauses, out of `rules/<language>.md` in the game's own folder.

In these files `# ` is the game, `## 5 Settling an issue` begins a chapter, and a paragraph that begins with `5.4 `
begins a clause; whatever follows belongs to it. Clauses that a text names become links. Called by routes and `links`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape
from msgspec import Struct

from app.rules.search import Words, marked
from app.words.catalogue import DEFAULT
from engine.core import registry

NUMBERED = re.compile(r"(\d{1,2}\.\d{1,2}) ")
NAMED = re.compile(r"(?<![\d.])(\d{1,2}\.\d{1,2})(?![\d.])")
"""A clause mentioned in a text."""

Block = list[Token]
"""A paragraph, a list, a table, as the tokens it is made of."""
Blocks = list[Block]


class Text(RendererHTML):
    """Renders what was parsed. `env` carries the address of the book, its clauses, and the words to be marked."""

    def text(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        pieces = NAMED.split(tokens[at].content)
        return "".join(self.piece(piece, n % 2 == 1, env) for n, piece in enumerate(pieces))

    def piece(self, text: str, named: bool, env: Any) -> str:
        html = marked(text, env["words"])
        return f'<a href="{env["address"]}#{text}">{html}</a>' if named and text in env["known"] else html

    def link_open(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """`[chapter 5](#5)` leads to the whole text, wherever it is shown."""
        token = tokens[at]
        address = str(token.attrGet("href"))
        return f'<a href="{escape(env["address"] + address if address.startswith("#") else address)}">'


class Clause(Struct, frozen=True):
    """`search` is what words are looked for in."""

    number: str
    blocks: Blocks
    search: str


class Chapter(Struct, frozen=True):
    number: str
    title: str
    intro: Blocks
    clauses: tuple[Clause, ...]


class Book(Struct, frozen=True):
    """`language` is that of the text, which is English where a translation is missing."""

    game: str
    language: str
    title: str
    intro: Blocks
    chapters: tuple[Chapter, ...]
    known: frozenset[str]

    @property
    def address(self) -> str:
        return f"/rules/{self.game}"

    def html(self, blocks: Blocks, words: Words | None = None) -> Markup:
        env = {"address": self.address, "known": self.known, "words": words}
        rendered = (PARSER.renderer.render(block, PARSER.options, env) for block in blocks)
        return Markup("").join(map(Markup, rendered))

    def find(self, number: str) -> tuple[Chapter, Clause] | None:
        return next(((chapter, clause) for chapter, clause in self.each() if clause.number == number), None)

    def each(self) -> Iterator[tuple[Chapter, Clause]]:
        return ((chapter, clause) for chapter in self.chapters for clause in chapter.clauses)

    def around(self, number: str) -> tuple[str | None, str | None]:
        """The clauses before and after one."""
        numbers = [None, *(clause.number for _, clause in self.each()), None]
        return next((numbers[n - 1], numbers[n + 1]) for n, found in enumerate(numbers) if found == number)


STYLE = {"html": False, "typographer": True}
PARSER = MarkdownIt("commonmark", STYLE, renderer_cls=Text).enable(["table", "smartquotes"])


def book(game: str, language: str) -> Book | None:
    """The rules in a language, in English if there is no translation; None if the game has no rules to read."""
    return read(game, language) or read(game, DEFAULT)


def books(language: str) -> list[Book]:
    """The rules of every game that has some."""
    return [found for game in registry.games() if (found := book(game, language))]


@cache
def read(game: str, language: str) -> Book | None:
    if game not in registry.games():
        return None
    file = registry.folder(game) / "rules" / f"{language}.md"
    return parse(game, language, file.read_text(encoding="utf-8")) if file.exists() else None


# Reading a text


def parse(game: str, language: str, text: str) -> Book:
    front, parts = split(list(blocks_in(PARSER.parse(text))), lambda block: block[0].tag == "h2")
    chapters = tuple(map(chapter_of, parts))
    known = frozenset(clause.number for chapter in chapters for clause in chapter.clauses)
    return Book(game, language, words_in(front[0]), front[1:], chapters, known)


def chapter_of(part: Blocks) -> Chapter:
    number, _, title = words_in(part[0]).partition(" ")
    intro, clauses = split(part[1:], lambda block: block[0].type == "paragraph_open" and number_of(block) is not None)
    return Chapter(number, title, intro, tuple(map(clause_of, clauses)))


def clause_of(part: Blocks) -> Clause:
    """The number is taken out of the text: the page puts it in the margin."""
    number = str(number_of(part[0]))
    search = " ".join(map(words_in, part))
    first = (part[0][1].children or [])[0]
    first.content = first.content.removeprefix(number).lstrip()
    return Clause(number, part, search)


def number_of(block: Block) -> str | None:
    found = NUMBERED.match(block[1].content)
    return found[1] if found else None


def blocks_in(tokens: Sequence[Token]) -> Iterator[Block]:
    block: Block = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if not depth:
            yield block
            block = []


def split(blocks: Blocks, begins: Callable[[Block], bool]) -> tuple[Blocks, list[Blocks]]:
    """What comes before the first block that begins a part, and each part."""
    starts = [n for n, block in enumerate(blocks) if begins(block)]
    ends = [*starts[1:], len(blocks)]
    return blocks[: starts[0] if starts else None], [blocks[a:b] for a, b in zip(starts, ends, strict=False)]


def words_in(block: Block) -> str:
    """What a block says, without its marks."""
    lines = (token.children or [] for token in block if token.type == "inline")
    return " ".join("".join(child.content or " " for child in line if shows(child)) for line in lines)


def shows(token: Token) -> bool:
    return token.type in ("text", "code_inline", "softbreak")
