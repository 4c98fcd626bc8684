"""The form of a file of examples: `before`, `action`, `rolls`, `after`, in rows where several stand in one case. A
value that a position does not list is that of chapter 2.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from engine.core.state import Outcome
from engine.nineteen33.calendar import FIRST_YEAR, month_number

Month = Annotated[str, Meta(pattern=r"^19\d\d-(0[1-9]|1[0-2])$")]
Count = Annotated[int, Meta(ge=0)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """Unknown names are mistakes of the file."""


def month(text: str) -> int:
    """`1934-03` as the months are counted."""
    year, of_year = text.split("-")
    return month_number(int(year), int(of_year))


def text_of(number: int) -> str:
    year, of_year = divmod(number - 1, 12)
    return f"{FIRST_YEAR + year}-{of_year + 1:02}"


class Works(Form, frozen=True):
    months_left: Count
    started: Month


class DevelopmentForm(Form, frozen=True):
    branch: Literal["occupational", "productive"] | None = None
    steps: Count = 0
    works: Works | None = None
    works_started: Month | None = None
    path: Count | None = None


class Raw(Form, frozen=True, rename={"own": "N", "allied": "A", "other": "E"}):
    own: Count = 0
    allied: Count = 0
    other: Count = 0


class Stock(Form, frozen=True):
    food: Count = 0
    raw: Raw = Raw()
    civil: Count = 0
    civil_from_earlier_months: Count | UnsetType = UNSET
    reserved: Count = 0


class DebtForm(Form, frozen=True):
    amount_um: Count
    rate_percent: Count
    due: Month
    kind: Literal["bond", "emergency"] = "bond"


class SlipForm(Form, frozen=True):
    type: Literal["development", "influence", "labour", "bonds", "taxes", "defence"]
    sector: str = ""
    place: str = ""
    amount_um: int = 0
    ul: int = 0
    unit: Literal["army", "naval_division"] = "army"


class UnitForm(Form, frozen=True):
    unit: Literal["army", "naval_division"]
    number: Annotated[int, Meta(ge=1, le=9)]
    at: str
    faces: str = ""


class Rates(Form, frozen=True):
    brigades: Count = 0
    squadrons: Count = 0


class Tracks(Form, frozen=True):
    brigades: tuple[Count, ...] = ()
    squadrons: Count = 0


class BlockForm(Form, frozen=True):
    n: Count
    set: Month
    """When it was played; a position doesn't say."""
    sector: str = ""
    place: str = ""


class CardOpen(Form, frozen=True):
    card: int
    points_left: Count


class LeaderForm(Form, frozen=True):
    labour: dict[Literal["food", "extraction", "civil_industry", "war_industry", "unemployed"], Count] = {}
    development: dict[Literal["food", "extraction", "industry"], DevelopmentForm] = {}
    treasury_um: Count = 0
    score: int = 0
    debt: tuple[DebtForm, ...] = ()
    slips: tuple[SlipForm, ...] = ()
    hand: tuple[int, ...] = ()
    stock: Stock = Stock()
    home_demand: Count = 0
    unit_price_um: Count | UnsetType = UNSET
    rate: Rates = Rates()
    track: Tracks = Tracks()
    armies: Count | UnsetType = UNSET
    divisions: Count | UnsetType = UNSET
    units: tuple[UnitForm, ...] = ()
    home: tuple[str | None, ...] | UnsetType = UNSET
    tension: Count = 0
    strike_next_month: bool = False
    capacity: dict[str, Count] = {}
    press_read_this_year: Count = 0
    press_known: tuple[str, ...] = ()
    block: BlockForm | None = None
    sold_this_month: Count = 0
    card_open: CardOpen | None = None


class PathForm(Form, frozen=True):
    leader: str
    points: Annotated[int, Meta(ge=1, le=4)]
    disturber: str | None = None


class ExclusiveForm(Form, frozen=True):
    holder: str
    months_left: Annotated[int, Meta(ge=1)]


class ArmyForm(Form, frozen=True):
    leader: str
    since: Month


class PlaceForm(Form, frozen=True):
    boxes: tuple[str | None, ...] | UnsetType = UNSET
    path: PathForm | None = None
    tension: Count = 0
    allies: tuple[str, ...] = ()
    exclusive: ExclusiveForm | None = None
    civil_war: Literal["coup", "spanish"] | None = None
    closed_this_month: bool = False
    dealt_by: str | None = None
    lines_used: tuple[Literal["food", "raw", "civil"], ...] = ()
    army_in: ArmyForm | None = None
    garrison: None = None


class Quotes(Form, frozen=True):
    food: Count
    raw: Count


class CounterForm(Form, frozen=True):
    by: str
    against: str
    n: Count


class Position(Form, frozen=True):
    month: Month = "1933-01"
    step: str = ""
    """At which step the case stands; its actions lead there by themselves."""
    players: Literal[3, 4, 5] = 5
    order: tuple[str, ...] = ()
    quotes: Quotes = Quotes(2, 2)
    demand_change: int = 0
    leaders: dict[str, LeaderForm] = {}
    states: dict[str, PlaceForm] = {}
    colonies: dict[str, PlaceForm] = {}
    counter_espionage: tuple[CounterForm, ...] = ()
    press_face_down: tuple[str, ...] = ()
    guide: dict[str, str] = {}


class After(Form, frozen=True):
    """The position afterwards, as far as it is listed; `result` are figures that follow."""

    leaders: dict[str, dict[str, Any]] = {}
    states: dict[str, dict[str, Any]] = {}
    counter_espionage: tuple[CounterForm, ...] | UnsetType = UNSET
    result: dict[str, Any] = {}


class Row(Form, frozen=True):
    action: tuple[dict[str, Any], ...]
    after: After
    before: dict[str, Any] | None = None
    month: Month | None = None
    """Rows with a month follow one another."""
    rolls: dict[str, tuple[Outcome, ...]] = {}


class Case(Form, frozen=True):
    id: str
    topic: str
    clauses: tuple[str, ...]
    source: str
    note: str = ""
    before: dict[str, Any] = {}
    action: tuple[dict[str, Any], ...] = ()
    rolls: dict[str, tuple[Outcome, ...]] = {}
    after: After | None = None
    rows: tuple[Row, ...] = ()


class File(Form, frozen=True):
    version: str = field(name="schema")
    notation: dict[str, str]
    cases: tuple[Case, ...]
