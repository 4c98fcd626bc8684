"""15.1: the kinds of slips. They are part of choices, of the position and of entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from engine.nineteen33.printed import LEADERS, PLACES, STATES, tables
from engine.nineteen33.printed.kinds import Kind, Sector

if TYPE_CHECKING:
    Place = str
    StateName = str
    StateOrNone = str
    LeaderName = str
else:
    Place = Literal[PLACES]
    StateName = Literal[tuple(STATES)]
    StateOrNone = Literal[(*STATES, "")]
    LeaderName = Literal[LEADERS]

AMOUNTS = tables.bonds.amounts
Amount = Annotated[int, Meta(ge=min(AMOUNTS), le=max(AMOUNTS), multiple_of=min(AMOUNTS))]
"""14.1"""


class Slip(Struct, frozen=True, gc=False, tag_field="slip", forbid_unknown_fields=True):
    """One aim of a manoeuvre."""


class DevelopmentSlip(Slip, frozen=True, tag="development"):
    sector: Sector


class InfluenceSlip(Slip, frozen=True, tag="influence"):
    place: Place


class LabourSlip(Slip, frozen=True, tag="labour"):
    pass


class BondsSlip(Slip, frozen=True, tag="bonds"):
    amount: Amount


class TaxesSlip(Slip, frozen=True, tag="taxes"):
    ul: Annotated[int, Meta(ge=1, le=tables.taxes.change_most)]


class DefenceSlip(Slip, frozen=True, tag="defence"):
    unit: Kind


AnySlip = DevelopmentSlip | InfluenceSlip | LabourSlip | BondsSlip | TaxesSlip | DefenceSlip
ONCE = (LabourSlip, BondsSlip, TaxesSlip)
"""15.2: at most one of each."""


class Written(Struct, frozen=True, gc=False, omit_defaults=True):
    """A slip as it lies before its leader: face down until it is scored or December comes."""

    slip: AnySlip
    up: bool = False
    points: int = 0


class Bound(Struct, frozen=True, gc=False):
    """15.7: an unreached slip binds its field until it is done."""

    field: Literal["development", "influence", "defence"]
    what: str
    """A sector, a place, or a kind of unit."""
