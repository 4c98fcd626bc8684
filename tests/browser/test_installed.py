"""The site installed on a phone or a computer: its manifest, its icons, and the number on its icon."""

import base64
import json
import struct

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.sites import come, make
from tests.support.browser import VisitorOf
from tests.support.icons import FOLDER, SIZES, draw
from tests.support.serving import Served

RECORDED = """
window.badges = [];
navigator.setAppBadge = async (number) => { badges.push(number) };
navigator.clearAppBadge = async () => { badges.push(0) };
"""
INSTALLED = """
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => query === "(display-mode: standalone)" ? { matches: true } : asked(query);
"""
LAST = "number => badges.at(-1) === number"
DIFFERENCE = """async ([one, other]) => {
  const pixels = async (png) => {
    const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height).data;
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  return a.reduce((sum, value, place) => sum + Math.abs(value - b[place]), 0) / a.length;
}"""
"""Returns the mean difference of the values of two pictures' pixels, from 0 to 255."""
ON_AN_IPHONE = "delete window.PushManager; navigator.standalone = %s;"


async def test_a_browser_may_install_the_site(page: Page, site: Served) -> None:
    """It finds a name, an address and icons of the sizes that the manifest names."""
    await page.goto(site.address)
    session = await page.context.new_cdp_session(page)
    found = await session.send("Page.getAppManifest")
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["name"] == "Horloge"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = await page.request.get(site.address + icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", (await answer.body())[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon.get("purpose") for icon in manifest["icons"]} >= {"maskable"}


@pytest.mark.parametrize("name", SIZES)
async def test_the_icons_are_drawn_from_the_sign_of_the_site(browser: Browser, page: Page, name: str) -> None:
    drawn, kept = await draw(browser, name), (FOLDER / name).read_bytes()
    pictures = [base64.b64encode(picture).decode() for picture in (drawn, kept)]
    assert await page.evaluate(DIFFERENCE, pictures) < 1


async def test_the_icon_tells_how_many_games_wait(visitor: VisitorOf, site: Served) -> None:
    page = await visitor()
    await page.add_init_script(RECORDED)
    await come(page, site, "Ada")
    await make(page, site)
    await page.locator("#fill").click()
    await expect(page.locator("#decide.mine")).to_be_visible()
    await page.goto(f"{site.address}/mine")
    await expect(page.locator("main h1")).to_be_visible()
    assert await page.evaluate("badges.length") == 0, "a tab has no icon"
    await page.add_init_script(INSTALLED)
    await page.reload()
    await page.wait_for_function(LAST, arg=1)


@pytest.mark.parametrize(("on_the_home_screen", "said"), [("false", "home screen"), ("true", "can’t show")])
async def test_an_iphone_is_told_to_install_the_site_first(
    visitor: VisitorOf, site: Served, on_the_home_screen: str, said: str
) -> None:
    page = await visitor()
    await page.add_init_script(ON_AN_IPHONE % on_the_home_screen)
    await come(page, site, "Bea", "/me/notices")
    status = page.locator("#push [role=status]")
    await expect(status).to_contain_text(said)
    await expect(page.locator("#push button")).to_be_hidden()
