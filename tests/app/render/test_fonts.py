"""The fonts lie on the site itself, as their style sheet and the pages name them, with their licences beside them."""

import re

import pytest
from fastapi.testclient import TestClient

import dev
from app.base.paths import CATALOGUES, STATIC
from app.render.templates import asset

FONTS = STATIC / "vendor" / "fonts"
NAMED = re.findall(r'url\("([^"]+)"\)', (FONTS / "faces.css").read_text("utf-8"))


@pytest.mark.parametrize("named", NAMED)
def test_a_font_is_kept_for_ever_under_the_address_of_its_hash(client: TestClient, named: str) -> None:
    address = f"/static/vendor/fonts/{named}"
    assert address == asset(f"vendor/fonts/{named.partition('?')[0]}")
    answer = client.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff2")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content.startswith(b"wOF2")


def test_a_page_preloads_fonts_of_its_style_sheet_and_may_show_no_others(client: TestClient) -> None:
    page = client.get("/")
    preloaded = re.findall(r'rel="preload" href="/static/vendor/fonts/([^"]+)"', page.text)
    assert len(preloaded) == 2
    assert set(preloaded) < set(NAMED)
    assert "font-src 'self';" in page.headers["content-security-policy"]


def test_every_font_has_its_licence_beside_it(client: TestClient) -> None:
    licences = sorted(FONTS.glob("LICENSE-*.txt"))
    assert len(licences) == 2
    for licence in licences:
        assert "SIL OPEN FONT LICENSE" in client.get(f"/static/vendor/fonts/{licence.name}").text


def test_every_sign_stands_in_one_file_of_a_face_and_what_pages_say_in_the_preloaded_one() -> None:
    preloaded, rarer = (signs(dev.LETTERS[mails]) for mails in ("latin", "more"))
    assert not preloaded & rarer
    said = {sign for file in CATALOGUES.rglob("*.po") for sign in file.read_text("utf-8") if not sign.isspace()}
    assert said <= preloaded


def signs(ranges: str) -> set[str]:
    """Return the characters of a unicode-range, as style sheets write it."""
    spans = (span.removeprefix("U+").partition("-") for span in ranges.split(","))
    return {chr(code) for first, _, last in spans for code in range(int(first, 16), int(last or first, 16) + 1)}
