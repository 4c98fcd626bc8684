"""The documents are a site in which no page is lost and no link is dead, in words that are read once."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import dev
from tests.house.source import ROOT, files

SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
RIDDLE = re.compile(
    r"(?:^|[.:;] |\| |- |\n\n)((?:Who|Whoever|Whose|Whatever|What|Else) [^?|]*?)(?:[.|]|\Z)"
    r"|\b(whoever|anew|meanwhile|thereby)\b"
)


def pages_in(navigation: Any) -> Iterator[str]:
    for entry in navigation if isinstance(navigation, list) else navigation.values():
        if isinstance(entry, str):
            yield entry
        else:
            yield from pages_in(entry)


def riddles(text: str) -> list[str]:
    """Sentences whose subject is Who or What, and words that a reader has to translate."""
    plain = re.sub(r"^#[^\n]*|```.*?```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [sentence or word for sentence, word in RIDDLE.findall(plain)]


def test_every_page_is_in_the_navigation() -> None:
    listed = list(pages_in(SITE["nav"]))
    ours = [str(path.relative_to(ROOT)) for path in files("docs", ending=".md")]
    assert sorted(listed) == sorted([*ours, "README.md", "CHANGELOG.md", "CONTRIBUTING.md"])


def test_the_site_asks_nothing_of_other_sites() -> None:
    assert SITE["theme"]["font"] is False
    assert [key for key in SITE if key.startswith("extra_")] == []


def test_a_warning_about_a_link_fails_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """mkdocs counts no warnings when it is quiet."""
    asked: list[str] = []

    def run(command: list[str], **_: object) -> Any:
        asked.extend(map(str, command))
        return type("Done", (), {"returncode": 1})

    monkeypatch.setattr(dev, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(dev, "prepare_apart", lambda _: Path("python"))
    monkeypatch.setattr(subprocess, "run", run)
    assert dev.docs([]) == 1
    assert "--strict" in asked
    assert not {"--quiet", "-q"} & set(asked)
    assert set(SITE["validation"].values()) == {"warn", "ignore"}
    assert [name for name, level in SITE["validation"].items() if level == "ignore"] == ["omitted_files"]


def test_pages_keep_their_paths_and_lose_the_numbered_links_of_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "PAGES", tmp_path / "pages")
    (tmp_path / "pages" / "old.md").parent.mkdir()
    (tmp_path / "pages" / "old.md").touch()
    dev.copy_pages()
    copied = {str(path.relative_to(tmp_path / "pages")) for path in (tmp_path / "pages").rglob("*.*")}
    assert {"README.md", "docs/running.md", "docs/client.py", "tests/games/tiny/records.md"} <= copied
    assert "old.md" not in copied
    assert "](#" in (ROOT / "tests/games/tiny/rules/en.md").read_text()
    assert "](#" not in (tmp_path / "pages/tests/games/tiny/rules/en.md").read_text()


def test_no_sentence_is_a_riddle() -> None:
    records = (str(path.relative_to(ROOT)) for path in files("engine", "tests", ending="records.md"))
    found = {page: riddles((ROOT / page).read_text()) for page in (*pages_in(SITE["nav"]), *records)}
    assert {page: sentences for page, sentences in found.items() if sentences} == {}


def test_planted_riddles_are_found() -> None:
    assert riddles("## What is broken\n\nA plain sentence. What now? Fine.") == []
    assert riddles("# A page\n\nWhat it holds. More.") == ["What it holds"]
    assert riddles("Who is late waits.") == ["Who is late waits"]
    assert riddles("Fine. What is set wrong is said. | What it holds |") == [
        "What is set wrong is said",
        "What it holds ",
    ]
    assert riddles("They are made anew.") == ["anew"]
