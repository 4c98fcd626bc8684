"""The cards of a game, as the site knows them: their kinds, and what a card is called wherever one is meant.

What stands on a card is public, so each can be looked up by anybody; where a card lies is the view's business alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class CardKind(Struct, frozen=True):
    """Cards of one kind. `cards` names each of them, in the order of the gallery, with its group there."""

    name: str
    cards: Mapping[str, str]
    grouped: str = ""
    """Beside which word groups have their names (`word.<game>.<grouped>.<group>`); empty: there are no groups."""
    beside: tuple[str, ...] = ()
    """Facts, fields or words beside which a name means such a card; empty: it means the card wherever it stands."""

    def key(self, card: object) -> str:
        """The key of a card in addresses and in what lies at hand: `issue-rheinland`."""
        return f"{self.name}-{card}"
