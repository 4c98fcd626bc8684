"""The site knows no game by name: the differences between games are in the Game record and in templates/<game>/."""

import ast
import re
from collections.abc import Iterator

from tests.house.source import ROOT, files, game_names, modules, tree
from tests.support.games import short_games


def compared(module: ast.Module) -> Iterator[ast.AST]:
    """Yield the values that the source compares with something, or picks a case by."""
    for node in ast.walk(module):
        if isinstance(node, ast.Compare):
            yield from [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            yield node.value
        elif isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key)


def games_asked_for(module: ast.Module, games: set[str]) -> list[str]:
    """Return the names found in `game == "x"`, `key in ("x", "y")`, `case "x":` and in tables by game."""
    constants = (inner for node in compared(module) for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    return [f"line {constant.lineno}: {constant.value}" for constant in constants if constant.value in games]


def games_in_template(text: str, games: set[str]) -> list[str]:
    quoted = re.compile(rf"""(["'])({"|".join(map(re.escape, sorted(games)))})\1""")
    return [
        found.group(2) for inside in re.findall(r"{[{%].*?[}%]}", text, re.DOTALL) for found in quoted.finditer(inside)
    ]


def test_no_code_of_the_site_asks_which_game_it_is() -> None:
    games = game_names()
    assert {path.name: asked for path in modules("app") if (asked := games_asked_for(tree(path), games))} == {}


def test_no_shared_template_asks_which_game_it_is() -> None:
    games = game_names()
    shared = [path for path in files("templates") if path.relative_to(ROOT / "templates").parts[0] not in games]
    assert shared
    if games:
        assert {path.name: asked for path in shared if (asked := games_in_template(path.read_text(), games))} == {}


def test_the_site_has_never_heard_of_the_games_of_tests() -> None:
    """They run on pages, calls and commands that know no such game."""
    word = re.compile("|".join(short_games()), re.IGNORECASE)
    theirs = [path for part in ("app", "engine", "static", "templates") for path in files(part)]
    assert len(theirs) > 500
    assert [str(path) for path in theirs if word.search(path.read_text("utf-8", errors="ignore"))] == []


def test_a_planted_question_is_found() -> None:
    source = """
if game.key == "chess": pass
if "go" != key: pass
if key in ("draughts", "chess"): pass
match key:
    case "go": pass
table = {"chess": 1}
fine = start("chess")
"""
    assert games_asked_for(ast.parse(source), {"chess", "go"}) == [
        "line 2: chess",
        "line 3: go",
        "line 4: chess",
        "line 7: chess",
        "line 6: go",
    ]


def test_a_planted_question_in_a_template_is_found() -> None:
    assert games_in_template("""chess {% if key == 'chess' %} {{ "go" }} "go" """, {"chess", "go"}) == ["chess", "go"]
