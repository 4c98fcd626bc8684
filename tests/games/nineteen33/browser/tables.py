"""Tables of 1933 for browser tests: a person on each seat, and positions that a year goes through, laid out before the
server starts. Their people are known by the Power that each plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page, ViewportSize, expect

from app.rooms.room import Room
from app.settings import Settings
from app.store.db.schema.games import rooms, snapshots
from engine.core import registry
from engine.core.game import Opening
from engine.core.state import Side, encode, fingerprint
from engine.nineteen33 import suggestions
from engine.nineteen33.auctions import Auction
from engine.nineteen33.game import GAME
from engine.nineteen33.month import EndMonth, EndYear, TakeTurns
from engine.nineteen33.orders import LeaveAnswers, LeavePlan, PassTurns
from engine.nineteen33.orders_left import MOST_MONTHS
from engine.nineteen33.plans import Planning
from engine.nineteen33.printed import CARDS, LEADERS
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import DefenceSlip, DevelopmentSlip, InfluenceSlip, LabourSlip, TaxesSlip
from engine.nineteen33.state import Debt, Exclusive, Nineteen33, Unit
from engine.nineteen33.state import Path as InfluencePath
from engine.nineteen33.support import Supporting
from engine.nineteen33.turns import BeginTurn
from tests.app.trust.played_table import PlayedTable, one_more, sitting_on
from tests.games.nineteen33.positions import boxes, develop, play, position, run, write
from tests.support.browser import LIVE, unfold
from tests.support.games import TEST_GAMES, UNLISTED
from tests.support.serving import Served, serving
from tests.support.visitors import quick_settings, services_of
from tests.support.visitors import run as run_in

KEY = GAME.key
LARGE: ViewportSize = {"width": 1920, "height": 1080}
GAMES = ",".join((*TEST_GAMES, *UNLISTED))
"""With 1933, as long as no folder registers it."""
ONE_YEAR = {"options.years": "1"}
THREE: tuple[Side, ...] = ("france", "germany", "soviet_union")
PRESS = ["P1-05", "P1-06", "P1-08", "P1-09", "P1-10", "P1-11", "P1-12", "P1-13", "P1-14"]


@dataclass
class Laid:
    """The server, and for each of its tables the key and the cookies of its people, by the Power that they play."""

    served: Served
    keys: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, dict[Side, dict[str, str]]] = field(default_factory=dict)

    def table(self, name: str, more: str = "") -> str:
        return f"{self.served.address}/tables/{self.keys[name]}?lang=en{more}"

    async def sit(self, page: Page, name: str, side: Side, more: str = "") -> None:
        """Open a table as the person who plays this Power there."""
        given = [
            {"name": cookie, "value": text, "url": self.served.address}
            for cookie, text in self.cookies[name][side].items()
        ]
        await page.context.add_cookies(given)  # type: ignore[arg-type]
        await page.goto(self.table(name, more))


async def opened(page: Page) -> None:
    await expect(page.locator("#live")).to_have_class(LIVE)
    await unfold(page)


# Positions


def placing() -> Nineteen33:
    """January 1933: everybody places workers."""
    state, _ = GAME.open(Opening(LEADERS, Options(years=1), "33" * 32, players=5))
    return state


def budgeting() -> Nineteen33:
    """France still writes its budget. The others have orders for a whole year, and food enough that none breaks off."""
    state = placing()
    for side in LEADERS:
        play(state, side, suggestions.placement(side))
        state.leaders[side].food = 60
    for side in LEADERS[1:]:
        play(state, side, suggestions.budget(state, side), LeavePlan(), PassTurns(MOST_MONTHS))
        play(state, side, LeaveAnswers("stand_aside", "accept", "pay"))
    return state


def in_march(sides: tuple[Side, ...] = LEADERS) -> Nineteen33:
    """Lay out March 1933 in a game of one year: hands, aims, headlines, stocks, paths, units and signs of every
    kind."""
    state = position("1933-03", sides)
    state.years, state.seed = 1, "33" * 32
    state.pile, state.headlines, state.news_card = [*PRESS], ["P1-01", "P1-02"], "P1-02"
    state.food_quotes = state.raw_quotes = (2, 4, 3)
    for side in sides:
        write(
            state,
            side,
            LabourSlip(),
            TaxesSlip(1),
            DevelopmentSlip("food"),
            InfluenceSlip("belgium"),
            DefenceSlip("army"),
        )
    for number, leader in enumerate(LEADERS):
        held = state.leaders[leader]
        held.food, held.own_raw, held.civil, held.exportable, held.price = 16, 6, 3, 3, 20
        if leader in sides:
            first, second, *held.hand = range(1 + number, len(CARDS) + 1, len(LEADERS))
            state.discard += first, second
    france = state.leaders["france"]
    france.civil, france.brigade_rate, france.brigades, france.treasury = 8, 2, (20,) * 6, 30
    france.debts = (Debt(100, 4, 12),)
    develop(state, "france", "food", works=2, branch="occupational", started=2)
    develop(state, "germany", "industry", path=3, branch="productive", started=1, steps=1)
    boxes(state, "belgium", "france")
    state.change("belgium", allies=("france",))
    state.change("poland", path=InfluencePath("france", 3, "germany"))
    state.change("hungary", path=InfluencePath("germany", 4), tension=2)
    state.change("romania", exclusive=Exclusive("italy", 3), dealt_by="italy", lines=("food",))
    state.change("spain", shield=2)
    france.armies[0] = Unit("home", "spain")
    state.leaders["germany"].armies[0] = Unit("home", "poland")
    state.leaders["italy"].divisions[0] = Unit("adriatic_sea", "yugoslavia")
    state.leaders["united_kingdom"].divisions[0] = Unit("adriatic_sea", "yugoslavia")
    return state


def planning() -> Nineteen33:
    """Let France and Germany plan; the others have."""
    state = in_march()
    run(state, Planning(), TakeTurns(), EndMonth())
    for side in LEADERS:
        if side not in ("france", "germany"):
            play(state, side, suggestions.plan(state, side))
    return state


def acting() -> Nineteen33:
    """Give France its action turn."""
    state = in_march()
    run(state, BeginTurn("france"), BeginTurn("germany"), EndMonth())
    return state


def guiding() -> Nineteen33:
    """Give France its action turn; it is also regent of the United Kingdom."""
    state = in_march(THREE)
    run(state, BeginTurn("france"), BeginTurn("germany"), EndMonth())
    return state


def auction() -> Nineteen33:
    """Let Belgium ask for food, by a sealed price from each Power that has any."""
    state = in_march()
    state.change("belgium", allies=())
    run(state, Auction("belgium", "food", 3, wanted=True), Planning(), TakeTurns(), EndMonth())
    return state


def support() -> Nineteen33:
    """Lay out December: France must pay for its full stores, or lose jobs."""
    state = in_march()
    state.month, state.pile, state.headlines = 12, [], [*PRESS, "P1-01", "P1-02"]
    france = state.leaders["france"]
    france.treasury, france.civil, france.food = 400, 9, 14
    run(state, Supporting(), EndYear())
    return state


TABLES: dict[str, tuple[int, Callable[[], Nineteen33]]] = {
    "placing": (5, placing),
    "year": (5, budgeting),
    "plan": (5, planning),
    "secret": (5, planning),
    "scriptless": (5, planning),
    "turn": (5, acting),
    "keys": (5, acting),
    "phone": (5, planning),
    "auction": (5, auction),
    "support": (5, support),
    "regent": (3, guiding),
}
"""For each table its number of people and its position."""


@contextmanager
def laid_in(folder: Path) -> Iterator[Laid]:
    before = [*registry.added]
    settings = quick_settings(f"sqlite+aiosqlite:///{folder / 'site.db'}", games=GAMES)
    keys, cookies = lay_out(settings)
    registry.added[:] = before
    environment = {"DATABASE_URL": f"sqlite:///{folder / 'site.db'}", "HORLOGE_BOT_PACE": "3600", "REDIS_URL": ""}
    with serving(folder, HORLOGE_GAMES=GAMES, **environment) as served:
        yield Laid(served, keys, cookies)


def lay_out(settings: Settings) -> tuple[dict[str, str], dict[str, dict[Side, dict[str, str]]]]:
    """Lay out the tables with one server for each number of people, one after the other."""
    keys, cookies = {}, {}
    for players in sorted({players for players, _ in TABLES.values()}):
        with sitting_on(settings, KEY, players, **ONE_YEAR) as sitting:
            for name, (number, laid) in TABLES.items():
                if number == players:
                    sitting.key = one_more(sitting.world, GAME, players, ONE_YEAR)
                    run_in(sitting.world.app, planted, sitting, laid())
                    keys[name] = sitting.key
                    cookies[name] = {side: dict(one.cookies) for side, one in sitting.world.visitors.items()}
    return keys, cookies


async def planted(sitting: PlayedTable, state: Nineteen33) -> None:
    """Replace the position in which this table begins."""
    services = services_of(sitting.world.app)
    room = await services.rooms.get(sitting.key)
    assert isinstance(room, Room)
    state.sequence = 0
    async with services.database.writing() as connection:
        await connection.execute(
            snapshots.update().where(snapshots.c.room == room.id).values(state=encode(state).decode())
        )
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(hash=fingerprint(state)))
