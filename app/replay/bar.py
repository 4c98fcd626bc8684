"""The bar above a past position: the present step, where its buttons lead, and what happened there."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from app.play.parts import draw
from app.play.table import Sheet
from app.replay.moments import Moments
from app.replay.vantage import Vantage, whole
from engine.core.journal import Entry


class Bar(Struct, frozen=True):
    key: str
    step: int
    last: int
    seen: Vantage
    turn: int
    turns: list[tuple[int, int]]
    """The steps at which turns began, each with its turn."""

    @property
    def takes_whole(self) -> bool:
        return whole(self.seen.room, self.seen.sight)

    @property
    def goals(self) -> dict[str, int | None]:
        """The step to which each button leads; None where there is none."""
        starts = [step for step, _ in self.turns]
        earlier = [start for start in starts if start < self.step]
        later = [start for start in starts if start > self.step]
        return {
            "first": 0 if self.step else None,
            "turn_back": earlier[-1] if earlier else None,
            "back": self.step - 1 if self.step else None,
            "on": self.step + 1 if self.step < self.last else None,
            "turn_on": later[0] if later else None,
            "last": self.last if self.step < self.last else None,
        }

    @property
    def asked(self) -> str:
        """The side and the branch, as addresses have them."""
        return self.seen.name + self.in_branch

    @property
    def in_branch(self) -> str:
        return f"&branch={self.seen.branch.epoch}" if self.seen.branch else ""

    def address(self, step: int) -> str:
        return f"/tables/{self.key}/at/{step}?as={self.asked}"


async def bar_of(moments: Moments, seen: Vantage, step: int) -> Bar:
    """Return the bar at a step. Raises Unreadable."""
    room, then = seen.room, await moments.at(seen.room, step, seen.branch)
    turns = await moments.turns(room, seen.last, seen.epoch)
    return Bar(room.key, step, seen.last, seen, room.game.turn(then.position), turns)


def where(bar: Bar, sheet: Sheet) -> Markup:
    """Return the bar's text about the step, to be replaced on the page."""
    return draw("replay/where.html", sheet.reader, bar=bar, news=news_of(bar, sheet), swapped=True)


def news_of(bar: Bar, sheet: Sheet) -> list[Entry]:
    return [entry for told in sheet.scene.log if told.sequence == bar.step for entry in told.news]
