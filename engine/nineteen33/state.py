"""The position of 1933: the political board, the five government boards and the hands. Everything is
public but hands, slips face down, the order of press cards, what was read, and sealed answers (19.1).

board.py reads it; the modules of the chapters change it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from engine.core.sides import IS_SIDE
from engine.core.state import Side, State
from engine.core.step import Step
from engine.nineteen33.orders_left import Orders
from engine.nineteen33.printed import IDEOLOGIES, LANDS, LEADERS, PLACES, PRESS, SEAS, SECTORS, tables
from engine.nineteen33.printed.kinds import Branch, Ideology, Kind, Product, Sector, Track
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.slips import BoundWord, StateName, Written
from engine.nineteen33.slips import Place as PlaceName

StepT = TypeVar("StepT", default=Step["Nineteen33[Any]"])

FREE = ""
"""A box of an opinion track that nobody holds."""
LETTERS: dict[str, str] = {FREE: "."}
"""The letter of each box in a row: small for an ideology, a capital for a leader's cube. With words a position would be
a fifth longer, to encode and to hash."""
LETTERS |= {one: one[0] for one in IDEOLOGIES}
LETTERS |= {leader: leader[0].upper() for leader in LEADERS}
OPEN = LETTERS[FREE]
HOME = "home"
"""10.5: where units are that are not on the map."""
if TYPE_CHECKING:
    Leading = Side
    Deed = str
    PressName = str
    UnitPlace = str
else:  # Words of a list are one object each in all positions that are decoded, which spares a quarter of their memory.
    Leading = Annotated[Literal[LEADERS], IS_SIDE]
    Deed = Literal[(*SECTORS, "army", "division", "bonds", "taxes", *PLACES)]
    PressName = Literal[tuple(PRESS)]
    UnitPlace = Literal[(HOME, *LANDS, *SEAS)]


def row_of(boxes: Iterable[str]) -> str:
    """Five boxes as a row of letters."""
    return "".join(map(LETTERS.__getitem__, boxes))


@cache
def boxes_of(row: str) -> tuple[str, ...]:
    """In order: an ideology (precoloured), a leader (its cube), or free."""
    box_of = {letter: box for box, letter in LETTERS.items()}
    return tuple(box_of[letter] for letter in row)


class Path(Struct, frozen=True, gc=False, omit_defaults=True):
    """9.1: an influence path."""

    owner: Leading
    points: int
    disturber: Leading | None = None
    """5.15: the only one who may disturb it again."""


class Exclusive(Struct, frozen=True, gc=False):
    """5.9"""

    holder: Leading
    months: int


class ArmyIn(Struct, frozen=True, gc=False):
    """12.8: a leader's army in a civil war."""

    leader: Leading
    number: int
    since: int
    """The month in which it came."""


class Place(Struct, frozen=True, gc=False, omit_defaults=True):
    """9.1: a home, a state or a colony with its opinion track, and what signs lie there."""

    row: str
    """Its boxes, see `LETTERS`."""
    path: Path | None = None
    tension: int = 0
    """Months, this one included."""
    shield: int = 0
    closed: bool = False
    """12.3: a coup was tried this month."""
    war: Literal["", "civil", "endless"] = ""
    """12.5, 12.10"""
    army: ArmyIn | None = None
    allies: tuple[Leading, ...] = ()
    exclusive: Exclusive | None = None
    dealt_by: Leading | None = None
    lines: tuple[Product, ...] = ()
    """7.2: the products traded this month."""
    supplier: Leading | None = None
    supplies: tuple[int, ...] = ()
    """7.8: the months of its supplies."""

    @property
    def boxes(self) -> tuple[str, ...]:
        return boxes_of(self.row)


class Development(Struct, frozen=True, gc=False, omit_defaults=True):
    """5.5 to 5.7: a sector's works and path."""

    branch: Branch | Literal[""] = ""
    steps: int = 0
    works: int = 0
    """Months left of works."""
    path: int | None = None
    """None: closed."""
    started: int = 0
    """15.5: the month in which the works of the running step began."""


