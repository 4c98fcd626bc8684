"""Routes for load balancers and supervisors: whether the process is alive and ready to serve."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from app.services import ServicesDep
from app.store import schema
from app.store.database import StoreUnavailable

router = APIRouter(prefix="/health")


@router.get("/alive")
@router.get("/live")
async def alive() -> JSONResponse:
    return JSONResponse({"alive": True})


@router.get("/ready")
async def ready(services: ServicesDep) -> JSONResponse:
    """Answer 503 while the database cannot be reached or has not been migrated."""
    try:
        at = await schema.current(services.database)
    except StoreUnavailable:
        return JSONResponse({"ready": False, "because": "the database can't be reached"}, 503)
    if not schema.suffices(at):
        return JSONResponse({"ready": False, "because": "the database is not migrated: horloge migrate upgrade"}, 503)
    return JSONResponse({"ready": True})
