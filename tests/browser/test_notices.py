"""Push notifications in a browser: it is allowed to show them, and shows them while the site is closed. The test plays
the push service that a browser's maker runs.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.async_api import Browser, Page, expect

from app.features.notifications.web_push import CURVE, b64, public
from tests.browser.sites import come
from tests.support.browser import VisitorOf, launched
from tests.support.needs import needs
from tests.support.serving import Served

PATIENCE = 20.0
ADDRESS = "http://127.0.0.1:9/{name}"
SUBSCRIBES = """
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  if (new Uint8Array(options.applicationServerKey).length !== 65) throw new Error("no key of the site's");
  return { toJSON: () => ({ endpoint: ADDRESS, keys: KEYS }) };
};
"""
"""Answers like a push service that gives out this address."""
ACTIVE = """async () => {
  const active = async () => (await navigator.serviceWorker.getRegistration("/static/js/worker.js"))?.active?.state;
  while ((await active()) !== "activated") await new Promise((soon) => setTimeout(soon, 20));
}"""
SHOWN = """async (last) => {
  const registration = await navigator.serviceWorker.getRegistration("/static/js/worker.js");
  const told = (one) => [one.title, one.body, one.data.address];
  const shown = async () => (await registration.getNotifications()).map(told);
  while (!(await shown()).some(([title]) => title === last)) await new Promise((soon) => setTimeout(soon, 50));
  return shown();
}"""
"""Returns all notifications that the browser shows, once it shows one of this title."""
MOVES = """(subscription) => new Promise((done) => {
  const moved = new ExtendableEvent("pushsubscriptionchange");
  moved.oldSubscription = { options: {} };
  moved.newSubscription = { toJSON: () => subscription };
  moved.waitUntil = (renewed) => renewed.then(done);
  dispatchEvent(moved);
})"""
"""Sends the event by which a browser tells its worker that its subscription has changed."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The whole Chromium, the only one that shows notifications."""
    async with launched(needs("chromium")) as browser:
        yield browser


def browsers_keys() -> dict[str, str]:
    return {"p256dh": b64(public(ec.generate_private_key(CURVE))), "auth": b64(bytes(16))}


async def at_notices(visitor: VisitorOf, site: Served, name: str) -> Page:
    """Allow notifications as a new visitor, and open the page where a browser is added."""
    page = await visitor(permissions=["notifications"])
    service = SUBSCRIBES.replace("ADDRESS", json.dumps(ADDRESS.format(name=name)))
    await page.add_init_script(service.replace("KEYS", json.dumps(browsers_keys())))
    await come(page, site, name, "/me/notices")
    return page


async def test_a_browser_is_added_by_its_button_and_listed(visitor: VisitorOf, site: Served) -> None:
    page = await at_notices(visitor, site, "Ada")
    await page.locator("#push button").click()
    await expect(page.locator("[data-address]")).to_have_attribute("data-address", ADDRESS.format(name="Ada"))


async def test_what_is_pushed_is_shown_and_what_comes_later_takes_its_place(visitor: VisitorOf, site: Served) -> None:
    page = await at_notices(visitor, site, "Bea")
    session: Any = await page.context.new_cdp_session(page)
    workers: asyncio.Queue[Any] = asyncio.Queue()
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: [*map(workers.put_nowait, told["registrations"])]
    )
    await page.evaluate(ACTIVE)
    await session.send("ServiceWorker.enable")
    worker = (await workers.get())["registrationId"]
    for title in ("Your turn", "You have an offer"):  # the second once the first is there: else either may be the later
        told = {"title": title, "body": "Red asks", "address": f"{site.address}/lobby", "topic": "one", "id": 1}
        pushed = {"origin": site.address, "registrationId": worker, "data": json.dumps(told)}
        await session.send("ServiceWorker.deliverPushMessage", pushed)
        async with asyncio.timeout(PATIENCE):
            assert await page.evaluate(SHOWN, title) == [[title, "Red asks", f"{site.address}/lobby"]]


async def test_a_browser_that_moves_to_a_new_address_says_so_by_itself(visitor: VisitorOf, site: Served) -> None:
    page = await at_notices(visitor, site, "Cleo")
    await page.locator("#push button").click()
    await expect(page.locator("[data-address]")).to_have_count(1)
    (worker,) = page.context.service_workers
    subscription = {"endpoint": ADDRESS.format(name="Cleo-again"), "keys": browsers_keys()}
    await worker.evaluate(MOVES, subscription)
    await page.reload()
    await expect(page.locator(f"[data-address='{subscription['endpoint']}']")).to_be_visible()
