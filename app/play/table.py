"""A table laid out: its parts on the board and in the rail beside it, and the log. The page shows it whole; a socket
sends what differs between two of them. Parts have the ids `part-<name>` and are swapped by those; the rail itself never
is, since what a reader types and reads for themselves stands there too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.clocks.reckoning import Clock
from app.play import about
from app.play.back import BACK, back
from app.play.decision import NOTHING, Draft, asked_of, own_parts
from app.play.done import Done, told_of
from app.play.frame import BOARD, RAIL, filled, framed, kind_of, laid
from app.play.handed import Handed, sentences
from app.play.kept import Kept
from app.play.parts import Piece, changed_parts, drawn, parts_of, render
from app.play.scene import Kinds, Scene, scene_now, with_table
from app.rooms.around import Around
from app.rooms.loading import Told
from app.rooms.room import Room
from app.words.catalogue import Words
from app.words.reader import Reader, joined, reader_of
from engine.core.state import Side

SWAPPED_PART = Markup('<section class="part part-{}" id="part-{}" hx-swap-oob="true">{}</section>')
NEW_LINES = Markup('<ol id="log" hx-swap-oob="afterbegin">{}</ol>')
ALL_LINES = Markup('<ol id="log" hx-swap-oob="innerHTML">{}</ol>')
TABLE, TABLE_END = Markup('<div id="table">'), Markup("</div>")
NONE = Markup()


class Sheet(Struct, frozen=True, dict=True):
    """The parts and log lines of one scene in one language."""

    scene: Scene
    reader: Reader
    kinds: Kinds
    forms: dict[str, Markup] = {}
    """The parts that only those have who play."""

    @cached_property
    def parts(self) -> dict[str, Markup]:
        return {name: html for parts in self.kinds.values() for name, html in parts.items()} | self.forms

    @cached_property
    def sections(self) -> dict[str, Markup]:
        """The parts as they lie on the page."""
        return {name: framed(name, html) for name, html in self.parts.items()}

    @cached_property
    def log(self) -> Markup:
        """Its lines, latest first, with the seats that changed hands and what was done to the table."""
        key, lines, handed = self.scene.table.key, list[Markup](), [*self.scene.table.handed]
        first, done = self.scene.told[0].sequence if self.scene.told else 0, [*self.scene.table.done]
        for told in reversed(self.scene.log):
            while done and done[-1].at >= told.at:
                lines.append(done_line(done.pop(), key, self.reader))
            while handed and handed[-1].sequence >= told.sequence:
                lines.append(handed_line(handed.pop(), key, self.reader))
            lines.append(log_lines([told], key, self.reader))
        lines += [handed_line(one, key, self.reader) for one in reversed(handed) if one.sequence >= first]
        lines += [done_line(one, key, self.reader) for one in reversed(done) if first == 0]
        return joined(lines)

    def whole(self) -> str:
        """Everything, to be swapped for everything."""
        beside = (
            SWAPPED_PART.format(kind_of(name), name, self.parts[name])
            for name in laid(self.reader, RAIL, tuple(self.parts))
        )
        board = f'<div id="table" hx-swap-oob="innerHTML">{self.board()}</div>'
        return "".join((board, *beside, ALL_LINES.format(self.log)))

    def content(self) -> Markup:
        """Everything as a page shows it to whom nothing in it is their own."""
        return joined((TABLE, self.board(), TABLE_END, self.rail()))

    def board(self) -> Markup:
        """What stands inside #table."""
        return filled(self.reader, BOARD, self.sections)

    def rail(self, tabs: Markup = NONE, panes: Markup = NONE) -> Markup:
        """What stands beside it; with the tabs and panes that are the reader's own."""
        return filled(self.reader, RAIL, self.sections, lines=self.log, tabs=tabs, panes=panes)

    def only(self, name: str) -> str:
        """One part, to be swapped in."""
        return changed_part(name, self.parts[name])


KEPT = 1_024
"""Tables that a process keeps, some 10 kB each: for each of those that are looked at one for every side."""
laid_last: Kept[tuple[str, Side | None, str], Sheet] = Kept(KEPT)
"""By room, side and language: the table as it was when it was laid last."""


def lay(room: Room, side: Side | None, words: Words) -> Sheet:
    """The table as it is now, for a side or a spectator. What has not changed since it was laid last is taken over,
    whoever it was laid for: a page or those who watch."""
    scene, place = scene_now(room, side), (room.key, side, words.language)
    last = laid_last.latest(place)
    if last is None or last.scene.game is not scene.game:
        last = lay_scene(scene, words)
    elif last.scene is not scene:
        last = lay_anew(last, scene)
    laid_last.put(place, last)
    return last


