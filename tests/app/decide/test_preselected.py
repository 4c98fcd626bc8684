"""No form of a decision arrives with an answer in it, so players cannot answer by accident, unless the type of the
answer declares one harmless (by a default), a template does (such as the suggestion for absent players), or nothing
else is possible.

The tests look at every question of every recorded game, and at the rows of every list that a form can have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from app.decide.decision import NOTHING, Draft, own_parts
from app.decide.form_fields import Blank, blanks_of
from app.decide.form_templates import ASIDE, DECISION
from app.decide.submitting import kinds_of
from app.rooms.late_answers import LateAnswers
from app.rooms.pending import asked_at
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.game import AnyGame
from engine.core.record import Replay, read
from tests.golden.records import golden_records
from tests.support.games import TEST_GAMES

registry.add(TEST_GAMES)
FILES = golden_records()
LOOKED_AT = 2
"""Positions of a game that are drawn for each kind of question, by the kinds of answers it has."""
IN_FORCE = ("leave_orders.",)
"""Forms that show what is in force already, to be changed."""
VOID = ("input", "br", "hr", "img", "link", "meta", "path", "rect", "use")
HEADS = ("clause", "do", "kind")
"""The fields that hold the kind of a row: it was chosen by adding the row."""


class Control(Struct):
    """A field as the browser has it when the page arrives."""

    kind: str
    name: str
    value: str = ""
    words: list[str] = []
    chosen: bool = False
    only: bool = False
    """Whether it can hold no other value."""
    harmless: bool = False
    """Whether a template of the game declares its value harmless."""


class Controls(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Control] = []
        self.within: list[tuple[str, bool]] = []
        """The open tags, and whether each declares what stands in it harmless."""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        declared = "data-harmless" in given or any(harmless for _, harmless in self.within)
        if tag not in VOID:
            self.within.append((tag, declared))
        if tag == "select":
            self.found.append(Control("select", given["name"] or "", words=[], harmless=declared))
        elif tag == "option":
            self.option(self.found[-1], given)
        elif tag == "input" and given.get("name"):
            self.found.append(
                Control(
                    given.get("type") or "text",
                    given["name"] or "",
                    given.get("value") or "",
                    chosen="checked" in given,
                    only=bool(given.get("min")) and given.get("min") == given.get("max"),
                    harmless=declared,
                )
            )

    def handle_endtag(self, tag: str) -> None:
        """Close it, with those within that need no end of their own."""
        if any(tag == other for other, _ in self.within):
            while self.within.pop()[0] != tag:
                pass

    def option(self, select: Control, given: dict[str, str | None]) -> None:
        """A list holds its selected option, or its first."""
        if not select.words or "selected" in given:
            select.value = given.get("value") or ""
        select.words.append(given.get("value") or "")


def preselected(html: str) -> Iterator[Control]:
    """Yield the controls that would send a value if a player pressed the button without looking."""
    for control in Controls(html).found:
        if control.kind in ("select", "text") and control.value and len(control.words) != 1:
            yield control
        if control.kind == "number" and control.value and not control.only:
            yield control
        if control.kind in ("radio", "checkbox") and control.chosen:
            yield control


def blanks_named(game: AnyGame, name: str) -> list[Blank]:
    """Return the blanks that a field of this name fills in, in whichever kind of row: `offer.clauses.0.issue`."""
    tag, *path = name.split(".")
    kind = kinds_of(game).get(tag)
    blanks = list((blanks_of(kind) if kind else None) or ())
    for part in path[:-1]:
        if not part.isdigit():
            inside = [inner for blank in blanks if blank.name == part for one in blank.kinds for inner in one.blanks]
            blanks = inside or blanks
    return [blank for blank in blanks if blank.name == path[-1]]


def is_harmless(game: AnyGame, control: Control) -> bool:
    """Tell whether the value is harmless by the default of its type, or is in force already."""
    if control.harmless or control.name.startswith(IN_FORCE) or control.name.rpartition(".")[2] in HEADS:
        return True
    value = "True" if control.kind == "checkbox" else control.value
    return any(str(blank.default) == value for blank in blanks_named(game, control.name))


def drawn(game: AnyGame, state: Any, side: str, draft: Draft = NOTHING) -> str:
    room: Any = SimpleNamespace(
        key="k", game=game, position=state, status="playing", log=(),
        waiting=tuple(door.waiting(game, state)), awaited=tuple(game.out_of_turn.awaited(state)),
        asked_at=partial(asked_at, game), late=LateAnswers(game, None),
    )  # fmt: skip
    return "".join(own_parts(room, (side,), reader_of(game, "en"), draft).values())


def with_rows(game: AnyGame) -> Iterator[Draft]:
    """Yield a form for each kind of answer with a list in it, once with each kind of row."""
    for tag, kind in kinds_of(game).items():
        for blank in blanks_of(kind) or ():
            for row in blank.kinds if blank.kind == "rows" else ():
                typed = {f"{tag}.{blank.name}.0.{blank.tag_field}": row.tag}
                yield Draft(tag, typed, panel=ASIDE)
                yield Draft(tag, typed, panel=DECISION)


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_no_form_arrives_with_an_answer_in_it(file: Path) -> None:
    game, record = read(file.read_bytes())
    seen: Counter[object] = Counter()
    for _, state, _ in Replay(game, record):
        for side in door.waiting(game, state) if state.agenda else ():
            asked = door.waiting(game, state)[side]
            question = (type(state.agenda[-1]), asked.types)
            seen[question] += 1
            if seen[question] > LOOKED_AT:
                continue
            drafts = [NOTHING, *with_rows(game)] if seen[question] == 1 and len(seen) < 3 else [NOTHING]
            for draft in drafts:
                html = drawn(game, state, side, draft)
                wrong = [control for control in preselected(html) if not is_harmless(game, control)]
                assert not wrong, (state.agenda[-1], wrong)
    assert seen or not record.choices


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<select name="advance.issue"><option value="korea"><option value="syria"></select>', True),
        ('<select name="advance.issue"><option value=""><option value="syria"></select>', False),
        ('<select name="advance.issue"><option value="syria">Syria</option></select>', False),
        ('<input type="number" name="reclaim.cubes" value="3">', True),
        ('<input type="number" name="bid.units" value="0">', False),
        ('<div data-harmless><p><br></p><input type="number" name="reclaim.cubes" value="3"></div>', False),
        ('<div data-harmless><p></p></div><input type="number" name="reclaim.cubes" value="3">', True),
        ('<input type="radio" name="pick_branch.branch" value="0" checked>', True),
        ('<input type="checkbox" name="advance.cube" checked>', True),
        ('<input type="checkbox" name="leave_orders.no_deals" checked>', False),
    ],
)  # fmt: skip
def test_the_look_itself_finds_what_is_planted(html: str, fault: bool) -> None:
    game = registry.game("versailles")
    assert any(not is_harmless(game, control) for control in preselected(html)) is fault
