"""The figures for Prometheus. One address answers for all processes; each has a label of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from app.watch.figures import BOUNDS
from app.watch.report import AtWork, Report

TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Told(Collector):
    """A report, as a registry of Prometheus collects it."""

    def __init__(self, found: Report) -> None:
        self.found = found

    def collect(self) -> Iterable[Metric]:
        yield from of_site(self.found)
        yield from of_processes(self.found.processes)


def text(found: Report) -> str:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Told(found))
    return generate_latest(registry).decode()


def gauge(name: str, about: str, **values: float) -> Metric:
    family = GaugeMetricFamily(f"horloge_{name}", about, labels=["what"])
    for what, value in values.items():
        family.add_metric([what], value)
    return family


def one(name: str, about: str, value: float | None) -> Metric:
    """Return a gauge without labels; it has no sample if there is no value."""
    family = GaugeMetricFamily(f"horloge_{name}", about)
    if value is not None:
        family.add_metric([], value)
    return family


def of_site(found: Report) -> Iterator[Metric]:
    longest = found.waiting_longest[0].moved_at if found.waiting_longest else found.at
    restored, late = found.restored, found.late
    yield gauge("games", "Games by status.", **found.games)
    yield one("oldest_wait_seconds", "How long a player has been waited for.", (found.at - longest).total_seconds())
    yield one("stuck_games", "Games in which no side can answer.", len(found.nobody_asked) + len(found.stuck))
    yield one("missing_games", "Games that go on, whose rules are not installed; some of them.", len(found.missing))
    yield gauge("late_work", "Work that is overdue.", clocks=late.clocks, bots=late.bots, news=late.news)
    for name, of in (("mails", found.mails), ("parcels", found.parcels)):
        states = {"waiting": of.waiting, "stale": of.stale, "given_up": of.given_up}
        yield gauge(name, f"The {name} of the last days by what became of them.", **states)
    yield one("wrong", "How many things are not as they should be.", len(found.wrong))
    made_at = restored.made_at.timestamp() if restored else None
    yield one("restored_backup_timestamp_seconds", "When the backup was made that was last verified.", made_at)
    yield one(
        "restored_backup_wrong_games",
        "Games in it whose log does not lead to their position.",
        restored.wrong if restored else None,
    )


def of_processes(at_work: list[AtWork]) -> Iterator[Metric]:
    def each(kind: type[GaugeMetricFamily | CounterMetricFamily], name: str, about: str, field: str) -> Metric:
        family = kind(f"horloge_{name}", about, labels=["process"])
        for process in at_work:
            family.add_metric([process.name], getattr(process.figures, field))
        return family

    yield each(GaugeMetricFamily, "rooms", "Games in memory.", "rooms")
    yield each(GaugeMetricFamily, "watchers", "Open sockets at tables.", "watchers")
    yield each(GaugeMetricFamily, "rooms_behind", "Games in memory that the log has left behind.", "behind")
    yield each(GaugeMetricFamily, "behind_seconds", "For how long the first of them has been.", "behind_seconds")
    yield each(CounterMetricFamily, "processor_seconds", "Processor time.", "processor_seconds")
    yield each(GaugeMetricFamily, "memory_bytes", "The most memory that it has taken.", "memory_bytes")
    yield outcomes(at_work)
    yield recordings(at_work)


def outcomes(at_work: list[AtWork]) -> Metric:
    family = CounterMetricFamily(
        "horloge_recorded", "Actions by the outcome of recording them.", labels=["process", "outcome"]
    )
    for process in at_work:
        for outcome, times in sorted(process.figures.recorded.items()):
            family.add_metric([process.name, outcome.lower()], times)
    return family


def recordings(at_work: list[AtWork]) -> Metric:
    family = HistogramMetricFamily("horloge_recording_seconds", "How long recording took.", labels=["process"])
    for process in at_work:
        within = process.figures.within or [0] * (len(BOUNDS) + 1)
        buckets = list(zip((*map(str, BOUNDS), "+Inf"), map(float, within), strict=True))
        family.add_metric([process.name], buckets, process.figures.recording_seconds)
    return family
