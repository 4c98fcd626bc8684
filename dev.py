"""Everything one does with a checkout: `python3 dev.py run | test | lint | audit | check | bench | lock`.

People, the Makefile and CI call it. Standard library only, so that it works where there is nothing but Python.
It keeps .venv as requirements/*.lock say, puts htmx into static/vendor/, and hands over to the tools in .venv.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ROOT / "requirements"
HTMX = ROOT / "static" / "vendor" / "htmx.min.js"
HTMX_LOCK = LOCKS / "htmx.lock"
HTMX_IN_WHEEL = "django_htmx/static/django_htmx/htmx-2.min.js"
UV = "uv==0.13.8"


def run(rest: list[str]) -> int:
    """Start Horloge with a demo table; further arguments go to `horloge serve`."""
    prepare("run")
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(VENV / "bin" / "horloge", ["horloge", "serve", "--demo", *rest])


def test(rest: list[str]) -> int:
    """Run every test; further arguments go to pytest."""
    prepare("test")
    return tool("pytest", *rest)


def lint(rest: list[str]) -> int:
    """Check format, style and types without running anything."""
    prepare("test")
    return max(tool("ruff", "format", "--check", "."), tool("ruff", "check", "."), tool("mypy", *rest))


def audit(rest: list[str]) -> int:
    """Ask the Python package index whether a flaw is known in what Horloge runs on."""
    python = prepare_audit()
    asking = ("--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")
    command: list[str | Path] = [python, "-m", "pip_audit", *asking, "--timeout", "10", "-r", LOCKS / "run.lock", *rest]
    try:
        told = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=120, check=False).stdout
    except subprocess.TimeoutExpired:
        told = b""
    return int(flawed(told))


def flawed(told: bytes) -> bool:
    """Whether the index knows of a flaw. What it could not be asked is said, and no flaw: no build waits for it."""
    try:
        found = json.loads(told)["dependencies"]
    except json.JSONDecodeError:
        found = []
    flaws = [f"{one['name']} {one['version']}: {flaw['id']}" for one in found for flaw in one.get("vulns", ())]
    print("\n".join([*flaws, f"audit: {len(flaws)} known flaws in {sum('vulns' in one for one in found)} packages"]))
    if not any("vulns" in one for one in found):
        print("audit: NOBODY COULD BE ASKED: the index was not reached, or knows nothing of these packages")
    return bool(flaws)


def check(rest: list[str]) -> int:
    """Lint, audit, then test: what CI does."""
    return max(lint([]), audit([]), test(rest))


def bench(rest: list[str]) -> int:
    """Measure speed against other programs, with the servers that tests start; further arguments go to the bench."""
    for lock_name in ("test", "bench"):
        prepare(lock_name)
    return tool("bench", *rest)


def lock(rest: list[str]) -> int:
    """Write requirements/*.lock anew from pyproject.toml; `lock --upgrade` takes the newest versions."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        make_venv(Path(folder))
        python = Path(folder) / "bin" / "python"
        pip("install", UV, python=python)
        compile_: list[str | Path] = [
            python,
            "-m",
            "uv",
            "pip",
            "compile",
            "--universal",
            "--python-version",
            "3.11",
            "--quiet",
            *rest,
        ]
        compile_ += ["--generate-hashes", "--no-header", "--annotation-style", "line", "--output-file"]
        call(*compile_, "requirements/run.lock", "pyproject.toml")
        for extra in ("test", "bench"):
            same = ["--constraint", "requirements/run.lock"]
            call(*compile_, f"requirements/{extra}.lock", "--extra", extra, *same, "pyproject.toml")
        call(*compile_, "requirements/htmx.lock", "--no-deps", "requirements/htmx.in")
        call(*compile_, "requirements/audit.lock", "requirements/audit.in")
    return 0


def assets(rest: list[str]) -> int:
    """Fetch htmx with this Python's pip, as the Docker image does."""
    fetch_htmx(Path(sys.executable))
    return 0


def prepare(lock_name: str) -> None:
    """Make .venv fit for a lock, unless a stamp says that it is; fetch htmx if its pin is newer."""
    stamp = VENV / f"{lock_name}.stamp"
    wanted = fingerprint(lock_name)
    if not (PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted):
        install(lock_name)
        stamp.write_text(wanted)
    if not HTMX.exists() or HTMX.stat().st_mtime < HTMX_LOCK.stat().st_mtime:
        fetch_htmx(PYTHON)


def prepare_audit() -> Path:
    """What asks has a .venv of its own: Horloge needs none of it."""
    folder, wanted = VENV / "audit", fingerprint("audit")
    python, stamp = folder / "bin" / "python", folder / "stamp"
    if not (stamp.exists() and stamp.read_text() == wanted):
        make_venv(folder)
        pip("install", "--require-hashes", "--no-deps", "-r", LOCKS / "audit.lock", python=python)
        stamp.write_text(wanted)
    return python


def fingerprint(lock_name: str) -> str:
    """What .venv depends on: the pins, the project's own packaging, and where it lies."""
    parts = [os.fsencode(ROOT), (LOCKS / f"{lock_name}.lock").read_bytes(), (ROOT / "pyproject.toml").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def install(lock_name: str) -> None:
    if not (PYTHON.exists() and (VENV / "bin" / "pip").exists()):
        print("Making .venv ...", flush=True)
        make_venv(VENV)
    print(f"Installing requirements/{lock_name}.lock ...", flush=True)
    pip("install", "--require-hashes", "--no-deps", "-r", LOCKS / f"{lock_name}.lock")
    pip("install", "--no-index", "--no-deps", "--no-build-isolation", "--editable", ROOT)


def make_venv(folder: Path) -> None:
    from importlib.util import find_spec

    if not (find_spec("venv") and find_spec("ensurepip")):
        sys.exit("Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install python3-venv")
    call(sys.executable, "-m", "venv", "--clear", folder)


def fetch_htmx(python: Path) -> None:
    """htmx comes out of one wheel whose hash pip checks against requirements/htmx.lock."""
    import tempfile
    import zipfile

    with tempfile.TemporaryDirectory() as folder:
        only = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
        pip("download", *only, "-r", HTMX_LOCK, "--dest", folder, python=python)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            HTMX.parent.mkdir(parents=True, exist_ok=True)
            HTMX.write_bytes(wheel.read(HTMX_IN_WHEEL))


def pip(*arguments: str | Path, python: Path = PYTHON) -> None:
    call(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments)


def call(*command: str | Path) -> None:
    """Run a step of the set-up; say which one failed and what to try."""
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        failed = " ".join(map(str, command))
        sys.exit(
            f"\nThis step failed:\n  {failed}\nSetting up needs the network once. When it is back, run this again."
        )


def tool(module: str, *arguments: str) -> int:
    return subprocess.run([PYTHON, "-m", module, *arguments], cwd=ROOT, check=False).returncode


COMMANDS = {command.__name__: command for command in (run, test, lint, audit, check, bench, lock, assets)}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):
        sys.exit("Horloge needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info[:2]))
    if os.name != "posix":
        sys.exit("Horloge needs Linux or macOS. On Windows, use it inside WSL.")
    if not arguments or arguments[0] not in COMMANDS:
        print(f"usage: {Path(sys.argv[0]).name} COMMAND [ARGUMENT...]\n")
        print("\n".join(f"  {name:8}{command.__doc__}" for name, command in COMMANDS.items()))
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
