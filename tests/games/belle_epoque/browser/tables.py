"""Lays out tables of La Belle Époque for browser tests, before their server starts, and answers questions by clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.async_api import Page, expect

from app.settings import Settings
from engine.belle_epoque.automated_contests import AutomatedContests
from engine.belle_epoque.bots import clerk
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import HALVES, INTRIGUE
from engine.belle_epoque.rounds import Acting, NextRound
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.turn import LapseContests, Prepare, Score
from engine.core import door
from engine.core.agenda import proceed, then
from tests.app.trust.played_table import PlayedTable, sitting_on
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import position
from tests.support.browser import LIVE, unfold
from tests.support.games import TEST_GAMES
from tests.support.serving import Served

SEED = "5eed" * 16
LATER = """sequence => !document.querySelector("#decide") ||
    [...document.querySelectorAll('[form="decide"][name=sequence]')].every(({ value }) => Number(value) > sequence)"""


@dataclass
class Laid:
    """The server, and for each of its tables the key and the cookies of its people, by the side that they play
    first."""

    served: Served
    keys: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    def table(self, name: str, more: str = "") -> str:
        return f"{self.served.address}/tables/{self.keys[name]}?lang=en{more}"

    async def become(self, page: Page, name: str, side: str) -> None:
        given = [
            {"name": cookie, "value": text, "url": self.served.address}
            for cookie, text in self.cookies[name][side].items()
        ]
        await page.context.add_cookies(given)  # type: ignore[arg-type]

    async def sit(self, page: Page, name: str, side: str, more: str = "") -> None:
        """Open a table as the person who plays this side there."""
        await self.become(page, name, side)
        await page.goto(self.table(name, more))


def acts(state: BelleEpoque) -> bool:
    return isinstance(state.agenda[-1], Acting) and not state.agenda[-1].used


STRATEGIES = [card.id for card in INTRIGUE.values() if any(HALVES[half].reaction for half in card.halves)]


def fight() -> BelleEpoque:
    """Let the UK attack France in Serbia; both have Armies, money and a card that rolls a die again. With one Army each
    France loses by the first dice, and wins by its new one."""
    state = position(
        Acting("uk"),
        NextRound(at_place=1),
        on={"serbia": "france<uk france", "belgium": "france france france france"},
        dice={"attacker": [4], "defender": [3, 6]},
        arsenal={"uk": {"armies": 2}, "france": {"armies": 2}},
        treasury={"uk": 9, "france": 9, "russia": 4, "central_powers": 4},
        intrigue_hands={"uk": STRATEGIES[:1], "france": STRATEGIES[1:2]},
    )
    state.seed = SEED
    return state


def after_actions() -> BelleEpoque:
    """13.9: Great Britain alone, with two Fleets and five Armies, must defend Belgium, then attack in Serbia; between
    them two automated Powers fight in Italy."""
    state = table(
        "uk",
        turn=2,
        on={"belgium": "uk<france uk", "serbia": "france<uk", "italy": "russia<france"},
        fleet_boxes={"europe": [{"of": "uk", "ready": True}] * 2},
        arsenal={"uk": {"armies": 5}},
        treasury={"uk": 9},
        national_hands={"uk": []},
    )
    state.seed = SEED
    state.agenda = []
    then(state, AutomatedContests(), LapseContests(), Prepare(), Score())
    proceed(state)
    state.news = []
    return state


SO_FAR: dict[str, tuple[int, Callable[[BelleEpoque], bool]]] = {
    "alone": (1, acts),
    "two": (2, lambda state: state.turn >= 2 and acts(state) and state.active == "uk"),
    "phone": (1, lambda state: state.turn >= 2 and acts(state)),
    "keys": (1, lambda state: state.turn >= 2 and acts(state)),
}
"""Tables by number of people; clerks play each until its test is true."""


def environment(folder: Path) -> dict[str, str]:
    database = f"sqlite:///{folder / 'site.db'}"
    games = ",".join(TEST_GAMES)
    return {"DATABASE_URL": database, "HORLOGE_BOT_PACE": "3600", "REDIS_URL": "", "HORLOGE_GAMES": games}


def lay_out(settings: Settings) -> tuple[dict[str, str], dict[str, dict[str, dict[str, str]]]]:
    keys, cookies = {}, {}

    def keep(name: str, sitting: PlayedTable) -> None:
        keys[name] = sitting.key
        cookies[name] = {side: dict(browser.cookies) for side, browser in sitting.world.visitors.items()}

    for name in ("fight", "told"):
        with sitting_on(settings, GAME.key, 4) as sitting:
            sitting.plant(fight(), None)
            keep(name, sitting)
    with sitting_on(settings, GAME.key, 1) as sitting:
        sitting.plant(after_actions(), None)
        keep("after", sitting)
    for name, (players, enough) in SO_FAR.items():
        with sitting_on(settings, GAME.key, players) as sitting:
            play(sitting, enough)
            keep(name, sitting)
    return keys, cookies


def play(sitting: PlayedTable, enough: Callable[[BelleEpoque], bool]) -> None:
    chance = Random(1)
    while not enough(state := position_of(sitting)):
        side, menu = next(iter(door.waiting(GAME, state).items()))
        sitting.submit(side, clerk(state, side, menu, chance))


def position_of(sitting: PlayedTable) -> BelleEpoque:
    state = sitting.room.position
    assert isinstance(state, BelleEpoque)
    return state


async def opened(page: Page) -> None:
    await expect(page.locator("#live")).to_have_class(LIVE)
    await unfold(page)


async def sequence_of(page: Page) -> int:
    return int(await page.locator('[form="decide"][name=sequence]').first.input_value())


async def goes_on(page: Page, sequence: int) -> None:
    """Wait until the page stands at a later step than this."""
    await page.wait_for_function(LATER, arg=sequence)


async def confirm(page: Page) -> None:
    """Send the previewed choice; return once it has been carried out."""
    sequence = await sequence_of(page)
    await page.locator("#decide .sure").click()
    await goes_on(page, sequence)


async def choose(page: Page, choice: str) -> None:
    """Answer by its button, with a preview before it is sent."""
    await page.locator("#decide [name=ahead]").check()
    await page.locator(f"#decide button[name=choice][value*='{choice}']").first.click()
    await confirm(page)
