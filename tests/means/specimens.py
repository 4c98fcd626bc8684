"""Specimens of the means that every board has (templates/means): pages that show some of them in use, by the game of
the tests. Tests look at them, and they are examples for those who draw a board:
`python3 -m tests.means.specimens FOLDER` writes pictures of all of them.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import msgspec
from markupsafe import Markup
from playwright.async_api import Page, Route

from app.base.paths import STATIC
from app.render.templates import environment
from app.web.headers import HEADERS
from app.words.reader import reader_of
from engine.core import registry
from engine.core.maps import Map
from tests.games.tiny import GAME
from tests.support.browser import NARROW, WIDE, launched, loaded
from tests.support.needs import needs, program

registry.add(["tests.games.tiny"])
HERE = Path(__file__).parent
EUROPE = msgspec.json.decode((HERE / "europe.json").read_bytes(), type=Map)
"""Of Natural Earth's outlines, which are in the public domain; the frontiers are drawn by hand."""
HELD = {"portugal": "red", "spain": "green", "italy": "blue", "ottoman_empire": "usher", "romania": "red"}
STANDING = {
    "spain": [SimpleNamespace(side="red", shape="cube", n=1), SimpleNamespace(side="green", shape="disc", n=3)],
    "italy": [SimpleNamespace(side=side, shape="cube", n=2) for side in ("red", "blue", "green", "red", "blue")],
    "north_sea": [SimpleNamespace(side="blue", shape="disc", n=1)],
}
NOTES = {"spain": Markup("<small>2 of 4 spaces</small>")}
NAMES = ("map", "ways", "scene", "plan")
ADDRESS = "http://localhost"


def specimen(name: str, language: str = "en", theme: str = "") -> str:
    """The whole page."""
    reader = reader_of(GAME, language)
    given = {
        "say": reader.words.say, "reader": reader, "language": language, "theme": theme, "title": name.capitalize(),
        "map": EUROPE, "held": HELD, "standing": STANDING, "notes": NOTES,
    }  # fmt: skip
    body = environment.from_string((HERE / "pages" / f"{name}.html").read_text()).render(given)
    return environment.from_string((HERE / "pages" / "page.html").read_text()).render(given, body=Markup(body))


async def look_at(page: Page, name: str, language: str = "en", theme: str = "") -> None:
    """Open it as the site would send it, with the site's own styles, scripts and headers."""
    html = specimen(name, language, theme)

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            await route.fulfill(path=STATIC / path.removeprefix("/static/"), headers=HEADERS_OF_FILES)
        else:
            await route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=dict(HEADERS))

    await page.route(f"{ADDRESS}/**", answer)
    await page.goto(f"{ADDRESS}/{name}")


HEADERS_OF_FILES = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}


async def pictures(folder: Path) -> None:
    """Of each specimen a wide and a narrow one, in the light and in the dark."""
    chromium = program("chromium-headless-shell") or needs("chromium")
    async with launched(chromium) as browser:
        for name in NAMES:
            for size, theme in product((WIDE, NARROW), ("light", "dark")):
                page = await browser.new_page(viewport=size, has_touch=size == NARROW)
                await look_at(page, name, theme=theme)
                await loaded(page)
                await page.screenshot(path=folder / f"{name}-{size['width']}-{theme}.png", full_page=True)
                await page.close()


if __name__ == "__main__":
    asyncio.run(pictures(Path(sys.argv[1])))
