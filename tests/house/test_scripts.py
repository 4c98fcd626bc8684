"""`lint` checks the scripts of the pages: oxlint their style, TypeScript their types."""

import json
from pathlib import Path

import pytest

import dev
from tests.house.source import ROOT
from tests.support.needs import needs

FINE = 'for (const note of document.querySelectorAll("p")) note.hidden = true;\n'
UNDEFINED = "undefinedName(1);\n"
POSSIBLY_NULL = 'document.getElementById("note").hidden = true;\n'


def project(folder: Path, script: str) -> Path:
    """Make a project of this script alone, with the options of our pages."""
    (folder / "planted.js").write_text(script)
    options = {"extends": str(dev.FRONT / "tsconfig.json"), "include": ["planted.js", str(dev.FRONT / "pages.d.ts")]}
    (folder / "planted.json").write_text(json.dumps(options))
    return folder / "planted.json"


def test_lint_checks_every_script(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check(what: str) -> int:
        checked.append(what)
        return int(what == "worker.json")

    monkeypatch.setattr(dev, "prepare", lambda _: None)
    monkeypatch.setattr(dev, "tool", lambda *_: 0)
    monkeypatch.setattr(dev, "docs", lambda _: 0)
    monkeypatch.setattr(dev, "lint_scripts", check)
    monkeypatch.setattr(dev, "check_types", check)
    assert dev.lint([]) == 1, "one fault anywhere is enough"
    assert checked == ["static/js", "tsconfig.json", "worker.json"]


def test_types_are_checked_strictly_and_of_every_script() -> None:
    pages, worker = (json.loads((dev.FRONT / name).read_text()) for name in dev.PROJECTS)
    assert pages["compilerOptions"].items() >= {"checkJs": True, "strict": True}.items()
    assert pages["include"][0] == "../../static/js/*.js"
    assert worker["include"] == pages["exclude"], "each script belongs to one project"
    assert worker["compilerOptions"].keys() == {"lib"}


def test_no_script_hides_a_fault() -> None:
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    assert scripts
    hiding = ("@ts-ignore", "@ts-expect-error", "@ts-nocheck", "{any}", "oxlint-disable */")
    assert [path.name for path in scripts if any(word in path.read_text() for word in hiding)] == []


def test_oxlint_finds_an_undefined_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    needs("oxlint")
    (tmp_path / "fine.js").write_text(FINE)
    assert dev.lint_scripts(tmp_path) == 0
    (tmp_path / "planted.js").write_text(UNDEFINED)
    assert dev.lint_scripts(tmp_path) != 0
    assert "'undefinedName' is not defined" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("script", "fault"),
    [(UNDEFINED, "Cannot find name 'undefinedName'"), (POSSIBLY_NULL, "Object is possibly 'null'")],
)
def test_typescript_finds_an_undefined_name_and_a_missing_element(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], script: str, fault: str
) -> None:
    needs("typescript")
    assert dev.check_types(project(tmp_path, FINE)) == 0
    assert dev.check_types(project(tmp_path, script)) != 0
    assert fault in capfd.readouterr().out
