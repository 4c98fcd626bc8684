"""How Horloge draws: whoever knows the seed of a game works out every draw of it again. The site checks finished games
with these very lines and shows them beside the dice, so that anybody can do the same; they need nothing but Python.
"""

import hashlib
import hmac

SPAN = 1 << 256


def commitment(seed: str) -> str:
    """What is shown from the first moment: nobody can find another seed that has the same."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def number(seed: str, draw: int) -> int:
    """Draw number so and so: a number below 2 to the power of 256."""
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), str(draw).encode(), "sha256"), "big")


def below(seed: str, draw: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, and the next draw. The very few that would favour small ones are passed over."""
    fair = SPAN - SPAN % bound
    while number(seed, draw) >= fair:
        draw += 1
    return number(seed, draw) % bound, draw + 1


def die(seed: str, draw: int, sides: int) -> int:
    return below(seed, draw, sides)[0] + 1


def shuffled(seed: str, draw: int, cards: list[int | str]) -> list[int | str]:
    """The cards in their new order, the one that is drawn first at the end."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other, draw = below(seed, draw, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
