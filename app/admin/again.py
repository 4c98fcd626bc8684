"""Asks an admin for the password or a code again before a weighty action, unless they have typed one in the last
minutes.
"""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from app.accounts.answers import browser_of
from app.accounts.forms import Fields
from app.accounts.judging import Faults
from app.admin.may import ADMIN, WEIGHTY
from app.clock import now
from app.pages import page
from app.services import Services
from app.store.people import Person
from app.web.addresses import comes_back_to

PROOF = "proof"
"""The field of the password or code."""


async def asks_again(
    request: Request, services: Services, person: Person, role: str, form: Fields, about: str
) -> Response | None:
    """Return the page that asks, with all that was filled in; None once the admin is proved, or need not be. An admin
    action that is not allowed anyway is refused by `do`."""
    browser = await browser_of(request)
    session = browser.visitor.session
    if role != ADMIN or form["do"] not in WEIGHTY or session is None or session.is_fresh(now()):
        return None
    faults = dict[str, str]()
    if form[PROOF]:
        try:
            await services.accounts.prove_again(browser, person, form[PROOF])
            return None
        except Faults as found:
            faults = found.by_field
    comes_back_to(request, f"/admin/{about}")
    kept = {name: text for name, text in form.items() if name != PROOF and text}
    return page(request, "accounts/again.html", 403, form={}, faults=faults, kept=kept, about=about)
