"""Finds the draws of a game for those who check them."""

from __future__ import annotations

from app.rooms.draws import Dice, checked
from app.rooms.loading import Unreadable
from app.rooms.viewpoint import CantBeShown, Vantage
from app.web.services import Services


async def dice_of(services: Services, looking: Vantage) -> Dice:
    try:
        falls = await services.moments.falls(looking.room, looking.last)
    except Unreadable as error:
        raise CantBeShown(looking.room, error) from error
    return checked(looking.room, falls, over=looking.revealed)
