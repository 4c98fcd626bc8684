"""Shows the mails that are not sent while Horloge is tried out on one's own machine, at /dev/mails. Where strangers may
come, or a mail server is set, the page does not exist.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from app.pages import page
from app.security import from_this_machine
from app.services import ServicesDep

router = APIRouter()

SHOWN = 50


@router.get("/dev/mails")
async def mailbox(request: Request, services: ServicesDep) -> Response:
    settings = services.settings
    if not settings.mails_are_shown or not (settings.show_mails or from_this_machine(request)):
        raise HTTPException(404)
    return page(request, "accounts/mails.html", mails=await services.mails.latest(SHOWN))
