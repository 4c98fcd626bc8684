"""8.6: the cards that a Power may play, from the choice of a card until the card leaves its hand for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace

from engine.belle_epoque.action_journal import CardAimed, CardPlayed
from engine.belle_epoque.board import fleet_track, has_fleet
from engine.belle_epoque.choices import PickTarget, PlayIntrigue, PlayNational
from engine.belle_epoque.context import Context, is_safe, marked_powers
from engine.belle_epoque.effects import Effecting, is_possible
from engine.belle_epoque.printed import HALVES, INTRIGUE, NATIONAL, POWERS, PRESTIGE_LEAST, TERRITORIES, effects_of
from engine.belle_epoque.printed.kinds import Prerequisite
from engine.belle_epoque.printed.vocabulary import Money, RemoveRivalCubes
from engine.belle_epoque.questions import Asking, put
from engine.belle_epoque.state import BelleEpoque, Beside
from engine.belle_epoque.units import too_dear
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic

# Targets


def targets(state: BelleEpoque, context: Context) -> Iterator[Side]:
    """8.6.1a: yield the rival Powers at which this half may be aimed."""
    need = NEEDS[HALVES[context.half].needs]
    for power in POWERS:
        if power != context.side and not is_safe(state, context, power) and need(state, power):
            yield power


def has_units(state: BelleEpoque, power: Side) -> bool:
    """Tell whether a Power has a ready Fleet of its own on the map, or a ready Army of its own."""
    sheet = state.sheets[power]
    return state.is_automated(power) or bool(sheet.ready or sheet.armies)


def has_embassies(state: BelleEpoque, power: Side) -> bool:
    return state.is_automated(power) or state.sheets[power].embassies > 0


def has_prestige(state: BelleEpoque, power: Side) -> bool:
    return state.sheets[power].prestige > PRESTIGE_LEAST


NEEDS: dict[str, Callable[[BelleEpoque, Side], bool]] = {
    "": lambda _state, _power: True,
    "prestige": has_prestige,
    "prestige_or_embassies": lambda state, power: has_prestige(state, power) or has_embassies(state, power),
    "embassies": has_embassies,
    "money": lambda state, power: state.sheets[power].money > 0 and not state.is_automated(power),
    "intrigue_card": lambda state, power: bool(state.sheets[power].intrigue),
    "units": has_units,
    "base_cube": lambda state, power: any(power in row for row in state.spaces.values()),
}
"""The condition that a target must meet, by the word on the card."""


AIMED = frozenset(
    half.id
    for half in HALVES.values()
    if half.targeted and not any(isinstance(effect, RemoveRivalCubes) for effect in half.effects)
)
"""The halves that ask for a target. Where cubes are removed, the first of them fixes the Power."""


# Playable cards

PLAYS = {card.id: tuple((card.id, half) for half in card.halves) for card in INTRIGUE.values()}
"""Each Intrigue card with each of its halves."""
ACTIONS = {card: tuple(play for play in plays if not HALVES[play[1]].reaction) for card, plays in PLAYS.items()}
"""The same cards without the halves that are no actions (8.6.4)."""


class PlayableCards(Menu):
    """8.6a, 8.6b: Intrigue cards by half, then National cards, without those that could do nothing (8.6c)."""

    __slots__ = ("marked", "sheet", "side", "state")
    types = frozenset({PlayIntrigue, PlayNational})

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side, self.sheet = state, side, state.sheets[side]
        self.marked = marked_powers(state)

    def judge(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, PlayNational):
            return self.refused_national(choice.card)
        assert isinstance(choice, PlayIntrigue)
        return self.refused_half(choice.card, choice.half)

    def refused_half(self, card: str, half: str) -> Refusal | None:
        """Return why this half may not be played; None if it may."""
        if card not in self.sheet.intrigue or half not in INTRIGUE[card].halves:
            return illegal("belle_epoque.not_in_hand", "8.6a")
        if HALVES[half].reaction:
            return illegal("belle_epoque.reaction_only", "8.6.4", half=half)
        context = Context(card, half, self.side, immune=self.marked)
        if half in AIMED:
            aimed = next(targets(self.state, context), None)
            return None if aimed else illegal("belle_epoque.no_target", "8.6.1a", half=half)
        return self.refused_effects(context)

    def refused_national(self, card: str) -> Refusal | None:
        if card not in self.sheet.national:
            return illegal("belle_epoque.card_is_gone", "8.6b")
        printed = NATIONAL[card]
        if printed.prerequisite and not MET[printed.prerequisite.type](self.state, self.side, printed.prerequisite):
            return illegal("belle_epoque.prerequisite", "8.6b", card=card)
        refused = too_dear(printed.cost, self.sheet, "8.6b")
        return refused or self.refused_effects(Context(card, "", self.side, immune=self.marked))

    def refused_effects(self, context: Context) -> Refusal | None:
        """8.6c: return a refusal if none of the card's effects could do anything."""
        for effect in effects_of(context.card, context.half):
            if is_possible(self.state, effect, context):
                return None
        return illegal("belle_epoque.does_nothing", "8.6c", card=context.half or context.card)

    def halves(self) -> Iterator[PlayIntrigue]:
        return (PlayIntrigue(*play) for card in self.sheet.intrigue for play in PLAYS[card])

    def specimens(self) -> Iterator[Choice]:
        yield from self.halves()
        yield from map(PlayNational, self.sheet.national)

    def __iter__(self) -> Iterator[Choice]:
        return (choice for choice in self.specimens() if self.judge(choice) is None)

    def __bool__(self) -> bool:
        """A half that can always be played saves a look at the others."""
        return any(play.half in ALWAYS for play in self.halves()) or next(iter(self), None) is not None

    def draw(self, rng: Random) -> Choice | None:
        """Try the cards that can be paid in random order, up to the first that may be played."""
        sheet = self.sheet
        left = [play for card in sheet.intrigue for play in ACTIONS[card]]
        left += [(card, "") for card in sheet.national if NATIONAL[card].cost <= sheet.money]
        while left:
            card, half = left.pop(int(rng.random() * len(left)))
            if half and (half in ALWAYS or self.refused_half(card, half) is None):
                return PlayIntrigue(card, half)
            if not half and self.refused_national(card) is None:
                return PlayNational(card)
        return None

    def sample(self, rng: Random) -> Choice:
        choice = self.draw(rng)
        assert choice is not None
        return choice


