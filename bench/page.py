"""The page docs/measurements.md: a chapter for each bench, with its latest figures, when and on what they were
measured. The figures are stored beside the page, so that running one bench renews its chapter and leaves the others as
they are. `horloge bench --write` calls `renew`. `python -m bench.page` writes the page again from the stored figures.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

import bench
from bench.figure import Figure
from bench.machine import machine
from bench.report import HEADINGS, ROOT, Figures, cells

PAGE = ROOT / "docs" / "measurements.md"
KEPT = ROOT / "docs" / "measurements.json"


class Chapter(Struct, frozen=True):
    """The figures of one bench, with the machine and the day."""

    machine: str
    day: str
    figures: dict[str, Figure]


def renew(found: Mapping[str, Figures]) -> None:
    """Store the new figures beside the older ones of other benches, and write the page."""
    here, today = machine(), f"{datetime.now(UTC):%d %B %Y}"
    chapters = kept() | {name: Chapter(here, today, dict(figures)) for name, figures in found.items()}
    chapters = {name: chapters[name] for name in bench.BENCHES if name in chapters}
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(chapters), indent=1) + b"\n")
    PAGE.write_text(page(chapters))


def kept() -> dict[str, Chapter]:
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Chapter]) if KEPT.exists() else {}


def page(chapters: Mapping[str, Chapter]) -> str:
    """Return the page: how it is measured, and the figures."""
    return "\n".join([INTRODUCTION, *(line for name, one in chapters.items() for line in lines(name, one))])


def lines(name: str, chapter: Chapter) -> Iterator[str]:
    yield f"## {name}\n\n{about(name)}\n"
    yield f"Measured on {chapter.machine}, on {chapter.day}.\n"
    yield "| " + " | ".join(HEADINGS) + " |"
    yield "|---|--:|---|--:|--:|--:|---|"
    yield from ("| " + " | ".join(cells(name, figure)) + " |" for name, figure in chapter.figures.items())
    yield ""


def about(name: str) -> str:
    """Return the docstring of a bench. The file is read and not imported: what a bench needs may be missing here."""
    text = (ROOT / "bench" / f"{name}.py").read_text()
    return ast.get_docstring(ast.parse(text)) or ""


INTRODUCTION = """\
# Measurements

`python3 dev.py bench` measures all of this on your machine, `horloge bench engine` one bench. A run prints a table and
writes the figures to `var/bench.json`; with `--json` it prints them instead. `--seconds` is the time for each figure;
with `--require` the command fails if a goal is missed.

With `--write` a run also writes the measured chapters of this page; the others stay. Each chapter names its day and its
machine. The figures are in `measurements.json` beside this page.

Figures of different machines can't be compared, but their ratios can. The same holds for a Python that was built
without profile-guided optimisation, which is a fifth to two fifths slower. Each goal is therefore a ratio to a peer: a
well-kept program, or Python's own means. Both are measured in the same run, by turns, on one core, warmed up, with the
garbage collected before each round. The figure is processor time, the median of seven rounds. The ratio should be high
for amounts and low for times.

The benches of the server start real processes on the first core and load them from the last one. They measure the time
on the clock, and processor time where the figure says so. Run them while the machine has no other work.
"""

if __name__ == "__main__":
    PAGE.write_text(page(kept()))
