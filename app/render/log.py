"""Renders the log: its groups with their headings, the latest first, and between their lines the changes of seats and
the admin actions. A page that has the earlier lines gets only the new ones, into the group that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from markupsafe import Markup

from app.render import log_filters as about
from app.render.admin_log import Done, told_of
from app.render.log_groups import Line, Titles, grouped
from app.render.parts import Piece, render
from app.render.seat_changes import Handed, sentences
from app.render.stories import stories
from app.rooms.loading import Told
from app.words.reader import Reader, joined

GROUP = Markup('<li class="log-group"><h3>{}</h3><ol>{}</ol></li>')
ON_TOP = Markup('<ol id="log" hx-swap-oob="afterbegin">{}</ol>')
IN_TOP_GROUP = Markup('<ol hx-swap-oob="afterbegin:#log>:first-child>ol,#log:not(:has(h3))">{}</ol>')
"""New lines of the group at the top; where a log has no groups, they stand in the log itself."""


class Beside:
    """The lines of a log that are no steps of the game. They are taken from the end as lines of the game are rendered,
    the latest first."""

    def __init__(self, handed: Sequence[Handed], done: Sequence[Done], key: str, reader: Reader) -> None:
        self.handed, self.done = [*handed], [*done]
        self.key, self.reader = key, reader

    def after(self, line: Line) -> list[Markup]:
        """Return those that came after a line of the game, or with it."""
        found = []
        while self.done and self.done[-1].at >= line.at:
            found.append(done_line(self.done.pop(), self.key, self.reader))
        while self.handed and self.handed[-1].sequence >= line.sequence:
            found.append(handed_line(self.handed.pop(), self.key, self.reader))
        return found

    def left(self, first: int) -> list[Markup]:
        """Return those before the first line, unless the log begins later than they."""
        found = [handed_line(one, self.key, self.reader) for one in reversed(self.handed) if one.sequence >= first]
        return found + [done_line(one, self.key, self.reader) for one in reversed(self.done) if first == 0]


def whole_log(log: Sequence[Told], first: int, beside: Beside) -> Markup:
    """Return all lines; `first` is the sequence at which the log begins, also if the reader may not read that."""
    key, reader, found = beside.key, beside.reader, list[Markup]()
    for group in reversed(grouped(reader.game, log)):
        lines = [html for line in reversed(group.lines) for html in (*beside.after(line), log_line(line, key, reader))]
        found.append(under(group.titles, lines, reader))
    return joined((*found, *beside.left(first)))


def new_lines(log: Sequence[Told], after: int, key: str, reader: Reader) -> list[Markup]:
    """Return what a page gets that has the lines up to a sequence: the lines that have gone on, the new ones of the
    group at its top, and new groups. The log begins earlier, so that its lines stand where they belong."""
    again, lines, groups = list[Markup](), list[Markup](), list[Markup]()
    for group in grouped(reader.game, log):
        again += [log_line(one, key, reader, again=True) for one in group.lines if one.sequence <= after < one.last]
        new = [log_line(one, key, reader) for one in reversed(group.lines) if one.sequence > after]
        if new and group.titles and group.lines[0].sequence > after:
            groups.insert(0, under(group.titles, new, reader))
        else:
            lines = new + lines
    swaps = ((IN_TOP_GROUP if reader.game.showing.headings else ON_TOP, lines), (ON_TOP, groups))
    return again + [swap.format(joined(found)) for swap, found in swaps if found]


def under(titles: Titles, lines: Iterable[Markup], reader: Reader) -> Markup:
    """Return lines under their heading, or as they are where there is none."""
    return GROUP.format(joined(map(reader.told, titles), " · "), joined(lines)) if titles else joined(lines)


def log_line(line: Line, key: str, reader: Reader, again: bool = False) -> Markup:
    """Return a line; `again`: it replaces itself on a page."""
    given = {"told": line, "key": key, "about": about, "stories": stories, "again": again}
    return render(Piece("", "play/line.html", given, msgspec.json.encode((key, line, again))), reader)


def handed_line(one: Handed, key: str, reader: Reader) -> Markup:
    given = {"one": one, "key": key, "sentences": sentences}
    return render(Piece("", "play/handed.html", given, msgspec.json.encode((key, one))), reader)


def done_line(one: Done, key: str, reader: Reader) -> Markup:
    given = {"one": one, "told_of": told_of}
    return render(Piece("", "play/done.html", given, msgspec.json.encode((key, one))), reader)