class Unit(Struct, frozen=True, gc=False, omit_defaults=True):
    """10.5 to 10.8: an army or a division."""

    at: UnitPlace
    """`home`, a land, or a sea area. It has no default: msgspec leaves a default out only if it is the same object, and
    bytes must not depend on where a string came from."""
    faces: str = ""
    """10.8: the state that it presses or defends against pressure."""
    moved: bool = False
    """10.7: this month."""


class Debt(Struct, frozen=True, gc=False, omit_defaults=True):
    """13.6, 14.4"""

    amount: int
    rate: int
    due: int
    """The month, a December."""
    emergency: bool = False


class Block(Struct, frozen=True, gc=False):
    """5.13: so much less of each attack on this sector or on the path in this place."""

    on: str
    points: int


class Leader(Struct, gc=False, omit_defaults=True):
    """1.7: a government board, with what its player holds."""

    treasury: int = 0
    labour: dict[Track, int] = {}
    unemployed: int = 0
    development: dict[Sector, Development] = {}

    food: int = 0
    own_raw: int = 0
    """6.5: N"""
    allied_raw: int = 0
    """6.5: A"""
    other_raw: int = 0
    """6.5: E"""
    dear_raw: bool = False
    """6.7: some were bought at quote + 1 or from a leader this month."""
    civil: int = 0
    reserved: int = 0
    """4.5: set aside for public works; not among `civil`."""
    exportable: int = 0
    """6.10: civil goods in stock when the month began, less those that were sold since."""
    demand: int = 0
    """3.5: the year's."""
    sold: int = 0
    """13.4: UP this month that count for indirect taxes."""
    price: int = 0
    """6.8: of the month."""
    raw_average: int = 0

    brigades: tuple[int, ...] = ()
    """7.10: the price paid for each, oldest first."""
    squadrons: int = 0
    brigade_rate: int = 0
    squadron_rate: int = 0
    armies: list[Unit] = []
    divisions: list[Unit] = []

    strike: bool = False
    """6.13: this month."""
    strike_next: bool = False
    called_strike: bool = False
    """9.9: this month."""
    tax_change: int = 0
    """13.3: of the year."""
    debts: tuple[Debt, ...] = ()
    blocks: tuple[Block, ...] = ()
    bound: tuple[BoundWord, ...] = ()
    """15.7: see `BOUNDS`."""
    points: dict[str, int] = {}
    """Manoeuvre points, by what they were for."""
    by_year: tuple[int, ...] = ()

    slips: list[Written] = []
    unclaimed: tuple[Deed, ...] = ()
    """Deeds of this year without a slip: sectors, kinds of units, allied states."""
    boxes_won: tuple[PlaceName, ...] = ()
    """15.4: the places of boxes won this year."""
    full_alliances: tuple[StateName, ...] = ()
    """9.8: the states whose alliance brought it all points of a slip."""
    signed: tuple[StateName, ...] = ()
    """17.2: states with which it ever allied."""
    created: int = 0
    """17.2: armies and divisions."""

    hand: list[int] = []
    known_cards: dict[Side, list[int]] = {}
    """5.18: cards that this player knows in other hands."""
    press_known: tuple[PressName, ...] = ()
    """5.18: press cards read this year."""
    slips_known: dict[Side, list[int]] = {}
    """5.18: which slips of others it read this year, as counted from 0."""

    @property
    def score(self) -> int:
        return sum(self.points.values())

    @property
    def employed(self) -> int:
        return sum(self.labour.values())

    @property
    def ul(self) -> int:
        """6.11: all that eat."""
        return self.employed + self.unemployed

    @property
    def raw(self) -> int:
        return self.own_raw + self.allied_raw + self.other_raw

    @property
    def steps(self) -> int:
        return sum(one.steps for one in self.development.values())

    @property
    def debt(self) -> int:
        return sum(one.amount for one in self.debts)

    def units(self, kind: Kind) -> list[Unit]:
        return self.armies if kind == "army" else self.divisions


