"""An installed Horloge has all that a checkout has: pages, assets and migrations beside the code."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.source import ROOT

FOLDERS = ("app", "engine", "migrations", "static", "templates")


@pytest.fixture
def wheel(tmp_path: Path) -> zipfile.ZipFile:
    """Build the wheel from a copy, since setuptools leaves its temporary files in the folder it builds from."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", tmp_path, copy], check=True)
    return zipfile.ZipFile(next(tmp_path.glob("*.whl")))


def test_the_wheel_carries_every_file_of_the_program(wheel: zipfile.ZipFile) -> None:
    with wheel:
        packed = set(wheel.namelist())
    ours = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(ROOT)) for path in ours if "__pycache__" not in path.parts}
    assert wanted - packed == set()
    assert {"static/vendor/htmx.min.js", "static/vendor/fonts/faces.css"} <= packed
    assert not any(name.startswith(("tests/", "dev.py")) for name in packed)
