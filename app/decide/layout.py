"""Puts a table together: its parts on the board and in the rail beside it, and the log. The page shows the whole; a
socket sends the difference between two layouts. Parts have the ids `part-<name>` and are replaced by those. The rail
itself is never replaced, since it also holds what a reader types and reads alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.decide.decision import NOTHING, Draft, asked_of, own_parts
from app.decide.undo import BACK, back
from app.model.clocks.hands import Clock
from app.render.admin_log import Done
from app.render.log import Beside, new_lines, whole_log
from app.render.parts import Piece, changed_parts, has_templates, pieces, pieces_in, render
from app.render.scene import Parts, Scene, scene_now, with_table
from app.render.seat_changes import Handed
from app.render.skeleton import BOARD, RAIL, glued, kind_of, laid, swapped
from app.rooms.presence import Around
from app.rooms.room import Room
from app.words.catalogue import Words
from app.words.reader import Reader, joined, reader_of
from engine.core.state import Side

ALL_LINES = Markup('<ol id="log" hx-swap-oob="innerHTML">{}</ol>')
TABLE, TABLE_END = Markup('<div id="table">'), Markup("</div>")
NONE = Markup()


class Sheet(Struct, frozen=True, dict=True):
    """The layout of one scene in one language: its parts and log lines."""

    scene: Scene
    reader: Reader
    shared: Parts
    """The parts that everyone has."""
    forms: Parts = {}
    """The parts that only players have."""

    @cached_property
    def parts(self) -> Parts:
        return self.shared | self.forms

    @cached_property
    def log(self) -> Markup:
        """The lines of the log, the latest first, with changes of seats and admin actions."""
        scene = self.scene
        beside = Beside(scene.table.handed, scene.table.done, scene.table.key, self.reader)
        return whole_log(scene.log, scene.told[0].sequence if scene.told else 0, beside)

    def whole(self) -> str:
        """Return everything, to replace everything on a page."""
        beside = (swapped(name, self.parts[name], changed=False) for name in laid(self.reader, RAIL, tuple(self.parts)))
        board = f'<div id="table" hx-swap-oob="innerHTML">{self.board()}</div>'
        return "".join((board, *beside, ALL_LINES.format(self.log)))

    def content(self) -> Markup:
        """Return everything as a page shows it to a reader with nothing of their own on it."""
        return joined((TABLE, *self.around(BOARD), TABLE_END, *self.around(RAIL, lines=self.log)))

    def board(self) -> Markup:
        """Return the content of `#table`."""
        return joined(self.around(BOARD))

    def rail(self, tabs: Markup = NONE, panes: Markup = NONE) -> Markup:
        """Return the rail, with the tabs and panes of the reader."""
        return joined(self.around(RAIL, lines=self.log, tabs=tabs, panes=panes))

    def around(self, template: str, **others: Markup) -> list[Markup]:
        """Return the parts with the markup around them on a board or in a rail."""
        return glued(self.reader, template, self.parts, **others)

    def only(self, name: str) -> str:
        """Return one part, to replace it on a page."""
        return changed_part(name, self.parts[name])


def lay(room: Room, side: Side | None, words: Words, last: Sheet | None = None) -> Sheet:
    """Lay out the table as it is now for a side or a spectator; `last` is a former layout, if the caller has one."""
    return lay_scene(scene_now(room, side), words, last)


def lay_own(
    room: Room, own: tuple[Side, ...], words: Words, draft: Draft = NOTHING, last: Sheet | None = None
) -> Sheet:
    """Lay out the table for the players of these sides, with their forms; a spectator plays none."""
    sheet = lay(room, asked_of(room, own), words, last)
    forms = {BACK: back(room, own, sheet.reader)}
    if own:
        forms |= own_parts(room, own, sheet.reader, draft, sheet.scene)
    return replace(sheet, forms=forms)


def lay_scene(scene: Scene, words: Words, last: Sheet | None = None) -> Sheet:
    """Lay out a scene, reusing the parts that another reader of the same view got."""
    reader, laid = reader_of(scene.game, words.language), scene.shared.laid
    if words.language not in laid:
        same = laid_anew(last, scene) if last and last.reader is reader and has_templates(scene.game) else None
        laid[words.language] = drawn(pieces(scene), reader) if same is None else same
    return Sheet(scene, reader, laid[words.language])


def laid_anew(last: Sheet, scene: Scene) -> Parts | None:
    """Return the parts of a layout with those drawn again that depend on something that differs in the scene; None if
    there are other parts now."""
    changed = changed_parts(last.scene, scene)
    new, kinds = drawn(pieces_in(scene, changed), last.reader), {name for name, _ in changed}
    then = [name for name in last.shared if kind_of(name) in kinds]
    return last.shared | new if [*new] == then else None


def drawn(these: Iterable[Piece], reader: Reader) -> Parts:
    return {piece.name: render(piece, reader) for piece in these}


def lay_around(old: Sheet, around: Around, clock: Clock | None) -> tuple[Sheet, str]:
    """Return the layout with other people around the table or another clock, and the markup of the parts that differ. A
    layout without a clock gets none."""
    table = old.scene.table
    scene = with_table(old.scene, replace(table, around=around, clock=table.clock and clock))
    new = replace(lay_scene(scene, old.reader.words, old), forms=old.forms)
    differ = (changed_part(name, html) for name, html in new.parts.items() if html != old.parts.get(name))
    return new, "".join(differ)


def lay_changes(old: Sheet, new: Sheet) -> str | None:
    """Return the markup of the parts that differ and of new log lines; None if the table has other parts now, or
    changed seats or admin actions."""
    forms, parts = differing(old.forms, new.forms), shared_differing(old, new)
    if forms is None or parts is None or beside(old) != beside(new):
        return None
    changed = [*forms, *parts]
    table = new.scene.table
    if new.scene.log_since(old.scene.table.sequence):
        changed += new_lines(new.scene.log, old.scene.table.sequence, table.key, new.reader)
    return "".join(changed)


def shared_differing(old: Sheet, new: Sheet) -> list[str] | None:
    """Return those of the shared parts that differ, found once for all who saw the same before and see the same now."""
    found, language = new.scene.shared.differs, new.reader.words.language
    if language not in found or found[language][0] is not old.shared:
        found[language] = old.shared, differing(old.shared, new.shared)
    return found[language][1]


def differing(old: Parts, new: Parts) -> list[str] | None:
    """Return the markup of the parts that differ; None if there are other parts."""
    if new is old:
        return []
    if new.keys() != old.keys():
        return None
    return [changed_part(name, html) for name, html in new.items() if html != old[name]]


def beside(sheet: Sheet) -> tuple[tuple[Handed, ...], tuple[Done, ...]]:
    """Return the lines of the log that are not steps of the game."""
    return sheet.scene.table.handed, sheet.scene.table.done


def changed_part(name: str, html: Markup) -> str:
    return swapped(name, html, changed=True)