ALWAYS = frozenset(
    half.id
    for half in HALVES.values()
    if not half.targeted and all(isinstance(effect, Money) and effect.amount > 0 for effect in half.effects)
)


def owns_a_cube(state: BelleEpoque, side: Side, needed: Prerequisite) -> bool:
    return any(side in state.spaces[territory] for territory in TERRITORIES)


MET: dict[str, Callable[[BelleEpoque, Side, Prerequisite], bool]] = {
    "own_cube_in_territory": owns_a_cube,
    "great_work_built": lambda state, side, _needed: state.sheets[side].built,
    "armies_built_at_least": lambda state, side, needed: state.sheets[side].armies_built >= needed.value,
    "fleet_track_at_least": lambda state, side, needed: fleet_track(state, side) >= needed.value,
    "fleet_in_continent_any": lambda state, side, needed: any(
        has_fleet(state, side, continent) for continent in needed.continents
    ),
}
"""8.6b: tests of the prerequisites of National cards."""

# Playing one


def play_intrigue(state: BelleEpoque, side: Side, choice: PlayIntrigue) -> None:
    """8.6a"""
    state.sheets[side].intrigue.remove(choice.card)
    begin(state, Context(choice.card, choice.half, side, immune=marked_powers(state)))


def play_national(state: BelleEpoque, side: Side, choice: PlayNational) -> None:
    """8.6b"""
    sheet, price = state.sheets[side], NATIONAL[choice.card].cost
    sheet.money -= price
    sheet.national.remove(choice.card)
    begin(state, Context(choice.card, "", side, immune=marked_powers(state)), price)


def begin(state: BelleEpoque, context: Context, paid: int = 0) -> None:
    """Put the card beside the board until it is carried out, and longer if it marks a Power."""
    tell(state, CardPlayed(context.side, context.card, context.half, paid))
    state.beside.append(Beside(context.side, context.card, ()))
    then(state, CardDone(context))
    if context.half in AIMED:
        put(state, Aiming(context.side, context))
    else:
        then(state, Effecting(context))


class Aiming(Asking, frozen=True):
    """8.6.1a: ask at which rival Power the card is aimed."""

    clause = "8.6.1a"

    def answers(self, state: BelleEpoque) -> list[Choice]:
        return [PickTarget(power) for power in targets(state, self.context)]

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        assert isinstance(choice, PickTarget)
        tell(state, CardAimed(self.side, choice.side, self.context.card))
        then(state, Effecting(replace(self.context, target=choice.side)))


class CardDone(Automatic[BelleEpoque], frozen=True):
    """8.6a, 8.6b: a card that marked rivals stays until Preparation. Any other Intrigue card is discarded, any other
    National card leaves the game."""

    clause = "8.6a"
    context: Context

    def run(self, state: BelleEpoque) -> None:
        context = self.context
        spared = (*context.immune, context.side)
        marked = tuple([power for power in marked_powers(state) if power not in spared])
        state.beside = [one for one in state.beside if one.card != context.card]
        if marked:
            state.beside.append(Beside(context.side, context.card, marked))
        elif context.card in INTRIGUE:
            state.intrigue_discard.append(context.card)
