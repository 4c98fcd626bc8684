"""Every template of a table declares all that it reads, and nothing else. The test draws each in positions of golden
games, with all that may happen around a table, and records what it reads.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from app.decide import decision
from app.decide import form_templates as looks
from app.model.clocks.hands import Clock, Hand
from app.model.clocks.terms import Days, Live
from app.render.parts import Piece, parts_of, pieces_of
from app.render.scene import Scene, Table, scene_then
from app.render.template_reads import Read, Reads, reads
from app.rooms.late_answers import LateAnswers
from app.rooms.lesson import Stand
from app.rooms.loading import Told
from app.rooms.pending import asked_at
from app.rooms.presence import Around
from app.rooms.seats import Seat
from app.words.reader import Reader, reader_of
from engine.core import door, registry
from engine.core.game import AnyGame
from engine.core.phrase import Phrase
from engine.core.record import Replay, read
from engine.core.state import AnyState
from tests.golden.records import golden_folder
from tests.support.games import TEST_GAMES
from tests.support.recording import faults, record, recording

registry.add(TEST_GAMES)
EVERY = 100
"""Every 100th position is drawn even if it shows nothing new."""
AT = datetime(2026, 1, 1, tzinfo=UTC)
FACTS = frozenset(looks.GIVEN_TO_FORMS) - {"view", "side", "offer", "answers", "asks", "lately"}
LATELY = 60
LIVE = Live(bank=30, increment=20)


class Proof:
    """Collects what the templates of a game read without declaring it, and the declared names that they use."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.reader = game, reader_of(game, "en")
        self.faults: dict[str, None] = {}
        self.used: set[tuple[str, str]] = set()
        self.drawn: dict[object, Markup] = {}

    def parts(self, scene: Scene) -> None:
        given = {"view": scene.view, "table": scene.table}
        for name, template in parts_of(self.game):
            if said := reads(template):
                for piece in pieces_of(name, template, given):
                    self.draw(piece, [said])

    def draw(self, piece: Piece, declared: list[Reads]) -> Markup:
        """Draw a piece, unless it was drawn with the same inputs: up to its first undeclared read it would go the same
        way."""
        key = piece.template, piece.depends
        if key not in self.drawn:
            account = record(piece.template, self.reader, declared, piece.given, FACTS)
            self.faults |= dict.fromkeys(faults(piece.template, account))
            self.used |= account.used
            self.drawn[key] = account.html
        return self.drawn[key]

    def form(self, piece: Piece, _: Reader) -> Markup:
        """Draw a form or an answer that is not filled in."""
        panel = Path(piece.template).stem
        templates = looks.form_templates(self.game.key, panel) if panel in looks.OFFERS_OF else [piece.template]
        return self.draw(piece, [said for template in templates if (said := reads(template))])


def positions(game: AnyGame) -> Iterator[tuple[AnyState, list[Told]]]:
    """Yield from all golden games each position that asks or tells something new, and now and then another."""
    known: set[object] = set()
    for path in sorted(golden_folder(game.key).glob("*.json")):
        log: list[Told] = []
        for number, (_, state, news) in enumerate(Replay(*read(path.read_bytes()))):
            log.append(Told(state.sequence, "", AT, [*news]))
            shows = {(len(state.sides), *map(type, state.agenda[-1:])), *map(type, news)}
            if not shows <= known or number % EVERY == 0:
                known |= shows
                yield game.clone(state), log[-LATELY:]


def room_at(game: AnyGame, state: AnyState, log: list[Told]) -> Any:
    """Return a room with all that parts and forms ask of one."""
    return SimpleNamespace(
        game=game, key="k", epoch=0, title="A table", table=None, lesson=None, tenures=(), void=False,
        seating=SimpleNamespace(seats=()),
        trouble="", position=state, status="playing" if state.agenda else "finished", log=log,
        asked_at=partial(asked_at, game), late=LateAnswers(game, None),
        waiting=tuple(door.waiting(game, state)) if state.agenda else (),
        awaited=tuple(game.out_of_turn.awaited(state)) if state.agenda else (),
    )  # fmt: skip


def tables(table: Table) -> Iterator[Table]:
    """Yield the table with each of the facts that may be true of it besides its position."""
    first, *_ = sides = table.sides
    seated = (Seat((first,), name="Ann", person=7, program=True), *(Seat((side,), offered=True) for side in sides[1:]))
    runs = Hand(5, free=2, given=9, since=AT, due=AT, reminded=True, misses=1)
    days = Clock(Days(each=24, reserve=5), dict.fromkeys(sides, Hand(7_200, misses=2)))
    asked = table.question or Phrase("ui.none", {})
    now = replace(table, status="playing", past=False, seats=seated, around=Around(sides, 3), question=asked)
    yield table
    yield now
    yield replace(now, clock=Clock(LIVE, dict.fromkeys(sides, runs)))
    yield replace(now, clock=Clock(LIVE, dict.fromkeys(sides, runs), paused=AT), waiting=sides)
    yield replace(now, clock=days, waiting=sides, seats=tuple(Seat((side,), bot="random") for side in sides))
    yield replace(now, clock=days, seats=tuple(Seat((side,), name="Ann") for side in sides))
    yield replace(now, status="frozen", fault=True, clock=Clock(LIVE, {first: runs}))
    yield replace(now, status="finished", rated=True, agreed=True, waiting=(), kind="analysis", behind=2)
    yield replace(now, void=True, status="finished")
    yield replace(now, lesson=Stand("bid", 1, 3, ("board",), Phrase("ui.none", {}), over=False))
    yield replace(now, lesson=Stand("", 3, 3, (), None, over=True))


def proved(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Proof:
    """Draw all parts and forms of a game, as each reader sees them."""
    proof, several = Proof(game), set()
    monkeypatch.setattr(decision, "render", proof.form)
    with recording():
        for state, log in positions(game):
            room = room_at(game, state, log)
            for side in (None, *state.sides):
                scene = scene_then(room, state, log, side)
                beside = (len(state.sides), bool(state.agenda))
                for table in [scene.table] if beside in several else tables(scene.table):
                    proof.parts(replace(scene, table=table))
                several.add(beside)
                if side:
                    decision.own_parts(room, (side,), proof.reader)
    return proof


@pytest.mark.parametrize("key", registry.games())
def test_every_template_declares_what_it_reads(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proved(registry.game(key), monkeypatch)
    assert [*proof.faults] == []
    assert unread(proof) == []


def unread(proof: Proof) -> list[str]:
    """Return what the parts, and the game's own templates, declare and never read."""
    own = (f"{proof.game.key}/", "play/parts/")
    seen = [template for template in templates(proof.game) if template.startswith(own)]
    return [
        f"templates/{template} never reads {item.text}: declare it no longer"
        for template in seen
        for item in said_by(template)
        if item.text not in looks.IN_ANY_CASE and (template, item.text) not in proof.used
    ]


def said_by(template: str) -> tuple[Read, ...]:
    said = reads(template)
    return said.items if said else ()


@pytest.mark.parametrize("key", registry.games())
def test_every_template_says_what_it_reads(key: str) -> None:
    """A template without a declaration is drawn again at every change."""
    assert [template for template in templates(registry.game(key)) if reads(template) is None] == []


def templates(game: AnyGame) -> list[str]:
    """Return the templates whose results are cached."""
    forms = [template for panel in looks.OFFERS_OF for template in looks.form_templates(game.key, panel)]
    return [*(template for _, template in parts_of(game)), *forms, *looks.answer_templates(game.key)]
