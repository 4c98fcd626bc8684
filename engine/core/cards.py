"""The cards of a game, as the site knows them: their kinds, and the names that mean a card.

The text of a card is public, so anyone can look it up; where a card is in a game, only the view tells.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class CardKind(Struct, frozen=True):
    """Cards of one kind. `cards` names each of them, in the order of the gallery, with its group there."""

    name: str
    cards: Mapping[str, str]
    grouped: str = ""
    """The word beside which groups have their names (`word.<game>.<grouped>.<group>`); empty if there are no groups."""
    beside: tuple[str, ...] = ()
    """Facts, fields or words beside which a name means such a card; if empty, it means the card everywhere."""

    def key(self, card: object) -> str:
        """Return the key of a card in addresses and in `at_hand`: `issue-rheinland`."""
        return f"{self.name}-{card}"
