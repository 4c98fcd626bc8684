"""A table laid out: its parts in the frame they stand in, and the log. The page shows it whole; a socket sends what
differs between two of them. Parts have the ids `part-<name>` and are swapped by those.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.play.decision import NAME, NOTHING, Draft, asked_of, decision
from app.play.frame import filled, kind_of
from app.play.parts import Piece, pieces, render
from app.play.scene import Scene, scene_now
from app.rooms.loading import Told
from app.rooms.room import Room
from app.words.catalogue import Words
from app.words.reader import Reader, reader_of
from engine.core.state import Side

CHANGED_PART = Markup('<section class="part part-{} changed" id="part-{}" hx-swap-oob="true">{}</section>')
NEW_LINES = Markup('<ol id="log" hx-swap-oob="afterbegin">{}</ol>')


class Sheet(Struct, frozen=True):
    """The parts and log lines of one scene in one language."""

    scene: Scene
    reader: Reader
    parts: dict[str, Markup]

    def whole(self) -> str:
        """Everything, to be swapped for everything."""
        return f'<div id="table" hx-swap-oob="innerHTML">{self.content()}</div>'

    def content(self) -> Markup:
        """What stands inside #table."""
        lines = log_lines(reversed(self.scene.log), self.scene.table.key, self.reader)
        return filled(self.reader, self.parts, lines)

    def only(self, name: str) -> str:
        """One part, to be swapped in."""
        return CHANGED_PART.format(kind_of(name), name, self.parts[name])


def lay(room: Room, side: Side | None, words: Words) -> Sheet:
    """The table as it is now, for a side or a spectator."""
    return lay_scene(scene_now(room, side), words)


def lay_own(room: Room, own: tuple[Side, ...], words: Words, draft: Draft = NOTHING) -> Sheet:
    """The same for whoever plays these sides, with what they may decide; for a spectator they are none."""
    sheet = lay(room, asked_of(room, own), words)
    return replace(sheet, parts=sheet.parts | {NAME: decision(room, own, sheet.reader, draft)}) if own else sheet


def lay_scene(scene: Scene, words: Words) -> Sheet:
    reader = reader_of(scene.game, words.language)
    return Sheet(scene, reader, {piece.name: render(piece, reader) for piece in pieces(scene)})


def lay_changes(old: Sheet, new: Sheet) -> str | None:
    """The parts that differ, and the new lines of the log; None if the table has other parts now."""
    if old.parts.keys() != new.parts.keys():
        return None
    changed = [
        CHANGED_PART.format(kind_of(name), name, html) for name, html in new.parts.items() if html != old.parts[name]
    ]
    later = [told for told in reversed(new.scene.log) if told.sequence > old.scene.table.sequence]
    if later:
        lines = log_lines(later, new.scene.table.key, new.reader)
        changed.append(NEW_LINES.format(lines))
    return "".join(changed)


def log_lines(log: Iterable[Told], key: str, reader: Reader) -> Markup:
    return Markup().join(render(log_line(told, key), reader) for told in log)


def log_line(told: Told, key: str) -> Piece:
    return Piece("", "play/line.html", {"told": told, "key": key}, msgspec.json.encode((key, told)))
