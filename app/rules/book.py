"""Reads a game's rules, `rules/<language>.md` in the game's folder, into chapters of numbered clauses.

In these files `# ` is the game, `## 5 Settling an issue` begins a chapter, and a paragraph that begins with `5.4 `,
`5.4.1 ` or `5.4.1a ` begins a clause; everything up to the next number belongs to it. Clauses that a text names become
links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import structlog
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape
from msgspec import Struct

from app.rules.search import Words, folded, marked
from app.words.catalogue import DEFAULT
from engine.core import registry
from engine.core.clauses import PATTERN, chapter_of, place_of

log = structlog.get_logger(__name__)
NUMBERED = re.compile(rf"({PATTERN}) ")
NAMED = re.compile(rf"(?<![\d.])({PATTERN})(?![\w.])")
"""A clause mentioned in a text."""
LIKE_A_NUMBER = re.compile(r"\d+(?:\.+\d+)+[\w.]*(?=\s|$)")
"""The beginning of a paragraph that was meant to be a clause."""

Block = list[Token]
"""A paragraph, a list, a table, as its tokens."""
Blocks = list[Block]


class Text(RendererHTML):
    """Renders parsed text. `env` holds the address of the book, its clauses, and the words to mark."""

    def text(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        pieces = NAMED.split(tokens[at].content)
        return "".join(self.piece(piece, n % 2 == 1, env) for n, piece in enumerate(pieces))

    def piece(self, text: str, named: bool, env: Any) -> str:
        html = marked(text, env["words"])
        number = text if text in env["known"] else text.rstrip(ascii_lowercase)
        return f'<a href="{env["address"]}#{number}">{html}</a>' if named and number in env["known"] else html

    def link_open(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """Link `[chapter 5](#5)` to the whole text, wherever it is shown."""
        token = tokens[at]
        address = str(token.attrGet("href"))
        return f'<a href="{escape(env["address"] + address if address.startswith("#") else address)}">'


class Clause(Struct, frozen=True):
    """A clause of the rules. `search` is the folded text in which words are looked for."""

    number: str
    blocks: Blocks
    search: str


class WrongNumbers(ValueError):
    """The numbers of clauses are malformed or ambiguous. The message says what to do about each."""

    def __init__(self, game: str, language: str, faults: Iterable[str]) -> None:
        super().__init__(f"rules/{language}.md of {game}: {'; '.join(faults)}")


class Chapter(Struct, frozen=True):
    number: str
    title: str
    intro: Blocks
    clauses: tuple[Clause, ...]


class Book(Struct, frozen=True):
    """The rules of a game. `language` is that of the text, which is English where a translation is missing."""

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
        """Return the numbers of the clauses before and after one."""
        numbers = [None, *(clause.number for _, clause in self.each()), None]
        return next((numbers[n - 1], numbers[n + 1]) for n, found in enumerate(numbers) if found == number)


STYLE = {"html": False, "typographer": True}
PARSER = MarkdownIt("commonmark", STYLE, renderer_cls=Text).enable(["table", "smartquotes"])


def book(game: str, language: str) -> Book | None:
    """Return the rules in a language, or in English if there is no translation that can be shown; None if there is
    neither."""
    return shown(game, language) or shown(game, DEFAULT)


def books(language: str) -> list[Book]:
    """Return the rules of every game that has some."""
    return [found for game in registry.games() if (found := book(game, language))]


def is_wrong(game: str, language: str) -> bool:
    """Tell whether a game has rules, but none that can be shown in this language or in English."""
    wrong = (isinstance(parsed(game, one), WrongNumbers) for one in (language, DEFAULT))
    return any(wrong) and book(game, language) is None


def shown(game: str, language: str) -> Book | None:
    """Return the rules in this language only; None if there are none, or their numbers are wrong."""
    found = parsed(game, language)
    return found if isinstance(found, Book) else None


@cache
def parsed(game: str, language: str) -> Book | WrongNumbers | None:
    """Return the rules, or the error if their numbers are wrong. It is computed once, and the error is logged."""
    try:
        return read(game, language)
    except WrongNumbers as error:
        log.warning("rules can't be shown", trouble=str(error))
        return error


def read(game: str, language: str) -> Book | None:
    """Read the rules in this language; None if there are none. Raises WrongNumbers."""
    if game not in registry.games():
        return None
    file = file_of(game, language)
    return parse(game, language, file.read_text(encoding="utf-8")) if file.exists() else None


def file_of(game: str, language: str) -> Path:
    return registry.folder(game) / "rules" / f"{language}.md"


def parse(game: str, language: str, text: str) -> Book:
    """Parse a text into a book. Raises WrongNumbers."""
    front, parts = split(list(blocks_in(PARSER.parse(text))), lambda block: block[0].tag == "h2")
    chapters = tuple(map(chapter_from, parts))
    if faults := [*faults_in(chapters)]:
        raise WrongNumbers(game, language, faults)
    known = frozenset(clause.number for chapter in chapters for clause in chapter.clauses)
    return Book(game, language, words_in(front[0]), front[1:], chapters, known)


def chapter_from(part: Blocks) -> Chapter:
    number, _, title = words_in(part[0]).partition(" ")
    intro, clauses = split(part[1:], lambda block: block[0].type == "paragraph_open" and number_of(block) is not None)
    return Chapter(number, title, intro, tuple(map(clause_of, clauses)))


def faults_in(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield what is wrong with numbers: malformed, in the wrong chapter, used twice, or out of order."""
    before = ""
    for chapter in chapters:
        yield from malformed(chapter)
        for number in (clause.number for clause in chapter.clauses):
            if chapter_of(number) != chapter.number:
                yield f"{number} stands in chapter {chapter.number}: move it, or number it {chapter.number}.…"
            elif number == before:
                yield f"{number} stands there twice: number one of them otherwise"
            elif before and place_of(number) < place_of(before):
                yield f"{number} stands after {before}: put it before that, or number it otherwise"
            before = number


def malformed(chapter: Chapter) -> Iterator[str]:
    """Yield what looks like the number of a clause but is none."""
    blocks = [*chapter.intro, *(block for clause in chapter.clauses for block in clause.blocks[1:])]
    for block in blocks:
        found = LIKE_A_NUMBER.match(block[1].content) if block[0].type == "paragraph_open" else None
        if found:
            yield f"{found[0]} is no number of a clause: write it like 5.4, 5.4.1 or 5.4.1a, then a space"


def clause_of(part: Blocks) -> Clause:
    """Return a clause. Its number is removed from the text, since the page puts it in the margin."""
    number = str(number_of(part[0]))
    search = folded(" ".join(map(words_in, part)))
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
    """Return the blocks before the first one that begins a part, and each part."""
    starts = [n for n, block in enumerate(blocks) if begins(block)]
    ends = [*starts[1:], len(blocks)]
    return blocks[: starts[0] if starts else None], [blocks[a:b] for a, b in zip(starts, ends, strict=False)]


def words_in(block: Block) -> str:
    """Return the text of a block without its markup."""
    lines = (token.children or [] for token in block if token.type == "inline")
    return " ".join("".join(child.content or " " for child in line if shows(child)) for line in lines)


def shows(token: Token) -> bool:
    return token.type in ("text", "code_inline", "softbreak")
