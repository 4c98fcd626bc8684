"""What came of a run: a line while it goes on, a table or JSON afterwards. Called by `horloge harness run`."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from tests.harness.run import Outcome, Plan, Stage

TOLD = 20
"""So many faults are listed."""


def status_line(plan: Plan, stage: Stage) -> str:
    history, done = stage.history, stage.nemesis.done
    outcomes = history.outcomes
    broken = ", ".join(f"{count} {name}" for name, count in sorted(done.items()) if count)
    spent = time.monotonic() - stage.began
    return (
        f"seed {plan.seed}  {spent:.0f} of {plan.seconds:.0f} s  {outcomes['ok']} acknowledged, "
        f"{outcomes['refused']} refused, {outcomes['unknown']} unknown, {len(history.shown)} shown  "
        f"broken: {broken or 'nothing yet'}"
    )


def as_json(outcome: Outcome) -> str:
    told = msgspec.to_builtins(outcome, str_keys=True) | {
        "errors": outcome.errors,
        "absence_p50": share(outcome.absences, 0.5),
        "absence_p99": share(outcome.absences, 0.99),
        "good": good(outcome),
        "seen_p50": share(outcome.delays, 0.5),
        "seen_p99": share(outcome.delays, 0.99),
    }
    del told["absences"], told["delays"]
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()


def good(outcome: Outcome) -> bool:
    """Nothing is wrong, and enough has happened for that to mean something; of a planted fault: it was found."""
    if outcome.plan.control:
        return bool(outcome.faults)
    return not (outcome.faults or outcome.errors or outcome.missing)


def share(sorted_seconds: Sequence[float], part: float) -> float:
    if not sorted_seconds:
        return 0.0
    return round(sorted_seconds[min(len(sorted_seconds) - 1, int(part * len(sorted_seconds)))], 3)


def show(outcome: Outcome, console: Console) -> None:
    table = Table(title=f"seed {outcome.plan.seed}, {outcome.seconds:.0f} s", show_header=False)
    for name in ("ok", "refused", "unknown"):
        table.add_row(f"requests: {name}", str(outcome.outcomes.get(name, 0)))
    table.add_row("positions shown", str(outcome.shown))
    for name, count in sorted(outcome.done.items()):
        table.add_row(f"broken: {name}", str(count))
    table.add_row("answers", ", ".join(f"{count} x {status}" for status, count in sorted(outcome.answers.items())))
    table.add_row("back after", f"p50 {share(outcome.absences, 0.5)} s, p99 {share(outcome.absences, 0.99)} s")
    table.add_row("seen by others after", f"p50 {share(outcome.delays, 0.5)} s, p99 {share(outcome.delays, 0.99)} s")
    console.print(table)
    for fault in outcome.faults[:TOLD]:
        console.print(f"{fault.rule}: {fault.room}: {fault.about}", style="red", markup=False)
    if outcome.errors:
        console.print(f"{outcome.errors} answers were server errors; the logs of the processes say more", style="red")
    for line in outcome.missing:
        console.print(f"too little happened: {line}", style="yellow")
    console.print(verdict(outcome), style="green" if good(outcome) else "bold red")


def verdict(outcome: Outcome) -> str:
    if outcome.plan.control:
        return f"{outcome.plan.control}: {'found' if outcome.faults else 'NOT found'}"
    return (
        "nothing lost"
        if good(outcome)
        else f"{len(outcome.faults)} faults; seed {outcome.plan.seed} breaks the same again"
    )
