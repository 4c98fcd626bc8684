"""A game goes on through `Room.play` alone: no other code in app/ records an action or calls the inner steps of a
room."""

import ast
from collections.abc import Iterator

from tests.house.source import ROOT, modules, tree

RECORDERS = {
    ROOT / "app/rooms/room.py": "the door itself",
    ROOT / "app/live/process_figures.py": "a ledger that counts what another one records",
}
INSIDE = {"played", "at_head", "carry_out", "decide", "record"}
"""The steps of `Room.play`, which no other code may take."""


def past_the_door(found: ast.Module) -> Iterator[str]:
    for node in ast.walk(found):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            match node.func.value:
                case ast.Attribute(attr="ledger") | ast.Name(id="ledger") if node.func.attr == "record":
                    yield f"line {node.lineno}: ledger.record"
                case ast.Attribute(attr="room") | ast.Name(id="room") if node.func.attr in INSIDE:
                    yield f"line {node.lineno}: room.{node.func.attr}"


def test_nothing_but_the_room_records_an_action() -> None:
    others = [name for name in modules("app") if name not in RECORDERS]
    assert {name: found for name in others if (found := list(past_the_door(tree(name))))} == {}
    assert all(list(past_the_door(tree(name))) for name in RECORDERS), "the search finds those that do"


def test_a_way_past_the_door_would_be_found() -> None:
    planted = "await room.record(x, y)\nawait self.room.carry_out(x)\nawait self.ledger.record(x)\nroom.play(x)"
    assert len(list(past_the_door(ast.parse(planted)))) == 3
