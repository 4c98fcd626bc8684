"""Draws the dice and cards of Horloge: anyone who knows the seed of a game can compute every draw of it. The site
checks finished games with this very code and shows it beside the dice, so that anyone can do the same; it needs nothing
but Python.
"""

import hashlib
import hmac

SPAN = 1 << 256


def commitment(seed: str) -> str:
    """Return what is shown from the start: nobody can find another seed that has the same."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def number(seed: str, draw: int) -> int:
    """Return the number of a draw, below 2 to the power of 256."""
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), str(draw).encode(), "sha256"), "big")


def below(seed: str, draw: int, bound: int) -> tuple[int, int]:
    """Return a number from 0 to bound - 1, and the next draw. The very few values that would favour small numbers are
    skipped."""
    fair = SPAN - SPAN % bound
    while number(seed, draw) >= fair:
        draw += 1
    return number(seed, draw) % bound, draw + 1


def die(seed: str, draw: int, sides: int) -> int:
    return below(seed, draw, sides)[0] + 1


def shuffled(seed: str, draw: int, cards: list[int | str]) -> list[int | str]:
    """Return the cards in their new order; the last one is drawn first."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other, draw = below(seed, draw, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
