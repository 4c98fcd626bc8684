"""The pages of people: coming as a guest, leaving."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts import service
from app.accounts.forms import form_of, local_path
from app.accounts.service import Faults
from app.accounts.visitor import VisitorDep
from app.pages import page
from app.services import ServicesDep

router = APIRouter()


@router.get("/guest")
async def guest(request: Request, visitor: VisitorDep, next: str = "/") -> Response:  # noqa: A002 - as the address says
    if visitor.person:
        return RedirectResponse(local_path(next), 303)
    return page(request, "accounts/guest.html", form={"name": "", "next": local_path(next)}, faults={})


@router.post("/guest")
async def come_as_guest(request: Request, services: ServicesDep, visitor: VisitorDep) -> Response:
    """Whoever is somebody already stays so."""
    form = await form_of(request, "name", "next")
    to = local_path(form["next"])
    if visitor.person is None:
        try:
            await service.come_as_guest(services.people, visitor, form["name"], agent_of(request))
        except Faults as faults:
            given = form | {"next": to}
            return page(request, "accounts/guest.html", 422, form=given, faults=faults.by_field)
    return RedirectResponse(to, 303)


@router.post("/logout")
async def logout(request: Request, services: ServicesDep, visitor: VisitorDep) -> Response:
    await form_of(request)
    await service.sign_out(services.people, visitor)
    return RedirectResponse("/", 303)


def agent_of(request: Request) -> str:
    return request.headers.get("user-agent", "")
