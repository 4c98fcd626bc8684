"""The tests mirror the tree: the tests of app/rooms lie in tests/app/rooms, and those of a game, web pages included, in
tests/games/<game>. So the place of a test follows from the place of what it tests.
"""

from __future__ import annotations

from pathlib import Path

from tests.house.source import ROOT, files, game_names

TESTED_ELSEWHERE = {
    "api/schemas": "by api/test_document.py, whose document they describe",
    "store/db/schema": "by store/db/test_migrations.py, which must lead to it",
    "store/messages": "by the notifications, mails and talk that are stored there",
    "store/ratings": "by jobs/test_ratings.py, which counts the games that people have played",
    "store/tables": "by the lobby, which makes and lists the tables",
}
"""The folders of app/ without tests of their own, and what tests them."""
WITHOUT_A_FOLDER = {"trust": "its promises hold for every page, call and socket of the site, whichever folder makes it"}
"""The folders of tests/app that mirror none of app/, and why."""


def modules_in(paths: set[str]) -> set[str]:
    return {path for path in paths if path.endswith(".py") and not path.endswith("__init__.py")}


def folders_of(paths: set[str]) -> set[str]:
    return {str(Path(path).parent) for path in paths} - {"."}


def with_parents(folders: set[str]) -> set[str]:
    return folders | {str(parent) for folder in folders for parent in Path(folder).parents} - {"."}


def unmirrored(code: set[str], tests: set[str]) -> set[str]:
    """Return the folders that hold code, but no file of tests in the mirror."""
    return folders_of(modules_in(code)) - folders_of({path for path in tests if Path(path).name.startswith("test_")})


def strays(code: set[str], tests: set[str]) -> set[str]:
    """Return the folders of tests that mirror no folder of the code, and the loose tests that mirror no module."""
    loose = {path for path in tests if "/" not in path and path.removeprefix("test_") not in code}
    return loose | with_parents(folders_of(tests)) - with_parents(folders_of(code))


def named_elsewhere(tests: set[str], games: set[str]) -> set[str]:
    """Return the files with the name of a game in their paths that are not in its folder of tests."""
    return {path for path in tests for game in games if game in path and not path.startswith(f"games/{game}/")}


def inside(place: str) -> set[str]:
    """Return the paths of our files below a folder of the checkout."""
    return {path.relative_to(ROOT / place).as_posix() for path in files(place)}


def test_each_folder_of_the_site_has_its_tests_in_the_mirror() -> None:
    assert unmirrored(inside("app"), inside("tests/app")) == set(TESTED_ELSEWHERE)


def test_each_folder_of_tests_mirrors_one_of_the_site() -> None:
    assert strays(inside("app"), inside("tests/app")) == set(WITHOUT_A_FOLDER)


def test_each_game_has_a_folder_of_tests() -> None:
    assert game_names() - folders_of(inside("tests/games")) == set()


def test_each_folder_of_games_tests_a_game_of_the_engine_or_holds_one_itself() -> None:
    found = inside("tests/games")
    held = {str(Path(path).parent) for path in found if Path(path).name == "__init__.py"}
    assert {Path(path).parts[0] for path in found} == game_names() | held


def test_what_names_a_game_lies_in_its_folder() -> None:
    assert named_elsewhere(inside("tests"), game_names()) == set()


def test_planted_violations_are_found() -> None:
    code = {"main.py", "rooms/__init__.py", "rooms/room.py", "store/__init__.py", "store/db/rows.py"}
    tests = {"test_main.py", "rooms/test_room.py", "store/db/test_rows.py"}
    assert unmirrored(code, tests) == strays(code, tests) == set()
    assert unmirrored(code | {"live/feed.py", "words/__init__.py"}, tests) == {"live"}
    assert unmirrored(code, tests - {"rooms/test_room.py"} | {"rooms/helpers.py"}) == {"rooms"}
    assert strays(code, tests | {"store/rows/test_rows.py"}) == {"store/rows"}
    assert strays(code, tests | {"test_room.py", "conftest.py"}) == {"test_room.py", "conftest.py"}
    assert named_elsewhere({"games/go/web/test_go.py", "app/test_go_board.py"}, {"go"}) == {"app/test_go_board.py"}
