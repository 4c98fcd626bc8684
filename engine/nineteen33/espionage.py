"""5.18, 5.19: intelligence. Only the side that reads a card or slip knows it."""

from __future__ import annotations

from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side, reveal
from engine.nineteen33.action_journal import CardsSwapped, Guarded, GuardMet, PressRead, SlipsRead
from engine.nineteen33.printed import tables
from engine.nineteen33.state import Counter, Nineteen33

PRESS_A_YEAR = tables.press.read_a_year


def effect(state: Nineteen33, leader: Side, points: int) -> int:
    """5.19: the points that counter-espionage leaves; it ends by it."""
    shield = sum(one.points for one in state.counters if one.against == leader)
    if not shield:
        return points
    state.counters = [one for one in state.counters if one.against != leader]
    left = max(0, points - shield)
    tell(state, GuardMet(leader, left))
    return left


def guard(state: Nineteen33, leader: Side, rival: Side, points: int) -> None:
    state.counters.append(Counter(leader, rival, points))
    tell(state, Guarded(leader, rival, points))


def swap(state: Nineteen33, leader: Side, rival: Side, points: int) -> None:
    """5.18: n random cards of each, or as many as both hold."""
    hands = state.leaders[leader].hand, state.leaders[rival].hand
    number = min(effect(state, leader, points), *map(len, hands))
    given, taken = (draw_cards(state, hand, number) for hand in hands)
    hands[0].extend(taken)
    hands[1].extend(given)
    for hand in hands:
        hand.sort()
    remember_cards(state, leader, rival, given, taken)
    tell(state, CardsSwapped(leader, rival, number, tuple(given), tuple(taken)))


def draw_cards(state: Nineteen33, hand: list[int], number: int) -> list[int]:
    """Take cards out of a hand, counted by card number."""
    return [hand.pop(roll(state, "swap", len(hand)) - 1) for _ in range(number)]


def remember_cards(state: Nineteen33, leader: Side, rival: Side, given: list[int], taken: list[int]) -> None:
    """Each of the two knows what it gave. Others no longer know what lies in either hand."""
    if not given:
        return
    for side in state.sides:
        known = state.leaders[side].known_cards
        if side not in (leader, rival):
            known.pop(leader, None)
            known.pop(rival, None)
    know_of(state, leader, rival, gone=taken, came=given)
    know_of(state, rival, leader, gone=given, came=taken)


def know_of(state: Nineteen33, side: Side, other: Side, gone: list[int], came: list[int]) -> None:
    known = state.leaders[side].known_cards
    known[other] = sorted({*known.get(other, []), *came} - {*gone})


def forget_card(state: Nineteen33, card: int) -> None:
    """A card that is played lies open: nobody has to remember in whose hand it was."""
    for side in state.sides:
        for cards in state.leaders[side].known_cards.values():
            if card in cards:
                cards.remove(card)


def unread(state: Nineteen33, leader: Side) -> list[str]:
    """5.18: the face-down press cards that this player has not read, the next one first, within what a year allows."""
    known = state.leaders[leader].press_known
    found = [card for card in reversed(state.pile) if card not in known]
    return found[: max(0, PRESS_A_YEAR - len(known))]


def read_press(state: Nineteen33, leader: Side, points: int) -> None:
    read = unread(state, leader)[: effect(state, leader, points)]
    state.leaders[leader].press_known += tuple(read)
    reveal(state)
    tell(state, PressRead(leader, len(read), tuple(read)))


def hidden_slips(state: Nineteen33, leader: Side) -> list[int]:
    """Those still face down, counted from 0 as written."""
    return [number for number, one in enumerate(state.leaders[leader].slips) if not one.up]


def read_slips(state: Nineteen33, leader: Side, rival: Side, points: int) -> None:
    """5.18: random ones of those that are face down."""
    left = hidden_slips(state, rival)
    number = min(effect(state, leader, points), len(left))
    read = [left.pop(roll(state, "slips", len(left)) - 1) for _ in range(number)]
    known = state.leaders[leader].slips_known
    known[rival] = sorted({*known.get(rival, []), *read})
    reveal(state)
    slips = state.leaders[rival].slips
    tell(state, SlipsRead(leader, rival, len(read), tuple(slips[number].slip for number in read)))
