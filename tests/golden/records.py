"""Finds the golden records by their names. Each lies in the folder `golden` of its game's tests:
`versailles/cases/ceilings` is tests/games/versailles/golden/cases/ceilings.json.
"""

from __future__ import annotations

from pathlib import Path

from tests.support.games import every_game, own_folder

GAMES = Path(__file__).parents[1] / "games"


def golden_folder(key: str) -> Path:
    return GAMES / own_folder(key) / "golden"


def golden_record(name: str) -> Path:
    """Return the file of a record, whether or not there is one."""
    key, _, inside = name.partition("/")
    return golden_folder(key) / f"{inside}.json"


def golden_records() -> dict[str, Path]:
    """Return the files of all records by their names, in the order of the names."""
    found = {name_of(key, path): path for key in every_game() for path in golden_folder(key).rglob("*.json")}
    return dict(sorted(found.items()))


def name_of(key: str, path: Path) -> str:
    return f"{key}/{path.relative_to(golden_folder(key)).with_suffix('').as_posix()}"
