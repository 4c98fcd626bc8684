"""An offer of a deal awaits its parties alone: other sides do not see whose answer it awaits."""

import re

from tests.app.trust.played_table import sitting_on
from tests.support.visitors import quick_settings


def test_nobody_else_is_told_who_has_an_offer_to_answer(sqlite_url: str) -> None:
    with sitting_on(quick_settings(sqlite_url), "versailles", 4) as one:
        while not (hidden := set(one.room.awaited) - set(one.room.waiting)):
            one.go_on()
        for viewer in set(one.room.position.sides) - hidden - set(one.room.waiting):
            (note,) = re.findall('class="note.*?</span>', one.world.send(viewer, "GET", "/mine").text, re.DOTALL)
            assert [side for side in one.room.position.sides if side.title() in note] == list(one.room.waiting)