def lay_own(room: Room, own: tuple[Side, ...], words: Words, draft: Draft = NOTHING) -> Sheet:
    """The same for whoever plays these sides, with what they may decide; for a spectator they are none."""
    sheet = lay(room, asked_of(room, own), words)
    forms = {BACK: back(room, own, sheet.reader)}
    if own:
        forms |= own_parts(room, own, sheet.reader, draft, sheet.scene)
    return replace(sheet, forms=forms)


def lay_scene(scene: Scene, words: Words) -> Sheet:
    reader = reader_of(scene.game, words.language)
    return Sheet(scene, reader, {part.name: drawn(part, scene, reader) for part in parts_of(scene.game)})


def lay_anew(old: Sheet, scene: Scene) -> Sheet:
    laid, language = scene.slices.laid, old.reader.words.language
    if language not in laid:
        changed = {part.name: drawn(part, scene, old.reader) for part in changed_parts(old.scene, scene)}
        laid[language] = old.kinds | changed
    return Sheet(scene, old.reader, laid[language], old.forms)


def lay_around(old: Sheet, around: Around, clock: Clock | None) -> tuple[Sheet, str]:
    """The same table with others around it, or at another time, and the parts that differ. Where no clock shows, none
    does now."""
    table = old.scene.table
    scene = with_table(old.scene, replace(table, around=around, clock=table.clock and clock))
    new = lay_anew(old, scene)
    differ = (changed_part(name, html) for name, html in new.parts.items() if html != old.parts.get(name))
    return new, "".join(differ)


def lay_changes(old: Sheet, new: Sheet) -> str | None:
    """The parts that differ, and the new lines of the log; None if the table has other parts now, or other people."""
    forms, parts = differing(old.forms, new.forms), kinds_differing(old, new)
    if forms is None or parts is None or beside(old) != beside(new):
        return None
    changed = [*forms, *parts]
    later = new.scene.log_since(old.scene.table.sequence)
    if later:
        lines = log_lines(reversed(later), new.scene.table.key, new.reader)
        changed.append(NEW_LINES.format(lines))
    return "".join(changed)


def kinds_differing(old: Sheet, new: Sheet) -> list[str] | None:
    """Of the parts that everybody has, found once for all who saw the same before and see the same now."""
    found, language = new.scene.slices.differ, new.reader.words.language
    if language not in found or found[language][0] is not old.kinds:
        found[language] = old.kinds, of_each_kind(old.kinds, new.kinds)
    return found[language][1]


def of_each_kind(old: Kinds, new: Kinds) -> list[str] | None:
    if old.keys() != new.keys():
        return None
    changed: list[str] = []
    for before, after in zip(old.values(), new.values(), strict=True):
        differ = differing(before, after)
        if differ is None:
            return None
        changed += differ
    return changed


def differing(old: dict[str, Markup], new: dict[str, Markup]) -> list[str] | None:
    """Parts that are other than they were, to be swapped in; None if there are other parts."""
    if new is old:
        return []
    if new.keys() != old.keys():
        return None
    return [changed_part(name, html) for name, html in new.items() if html != old[name]]


def beside(sheet: Sheet) -> tuple[tuple[Handed, ...], tuple[Done, ...]]:
    """What the log tells that is no step of the game."""
    return sheet.scene.table.handed, sheet.scene.table.done


def changed_part(name: str, html: Markup) -> str:
    return f'<section class="part part-{kind_of(name)} changed" id="part-{name}" hx-swap-oob="true">{html}</section>'


def log_lines(log: Iterable[Told], key: str, reader: Reader) -> Markup:
    return joined(render(log_line(told, key), reader) for told in log)


def handed_line(one: Handed, key: str, reader: Reader) -> Markup:
    given = {"one": one, "key": key, "sentences": sentences}
    return render(Piece("", "play/handed.html", given, msgspec.json.encode((key, one))), reader)


def done_line(one: Done, key: str, reader: Reader) -> Markup:
    return render(
        Piece("", "play/done.html", {"one": one, "told_of": told_of}, msgspec.json.encode((key, one))), reader
    )


def log_line(told: Told, key: str) -> Piece:
    return Piece("", "play/line.html", {"told": told, "key": key, "about": about}, msgspec.json.encode((key, told)))
