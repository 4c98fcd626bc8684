"""13.4.3b to 13.4.7: carries out the effects of a card that an automated Power plays. Objectives, cubes and dice
decide, and no player is asked. automated_losses.py has what cards take from an automated Power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.belle_epoque import effects
from engine.belle_epoque.automated import Pick, highest_space, open_objectives, pick_most, rivals
from engine.belle_epoque.automated_journal import CardDieRolled, ClosingPrepared, EffectLapsed, VictimFound
from engine.belle_epoque.board import general_reserve, is_closed_to, lowest_free
from engine.belle_epoque.choices import PickLoss
from engine.belle_epoque.context import Context, hit, marked_powers
from engine.belle_epoque.holdings import ARSENAL, recheck
from engine.belle_epoque.pieces import put_cube, remove_cube
from engine.belle_epoque.printed import HALVES, TERRITORIES, effects_of, vocabulary
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.questions import LosingUnits
from engine.belle_epoque.spots import replace_cube, territories_of
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


class AutomatedEffecting(Automatic[BelleEpoque], frozen=True):
    """13.4.1: carry out the effects of a card in order, or from the last to the first if the card says so (13.4.6e)."""

    clause = "13.4.1"
    context: Context
    at: int = 0

    def run(self, state: BelleEpoque) -> None:
        card = effects_of(self.context.card, self.context.half)
        if self.context.half and HALVES[self.context.half].automated_from_last:
            card = card[::-1]
        if self.at + 1 < len(card):
            then(state, replace(self, at=self.at + 1))
        carry_out(state, card[self.at], self.context)


def carry_out(state: BelleEpoque, effect: vocabulary.Effect, context: Context) -> None:
    """Carry out one effect; those that automated Powers never use lapse (13.4.3c)."""
    verb: Callable[[BelleEpoque, Any, Context], None] = VERBS.get(type(effect)) or lapse
    verb(state, effect, context)


def lapse(state: BelleEpoque, effect: vocabulary.Effect, context: Context) -> None:
    tell(state, EffectLapsed(context.side, context.card))


# The victim


def pick_victim(state: BelleEpoque, context: Context, territory: str, powers: list[Side]) -> Pick:
    """13.4.4a: pick the one of these Powers with most cubes there."""
    pick = pick_most(state, powers, state.spaces[territory].count)
    tell(state, VictimFound(context.side, territory, pick.side, pick.amount, pick.tied, pick.die))
    return pick


def can_lose(state: BelleEpoque, context: Context, territory: str, spared: tuple[Side, ...]) -> list[Side]:
    """13.4.4c: list the rival Powers with a cube there that are not spared."""
    row = state.spaces[territory]
    return [power for power in rivals(context.side) if power in row and power not in spared]


class AutomatedRemoving(Automatic[BelleEpoque], frozen=True):
    """13.4.3b to 13.4.4d: take a cube from the first objective territory where a rival can lose one; then the next."""

    clause = "13.4.3b"
    context: Context
    effect: vocabulary.RemoveRivalCubes
    left: int
    territory: str = ""
    """The territory that lost the last cube, and below it the Powers marked before the first one there left."""
    spared: tuple[Side, ...] = ()
    powers: tuple[Side, ...] = ()
    """The owners of the cubes that have left so far; below, their territories."""
    used: tuple[str, ...] = ()

    def run(self, state: BelleEpoque) -> None:
        if not self.left:
            return
        for territory in open_objectives(state, self.context.side):
            if self.is_open(territory) and (powers := self.victims(state, territory)):
                self.take(state, territory, pick_victim(state, self.context, territory, powers).side)
                return
        tell(state, EffectLapsed(self.context.side, self.context.card))

    def is_open(self, territory: str) -> bool:
        kind, apart = self.effect.territory_kind, self.effect.different_territories
        return kind in (None, TERRITORIES[territory].kind) and not (apart and territory in self.used)

    def victims(self, state: BelleEpoque, territory: str) -> list[Side]:
        losing = can_lose(state, self.context, territory, self.spared_in(state, territory))
        if self.effect.same_power and self.powers:
            losing = [power for power in losing if power == self.powers[0]]
        return [power for power in losing if self.powers.count(power) < self.effect.max_per_power]

    def spared_in(self, state: BelleEpoque, territory: str) -> tuple[Side, ...]:
        """13.4.4c: return the Powers to pass over. A card that takes all cubes from one Power (13.4.6f) passes over
        only those marked before it."""
        if self.effect.same_power:
            return self.context.immune
        return self.spared if territory == self.territory else marked_powers(state)

    def take(self, state: BelleEpoque, territory: str, power: Side) -> None:
        spared, space = self.spared_in(state, territory), highest_space(state, territory, power)
        powers, used = (*self.powers, power), (*self.used, territory)
        then(state, AutomatedRemoving(self.context, self.effect, self.left - 1, territory, spared, powers, used))
        remove_cube(state, territory, space)
        hit(state, power, self.context)
        recheck(state, territory)


def remove_rival_cubes(state: BelleEpoque, effect: vocabulary.RemoveRivalCubes, context: Context) -> None:
    then(state, AutomatedRemoving(context, effect, effect.count))


# Placing


class AutomatedPlacing(Automatic[BelleEpoque], frozen=True):
    """13.4.5: replace the cube found by 13.4.4 with one of a minor nation; without such a cube take a free space."""

    clause = "13.4.5"
    context: Context
    nation: str
    territory: str
    left: int
    spared: tuple[Side, ...] = ()
    began: bool = False
    """True after the first cube here; `spared` are the Powers that were marked before that."""

    def run(self, state: BelleEpoque) -> None:
        if not self.left or not general_reserve(state, self.nation):
            return
        spared = self.spared if self.began else marked_powers(state)
        powers = can_lose(state, self.context, self.territory, spared)
        then(state, replace(self, left=self.left - 1, spared=spared, began=True))
        if powers:
            power = pick_victim(state, self.context, self.territory, powers).side
            spot = self.territory, highest_space(state, self.territory, power)
            replace_cube(state, self.context, self.nation, spot)
        elif space := lowest_free(state, self.territory):
            put_cube(state, self.nation, self.territory, space)
            recheck(state, self.territory)


def place_minor(state: BelleEpoque, effect: vocabulary.PlaceMinor, context: Context) -> None:
    territories = effect.each_of or (effect.territory,)
    if effect.one_of:
        territories = (territory_by_die(state, effect, context),)
    then(state, *(AutomatedPlacing(context, effect.minor, one, effect.count) for one in territories))


def territory_by_die(state: BelleEpoque, effect: vocabulary.PlaceMinor, context: Context) -> str:
    """13.4.6e, 13.4.6h: roll for the territory: even the first one, odd the second."""
    die = roll(state, "either", DIE)
    territory = effect.one_of[die % 2]
    tell(state, CardDieRolled(context.side, context.card, die, territory))
    return territory


class AutomatedOwnCube(Automatic[BelleEpoque], frozen=True):
    """Place a cube of the Power's own on a free space, in the first objective territory of this kind that it does not
    hold."""

    clause = "13.4.3b"
    context: Context
    effect: vocabulary.PlaceOwn
    left: int
    used: tuple[str, ...] = ()

    def run(self, state: BelleEpoque) -> None:
        side, found = self.context.side, next(self.territories(state), None)
        if not self.left:
            return
        if found is None or not general_reserve(state, side):
            tell(state, EffectLapsed(side, self.context.card))
            return
        space = lowest_free(state, found)
        assert space is not None
        then(state, replace(self, left=self.left - 1, used=(*self.used, found)))
        put_cube(state, side, found, space)
        recheck(state, found)

    def territories(self, state: BelleEpoque) -> Iterator[str]:
        side, allowed = self.context.side, self.effect.territories or territories_of(self.effect.territory_kind)
        for territory in open_objectives(state, side):
            is_open = territory in allowed and not is_closed_to(state, territory, side)
            if is_open and self.used.count(territory) < self.effect.max_per_territory and lowest_free(state, territory):
                yield territory


def place_own(state: BelleEpoque, effect: vocabulary.PlaceOwn, context: Context) -> None:
    """Place the Power's own cubes on free spaces; the option to replace others is never used."""
    if effect.mode == "free":
        then(state, AutomatedOwnCube(context, effect, effect.count))
    else:
        lapse(state, effect, context)


