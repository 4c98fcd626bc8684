"""Chapter 18: leaders that nobody plays, their manoeuvre cards and guides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.nineteen33 import choices, manoeuvre
from engine.nineteen33.board import has_free_box, stability
from engine.nineteen33.journal import AimsReached, GuideDrawn, TargetNamed
from engine.nineteen33.printed import (
    COLONY_OF,
    LANDS,
    LEADERS,
    MANOEUVRES,
    SHEETS,
    STATES,
    manoeuvres,
    option_of,
    tables,
)
from engine.nineteen33.printed.kinds import Kind, Sector
from engine.nineteen33.printed.vocabulary import (
    AnyAim,
    BondsAim,
    DefenceAim,
    DevelopmentAim,
    FunctionName,
    InfluenceAim,
    LabourAim,
    Option,
    Target,
    TaxesAim,
)
from engine.nineteen33.state import Guided, Leading, Nineteen33

# January


class DrawGuides(Automatic[Nineteen33], frozen=True):
    """18.2, 18.3: a card and a guide for each leader that nobody plays."""

    clause = "18.2"

    def run(self, state: Nineteen33) -> None:
        unplayed = [leader for leader in LEADERS if not state.is_played(leader)]
        state.guided = {}
        if not unplayed:
            return
        cards = shuffled(state, "manoeuvre", list(MANOEUVRES))
        guides = shuffled(state, "guide", list(state.sides))
        for leader in unplayed:
            begin(state, leader, guides.pop(), cards.pop())
        then(state, *(NameTargets(leader, 0) for leader in unplayed))


def begin(state: Nineteen33, leader: Side, guide: Side, card: str) -> None:
    points = len(MANOEUVRES[card].points)
    state.guided[leader] = Guided(guide, card, ("",) * points, (False,) * points)
    tell(state, GuideDrawn(leader, guide, card))


class NameTargets(Automatic[Nineteen33], frozen=True):
    """18.4: the target of one point of the card; a single candidate needs no answer."""

    clause = "18.4"
    leader: Leading
    number: int

    def run(self, state: Nineteen33) -> None:
        aims = MANOEUVRES[state.guided[self.leader].card].points
        if self.number == len(aims):
            return
        then(state, NameTargets(self.leader, self.number + 1))
        aim = aims[self.number]
        if not isinstance(aim, InfluenceAim):
            return
        found = candidates(state, self.leader, aim.target)
        if len(found) > 1:
            then(state, NamingTarget(self.leader, self.number, aim.target))
        else:
            name_target(state, self.leader, self.number, aim.target, found[0] if found else "")


class NamingTarget(Waiting[Nineteen33, choices.NameTarget], frozen=True):
    """18.4: the guide names it, in public."""

    clause = "18.4"
    leader: Leading
    number: int
    target: Target

    def waiting(self, state: Nineteen33) -> Mapping[Side, Menu]:
        found = map(choices.NameTarget, candidates(state, self.leader, self.target))
        return {state.guided[self.leader].guide: OneOf(*found, clause="18.4")}

    def choose(self, state: Nineteen33, side: Side, choice: choices.NameTarget) -> None:
        name_target(state, self.leader, self.number, self.target, choice.place)


def name_target(state: Nineteen33, leader: Side, number: int, target: Target, place: str) -> None:
    """18.4: without any candidate the point counts as reached."""
    guided = state.guided[leader]
    targets = (*guided.targets[:number], place, *guided.targets[number + 1 :])
    reached = (*guided.reached[:number], not place, *guided.reached[number + 1 :])
    state.guided[leader] = replace(guided, targets=targets, reached=reached)
    tell(state, TargetNamed(leader, target, place))


FALLBACKS: dict[Target, Target | None] = {
    "own_ideology": "unstable",
    "unstable": None,
    "coastal_unstable": None,
    "bordering": None,
    "home": "own_ideology",
    "colony_or_home": "own_ideology",
}
"""18.4: the target that counts instead if nothing fits; None: any state that can be used."""


def candidates(state: Nineteen33, leader: Side, target: Target) -> list[str]:
    """18.4: the places that a target may mean, in the order of the board."""
    usable = [place for place in fitting(state, leader, target) if is_usable(state, leader, place)]
    if usable:
        return usable
    other = FALLBACKS[target]
    if other is not None:
        return candidates(state, leader, other)
    coastal = target == "coastal_unstable"
    return [name for name in STATES if is_usable(state, leader, name) and (STATES[name].seas or not coastal)]


def fitting(state: Nineteen33, leader: Side, target: Target) -> list[str]:
    match target:
        case "home":
            return [leader]
        case "colony_or_home":
            return [COLONY_OF.get(leader, leader)]
        case "own_ideology":
            mine = SHEETS[leader].ideology
            return [name for name, card in STATES.items() if card.boxes[:2] == (mine, mine)]
        case "bordering":
            return [name for name in STATES if borders(leader, name)]
    shaky = [name for name in STATES if stability(state.places[name]) == "unstable"]
    return [name for name in shaky if STATES[name].seas] if target == "coastal_unstable" else shaky


def borders(leader: Side, place: str) -> bool:
    """By land, or by a sea area in common."""
    land = LANDS[leader]
    return place in land.borders or bool({*land.seas} & {*LANDS[place].seas})


def is_usable(state: Nineteen33, leader: Side, place: str) -> bool:
    here = state.places[place]
    foreign = any(SHEETS[ally].ideology != SHEETS[leader].ideology for ally in here.allies)
    taken = leader in here.allies or place in state.guided[leader].targets
    return has_free_box(here) and here.war != "endless" and not foreign and not taken


# The year's aims


def aims(state: Nineteen33, leader: Side) -> list[tuple[AnyAim, str]]:
    """18.5: the points that are not reached yet, with their targets."""
    guided = state.guided[leader]
    rows = zip(MANOEUVRES[guided.card].points, guided.targets, guided.reached, strict=True)
    return [(aim, target) for aim, target, reached in rows if not reached]


def targets(state: Nineteen33, leader: Side) -> list[str]:
    """All places named, also those of points that are reached: an alliance may still follow a box."""
    return [place for place in state.guided[leader].targets if place]


def sectors(state: Nineteen33, leader: Side) -> list[Sector]:
    return [aim.sector for aim, _ in aims(state, leader) if isinstance(aim, DevelopmentAim)]


def kinds(state: Nineteen33, leader: Side) -> list[Kind]:
    return [aim.unit for aim, _ in aims(state, leader) if isinstance(aim, DefenceAim)]


def option(state: Nineteen33, leader: Side, action: str) -> Option | None:
    return option_of(state.guided[leader].card, action)


def bond(state: Nineteen33, leader: Side) -> int:
    """18.8: the amount of its card."""
    return sum(aim.amount for aim, _ in aims(state, leader) if isinstance(aim, BondsAim))


def tax_cut(state: Nineteen33, leader: Side) -> int:
    """18.8: how many UL its card cuts."""
    return sum(aim.ul for aim, _ in aims(state, leader) if isinstance(aim, TaxesAim))


def reserve(state: Nineteen33, leader: Side) -> int:
    """18.8: as long as a development point has neither works nor path."""
    held = state.leaders[leader].development
    idle = [one for one in sectors(state, leader) if not held[one].works and held[one].path is None]
    return tables.guide.reserve if idle else 0


def wants_influence(state: Nineteen33, leader: Side, place: str) -> bool:
    """8.7"""
    return place in targets(state, leader)


def wants_development(state: Nineteen33, leader: Side, sector: Sector) -> bool:
    """8.7"""
    return sector in sectors(state, leader)


def reckon(state: Nineteen33, leader: Side) -> None:
    """18.9: a point for the guide if all five are reached."""
    unemployed = state.leaders[leader].unemployed
    guided = state.guided[leader]
    works = str(unemployed) in tables.manoeuvre.labour
    rows = zip(MANOEUVRES[guided.card].points, guided.reached, strict=True)
    reached = sum(done or (works and isinstance(aim, LabourAim)) for aim, done in rows)
    points = tables.manoeuvre.guide_bonus if reached == len(guided.reached) else 0
    manoeuvre.gain(state, guided.guide, "guide", points)
    tell(state, AimsReached(leader, guided.guide, reached, points))


# What a guide may do for its leader

OPTION_FUNCTIONS: dict[str, FunctionName] = {
    "trade_exclusive": "trade",
    "mobility": "mobility",
    "block": "block",
    "normalisation": "normalisation",
    "armament_sale": "defence",
    "obstruction": "obstruction",
    "disturbance": "disturbance",
    "tension": "tension",
    "destabilisation": "destabilisation",
    "counter_espionage": "intelligence",
}
"""18.5: the function that each optional action is, where it is one."""


def functions(state: Nineteen33, leader: Side) -> tuple[FunctionName, ...]:
    """18.6, 18.7: those its points need, and those of its options."""
    card = MANOEUVRES[state.guided[leader].card]
    needed = [name for aim in card.points for name in manoeuvres.functions[aim.__struct_config__.tag]]  # type: ignore[index]
    offered = [OPTION_FUNCTIONS[one.action] for one in card.options if one.action in OPTION_FUNCTIONS]
    return tuple(dict.fromkeys((*needed, *offered)))


def refusal(state: Nineteen33, leader: Side, choice: Choice) -> Refusal | None:
    """18.5 to 18.7: why a guide may not do this for its leader; players are free."""
    if state.is_played(leader) or permits(state, leader, choice):
        return None
    return illegal("nineteen33.not_an_aim", "18.5", leader=leader)


def permits(state: Nineteen33, leader: Side, choice: Any) -> bool:
    """18.5 to 18.7"""
    match choice:
        case choices.StartWorks():
            fast = option(state, leader, "infrastructure_fast") is not None
            return choice.sector in sectors(state, leader) and (fast or choice.points == 1)
        case choices.Develop():
            return choice.sector in sectors(state, leader)
        case choices.Influence() | choices.OpenPath():
            return choice.place in targets(state, leader)
        case choices.MoveLabour():
            wanted = any(isinstance(aim, LabourAim) for aim, _ in aims(state, leader))
            return wanted or option(state, leader, "mobility") is not None
        case choices.SetRate():
            sells = choice.unit == "army" and option(state, leader, "armament_sale") is not None
            return sells or choice.unit in kinds(state, leader)
    return permits_option(state, leader, choice)


def permits_option(state: Nineteen33, leader: Side, choice: Any) -> bool:
    """18.5: an optional action, within its limits."""
    match choice:
        case choices.TradeAlone():
            given = option(state, leader, "trade_exclusive")
            return given is not None and choice.points <= given.most
        case choices.BlockSector() | choices.BlockPath():
            given = option(state, leader, "block")
            kind = "development" if isinstance(choice, choices.BlockSector) else "influence"
            return given is not None and given.path == kind
        case choices.ShortenTension() | choices.Shield() | choices.EndWar():
            given, own = option(state, leader, "normalisation"), (leader, *targets(state, leader))
            return given is not None and (choice.place in own or leader in state.places[choice.place].allies)
        case choices.Obstruct():
            return option(state, leader, "obstruction") is not None
        case choices.Disturb() | choices.StirUp() | choices.Destabilise():
            name = {choices.Disturb: "disturbance", choices.StirUp: "tension"}.get(type(choice), "destabilisation")
            return option(state, leader, name) is not None and choice.place in targets(state, leader)
        case choices.GuardAgainst():
            return option(state, leader, "counter_espionage") is not None
    return permits_action(state, leader, choice)


def permits_action(state: Nineteen33, leader: Side, choice: Any) -> bool:
    """18.5, 18.7: actions that need no points."""
    match choice:
        case choices.Deal():
            return permits_deal(state, leader, choice)
        case choices.Supply():
            return option(state, leader, "armament_sale") is not None
        case choices.SignAlliance():
            return choice.state in targets(state, leader)
        case choices.MoveUnit():
            free = option(state, leader, "military_pressure") is not None
            return (free and not choice.faces) or choice.faces in targets(state, leader)
        case choices.LowerRate():
            return True
    return False


def permits_deal(state: Nineteen33, leader: Side, deal: choices.Deal) -> bool:
    """18.5: so many states a month, and the lines that are named."""
    given, turn = option(state, leader, "trade"), state.turn
    if given is None or turn is None:
        return False
    named = all(line in given.lines or not getattr(deal, line) for line in ("food", "raw", "civil"))
    dealt = {*turn.guide_deals, deal.state}
    return named and len(dealt) <= given.deals


def note_deal(state: Nineteen33, leader: Side, place: str) -> None:
    """18.5: a deal that the guide has made for its leader."""
    turn = state.turn
    if turn is not None and leader != turn.active and place not in turn.guide_deals:
        state.turn = replace(turn, guide_deals=(*turn.guide_deals, place))
