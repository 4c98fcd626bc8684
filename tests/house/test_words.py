"""Docstrings and comments can be read once: they name their actor, and use one word for one thing."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import ROOT, files, modules, tree

WRITTEN = ("app", "bench", "engine", "maps", "migrations", "tests")
"""The folders that follow the rules for words."""
SUBJECT = re.compile(r"(?:Who|What|Whose|Else|Whoever|Whom|Nobody|Somebody)\b")
"""No sentence has these for a subject."""
CRYPTIC = re.compile(r"\b(?:somebody|whoever|anew|meanwhile|thereby|asunder|by and by)\b", re.IGNORECASE)
STALE = re.compile(r"\b(?:somebody|anew|meanwhile|thereby|asunder|by and by)\b", re.IGNORECASE)
"""No text for users has these."""
REMARKS = {".html": re.compile(r"\{#-?(.*?)-?#\}", re.DOTALL), ".css": re.compile(r"/\*(.*?)\*/", re.DOTALL)}
REMARKS[".js"] = re.compile(r"((?:^[ \t]*//[^\n]*\n)+|(?<=\S  )//[^\n]*|/\*.*?\*/)", re.DOTALL | re.MULTILINE)
"""Finds the comments of templates, styles and scripts."""
MOTION = re.compile(r"(?:^|_)(?:motion|deed|parcel|matter)s?(?:$|_)", re.IGNORECASE)
"""A vote, an admin action, a delivery and a fact, as names of Python once called them."""
PUBLIC_NAMES = {"motion", "deeds", "parcels"}
"""Fields and figures of the site that programs know by these names."""
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


def remarks(path: Path) -> Iterator[str]:
    """Yield the comments of a template, a style sheet or a script, each in one line."""
    for found in REMARKS[path.suffix].findall(path.read_text("utf-8")):
        text = re.sub(r"^\s*(?://|/?\*+)|\*/$", "", found, flags=re.MULTILINE)
        yield " ".join(re.sub(r"`[^`]*`", "it", text).split())


def is_riddle(text: str) -> bool:
    return any(map(SUBJECT.match, re.split(r"(?<=[.:;]) ", text))) or CRYPTIC.search(text) is not None


def test_comments_of_templates_styles_and_scripts_are_read_once() -> None:
    ours = [path for path in files("templates", "static") if path.suffix in REMARKS and path.parent.name != "vendor"]
    found = {str(path.relative_to(ROOT)): list(filter(is_riddle, remarks(path))) for path in ours}
    assert len(found) > 100
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_texts_for_users_have_no_stale_words() -> None:
    books = [path for path in files("engine", ending="en.md") if path.parent.name == "rules"]
    texts = [*files("app/words", ending="en.po"), *files("engine", ending="en.po"), *books]
    texts += [*files("docs", ending=".md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
    lines = {
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in texts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if STALE.search(line) and not line.startswith("msgid")
    }
    assert len(texts) > 30
    assert lines == set()


def test_every_text_of_a_page_has_one_kind_of_apostrophe() -> None:
    straight = re.compile(r"(?<=\w)'(?=\w)")
    lines = {
        f"{path.relative_to(ROOT)}: {line}"
        for path in (*files("app/words", ending=".po"), *files("engine", ending=".po"))
        for line in path.read_text("utf-8").splitlines()
        if line.startswith(("msgstr", '"')) and straight.search(line)
    }
    assert lines == set()


def test_a_thing_has_one_name_in_the_site() -> None:
    found = set()
    for path in modules("app"):
        for node in ast.walk(tree(path)):
            names = (getattr(node, "name", None), getattr(node, "id", None), getattr(node, "arg", None))
            found |= {f"{path.relative_to(ROOT)}: {name}" for name in names if name and MOTION.search(name)}
    assert {name for name in found if name.rpartition(" ")[2] not in PUBLIC_NAMES} == set()


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
