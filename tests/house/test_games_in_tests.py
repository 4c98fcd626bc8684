"""Shared tests name no game: a new game adds a folder and files of its own, and edits those of no other.

A file belongs to a game if it lies in tests/games/<game>. The games that only tests play are examples for all.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import ROOT, game_names, modules, tree

EXPLAINED: dict[str, tuple[str, ...]] = {
    "a long book of rules in three languages, with known words and numbers": (
        "app/api/test_calls.py",
        "app/features/rules/test_pages.py",
        "app/words/test_rulebook.py",
        "browser/test_fonts.py",
        "browser/test_rules.py",
        "harness/hostile.py",
    ),
    "cards that are drawn, hidden and asked about": ("app/render/test_cards.py", "browser/test_cards.py"),
    "a guide, which the games of tests lack": (
        "app/api/test_calls_beside.py",
        "app/features/lessons/test_lessons.py",
        "app/features/lobby/test_mine.py",
        "browser/test_guide.py",
    ),
    "a game against bots, for one player or more": (
        "app/api/test_client.py",
        "deploy/test_composed.py",
        "app/features/lobby/test_quick_start.py",
        "app/features/accounts/test_api_tokens.py",
        "browser/test_play.py",
        "browser/test_sheet.py",
    ),
    "a wish about a notification, as it is stored and shown": (
        "app/features/notifications/test_page.py",
        "app/model/test_notification_settings.py",
        "app/store/db/test_migrations.py",
    ),
    "options that depend on the number of players, and a style of its own": (
        "app/features/admin/test_actions.py",
        "app/features/lobby/test_lobby.py",
        "app/features/lobby/test_terms.py",
        "app/features/lobby/test_seating.py",
        "browser/test_lobby.py",
    ),
    "a long record, or an opened game with many draws and earlier rules": (
        "app/commands/test_admin.py",
        "app/features/analysis/test_boards.py",
        "app/features/replay/test_dice.py",
        "app/features/replay/test_exporting.py",
        "golden/test_renew.py",
        "harness/siege.py",
    ),
    "forms with many fields, and answers that are asked about": (
        "app/decide/test_ways.py",
        "app/decide/test_confirming.py",
        "app/decide/test_decision.py",
        "app/decide/test_preselected.py",
        "app/words/test_catalogue.py",
        "browser/test_together.py",
    ),
    "a game in which nobody answers in secret": ("core/test_sealed.py",),
    "an example of what may import what": ("house/test_imports.py",),
}
"""The features that only a game of engine/ has and a shared file needs, and the files: another game changes nothing in
them."""


def docstrings(module: ast.Module) -> set[ast.AST]:
    return {node.value for node in ast.walk(module) if isinstance(node, ast.Expr)}


def names(module: ast.Module) -> Iterator[str]:
    """Yield the imports of the source, and its strings without docstrings."""
    prose = docstrings(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            yield node.value


def named(module: ast.Module, games: set[str]) -> set[str]:
    words = {word for name in names(module) for word in re.split(r"[^a-z0-9_]", name)}
    return words & games


def is_own(path: Path, games: set[str]) -> bool:
    parts = path.relative_to(ROOT / "tests").parts
    return parts[0] == "games" and parts[1] in games


def naming() -> set[str]:
    """Return the shared files that name a game."""
    games = game_names()
    shared = (path for path in modules("tests") if not is_own(path, games))
    return {str(path.relative_to(ROOT / "tests")) for path in shared if named(tree(path), games)}


def test_a_shared_file_of_tests_names_no_game_without_a_reason() -> None:
    assert naming() - {file for files in EXPLAINED.values() for file in files} == set()


def test_each_file_that_is_explained_still_names_a_game_and_has_one_reason() -> None:
    files = [file for files in EXPLAINED.values() for file in files]
    assert sorted(files) == sorted(set(files))
    assert set(files) - naming() == set()


def test_a_planted_name_is_found() -> None:
    found = ast.parse('"""Of go."""\nfrom engine.chess import GAME\nopen("/rules/go?q=x")\nfine = "chessboard"')
    assert named(found, {"chess", "go", "chessboard"}) == {"chess", "go", "chessboard"}
    assert named(ast.parse('"""Of go."""\nfine = "gone"'), {"go"}) == set()


def test_a_file_is_a_games_own_by_its_path() -> None:
    assert is_own(ROOT / "tests" / "games" / "chess" / "web" / "test_board.py", {"chess"})
    assert not is_own(ROOT / "tests" / "games" / "go" / "test_board.py", {"chess"})
    assert not is_own(ROOT / "tests" / "app" / "test_chess_board.py", {"chess"})
