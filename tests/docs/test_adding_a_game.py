"""The excerpts of docs/adding-a-game.md are literally in the files they name, so that they cannot grow old."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text()
EXCERPTS = re.findall(r"^`(\S+)`\n\n```python\n(.*?)```", TEXT, re.DOTALL | re.MULTILINE)


def test_every_excerpt_names_its_file() -> None:
    assert len(EXCERPTS) == TEXT.count("```python") > 10


@pytest.mark.parametrize(("file", "code"), EXCERPTS)
def test_an_excerpt_is_what_the_file_says(file: str, code: str) -> None:
    assert code in (ROOT / file).read_text()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:tests|engine|docs|app)/[\w./]+)`", TEXT))))
def test_what_is_named_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_a_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
