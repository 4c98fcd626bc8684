"""The figures for Prometheus, in its text format: https://prometheus.io/docs/instrumenting/exposition_formats/. One
address answers for all processes; each has a label of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.watch.figures import BOUNDS
from app.watch.report import AtWork, Report

TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Sample(NamedTuple):
    labels: dict[str, str]
    value: float
    suffix: str = ""


class Metric(NamedTuple):
    name: str
    kind: str
    help: str
    samples: list[Sample]


def text(found: Report) -> str:
    return "".join(
        f"{line}\n" for metric in (*of_site(found), *of_processes(found.processes)) for line in lines(metric)
    )


def lines(metric: Metric) -> Iterator[str]:
    name = f"horloge_{metric.name}"
    yield f"# HELP {name} {metric.help}"
    yield f"# TYPE {name} {metric.kind}"
    for labels, value, suffix in metric.samples:
        named = ",".join(f'{label}="{escaped(worth)}"' for label, worth in labels.items())
        yield f"{name}{suffix}{f'{{{named}}}' if named else ''} {value:.12g}"


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def of_site(found: Report) -> Iterator[Metric]:
    def gauge(name: str, about: str, **values: float) -> Metric:
        return Metric(name, "gauge", about, [Sample({"what": what}, value) for what, value in values.items()])

    def one(name: str, about: str, value: float | None) -> Metric:
        return Metric(name, "gauge", about, [] if value is None else [Sample({}, value)])

    longest = found.waiting_longest[0].moved_at if found.waiting_longest else found.at
    restored = found.restored
    yield gauge("games", "Games by status.", **found.games)
    yield one("oldest_wait_seconds", "How long somebody has been waited for.", (found.at - longest).total_seconds())
    yield one("stuck_games", "Games in which nobody can answer.", len(found.nobody_asked) + len(found.stuck))
    yield one("missing_games", "Games that go on, whose rules are not installed; some of them.", len(found.missing))
    late = found.late
    yield gauge("late_work", "Work that nobody does.", clocks=late.clocks, bots=late.bots, news=late.news)
    for name, of in (("mails", found.mails), ("parcels", found.parcels)):
        states = {"waiting": of.waiting, "stale": of.stale, "given_up": of.given_up}
        yield gauge(name, f"Of the last days, {name} by what became of them.", **states)
    yield one("wrong", "How many things are not as they should be.", len(found.wrong))
    made_at = restored.made_at.timestamp() if restored else None
    yield one("restored_backup_timestamp_seconds", "When the backup was made that was last verified.", made_at)
    yield one(
        "restored_backup_wrong_games", "Games in it that are not what they say.", restored.wrong if restored else None
    )


def of_processes(at_work: list[AtWork]) -> Iterator[Metric]:
    def each(name: str, kind: str, about: str, field: str) -> Metric:
        values = [Sample({"process": one.name}, getattr(one.figures, field)) for one in at_work]
        return Metric(name, kind, about, values)

    yield each("rooms", "gauge", "Games in memory.", "rooms")
    yield each("watchers", "gauge", "Open sockets at tables.", "watchers")
    yield each("rooms_behind", "gauge", "Games in memory that the log has left behind.", "behind")
    yield each("behind_seconds", "gauge", "For how long the first of them has been.", "behind_seconds")
    yield each("processor_seconds_total", "counter", "Processor time.", "processor_seconds")
    yield each("memory_bytes", "gauge", "The most memory that it has taken.", "memory_bytes")
    yield Metric("recorded_total", "counter", "Actions by what came of recording them.", [*outcomes(at_work)])
    yield Metric("recording_seconds", "histogram", "How long recording took.", [*recordings(at_work)])


def outcomes(at_work: list[AtWork]) -> Iterator[Sample]:
    for one in at_work:
        for came, times in sorted(one.figures.recorded.items()):
            yield Sample({"process": one.name, "outcome": came.lower()}, times)


def recordings(at_work: list[AtWork]) -> Iterator[Sample]:
    for one in at_work:
        whose, figures = {"process": one.name}, one.figures
        for bound, times in zip((*map(str, BOUNDS), "+Inf"), figures.within, strict=False):
            yield Sample(whose | {"le": bound}, times, "_bucket")
        yield Sample(whose, figures.recording_seconds, "_sum")
        yield Sample(whose, figures.within[-1] if figures.within else 0, "_count")
