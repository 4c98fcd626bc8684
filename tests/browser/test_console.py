"""The console stays empty while a table is played: no error, no warning, no report under the content security policy.
test_every_page reads it while pages open.
"""

from playwright.async_api import Page, expect

from tests.browser.sites import both_sit, decide
from tests.support.browser import LIVE
from tests.support.serving import Served

STYLES = "[...document.querySelectorAll('style, [style]')].map(one => one.outerHTML.slice(0, 80))"
REPORTS = """
document.addEventListener("securitypolicyviolation",
    event => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


async def test_playing_leaves_the_console_empty(page: Page, phone: Page, site: Served, complaints: list[str]) -> None:
    for one in (page, phone):
        await one.add_init_script(REPORTS)
    await both_sit(page, phone, site)
    for kind in ("collect", "tip"):
        await decide(page, kind)
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
    for one in (page, phone):
        await expect(one.locator("#live")).to_have_class(LIVE)
        assert await one.evaluate("htmx.config.includeIndicatorStyles") is False
        assert await one.evaluate(STYLES) == [], "nothing writes styles of its own"
    assert complaints == []


async def test_a_style_that_is_written_into_the_page_would_be_heard(
    page: Page, site: Served, complaints: list[str]
) -> None:
    await page.add_init_script(REPORTS)
    await page.goto(site.address)
    async with page.expect_console_message(lambda said: said.text.startswith("policy: ")):
        await page.evaluate("document.head.insertAdjacentHTML('beforeend', '<style>b { color: red }</style>')")
    await page.evaluate("new Promise(done => setTimeout(done))")
    assert any("policy: style-src" in one for one in complaints)
    complaints.clear()
