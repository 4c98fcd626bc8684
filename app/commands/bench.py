"""`horloge bench`: measure speed against other programs. The benches are in bench/, which belongs to the checkout and
not to the product: it is imported by name when asked for, and its dependencies may be missing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer

HOW = "Benches run in a checkout, with what this installs: python3 dev.py bench"


def bench(
    name: Annotated[str, typer.Argument(help="Which bench; all of them if none is named.")] = "all",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each figure.")] = 4.0,
    require: Annotated[bool, typer.Option("--require", help="Fail if a goal is missed.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Renew these chapters of docs/measurements.md.")] = False,
) -> None:
    """Measure speed against other programs."""
    known: tuple[str, ...] = part("bench").BENCHES
    if name not in (*known, "all"):
        raise typer.BadParameter(f"there is no bench {name!r}; there are: {', '.join(known)}, all")
    chosen = known if name == "all" else (name,)
    for each in chosen:
        part(f"bench.{each}")
    found = show(part("bench.report"), chosen, seconds, as_json)
    if write:
        part("bench.page").renew(found)
    if require and any(figure.met is False for figures in found.values() for figure in figures.values()):
        raise typer.Exit(1)


def part(module: str) -> Any:
    """Import a module of bench/, or say how to install what it needs."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        typer.echo(f"{missing.name} is missing. {HOW}", err=True)
        raise typer.Exit(2) from None


def show(report: Any, benches: tuple[str, ...], seconds: float, as_json: bool) -> Any:
    """Measure, and print the results."""
    from rich.console import Console

    found = report.measure(benches, seconds, Console(stderr=True))
    if as_json:
        sys.stdout.write(report.as_json(found))
    else:
        report.keep(found)
        Console(width=max(Console().width, 118)).print(*report.tables(found), sep="\n")
    return found
