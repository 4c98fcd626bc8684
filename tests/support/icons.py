"""Draws the icons of the installed site from static/icons/horloge.svg. After a change, `python3 -m tests.support.icons`
writes them again.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import Browser

from tests.support.browser import launched
from tests.support.needs import program
from tests.support.serving import ROOT

FOLDER = ROOT / "static" / "icons"
SIZES = {"horloge-192.png": 192, "horloge-512.png": 512, "whole-180.png": 180, "whole-512.png": 512}
"""The files, and their size. Systems cut the corners of those called whole, so these have the sign in their middle."""


def page_of(name: str) -> str:
    """Return a page that shows an icon in the size of its file."""
    svg = (FOLDER / "horloge.svg").read_text("utf-8")
    ground = svg.partition('fill="')[2].partition('"')[0]
    share, behind = (80, ground) if name.startswith("whole") else (100, "transparent")
    style = f"html{{height:100%;background:{behind};display:grid;place-items:center}}body{{margin:0;width:{share}%}}"
    return f"<!doctype html><title>Icon</title><style>{style}svg{{display:block}}</style>{svg}"


async def draw(browser: Browser, name: str) -> bytes:
    """Return an icon as PNG."""
    page = await browser.new_page(viewport={"width": SIZES[name], "height": SIZES[name]})
    await page.set_content(page_of(name))
    drawn = await page.screenshot(omit_background=True)
    await page.close()
    return drawn


async def draw_all(chromium: Path) -> None:
    async with launched(chromium) as browser:
        for name in SIZES:
            (FOLDER / name).write_bytes(await draw(browser, name))


if __name__ == "__main__":
    found = program("chromium-headless-shell") or program("chromium")
    assert found, "Chromium is needed for this."
    asyncio.run(draw_all(found))
