"""The forms in which the JSON files of this folder stand. No figure of a rule is written anywhere else."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from engine.core.state import Side

Ideology = Literal["liberal", "nationalist", "socialist"]
Track = Literal["food", "extraction", "civil", "war"]
"""1.5: the four sectors in which labour works."""
Sector = Literal["food", "extraction", "industry"]
"""1.5: the three sectors of development."""
Branch = Literal["occupational", "productive"]
Kind = Literal["army", "division"]
Term = Literal["short", "medium", "long"]
Product = Literal["food", "raw", "civil"]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A table. A field that nobody knows is a mistake in the file."""


class Labour(Printed, frozen=True):
    """One number for each track of labour."""

    food: int
    extraction: int
    civil: int
    war: int

    def of(self, track: Track) -> int:
        return int(getattr(self, track))


class Land(Printed, frozen=True, kw_only=True):
    """A node of the map."""

    id: str
    borders: tuple[str, ...]
    seas: tuple[str, ...]
    xy: tuple[int, int]


class LeaderSheet(Land, frozen=True, kw_only=True):
    """1.2, 2.3 to 2.5: the start and limits of a leader."""

    ideology: Ideology
    total: int
    unemployed: int
    free: int
    fixed: Labour
    capacity: Labour
    suggested: Labour
    boxes: tuple[Ideology, ...]
    armies: int
    divisions: int
    armies_most: int
    divisions_most: int
    home_waters: tuple[str, ...]

    def most(self, kind: Kind) -> int:
        """16.2: how many units of a kind are supplied."""
        return self.armies_most if kind == "army" else self.divisions_most


class StateCard(Land, frozen=True, kw_only=True):
    """1.6: the card of an unrepresented state."""

    boxes: tuple[Ideology, ...]
    food: int
    raw: int
    civil: int
    armaments: tuple[int, ...]


class Colony(Land, frozen=True, kw_only=True):
    owner: Side
    boxes: tuple[Ideology, ...]


class Protectorate(Land, frozen=True, kw_only=True):
    owner: Side
    colony: str
    """10.4: the colony whose track it shares."""


class Neutral(Land, frozen=True, kw_only=True):
    """1.3"""


class Sea(Printed, frozen=True):
    id: str
    adjacent: tuple[str, ...]
    coasts: tuple[str, ...]
    xy: tuple[int, int]


class BentLine(Printed, frozen=True):
    between: tuple[str, str]
    via: tuple[tuple[int, int], ...]


class StatesFile(Printed, frozen=True):
    boxes: int
    leaders: tuple[LeaderSheet, ...]
    states: tuple[StateCard, ...]
    colonies: tuple[Colony, ...]
    protectorates: tuple[Protectorate, ...]
    neutrals: tuple[Neutral, ...]
    seas: tuple[Sea, ...]
    bent_lines: tuple[BentLine, ...]


class IdeologySheet(Printed, frozen=True):
    leaders: tuple[Side, ...]
    um_per_point: int
    golden_base: int
    um_year_per_ul: int


class Quotes(Printed, frozen=True):
    food: int
    raw: int


class CalendarTable(Printed, frozen=True):
    first_year: int
    years: int
    months: int
    first_quotes: Quotes


class HomeDemand(Printed, frozen=True):
    die: int
    added: int
    missing_um: int


class Production(Printed, frozen=True):
    per_ul: Labour
    raw_per_up: int
    eaten_per_ul: int
    halves_per_step: int


class DevelopmentTable(Printed, frozen=True):
    path: int
    steps: int
    occupational_ul: int
    in_time_months: int


class WorksRow(Printed, frozen=True):
    points: int
    goods: int
    months: int


class Price(Printed, frozen=True):
    own: int
    allied: int
    dearer: int
    least: int
    start_average: int


class Bracket(Printed, frozen=True):
    least: int = field(name="from")
    um: int


class Taxes(Printed, frozen=True):
    change_most: int
    brackets: tuple[Bracket, ...]


class TermRow(Printed, frozen=True):
    years: int
    add: int


class Bonds(Printed, frozen=True):
    amounts: tuple[int, ...]
    terms: dict[Term, TermRow]
    base_rate: int
    unemployed_add: int
    first_die: int
    first_dice: int
    later_die: int
    percent_per_pip: int
    whole: int
    above_whole: int
    later: tuple[int, ...]
    rest: int


class Loan(Printed, frozen=True):
    step: int
    rate: int
    months: int
    points: int


class Strike(Printed, frozen=True):
    die: int
    hunger_die: int
    hunger_most: int


class Coup(Printed, frozen=True):
    die: int


class CivilWar(Printed, frozen=True):
    points: int
    exclusive: int
    die: int
    lost: int


class Trade(Printed, frozen=True):
    allied_um: int
    dearer: int
    states_per_month: int
    duty_percent: int
    auction_above_quote: int


class Support(Printed, frozen=True):
    above: int
    divisor: int


class Armaments(Printed, frozen=True):
    months: int


class Units(Printed, frozen=True):
    parts: int
    army_moves: int
    sea_moves: int
    pressure: int
    garrison_cost: int


class InfluenceTable(Printed, frozen=True):
    path: int


class ManoeuvreTable(Printed, frozen=True):
    slips: int
    unreached: int
    guide_bonus: int
    full: int
    part: int
    labour: dict[str, int]
    """15.4: points by how many UL are unemployed in December."""


class PlanTable(Printed, frozen=True):
    reserve_most: int
    deals_most: int


class ColonyTable(Printed, frozen=True):
    halved_at: int
    stopped_at: int


class AllianceTable(Printed, frozen=True):
    count: int
    boxes: int
    leaning: int


class GuideTable(Printed, frozen=True):
    die: int
    added: int
    reserve: int


class PressTable(Printed, frozen=True):
    laid_out: int
    first_year: int
    years_per_deck: int
    read_a_year: int
    """5.18"""


class TablesFile(Printed, frozen=True):
    ideologies: dict[Ideology, IdeologySheet]
    calendar: CalendarTable
    home_demand: HomeDemand
    production: Production
    development: DevelopmentTable
    works: tuple[WorksRow, ...]
    works_most: int
    price: Price
    taxes: Taxes
    bonds: Bonds
    loan: Loan
    strike: Strike
    coup: Coup
    civil_war: CivilWar
    trade: Trade
    support: Support
    armaments: Armaments
    units: Units
    influence: InfluenceTable
    manoeuvre: ManoeuvreTable
    plan: PlanTable
    colony: ColonyTable
    alliance: AllianceTable
    guide: GuideTable
    press: PressTable