# The others


def units_loss(state: BelleEpoque, effect: vocabulary.UnitsLoss, context: Context) -> None:
    """13.4.6a: a human loses that many Armies if it has them, else a Fleet on the map, else all its Armies."""
    if state.is_automated(context.target):
        effects.units_loss(state, effect, context)
        return
    question = LosingUnits(context.side, context, effect)
    most = max(option.armies_from_arsenal_to_reserves for option in effect.options)
    answers = question.answers(state)
    all_armies = [PickLoss(ARSENAL)] if state.sheets[context.target].armies >= most else []
    question.choose(state, context.side, [*all_armies, *answers][0])


def choose(state: BelleEpoque, effect: vocabulary.Choose, context: Context) -> None:
    """13.4.7a: an automated player always takes the Prestige; a target answers for itself."""
    if effect.by == "target":
        effects.choose(state, effect, context)
    else:
        carry_out(state, next(one for one in effect.options if isinstance(one, vocabulary.Prestige)), context)


def close_territory(state: BelleEpoque, effect: vocabulary.CloseTerritory, context: Context) -> None:
    """13.4.7b: prepare the closing; automated_order.py closes the territory in the next turn."""
    state.automata[context.side].closing = True
    tell(state, ClosingPrepared(context.side))


VERBS: dict[type[vocabulary.Effect], Callable[[BelleEpoque, Any, Context], None]] = {
    vocabulary.PlaceMinor: place_minor,
    vocabulary.PlaceOwn: place_own,
    vocabulary.RemoveRivalCubes: remove_rival_cubes,
    vocabulary.Prestige: effects.prestige,
    vocabulary.Money: effects.money,
    vocabulary.Md: effects.md,
    vocabulary.StealIntrigue: effects.steal_intrigue,
    vocabulary.UnitsLoss: units_loss,
    vocabulary.Choose: choose,
    vocabulary.CloseTerritory: close_territory,
}
"""How automated Powers carry out each effect of a card."""
