"""The preview of a choice for any game: the figures and words of a view that differ before and after it, and whether it
could be taken back. A game can do better in `templates/<game>/foreseen.html`.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal

from markupsafe import Markup
from msgspec import Struct

from app.render.differences import differing
from app.words.reader import Reader
from engine.core import door
from engine.core.choice import Choice
from engine.core.foresight import Foresight
from engine.core.game import AnyGame

MOST = 12
"""How many differences are shown; a game where more changes at once has a template of its own."""


Finality = Literal["", "chance", "barrier", "over"]
"""Why undo (`engine.core.undo`) could not take a choice back: chance or hidden information decides what follows, others
are told or orders left in advance are looked up, or the game is over. Empty: it could, until others have answered."""


def finality(game: AnyGame, ahead: Foresight, choice: Choice) -> Finality:
    """Return why undo could not take this choice back, judging by what it would lead to."""
    if type(choice) in game.out_of_turn.choices:
        return "barrier" if ahead.barred else ""
    if ahead.alone:
        return "barrier" if ahead.barred else ""
    if not ahead.certain:
        return "chance"
    if ahead.barred:
        return "barrier"
    return "" if door.waiting(game, ahead.after) else "over"


class Difference(Struct, frozen=True):
    """One figure: its name (`Coins`, `Red`), before and after."""

    what: tuple[Markup | str, ...]
    before: Markup
    after: Markup


def differences(reader: Reader, before: Struct, after: Struct) -> list[Difference]:
    """Return the first few differences, in the order of the view."""
    found = (one for one in differing(before, after) if not (is_long(one.before) or is_long(one.after)))
    return [
        Difference(tuple(map(reader.label, path)), reader.fact(old, *path[:1]), reader.fact(new, *path[:1]))
        for path, old, new in islice(found, MOST)
    ]


def is_long(value: Any) -> bool:
    """Tell whether a value is more than a figure or a word: it is seen on the board."""
    return isinstance(value, dict | list | tuple)
