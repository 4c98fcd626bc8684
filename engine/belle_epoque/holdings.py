"""2.6e to 2.6g, 8.2.3 and 8.2.4: updates Alliance and Control when cubes change, with all that comes with them."""

from __future__ import annotations

from engine.belle_epoque.board import COLONIES, majority
from engine.belle_epoque.journal import AllianceBegan, AllianceEnded, ControlBegan, ControlEnded
from engine.belle_epoque.prestige import move_prestige
from engine.belle_epoque.printed import MINOR_UNITS, NATIONS, TERRITORIES
from engine.belle_epoque.state import BelleEpoque, MinorUnit
from engine.core.journal import tell
from engine.core.state import Side

HOME = "home"
ARSENAL = "arsenal"


def recheck(state: BelleEpoque, *territories: str) -> None:
    """2.6f: check the holders of territories whose cubes have changed, Alliances first. This may ask a Power a question
    at once (11.1), so queue all later steps before calling it."""
    colonies = [territory for territory in territories if territory in COLONIES]
    for nation in territories:
        if nation not in COLONIES and changes_hands(state, nation) and nation in NATIONS:
            colonies += [colony for colony in COLONIES_IN_ORDER if nation in state.spaces[colony]]
    for colony in colonies:
        changes_hands(state, colony)


COLONIES_IN_ORDER = tuple(territory for territory in TERRITORIES if territory in COLONIES)


def changes_hands(state: BelleEpoque, territory: str) -> bool:
    """Tell whether the territory now has another holder than before, or none."""
    before, now = state.held.get(territory), majority(state, territory)
    if now == before:
        return False
    if before:
        tell(state, (ControlEnded if territory in COLONIES else AllianceEnded)(before, territory))
        del state.held[territory]
    if now:
        tell(state, (ControlBegan if territory in COLONIES else AllianceBegan)(now, territory))
        state.held[territory] = now
    if territory not in COLONIES:
        change_ally(state, territory, before, now)
    return True


def change_ally(state: BelleEpoque, nation: str, before: Side | None, now: Side | None) -> None:
    """8.2.3a, 8.2.3f"""
    send_units(state, nation, now)
    bonus = TERRITORIES[nation].bonus
    if bonus and bonus.delta:
        if before:
            move_prestige(state, before, -bonus.delta)
        if now:
            move_prestige(state, now, bonus.delta)


def send_units(state: BelleEpoque, nation: str, ally: Side | None) -> None:
    """8.2.3d, 8.2.3e: send the nation's units to the Arsenal of its ally, or home if it has none; those on the map stay
    where they are."""
    for unit, kind in MINOR_UNITS.items():
        if kind.nation == nation and state.minor_units[unit].at in (HOME, ARSENAL):
            state.minor_units[unit] = MinorUnit(ARSENAL if ally else HOME)
