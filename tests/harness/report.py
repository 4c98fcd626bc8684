"""Prints a run: a line while it goes on, a table or JSON afterwards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from tests.harness.delays import absences, share
from tests.harness.goal import HANG, POINT
from tests.harness.points import HANGS, POINTS
from tests.harness.run import Outcome, Plan, Stage

TOLD = 20
"""The most faults that are listed."""


def status_line(plan: Plan, stage: Stage) -> str:
    nemesis, spent = stage.nemesis, time.monotonic() - stage.began
    back, after_restart = absences(stage.history.absences, nemesis.cluster.outages)
    broken = ", ".join(f"{count} {name}" for name, count in by_kind(nemesis.done).items())
    return (
        f"{spent:.0f} of {plan.seconds:.0f} s, {stage.history.acknowledged} acknowledged, "
        f"back in {share(back, 0.99):.1f} s, {share(after_restart, 0.99):.1f} s after restarts (p99); {broken}"
    )


def by_kind(done: Counter[str]) -> Counter[str]:
    """Count all points as one kind of fault."""
    kinds = Counter[str]()
    for name, count in done.items():
        kinds[POINT if name in POINTS else HANG if name in HANGS else name] += count
    return kinds


def as_json(outcome: Outcome) -> str:
    figures = {"back": outcome.back, "back_after_restart": outcome.back_after_restart, "seen": outcome.delays}
    told = msgspec.to_builtins(outcome, str_keys=True) | {"errors": outcome.errors, "good": good(outcome)}
    del told["absences"], told["back"], told["back_after_restart"], told["delays"]
    for name, seconds in figures.items():
        told |= {f"{name}_p50": share(seconds, 0.5), f"{name}_p99": share(seconds, 0.99)}
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()


def good(outcome: Outcome) -> bool:
    """Tell whether nothing is wrong and enough has happened to prove it; for a planted fault, whether it was found."""
    if outcome.plan.control:
        return bool(outcome.faults)
    return not (outcome.faults or outcome.errors or outcome.missing or outcome.slow)


def show(outcome: Outcome, console: Console) -> None:
    table = Table(title=f"seed {outcome.plan.seed}, {outcome.seconds:.0f} s", show_header=False)
    for name, about in rows(outcome):
        table.add_row(name, about)
    console.print(table)
    for fault in outcome.faults[:TOLD]:
        console.print(f"{fault.rule}: {fault.room}: {fault.about}", style="red", markup=False)
    if outcome.errors:
        console.print(f"{outcome.errors} answers were server errors; the logs of the processes say more", style="red")
    for line in outcome.missing:
        console.print(f"too little happened: {line}", style="yellow")
    for line in outcome.slow:
        console.print(f"too slow: {line}", style="yellow")
    console.print(verdict(outcome), style="green" if good(outcome) else "bold red")


def rows(outcome: Outcome) -> list[tuple[str, str]]:
    requests = Counter(outcome.outcomes)
    return [
        ("acknowledged", f"{requests['ok']}, of them {outcome.under_faults} under faults"),
        ("refused", str(requests["refused"])),
        ("unknown", f"{requests['unknown']}, as nobody asked again"),
        ("answers", ", ".join(f"{count} x {status}" for status, count in sorted(outcome.answers.items()))),
        ("positions shown", str(outcome.shown)),
        *((f"broken: {name}", str(count)) for name, count in sorted(outcome.done.items()) if count),
        ("back after an end", in_words(outcome.back)),
        ("back after a restart", in_words(outcome.back_after_restart)),
        ("seen by everybody after", in_words(outcome.delays)),
        ("hindered", f"everything took {outcome.hindered:.1f} times as long as alone"),
    ]


def in_words(seconds: Sequence[float]) -> str:
    if not seconds:
        return "-"
    return f"{share(seconds, 0.5):.1f} s, p99 {share(seconds, 0.99):.1f} s, at most {seconds[-1]:.1f} s"


def verdict(outcome: Outcome) -> str:
    if outcome.plan.control:
        return f"{outcome.plan.control}: {'found' if outcome.faults else 'NOT found'}"
    if outcome.faults or outcome.errors:
        return f"{len(outcome.faults)} faults; seed {outcome.plan.seed} breaks the same again"
    why = "too little happened" if outcome.missing else "people were away for too long" if outcome.slow else ""
    return f"nothing lost, but {why}" if why else "nothing lost"
