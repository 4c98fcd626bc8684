"""15.1: the kinds of slips. They are part of choices, of the position and of entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from engine.nineteen33.printed import LEADERS, PLACES, SECTORS, STATES, tables
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

KINDS: tuple[Kind, ...] = ("army", "division")
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


class Bound(Struct, frozen=True, gc=False):
    """15.7: an unreached slip binds its field until it is done."""

    field: Literal["development", "influence", "defence"]
    what: str
    """A sector, a place, or a kind of unit."""


BOUNDS: dict[str, Bound] = {
    **{one: Bound("development", one) for one in SECTORS},
    **{one: Bound("influence", one) for one in PLACES},
    **{one: Bound("defence", one) for one in KINDS},
}
"""15.7: what each slip that binds its field binds, by the word of the slip."""
SLIPS: dict[str, AnySlip] = {
    **{one: DevelopmentSlip(one) for one in SECTORS},
    **{one: InfluenceSlip(one) for one in PLACES},
    **{one: DefenceSlip(one) for one in KINDS},
    "labour": LabourSlip(),
    **{f"bonds_{amount}": BondsSlip(amount) for amount in AMOUNTS},
    **{f"taxes_{ul}": TaxesSlip(ul) for ul in range(1, tables.taxes.change_most + 1)},
}
"""Every slip there is, by its word. Positions keep the words, which take a third of the room."""
WORDS = {slip: word for word, slip in SLIPS.items()}
if TYPE_CHECKING:
    BoundWord = str
    SlipWord = str
else:
    BoundWord = Literal[tuple(BOUNDS)]
    SlipWord = Literal[tuple(SLIPS)]


class Written(Struct, frozen=True, gc=False, omit_defaults=True):
    """A slip as it lies before its leader: face down until it is scored or December comes."""

    aim: SlipWord
    up: bool = False
    points: int = 0

    @property
    def slip(self) -> AnySlip:
        return SLIPS[self.aim]


def written(slip: AnySlip) -> Written:
    """A slip face down."""
    return Written(WORDS[slip])