class Guided(Struct, frozen=True, gc=False):
    """18.2 to 18.5: the year of a leader that nobody plays."""

    guide: Leading
    card: str
    targets: tuple[str, ...] = ()
    """The place that each of the card's points is about; empty for others."""
    reached: tuple[bool, ...] = ()


class Counter(Struct, frozen=True, gc=False):
    """5.19"""

    by: Leading
    against: Leading
    points: int


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """4.6: the action turn that is under way."""

    active: Leading
    card: int = 0
    """0: none was played yet."""
    points: int = 0
    """Left on the card."""
    boosted: bool = False
    used: tuple[FunctionName, ...] = ()
    guided: Leading | None = None
    """The leader that nobody plays, until the guide has acted for it."""
    guide_points: int = 0
    guide_used: tuple[FunctionName, ...] = ()
    guide_deals: tuple[str, ...] = ()
    """18.5: the states with which the guide dealt for it."""
    treasury: int = 0
    """The treasury of the active leader when the turn began."""


class Goods(Struct, frozen=True, gc=False, tag_field="offer", tag="goods", forbid_unknown_fields=True):
    """7.7: food or raw materials for the other leader of the ideology."""

    product: Literal["food", "raw"]
    quantity: Annotated[int, Meta(ge=1)]


class JointAlliance(Struct, frozen=True, gc=False, tag_field="offer", tag="joint_alliance", forbid_unknown_fields=True):
    """9.8: to sign together, or to join an alliance."""

    state: str


class Pact(Struct, frozen=True, gc=False, tag_field="offer", tag="pact", forbid_unknown_fields=True):
    """9.13: an alliance of the two leaders."""


class Standing(Struct, frozen=True, gc=False):
    """An offer that the other leader of an ideology may agree to."""

    number: int
    by: Leading
    to: Leading
    what: Goods | JointAlliance | Pact
    until: int
    """The month at whose end it lapses."""
    open: bool = True


class Nineteen33(State[StepT], omit_defaults=True):
    """`sides` are the leaders that people play; the other leaders are guided (chapter 18)."""

    sides: tuple[Leading, ...]
    years: int = 6
    """17.3"""
    month: int = 0
    order: list[Leading] = []
    """4.1: of the players."""
    food_quote: int = 0
    raw_quote: int = 0
    food_quotes: tuple[int, ...] = ()
    """8.1: of the last twelve months, that of this month last."""
    raw_quotes: tuple[int, ...] = ()
    demand_change: int = 0
    leaders: dict[Side, Leader] = {}
    """All five."""
    places: dict[str, Place] = {}
    guided: dict[Side, Guided] = {}
    pacts: list[Ideology] = []
    """9.13: the ideologies whose leaders are allied."""
    offers: list[Standing] = []
    offered: int = 0
    """So many offers were made in the game; the next number."""
    counters: list[Counter] = []
    turn: Turn | None = None
    """None outside action turns."""

    pile: list[PressName] = []
    """Press cards face down, the next one last."""
    news_card: PressName | Literal[""] = ""
    """The press card of the month."""
    headlines: list[PressName] = []
    """Press cards turned up this year, in order."""
    discard: list[int] = []

    ended: Literal["", "calendar", "war"] = ""
    orders: dict[Side, Orders] = {}
    """19.6: left in advance, each known to its own player alone."""

    @property
    def line(self) -> list[Side]:
        """4.1: all leaders in the order of the month, each without a player right behind its guide."""
        found: list[Side] = []
        for player in self.order:
            found.append(player)
            found += [leader for leader in LEADERS if leader in self.guided and self.guided[leader].guide == player]
        return found

    @property
    def last_month(self) -> int:
        return self.years * tables.calendar.months

    def is_played(self, leader: Side) -> bool:
        return leader in self.sides

    def change(self, place: str, **changes: Any) -> None:
        """Put other signs on a place."""
        self.places[place] = replace(self.places[place], **changes)

    def develop(self, leader: Side, sector: Sector, **changes: Any) -> None:
        """Change the works or path of a sector."""
        held = self.leaders[leader].development
        held[sector] = replace(held[sector], **changes)
