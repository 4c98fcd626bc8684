"""Docstrings and comments can be read once: they name their actor, and use one word for one thing."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import ROOT, modules, tree

WRITTEN = ("app", "bench", "engine", "maps", "migrations", "tests")
"""The folders that follow the rules for words."""
SUBJECT = re.compile(r"(?:Who|What|Whose|Else|Whoever|Whom|Nobody|Somebody)\b")
"""No sentence has these for a subject."""
CRYPTIC = re.compile(r"\b(?:somebody|whoever|anew|meanwhile|thereby|asunder|by and by)\b", re.IGNORECASE)
CALLED_BY = re.compile(r"\bCalled (?:only )?by\b")
"""The storeys and a search tell it, and half of these lines were wrong."""
LONGEST_HEAD = 10


def docstrings(found: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(found):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.lineno, " ".join(re.sub(r"`[^`]*`", "it", one.value.value).split())


def comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield token.start[0], token.string.lstrip("# ")


def riddles(source: str) -> Iterator[str]:
    """Yield the docstrings and comments of a module that a stranger reads twice."""
    for line, text in docstrings(ast.parse(source)):
        if any(SUBJECT.match(sentence) for sentence in re.split(r"(?<=[.:;]) ", text)):
            yield f"{line}: {text}"
    for line, text in [*docstrings(ast.parse(source)), *comments(source)]:
        if CRYPTIC.search(text) or CALLED_BY.search(text):
            yield f"{line}: {text}"


def test_docstrings_and_comments_are_read_once() -> None:
    found = {str(path.relative_to(ROOT)): list(riddles(path.read_text("utf-8"))) for path in modules(*WRITTEN)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_the_head_of_a_module_has_at_most_ten_lines() -> None:
    def head(path: Path) -> int:
        return len((ast.get_docstring(tree(path)) or "").splitlines())

    assert {path: head(path) for path in modules(*WRITTEN) if head(path) > LONGEST_HEAD} == {}


def test_a_riddle_would_be_found() -> None:
    planted = [
        '"""What is left."""',
        '"""Games. Whoever asks is told."""',
        "x = 1  # it is made anew",
        'def f():\n    """Deal the cards. Called by g."""',
    ]
    assert [len(list(riddles(one))) > 0 for one in planted] == [True] * 4
    assert not list(riddles('"""Deals the cards: each side gets five."""\nx = 1  # 3 % faster'))
