"""The change log can be read at a glance: versions in order, three headings, one short fact per line."""

import re
import tomllib
from collections.abc import Iterator

from tests.house.source import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text()
KINDS = ["Added", "Changed", "Fixed"]
WORDS = 20
VERSION = re.compile(r"## (\d+)\.(\d+) · (Unreleased|\d{4}-\d\d-\d\d)")


def faults(text: str) -> Iterator[str]:
    """Name each line that is not a title, a version, one of the headings in their order, or a short fact."""
    kinds: list[str] = []
    for line in filter(None, text.splitlines()[3:]):
        words = len(line.removeprefix("- ").split())
        if VERSION.fullmatch(line):
            kinds = list(KINDS)
        elif line.startswith("### ") and line[4:] in kinds:
            kinds = kinds[kinds.index(line[4:]) + 1 :]
        elif not line.startswith("- ") or not line.endswith("."):
            yield f"neither a version, a heading nor a fact: {line}"
        elif words >= WORDS:
            yield f"{words} words: {line}"


def versions(text: str) -> list[tuple[int, int]]:
    return [(int(major), int(minor)) for major, minor, _ in VERSION.findall(text)]


def dates(text: str) -> list[str]:
    return [found[2] for found in VERSION.findall(text)]


def test_every_line_is_a_version_a_heading_or_a_short_fact() -> None:
    assert list(faults(TEXT)) == []


def test_versions_stand_in_order_and_only_the_newest_may_be_unreleased() -> None:
    assert versions(TEXT) == sorted(set(versions(TEXT)), reverse=True)
    assert "Unreleased" not in dates(TEXT)[1:]
    assert dates(TEXT)[1:] == sorted(dates(TEXT)[1:], reverse=True)


def test_the_package_has_the_newest_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert tuple(map(int, version.split(".")[:2])) == versions(TEXT)[0]


def test_planted_faults_are_found() -> None:
    head = "# Changes\n\nNewest first.\n\n## 0.2 · Unreleased\n\n"
    assert list(faults(head + "### Fixed\n\n- It works.\n")) == []
    long = "- " + "word " * 19 + "end."
    planted = ("### Removed", "### Fixed\n\n### Added", "- No full stop", "Some text.", long, "## 0.2", "## Unreleased")
    for fault in planted:
        assert len(list(faults(head + fault))) == 1, fault
