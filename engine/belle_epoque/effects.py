"""Carries out cards: every verb of printed/vocabulary.py, here and nowhere else. The effects of a card run from first
to last; spots.py and questions.py ask for what a card leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.belle_epoque import questions, spots
from engine.belle_epoque.action_journal import IntrigueStolen
from engine.belle_epoque.automated_losses import owe_cubes, reduce_arsenal, roll_loss
from engine.belle_epoque.board import IN_CONTINENT, free_spaces, general_reserve, lowest_free, spaces_of
from engine.belle_epoque.choices import PickOption
from engine.belle_epoque.context import Context, hit
from engine.belle_epoque.ending import end_game
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.journal import CardClaimed, EmbassiesChanged, EventRolled, MoneyChanged
from engine.belle_epoque.pieces import put_cube, remove_cube
from engine.belle_epoque.prestige import move_prestige, take_cubes
from engine.belle_epoque.printed import POWERS, PRESTIGE_LEAST, PRESTIGE_MOST, TERRITORIES, effects_of, vocabulary
from engine.belle_epoque.printed.figures import ARMS, DIE, FREE
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import picked, roll
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


class Effecting(Automatic[BelleEpoque], frozen=True):
    """8.6, 6.0: carry out the effects of a card, from this one on."""

    clause = "8.6c"
    context: Context
    at: int = 0

    def run(self, state: BelleEpoque) -> None:
        context, at = self.context, self.at
        effects = effects_of(context.card, context.half)
        if at + 1 < len(effects):
            then(state, Effecting(context, at + 1))
        carry_out(state, effects[at], context)


def carry_out(state: BelleEpoque, effect: vocabulary.Effect, context: Context) -> None:
    VERBS[type(effect)](state, effect, context)


def who(state: BelleEpoque, word: str, context: Context) -> tuple[Side, ...]:
    """Return the Powers that a card affects. `all` are those that people play, since only money uses it and automated
    Powers have none (13.3c)."""
    match word:
        case "all":
            return tuple(power for power in POWERS if not state.is_automated(power))
        case "self":
            return (context.side,)
        case "target":
            return (context.target,)
        case power:
            return (power,)


# Placing


def place_minor(state: BelleEpoque, effect: vocabulary.PlaceMinor, context: Context) -> None:
    if effect.mode == "event":
        place_by_event(state, effect.minor, effect.territory, effect.count)
    else:
        then(state, *spots.placements(effect, context))


def place_own(state: BelleEpoque, effect: vocabulary.PlaceOwn, context: Context) -> None:
    then(state, *spots.placements(effect, context))


def replace_with_own(state: BelleEpoque, effect: vocabulary.ReplaceWithOwn, context: Context) -> None:
    then(state, spots.ReplacingCubes(context, effect.count, effect))


def place_power(state: BelleEpoque, effect: vocabulary.PlacePower, context: Context) -> None:
    place_by_event(state, effect.power, effect.territory, effect.count)


def place_by_event(state: BelleEpoque, cube: str, territory: str, count: int) -> None:
    """6.2: place cubes one at a time; those that the supply lacks are left out."""
    enough = general_reserve(state, cube) >= count
    for _ in range(count):
        if not enough and not general_reserve(state, cube):
            return
        space = lowest_free(state, territory) or space_hit(state, territory)
        if space:
            put_cube(state, cube, territory, space)
            recheck(state, territory)


def space_hit(state: BelleEpoque, territory: str) -> int | None:
    """6.2b to 6.2d: roll for the cube to be replaced; None if it is an armament cube."""
    space, die = roll_space(state, territory)
    cube = state.spaces[territory][space - 1]
    tell(state, EventRolled(territory, die, None if cube in (ARMS, FREE) else cube, cube == ARMS))
    return None if cube == ARMS else space


def roll_space(state: BelleEpoque, territory: str) -> tuple[int, int]:
    """6.2d: roll for a space, and again at a face that no space carries; return the space and the face."""
    faces = TERRITORIES[territory].die_faces
    while (die := roll(state, "event", DIE)) not in faces:
        pass
    return faces.index(die) + 1, die


# Removing


def remove_minor(state: BelleEpoque, effect: vocabulary.RemoveMinor, context: Context) -> None:
    lift_all(state, [(territory, effect.minor, 99) for territory in IN_CONTINENT[effect.continent]])


def remove_each(state: BelleEpoque, effect: vocabulary.RemoveEach, context: Context) -> None:
    powers = POWERS if effect.powers == "all" else effect.powers
    lift_all(state, [(effect.territory, power, loss_of(state, effect, power)) for power in powers])


def loss_of(state: BelleEpoque, effect: vocabulary.RemoveEach, power: Side) -> int:
    many = effect.count_if_at_least
    has_many = many and state.spaces[effect.territory].count(power) >= many.cubes
    return many.count if many and has_many else effect.count


def remove_leader(state: BelleEpoque, effect: vocabulary.RemoveLeader, context: Context) -> None:
    cubes = {power: state.spaces[effect.territory].count(power) for power in POWERS}
    most = max(cubes.values())
    leading = [power for power in POWERS if cubes[power] == most and most]
    count = effect.count if len(leading) == 1 else effect.tied_count
    lift_all(state, [(effect.territory, power, count) for power in leading])


def lift_all(state: BelleEpoque, losses: Iterable[tuple[str, str, int]]) -> None:
    """6.0b: remove that many cubes of each owner from the highest spaces, all at once."""
    touched: dict[str, None] = {}
    for territory, cube, count in losses:
        for space in spaces_of(state, territory, cube)[::-1][:count]:
            remove_cube(state, territory, space)
            touched[territory] = None
    recheck(state, *touched)


def remove_by_die(state: BelleEpoque, effect: vocabulary.RemoveByDie, context: Context) -> None:
    for _ in range(effect.rolls):
        space = space_hit(state, effect.territory)
        if space and space not in free_spaces(state, effect.territory):
            remove_cube(state, effect.territory, space)
            recheck(state, effect.territory)


def remove_rival_cubes(state: BelleEpoque, effect: vocabulary.RemoveRivalCubes, context: Context) -> None:
    then(state, spots.RemovingCubes(context, effect.count, effect))


# Prestige, money, MD cubes


def prestige(state: BelleEpoque, effect: vocabulary.Prestige, context: Context) -> None:
    for power in who(state, effect.who, context):
        before = state.sheets[power].prestige
        move_prestige(state, power, effect.delta)
        if state.sheets[power].prestige < before:
            hit(state, power, context)


def prestige_holder(state: BelleEpoque, effect: vocabulary.PrestigeHolder, context: Context) -> None:
    if power := state.held.get(effect.territory):
        move_prestige(state, power, effect.delta)


def money(state: BelleEpoque, effect: vocabulary.Money, context: Context) -> None:
    """Pay or collect money; a Power pays at most what it has."""
    for power in who(state, effect.who, context):
        sheet = state.sheets[power]
        amount = max(effect.amount, -sheet.money)
        if amount and not state.is_automated(power):
            sheet.money += amount
            tell(state, MoneyChanged(power, amount))
            if amount < 0:
                hit(state, power, context)


def md(state: BelleEpoque, effect: vocabulary.Md, context: Context) -> None:
    for power in who(state, effect.who, context):
        if effect.delta > 0:
            change_embassies(state, power, take_cubes(state, power, effect.delta))
        else:
            lose_cubes(state, power, -effect.delta, context)


def lose_cubes(state: BelleEpoque, power: Side, wanted: int, context: Context) -> None:
    """Remove as many MD cubes as the Power has; an automated one owes the rest (13.7a)."""
    lost = min(wanted, state.sheets[power].embassies)
    state.sheets[power].embassies -= lost
    change_embassies(state, power, -lost)
    if state.is_automated(power) and lost < wanted:
        owe_cubes(state, power, wanted - lost)
        lost = wanted
    if lost:
        hit(state, power, context)


def change_embassies(state: BelleEpoque, power: Side, by: int) -> None:
    if by:
        tell(state, EmbassiesChanged(power, by))


# Cards only


class Branching(questions.Asking, frozen=True):
    """An either-or for the player or the target. A target is asked at once, even after it has passed."""

    effect: vocabulary.Choose

    def answers(self, state: BelleEpoque) -> list[Choice]:
        options = enumerate(self.effect.options)
        return [PickOption(number) for number, option in options if is_possible(state, option, self.context)]

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        assert isinstance(choice, PickOption)
        carry_out(state, self.effect.options[choice.option], self.context)


def branching(effect: vocabulary.Choose, context: Context) -> Branching:
    return Branching(context.side if effect.by == "player" else context.target, context, effect)


def choose(state: BelleEpoque, effect: vocabulary.Choose, context: Context) -> None:
    """13.4.6d: put the either-or; for an automated Power a die answers."""
    question = branching(effect, context)
    answers = question.answers(state)
    if state.is_automated(question.side) and len(answers) > 1:
        question.choose(state, question.side, answers[roll_loss(state, question.side)])
    else:
        questions.put(state, question)


def build_units(state: BelleEpoque, effect: vocabulary.BuildUnits, context: Context) -> None:
    questions.put(state, questions.BuildingUnits(context.side, context, effect))


def units_loss(state: BelleEpoque, effect: vocabulary.UnitsLoss, context: Context) -> None:
    if state.is_automated(context.target):
        reduce_arsenal(state, context.target)
        hit(state, context.target, context)
    else:
        questions.put(state, questions.LosingUnits(context.side, context, effect))


def ready_units(state: BelleEpoque, effect: vocabulary.ReadyUnits, context: Context) -> None:
    if not effect.all_own_fleets:
        questions.put(state, questions.ReadyingUnits(context.side, context, effect))
        return
    boxes = state.sheets[context.side].exhausted.items()
    if fleets := [(questions.OWN, continent) for continent, count in boxes for _ in range(count)]:
        questions.ready_fleets(state, context.side, fleets)


def close_territory(state: BelleEpoque, effect: vocabulary.CloseTerritory, context: Context) -> None:
    questions.put(state, questions.Closing(context.side, context))


def steal_intrigue(state: BelleEpoque, effect: vocabulary.StealIntrigue, context: Context) -> None:
    hand = state.sheets[context.target].intrigue
    for _ in range(min(effect.count, len(hand))):
        card = picked(state, "card", hand)
        hand.remove(card)
        state.sheets[context.side].intrigue.append(card)
        tell(state, IntrigueStolen(context.side, context.target, card))
        hit(state, context.target, context)


def mark_self(state: BelleEpoque, effect: vocabulary.MarkSelf, context: Context) -> None:
    hit(state, context.side, context)


def stay_in_force(state: BelleEpoque, effect: vocabulary.Effect, context: Context) -> None:
    """8.7f: keep the card in force until Preparation; contests.py and reactions.py look for it."""
    if context.card not in state.in_force:
        state.in_force.append(context.card)


# Events only


def claim_card(state: BelleEpoque, effect: vocabulary.ClaimCard, context: Context) -> None:
    """Give the card to the best Power by the first criterion, among equals by the next; to none if they still tie."""
    best = list(POWERS)
    for criterion in effect.criteria:
        counts = {power: counted(state, criterion, power) for power in best}
        most = max(counts.values())
        best = [power for power in best if counts[power] == most and most >= criterion.minimum]
        if not best:
            break
    claimer = best[0] if len(best) == 1 else None
    if claimer:
        state.claimed[context.card] = claimer
    tell(state, CardClaimed(claimer, context.card))


def counted(state: BelleEpoque, criterion: vocabulary.Criterion, power: Side) -> int:
    alliances = sum(state.holds(power, nation) for nation in criterion.most_alliances_among)
    return alliances + sum(state.spaces[nation].count(power) for nation in criterion.most_cubes_among)


def sarajevo(state: BelleEpoque, effect: vocabulary.EndGame, context: Context) -> None:
    end_game(state, "sarajevo")


VERBS: dict[type[vocabulary.Effect], Callable[[BelleEpoque, Any, Context], None]] = {
    vocabulary.PlaceMinor: place_minor,
    vocabulary.PlacePower: place_power,
    vocabulary.RemoveMinor: remove_minor,
    vocabulary.RemoveEach: remove_each,
    vocabulary.RemoveLeader: remove_leader,
    vocabulary.RemoveByDie: remove_by_die,
    vocabulary.Prestige: prestige,
    vocabulary.PrestigeHolder: prestige_holder,
    vocabulary.Money: money,
    vocabulary.Md: md,
    vocabulary.ClaimCard: claim_card,
    vocabulary.EndGame: sarajevo,
    vocabulary.PlaceOwn: place_own,
    vocabulary.ReplaceWithOwn: replace_with_own,
    vocabulary.RemoveRivalCubes: remove_rival_cubes,
    vocabulary.Choose: choose,
    vocabulary.BuildUnits: build_units,
    vocabulary.UnitsLoss: units_loss,
    vocabulary.ReadyUnits: ready_units,
    vocabulary.CloseTerritory: close_territory,
    vocabulary.StealIntrigue: steal_intrigue,
    vocabulary.MarkSelf: mark_self,
    vocabulary.ContestBonus: stay_in_force,
    vocabulary.ContestFleetCost: stay_in_force,
}
"""Every verb but `reroll_own_die`, which reactions.py carries out in a contest."""


# Effects that would change something (8.6c)


def is_possible(state: BelleEpoque, effect: vocabulary.Effect, context: Context) -> bool:
    """Tell whether an effect would change anything now. Effects that are not listed always do."""
    possible = POSSIBLE.get(type(effect))
    return possible is None or possible(state, effect, context)


def moves_prestige(state: BelleEpoque, effect: vocabulary.Prestige, context: Context) -> bool:
    [power] = who(state, effect.who, context)
    return PRESTIGE_LEAST <= state.sheets[power].prestige + (1 if effect.delta > 0 else -1) <= PRESTIGE_MOST


def moves_cubes(state: BelleEpoque, effect: vocabulary.Md, context: Context) -> bool:
    [power] = who(state, effect.who, context)
    if effect.delta > 0:
        return general_reserve(state, power) > 0
    return state.is_automated(power) or state.sheets[power].embassies > 0


def has_placement(state: BelleEpoque, effect: vocabulary.PlaceMinor | vocabulary.PlaceOwn, context: Context) -> bool:
    return any(has_spot(state, step) for step in spots.placements(effect, context))


def has_spot(state: BelleEpoque, step: spots.Spots) -> bool:
    return next(step.spots(state), None) is not None


def readies_units(state: BelleEpoque, effect: vocabulary.ReadyUnits, context: Context) -> bool:
    """A card that readies all own Fleets does more than that, so it may be played without any exhausted unit."""
    return (
        effect.all_own_fleets
        or next(questions.ReadyingUnits(context.side, context, effect).found(state), None) is not None
    )


POSSIBLE: dict[type[vocabulary.Effect], Callable[[BelleEpoque, Any, Context], bool]] = {
    vocabulary.PlaceMinor: has_placement,
    vocabulary.PlaceOwn: has_placement,
    vocabulary.ReplaceWithOwn: lambda state, effect, context: has_spot(
        state, spots.ReplacingCubes(context, effect.count, effect)
    ),
    vocabulary.RemoveRivalCubes: lambda state, effect, context: has_spot(
        state, spots.RemovingCubes(context, effect.count, effect)
    ),
    vocabulary.Prestige: moves_prestige,
    vocabulary.Md: moves_cubes,
    vocabulary.Choose: lambda state, effect, context: any(
        is_possible(state, option, context) for option in effect.options
    ),
    vocabulary.BuildUnits: lambda state, effect, context: bool(
        questions.BuildingUnits(context.side, context, effect).answers(state)
    ),
    vocabulary.ReadyUnits: readies_units,
    vocabulary.CloseTerritory: lambda state, _effect, context: bool(questions.closable(state, context.side)),
    vocabulary.MarkSelf: lambda state, _effect, context: not state.sheets[context.side].marked,
}
