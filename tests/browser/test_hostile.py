"""Whatever people write is shown as text: a hundred payloads stand in every column that people fill in, as if no code
had checked them on the way in, and a browser opens all pages. None of them runs, and each is shown.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.trust.hostile import PAYLOADS
from tests.browser.prepared import Prepared, prepared
from tests.browser.test_every_page import whole_pages
from tests.support.browser import WIDE, OpenPage

WRITTEN = [
    ("people", "name"),
    ("tables", "title"),
    ("rooms", "title"),
    ("lines", "text"),
    ("notes", "text"),
    ("sessions", "agent"),
    ("receivers", "name"),
    ("deeds", "reason"),
    ("reports", "reason"),
    ("mails", "subject"),
    ("mails", "text"),
]
"""The columns filled by people, their browsers and programs, and the servers of their receivers."""
MORE = [
    """INSERT INTO notes (person, "table", text, version, at)
    SELECT people.id, tables.id, '', 1, '2026-11-18 20:00:00' FROM people, tables""",
    """INSERT INTO reports (person, channel, number, reason, at)
    SELECT person, channel, number, '', '2026-11-18 20:00:00' FROM lines""",
]
"""Every person has notes at each table, and has objected to each line."""
SHOWN = """() => [
  document.body.textContent,
  ...[...document.querySelectorAll("*")].flatMap((one) => [...one.attributes]).map(({ value }) => value),
].join(" ")"""
"""Returns all text on a page, and all values of attributes."""
CAME_THROUGH = """
window.hit || document.querySelector("[data-hostile], base, iframe, [hx-get='/logout'], script:not([src])")?.outerHTML
"""


def marked(table: str, column: str) -> str:
    return f"[{table}.{column}]"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    folder = tmp_path_factory.mktemp("hostile")
    with prepared(folder) as opened:
        plant(folder / "site.db")
        yield opened


def plant(file: Path) -> None:
    """Write a payload into each row; names stay different from each other."""
    with closing(sqlite3.connect(file)) as database:
        for more in MORE:
            database.execute(more)
        for table, column in WRITTEN:
            text = marked(table, column) + " ".join(PAYLOADS)
            number = " || rowid" if column == "name" else ""
            done = database.execute(f'UPDATE "{table}" SET "{column}" = ?{number}', (text,))
            assert done.rowcount, table
        database.commit()


async def test_a_hundred_payloads_in_every_column_do_nothing_on_any_page(open_page: OpenPage, site: Prepared) -> None:
    page, shown, asked = await open_page(WIDE), "", []
    page.on("request", lambda request: asked.append(request.url))
    before, through = "", []
    for person, path in whole_pages(site):
        if person != before:
            await site.become(page, person)
        before = person
        await page.goto(f"{site.address}{path}")
        if found := await page.evaluate(CAME_THROUGH):
            through.append(f"{path} as {person}: {found}")
        shown += await page.evaluate(SHOWN)
        await page.evaluate("document.querySelectorAll('input, textarea').forEach((field) => field.focus())")
    assert not through
    assert len(PAYLOADS) > 100
    assert [column for column in WRITTEN if marked(*column) not in shown] == []
    assert all(payload in shown for payload in PAYLOADS)
    assert [url for url in asked if not url.startswith((site.address, "about:"))] == []
