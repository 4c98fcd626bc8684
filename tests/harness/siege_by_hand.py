"""A siege started at a terminal: `horloge harness hostile`."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from tests.harness.by_hand import Impossible
from tests.harness.hostile import KINDS
from tests.harness.siege import GOAL, SITES, Phase, Siege, siege
from tests.support.needs import NEEDS

NEEDED = {"sqlite": (), "proxy": ("postgres", "caddy")}


def main(seconds: float, site: str, kinds: str, as_json: bool) -> int:
    """Run a siege, print progress to standard error and the results to standard output, and return the exit code."""
    named = wanted(site, kinds)
    folder = Path(tempfile.mkdtemp(prefix="horloge-siege-"))
    folder.chmod(0o755)  # Postgres runs as another user where this is root
    with Console(stderr=True).status(f"a site on {site} is started") as line:
        found = asyncio.run(siege(site, folder, seconds, named, lambda one: line.update(f"{one.kind} is over")))
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    else:
        show(found, Console())
    if found.good:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        Console(stderr=True).print(f"logs of the processes: {folder}")
    return 0 if found.good else 1


def wanted(site: str, kinds: str) -> list[str]:
    named = [name.strip() for name in kinds.split(",") if name.strip()]
    if site not in SITES:
        raise Impossible(f"there is no site {site!r}; there are: {', '.join(SITES)}")
    if unknown := [name for name in named if name not in KINDS]:
        raise Impossible(f"there is nothing hostile called {unknown[0]!r}; there are: {', '.join(KINDS)}")
    for need in NEEDED[site]:
        if NEEDS[need].find() is None:
            raise Impossible(f"{need} is missing; to install it: {NEEDS[need].install}")
    return named


def show(found: Siege, console: Console) -> None:
    table = Table(title=f"one hostile visitor, {found.site}; other people's p99 has to stay below {GOAL * 1000:.0f} ms")
    times = ("p50", "p99", "longest")
    for title in ("while", "answers", *times, "refused", "health checks", "failed", "hostile", "processor"):
        table.add_column(title)
    for phase in found.phases:
        table.add_row(*row(phase), style=None if phase.good else "red")
    console.print(table)


def row(phase: Phase) -> list[str]:
    times = [f"{seconds * 1000:.0f} ms" for seconds in (phase.p50, phase.p99, phase.longest)]
    told = ", ".join(f"{count} x {answer}" for answer, count in sorted(phase.hostile.items()))
    failed = str(len(phase.failed_checks))
    spent = ", ".join(f"{seconds:.1f} s {name}" for name, seconds in sorted(phase.spent.items()))
    return [phase.kind, str(phase.asked), *times, str(len(phase.refused)), str(phase.checks), failed, told, spent]
