"""Chapters 7 and 11: the Prestige track with its bonuses, and the drawing of Intrigue cards."""

from __future__ import annotations

from collections.abc import Mapping

from engine.belle_epoque.board import general_reserve
from engine.belle_epoque.choices import KeepIntrigue
from engine.belle_epoque.journal import (
    IntrigueDrawn,
    IntrigueKept,
    IntrigueShuffled,
    NoIntrigueLeft,
    PhaseBegan,
    PrestigeBonus,
    PrestigeMoved,
)
from engine.belle_epoque.printed import INTRIGUE, POWERS, PRESTIGE, PRESTIGE_LEAST, PRESTIGE_MOST, TERRITORIES
from engine.belle_epoque.printed.kinds import TrackBonus
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.chance import shuffled
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side, reveal
from engine.core.step import Automatic, Waiting


def move_prestige(state: BelleEpoque, side: Side, steps: int) -> None:
    """11.0: move step by step. Bonuses follow at once, so queue all later steps before calling this. Steps beyond the
    ends of the track are lost (11.0c)."""
    sheet = state.sheets[side]
    before = sheet.prestige
    sheet.prestige = max(PRESTIGE_LEAST, min(PRESTIGE_MOST, before + steps))
    if sheet.prestige == before:
        return
    tell(state, PrestigeMoved(side, sheet.prestige - before, sheet.prestige))
    first = sheet.reached + 1
    sheet.reached = max(sheet.reached, sheet.prestige)
    for space in range(first, sheet.reached + 1):
        if bonus := PRESTIGE[space].bonus:
            pay_bonus(state, side, bonus)


def pay_bonus(state: BelleEpoque, side: Side, bonus: TrackBonus) -> None:
    """11.1: pay a bonus of the track; an automated Power has no money (13.6)."""
    if bonus.type == "intrigue":
        for _ in range(bonus.amount):
            draw_intrigue(state, side)
        return
    if bonus.type == "money":
        amount = 0 if state.is_automated(side) else bonus.amount
        state.sheets[side].money += amount
    else:
        amount = take_cubes(state, side, bonus.amount)
    if amount:
        tell(state, PrestigeBonus(side, bonus.type, amount))


def take_cubes(state: BelleEpoque, side: Side, wanted: int, there: int | None = None) -> int:
    """Move MD cubes from the general reserve to the Embassies, as many as there are (2.2a), and return their number;
    `there` are on the map, if that is known."""
    cubes = min(wanted, general_reserve(state, side, there))
    state.sheets[side].embassies += cubes
    return cubes


def chooses_intrigue(state: BelleEpoque, side: Side) -> int:
    """7.0d: return how many cards the Power draws to keep one."""
    for nation, holder in state.held.items():
        bonus = TERRITORIES[nation].bonus
        if holder == side and bonus and bonus.type == "intrigue_choice" and not state.is_automated(side):
            return bonus.draw
    return 1


def draw_intrigue(state: BelleEpoque, side: Side) -> None:
    """7.0: draw one card into the hand. The ally of the Ottoman Empire keeps one of two, and is asked at once."""
    wanted = chooses_intrigue(state, side)
    cards = [card for _ in range(wanted) if (card := next_intrigue(state))]
    if not cards:
        tell(state, NoIntrigueLeft(side))
        return
    tell(state, IntrigueDrawn(side, len(cards), tuple(cards)))
    if len(cards) == 1:
        state.sheets[side].intrigue += cards
    else:
        then(state, Keeping(side, len(state.drawn)))
        state.drawn += cards


def intrigue_cards(promo: bool) -> tuple[str, ...]:
    """2.0b, 2.0c"""
    return tuple(card.id for card in INTRIGUE.values() if promo or not card.promo)


def next_intrigue(state: BelleEpoque) -> str | None:
    """7.0c: draw a card; an empty deck is rebuilt from its discards."""
    if not state.intrigue_deck and state.intrigue_discard:
        state.intrigue_deck = shuffled(state, "intrigue", state.intrigue_discard)
        state.intrigue_discard = []
        tell(state, IntrigueShuffled(len(state.intrigue_deck)))
    if not state.intrigue_deck:
        return None
    reveal(state)
    return state.intrigue_deck.pop()


class Keeping(Waiting[BelleEpoque, KeepIntrigue], frozen=True):
    """7.0d: the Power keeps one of the cards that were drawn last, and discards the others."""

    clause = "7.0d"
    side: Side
    first: int = 0
    """The index of the first of its cards in `drawn`: a Power may draw again before it has chosen."""

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: OneOf(*map(KeepIntrigue, dict.fromkeys(state.drawn[self.first :])), clause="7.0d")}

    def choose(self, state: BelleEpoque, side: Side, choice: KeepIntrigue) -> None:
        others = state.drawn[self.first :]
        others.remove(choice.card)
        del state.drawn[self.first :]
        state.sheets[self.side].intrigue.append(choice.card)
        reveal(state)
        for card in others:
            state.intrigue_discard.append(card)
            tell(state, IntrigueKept(self.side, card, choice.card))


class DrawIntrigue(Automatic[BelleEpoque], frozen=True):
    """7.0a: every Power draws one card, in turn order."""

    clause = "7.0a"
    left: tuple[Side, ...]

    def run(self, state: BelleEpoque) -> None:
        side, *others = self.left
        if len(self.left) == len(POWERS):
            tell(state, PhaseBegan(state.turn, "intrigue"))
        if others:
            then(state, DrawIntrigue(tuple(others)))
        draw_intrigue(state, side)
