"""The words in which cards say what they do: repercussions of the press, the points and options of manoeuvre cards,
what the functions of tactic cards ask for. Each word is interpreted in one place, named beside it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.core.state import Side
from engine.nineteen33.printed.kinds import Kind, Printed, Product, Sector

# The press: interpreted by press.py


class Repercussion(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """8.2: one line of a headline."""


class InfluencePlus(Repercussion, frozen=True, tag="influence_plus"):
    """8.3"""

    place: str
    leaders: tuple[Side, ...]


class InfluenceMinus(Repercussion, frozen=True, tag="influence_minus"):
    """8.4"""

    place: str
    leaders: tuple[Side, ...]


class DevelopmentPlus(Repercussion, frozen=True, tag="development_plus"):
    """8.5"""

    leaders: tuple[Side, ...]


class NewsTension(Repercussion, frozen=True, tag="tension"):
    """8.6"""

    place: str
    months: int


class EndlessWar(Repercussion, frozen=True, tag="endless_war"):
    """8.10"""

    place: str


class Request(Repercussion, frozen=True, tag="request"):
    """7.12, 7.13"""

    place: str
    product: Product
    quantity: int


class Offer(Repercussion, frozen=True, tag="offer"):
    """7.14"""

    place: str
    product: Product
    quantity: int


AnyRepercussion = InfluencePlus | InfluenceMinus | DevelopmentPlus | NewsTension | EndlessWar | Request | Offer


class Headline(Printed, frozen=True):
    """8.1: quotes, home demand and repercussions of a press card in one year."""

    food: int
    raw: int
    demand: int
    does: tuple[AnyRepercussion, ...]


class PressCard(Printed, frozen=True):
    id: str
    about: str
    unplayed: bool
    """8.11: it is in the deck only when nobody plays this leader."""
    years: dict[int, Headline]


class PressDeck(Printed, frozen=True):
    deck: int
    years: tuple[int, ...]
    cards: tuple[PressCard, ...]


class PressFile(Printed, frozen=True):
    decks: tuple[PressDeck, ...]


# Tactic cards: interpreted by functions.py

FunctionName = Literal[
    "infrastructure",
    "development",
    "influence",
    "trade",
    "mobility",
    "normalisation",
    "defence",
    "block",
    "obstruction",
    "disturbance",
    "tension",
    "destabilisation",
    "intelligence",
]


ConditionWord = Literal[
    "steps_left",
    "not_at_work",
    "goods_there",
    "branch_fits",
    "works_unbound",
    "path_open",
    "self_calm",
    "place_calm",
    "no_coup",
    "not_endless",
    "no_war",
    "at_war",
    "box_free",
    "path_own_or_none",
    "path_unbound",
    "represented",
    "not_closed",
    "exclusive_longer",
    "moves_fit",
    "no_colony",
    "tense",
    "unshielded",
    "rate_unbound",
    "sector_at_work",
    "own_path",
    "a_rival",
    "rival_at_work",
    "rivals_path",
    "no_other_disturber",
    "not_own_home",
    "shaky",
    "no_home",
    "played_rival",
    "cards_to_swap",
    "press_unread",
    "slips_hidden",
]
"""The conditions of functions, interpreted by conditions.py."""
Over = Literal["sector", "branch", "place", "state", "rival_sector", "rival", "unit", "moves", "nothing"]
"""The things among which a function chooses: own sectors (with the branch), places, states, sectors of rivals,
rivals, the two kinds of units, moves of UL."""


class Use(Printed, frozen=True):
    """One use of a function, as a choice of this name."""

    do: str
    over: Over
    requires: tuple[ConditionWord, ...]
    exactly: int = 0
    """5.11: it takes so many points, no more and no fewer."""


class Function(Printed, frozen=True):
    """5.3: a function, the same on each card."""

    id: FunctionName
    most: int
    hostile: bool
    clause: str
    uses: tuple[Use, ...]


class TacticCard(Printed, frozen=True):
    number: int
    value: int
    ministry: str
    functions: tuple[FunctionName, ...]


class Boost(Printed, frozen=True):
    points: int
    die: int
    change: dict[int, int]


class TacticsFile(Printed, frozen=True):
    hand: int
    boost: Boost
    functions: tuple[Function, ...]
    cards: tuple[TacticCard, ...]


# Manoeuvre cards: interpreted by guided.py

Target = Literal["own_ideology", "unstable", "coastal_unstable", "bordering", "home", "colony_or_home"]


class Aim(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """18.5: one of the five points of a manoeuvre card."""


class DevelopmentAim(Aim, frozen=True, tag="development"):
    sector: Sector


class InfluenceAim(Aim, frozen=True, tag="influence"):
    target: Target


class LabourAim(Aim, frozen=True, tag="labour"):
    pass


class BondsAim(Aim, frozen=True, tag="bonds"):
    amount: int


class TaxesAim(Aim, frozen=True, tag="taxes"):
    ul: int


class DefenceAim(Aim, frozen=True, tag="defence"):
    unit: Kind


AnyAim = DevelopmentAim | InfluenceAim | LabourAim | BondsAim | TaxesAim | DefenceAim


class Option(Printed, frozen=True):
    """18.5: an optional action, with its limits where it has any."""

    action: Literal[
        "trade",
        "trade_exclusive",
        "mobility",
        "block",
        "normalisation",
        "armament_sale",
        "military_pressure",
        "infrastructure_fast",
        "obstruction",
        "disturbance",
        "tension",
        "destabilisation",
        "counter_espionage",
    ]
    deals: int = 0
    lines: tuple[Product, ...] = ("food", "raw", "civil")
    most: int = 0
    path: Literal["", "development", "influence"] = ""


class ManoeuvreCard(Printed, frozen=True):
    id: str
    points: tuple[AnyAim, ...]
    options: tuple[Option, ...]


class ManoeuvresFile(Printed, frozen=True):
    functions: dict[str, tuple[FunctionName, ...]]
    """18.7: which functions each type of point needs."""
    cards: tuple[ManoeuvreCard, ...]
