"""`horloge bench` and `python -m bench`: their output and their exit codes."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner, Result

import bench
from app.commands.bench import bench as command
from bench import page, report
from bench.figure import Figure, figure

FIGURES = {"good": figure(9.0, "moves/s", "a peer", 1.0, 8), "bad": figure(7.0, "moves/s", "a peer", 1.0, 8)}


@pytest.fixture(autouse=True)
def benches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Provide two benches of one figure each, and a folder of their own to write to."""
    monkeypatch.setattr(bench, "BENCHES", tuple(FIGURES))
    monkeypatch.setattr(report, "LAST", tmp_path / "var" / "bench.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "measurements.md")
    monkeypatch.setattr(page, "KEPT", tmp_path / "measurements.json")
    monkeypatch.setattr(page, "about", lambda name: f"What is {name}.")
    for name in FIGURES:
        monkeypatch.setitem(sys.modules, f"bench.{name}", made(name))


def made(name: str) -> ModuleType:
    def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
        yield f"{name}_figure", FIGURES[name]

    module = ModuleType(f"bench.{name}")
    module.figures = figures  # type: ignore[attr-defined]
    return module


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, arguments)


def test_json_has_the_figures_of_the_bench_that_is_named() -> None:
    assert list(json.loads(run("good", "--json").stdout)["figures"]) == ["good_figure"]


@pytest.mark.parametrize("arguments", [(), ("all",)])
def test_all_benches_run_if_none_is_named(arguments: tuple[str, ...]) -> None:
    assert list(json.loads(run(*arguments, "--json").stdout)["figures"]) == ["good_figure", "bad_figure"]


def test_a_table_is_printed_and_the_figures_are_kept_for_programs() -> None:
    assert "good figure" in run("good").stdout
    assert json.loads(report.LAST.read_text())["figures"]["good_figure"]["met"] is True


@pytest.mark.parametrize(("name", "code"), [("good", 0), ("bad", 1), ("all", 1)])
def test_a_goal_that_is_missed_fails_the_command_only_if_required(name: str, code: int) -> None:
    assert run(name).exit_code == 0
    assert run(name, "--require").exit_code == code


def test_the_page_is_written_only_if_asked_for() -> None:
    run()
    assert not page.PAGE.exists()
    run("--write")
    assert "What is good." in page.PAGE.read_text()


def test_one_bench_renews_its_own_chapter_and_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "machine", lambda: "an old machine")
    run("--write")
    monkeypatch.setattr(page, "machine", lambda: "a new machine")
    monkeypatch.setitem(FIGURES, "bad", figure(8.0, "moves/s", "a peer", 1.0, 8))
    run("bad", "--write")
    good, bad = page.PAGE.read_text().split("\n## ")[1:]
    assert "an old machine" in good
    assert "a new machine" in bad
    assert "| good figure | 9 moves/s |" in good
    assert "| bad figure | 8 moves/s | a peer | 1 | 8.00 | at least 8 | yes |" in bad


def test_an_unknown_bench_is_refused_with_the_known_ones() -> None:
    result = run("server")
    assert result.exit_code == 2
    assert "good, bad, all" in result.output


def test_what_is_missing_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bench.good", None)
    result = run("good")
    assert result.exit_code == 2
    assert "python3 dev.py bench" in result.output
