"""An install takes exactly the locked packages: every pin with its hash, the same in every lock, and no addresses."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.house.source import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)(?:\[[a-z,-]+\])?==(?P<version>\S+)", re.MULTILINE)
PLACE = re.compile(r"\w+://|--(?:index|extra-index|find-links)|(?:^|[\s=])/\w", re.MULTILINE)


def pins(text: str) -> dict[str, str]:
    return {found["name"]: found["version"] for found in PIN.finditer(text)}


def without_hash(text: str) -> list[str]:
    """Return the requirements that pip would take unchecked."""
    entries = re.split(r"\n(?=[^\s#])", text.strip())
    return [
        entry.splitlines()[0]
        for entry in entries
        if not re.search(r"==\S+.*--hash=sha256:[0-9a-f]{64}", entry, re.DOTALL)
    ]


def plain(requirement: str) -> str:
    """Return the plain name: typing_extensions[x]>=1; python_version < '4' -> typing-extensions"""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[;<>=!~]", requirement, maxsplit=1)[0]).lower()


def wanted(extra: str | None = None) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return set(map(plain, project["dependencies"] if extra is None else project["optional-dependencies"][extra]))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_pin_has_its_hash(lock: Path) -> None:
    assert pins(lock.read_text())
    assert without_hash(lock.read_text()) == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_no_lock_says_where_from(lock: Path) -> None:
    assert PLACE.findall(lock.read_text()) == []


@pytest.mark.parametrize("extra", ["test", "bench"])
def test_every_lock_pins_the_same_versions(extra: str) -> None:
    run = pins((ROOT / "requirements" / "run.lock").read_text())
    more = pins((ROOT / "requirements" / f"{extra}.lock").read_text())
    assert {name: more.get(name) for name in run} == run


@pytest.mark.parametrize("extra", [None, "test", "bench"])
def test_the_locks_have_what_the_project_asks_for(extra: str | None) -> None:
    lock = ROOT / "requirements" / f"{extra or 'run'}.lock"
    assert wanted(extra) - pins(lock.read_text()).keys() == set()


def unchecked(lock: str) -> list[str]:
    """Return the packages of npm's lock that come without a hash, or with an address."""
    packages = json.loads(lock)["packages"]
    return [name for name, one in packages.items() if name and ("integrity" not in one or "resolved" in one)]


def test_npm_takes_exactly_the_locked_packages_too() -> None:
    lock = (ROOT / "requirements" / "front" / "package-lock.json").read_text()
    assert "node_modules/typescript" in json.loads(lock)["packages"]
    assert unchecked(lock) == []
    assert "://" not in lock


def test_planted_faults_in_the_lock_of_npm_are_found() -> None:
    packages = {"": {}, "good": {"integrity": "sha512-x"}, "loose": {}, "far": {"integrity": "x", "resolved": "there"}}
    assert unchecked(json.dumps({"packages": packages})) == ["loose", "far"]


def test_planted_faults_in_a_lock_are_found() -> None:
    good = f"one==1.0 \\\n    --hash=sha256:{'0' * 64}\n    # via horloge (pyproject.toml)\n"
    assert without_hash(good + "two==2.0\n" + good) == ["two==2.0"]
    assert without_hash(good + "three @ file.whl\n") == ["three @ file.whl"]
    assert not PLACE.findall(good)
    for fault in ("--index-url x", "# from /somewhere/else", "a @ https://example.org/a.whl"):
        assert PLACE.findall(good + fault)
