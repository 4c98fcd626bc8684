"""Prints the results of benches: a table on the terminal, and JSON. The figures come from the benches themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import msgspec
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from bench.figure import Figure, more_is_better

Figures = Mapping[str, Figure]
ROOT = Path(__file__).resolve().parents[1]
LAST = ROOT / "var" / "bench.json"
HEADINGS = ("figure", "value", "peer", "its value", "ratio", "goal", "met")


def measure(benches: Iterable[str], seconds: float, console: Console) -> dict[str, dict[str, Figure]]:
    """Run these benches; show on the console which figure is being measured."""
    found: dict[str, dict[str, Figure]] = {}
    with console.status("measuring") as status:
        for bench in benches:
            found[bench] = {}
            for name, figure in import_module(f"bench.{bench}").figures(seconds):
                found[bench][name] = figure
                status.update(f"{bench}: {named(name)} measured")
    return found


def as_json(found: Mapping[str, Figures]) -> str:
    """Return every figure by its name; benches do not share names."""
    together = {name: figure for figures in found.values() for name, figure in figures.items()}
    assert len(together) == sum(map(len, found.values())), "two benches have a figure of the same name"
    return msgspec.json.format(msgspec.json.encode({"figures": together})).decode() + "\n"


def keep(found: Mapping[str, Figures]) -> None:
    """Store the figures of the last run, for later programs."""
    LAST.parent.mkdir(exist_ok=True)
    LAST.write_text(as_json(found))


def tables(found: Mapping[str, Figures]) -> Iterator[Table]:
    for bench, figures in found.items():
        table = Table(*HEADINGS, title=f"bench {bench}", box=SIMPLE)
        table.columns[0].no_wrap = True
        for column in (1, 3, 4, 5):
            table.columns[column].justify = "right"
            table.columns[column].no_wrap = True
        for name, figure in figures.items():
            table.add_row(*cells(name, figure), style="red" if figure.met is False else None)
        yield table


def cells(name: str, figure: Figure) -> tuple[str, ...]:
    """Return one row. A figure without a peer leaves the rest empty, one without a goal the end."""
    return (
        named(name),
        f"{rounded(figure.value)} {figure.unit}",
        figure.peer or "",
        "" if figure.peer_value is None else rounded(figure.peer_value),
        "" if figure.ratio is None else f"{figure.ratio:.2f}" if figure.ratio >= 0.1 else f"{figure.ratio:.3f}",
        "" if figure.goal is None else goal(figure.goal, figure.unit) if figure.peer_value else "none",
        {True: "yes", False: "no", None: ""}[figure.met],
    )


def named(name: str) -> str:
    return name.replace("_", " ")


def rounded(value: float) -> str:
    """Return three significant digits, more for large values."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def goal(ratio: float, unit: str) -> str:
    """Return the goal as text: at least 8, at most 1/15, at most 0.35."""
    bound = "at least" if more_is_better(unit) else "at most"
    part = round(1 / ratio)
    return f"{bound} 1/{part}" if part > 1 and abs(ratio * part - 1) < 1e-9 else f"{bound} {ratio:g}"
