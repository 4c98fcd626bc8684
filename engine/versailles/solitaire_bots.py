"""Chapter 14, the game of one player: the turns and bids of the two bots, and how the player changes faction. Where the
rules of the bots leave a choice, the player is asked (14.12). turn.py and bidding.py queue these steps.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Automatic, Step, Waiting
from engine.versailles.bidding import Bidding, Raising, award_bid, beats, strength
from engine.versailles.cards.board import (
    BOT_COLUMNS,
    BOT_HOME_LEAST,
    BOT_NEAR_MUTINY,
    BOT_UNITS,
    BOT_UNREST,
    COLUMNS,
    DIE,
    DIE_SIDES,
    RECLAIM_MOST,
    REGIONS,
    units_allowed,
)
from engine.versailles.choices import Bid, Demobilise, Deploy, PickSide, Place, Reclaim, Settle
from engine.versailles.journal import FactionTaken, Raised, RegionDrawn
from engine.versailles.military import free_columns, military_action
from engine.versailles.pieces import best_space, units_of
from engine.versailles.questions import Demobilising
from engine.versailles.solitaire import highest, potential_value
from engine.versailles.solitaire import strength as faction_strength
from engine.versailles.state import Versailles, card
from engine.versailles.turn import Afterwards, do_nothing, political_action
from engine.versailles.two_players import LeastPlacing
from engine.versailles.uprising import most_issues

# A turn of a bot


class BotActing(Automatic[Versailles], frozen=True):
    """14.5, 14.6: make a military action if one is due, then the political one, then the military one if it was not due
    before."""

    clause = "14.5"

    def run(self, state: Versailles) -> None:
        if military := bot_military(state, state.active):
            then(state, *military, BotPolitics())
        else:
            then(state, BotPolitics(), Afterwards())


def bot_military(state: Versailles, bot: Side) -> tuple[Step[Versailles], ...]:
    """14.5: return the military action that is due, if any; the player says which unit goes home."""
    if regions := restless_regions(state, bot):
        region = draw_region(state, regions) if len(regions) > 1 else regions[0]
        return (BotMilitary(Deploy(region, deployable(state, bot, region)[0])),)
    if near_mutiny(state, bot) and best_space(state) >= BOT_HOME_LEAST:
        first, *others = units_of(state, bot)
        return (Demobilising(bot),) if others else (BotMilitary(Demobilise(first)),)
    return ()


class BotMilitary(Automatic[Versailles], frozen=True):
    clause = "14.5"
    choice: Deploy | Demobilise

    def run(self, state: Versailles) -> None:
        military_action(state, state.active, self.choice)


def restless_regions(state: Versailles, bot: Side) -> list[str]:
    """14.5 (1): return the regions to which a bot may send a unit: those with most of its issues first, then the one
    with its issue of most stars. It sends available units only, and not where both spaces are closed to it [R]."""
    if not state.units_available[bot]:
        return []
    regions = [
        region
        for region in REGIONS
        if state.unrest[region] >= BOT_UNREST
        and region not in state.deployed[bot]
        and bot in most_issues(state, region)
        and deployable(state, bot, region)
    ]
    return highest(regions, lambda region: stake(state, bot, region))


def stake(state: Versailles, bot: Side, region: str) -> tuple[int, int]:
    """Return how many issues the bot has there, and the stars of the dearest."""
    stars = [card(issue).stars for issue in state.controlled(bot) if card(issue).group == region]
    return len(stars), max(stars)


def deployable(state: Versailles, bot: Side, region: str) -> list[int]:
    """14.5 (1): return column 7, or 8 if 7 is taken or would cause a mutiny."""
    free = free_columns(state, region)
    return [column for column in BOT_COLUMNS if column in free and not mutinies(state, bot, COLUMNS[column].happiness)]


def mutinies(state: Versailles, bot: Side, lost: int) -> bool:
    """6.2: tell whether losing this much happiness leaves too many units in play."""
    return state.in_play(bot) > units_allowed(max(0, state.happiness[bot] - lost))


def near_mutiny(state: Versailles, bot: Side) -> bool:
    return mutinies(state, bot, BOT_NEAR_MUTINY)


def draw_region(state: Versailles, regions: list[str]) -> str:
    """14.5 (1): roll a die until it shows one of the regions (1.6) [R]."""
    while True:
        die = roll(state, "region", DIE_SIDES)
        region = DIE.get(die)
        tell(state, RegionDrawn(die, region))
        if region in regions:
            return region


class BotPolitics(Automatic[Versailles], frozen=True):
    """14.6: take the first of the four actions that is possible. Its deployed units stay where they are when it
    reclaims [R]."""

    clause = "14.6"

    def run(self, state: Versailles) -> None:
        bot = state.active
        cubes = min(RECLAIM_MOST, state.exhausted[bot])
        if issues := led_on_table(state, bot):
            settle_one(state, highest(issues, lambda issue: potential_value(bot, issue)))
        elif placing := LeastPlacing(state, bot, "14.6"):
            place_one(state, placing)
        elif cubes or state.units_exhausted[bot]:
            political_action(state, bot, Reclaim(cubes))
        elif issues := led_on_table(state, other_bot(state, bot)):
            settle_one(state, issues)
        else:
            do_nothing(state, bot)


def led_on_table(state: Versailles, faction: Side) -> list[str]:
    return [issue for issue in state.table if state.leader(issue) == faction]


def other_bot(state: Versailles, bot: Side) -> Side:
    return next(faction for faction in bots(state) if faction != bot)


def bots(state: Versailles) -> list[Side]:
    """Return the bots in turn order."""
    return [faction for faction in state.factions if state.is_bot(faction)]


def settle_one(state: Versailles, issues: list[str]) -> None:
    if len(issues) == 1:
        political_action(state, state.active, Settle(issues[0]))
    else:
        then(state, BotSettling(tuple(issues)))


def place_one(state: Versailles, placing: LeastPlacing) -> None:
    first, *others = placing
    if others:
        then(state, BotPlacing())
    else:
        assert isinstance(first, Place)
        political_action(state, state.active, first)


class BotSettling(Waiting[Versailles, Settle], frozen=True):
    """14.6 (1), (4): ask the player to choose among equals."""

    clause = "14.6"
    issues: tuple[str, ...]

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        wrong = illegal("versailles.bot_settles", "14.6")
        return {state.player: OneOf(*map(Settle, self.issues), clause="14.6", otherwise={Settle: wrong})}

    def choose(self, state: Versailles, side: Side, choice: Settle) -> None:
        political_action(state, state.active, choice)


class BotPlacing(Waiting[Versailles, Place], frozen=True):
    """14.6 (2): ask the player to choose the two issues."""

    clause = "14.6"

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.player: LeastPlacing(state, state.active, "14.6")}

    def choose(self, state: Versailles, side: Side, choice: Place) -> None:
        political_action(state, state.active, choice)


# The player changes faction


class TakingFaction(Automatic[Versailles], frozen=True):
    """14.10: turn the player into the weakest faction at once. The issue that is being unsettled still counts."""

    clause = "14.10"

    def run(self, state: Versailles) -> None:
        first, *others = highest(state.factions, lambda faction: -faction_strength(state, faction))
        if others:
            then(state, ChoosingFaction((first, *others)))
        else:
            take_faction(state, first)


class ChoosingFaction(Waiting[Versailles, PickSide], frozen=True):
    """14.10: ask the player to choose among equals."""

    clause = "14.10"
    weakest: tuple[Side, ...]

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        wrong = illegal("versailles.not_the_weakest", "14.10")
        return {state.player: OneOf(*map(PickSide, self.weakest), clause="14.10", otherwise={PickSide: wrong})}

    def choose(self, state: Versailles, side: Side, choice: PickSide) -> None:
        take_faction(state, choice.side)


def take_faction(state: Versailles, faction: Side) -> None:
    if faction != state.player:
        tell(state, FactionTaken(state.player, faction))
        state.player = faction


# Biddings


class BotsBidding(Automatic[Versailles], frozen=True):
    """14.9: let both bots bid, then ask the player to beat the higher bid or let it win."""

    clause = "14.9"
    issue: str
    region: str
    held_by: Side

    def run(self, state: Versailles) -> None:
        bids = {bot: bid for bot, bid in self.bids(state).items() if beats(bid, None)}
        for bot, bid in bids.items():
            tell(state, Raised(bot, self.issue, bid.units, bid.local, bid.cubes))
        best = highest(bids, lambda bot: worth(bids[bot]))
        if len(best) > 1:
            equal = tuple((bot, bids[bot]) for bot in best)
            then(state, LettingWin(self.issue, self.region, self.held_by, equal))
            return
        standing = bids[best[0]] if best else None
        holder = best[0] if best else ""
        then(state, Bidding(self.issue, self.region, (state.player,), self.held_by, standing, holder))

    def bids(self, state: Versailles) -> dict[Side, Bid]:
        """Return the bids of the bots. Of equal bids, that of the bot with more available cubes becomes one higher."""
        bids = {bot: bot_bid(state, bot, self.issue, self.region) for bot in bots(state)}
        if len({worth(bid) for bid in bids.values()}) == 1:
            richest = highest(bids, lambda bot: state.available[bot])
            if len(richest) == 1:
                bid = bids[richest[0]]
                bids[richest[0]] = Bid(bid.units, bid.local, bid.cubes + 1)
        return bids


def worth(bid: Bid) -> tuple[int, int]:
    """10.3"""
    return strength(bid), bid.cubes


def bot_bid(state: Versailles, bot: Side, issue: str, region: str) -> Bid:
    """14.9: bid two of three units, otherwise one, that in the region first; and influence up to the potential value.
    10.2: no units where there is No Military."""
    units = 0 if card(issue).no_military else BOT_UNITS.get(state.in_play(bot), 0)
    local = units > 0 and region in state.deployed[bot]
    return Bid(
        units=min(units - local, state.units_available[bot]),
        local=local,
        cubes=min(potential_value(bot, issue), state.available[bot]),
    )


class LettingWin(Waiting[Versailles, Bid | PickSide], frozen=True):
    """14.9: ask the player to beat two equal bids, or to choose which of them wins. They may be made of different
    units."""

    clause = "14.9"
    issue: str
    region: str
    held_by: Side
    equal: tuple[tuple[Side, Bid], ...]

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        holder, standing = self.equal[0]
        bidding = Bidding(self.issue, self.region, (state.player,), self.held_by, standing, holder)
        letting = OneOf(*(PickSide(bot) for bot, _ in self.equal), clause="14.9")
        return {state.player: Either(letting, Raising(state, bidding, state.player))}

    def choose(self, state: Versailles, side: Side, choice: Bid | PickSide) -> None:
        if isinstance(choice, Bid):
            tell(state, Raised(side, self.issue, choice.units, choice.local, choice.cubes))
            award_bid(state, self.issue, self.region, side, choice)
        else:
            award_bid(state, self.issue, self.region, choice.side, dict(self.equal)[choice.side])
