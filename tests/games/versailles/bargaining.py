"""Short ways to offer and strike deals, for the tests of chapter 15."""

from __future__ import annotations

from typing import get_args

from engine.core.journal import Entry
from engine.core.state import Side
from engine.versailles.clauses import Clauses, Deal
from engine.versailles.deals import AcceptOffer, Offer
from engine.versailles.state import Versailles
from tests.games.versailles.positions import play

KINDS: tuple[type[Clauses], ...] = get_args(Clauses)


def offer(state: Versailles, parties: tuple[Side, ...], *clauses: Clauses, public: bool = False) -> str:
    """Make an offer of the first party to the others; return its name."""
    play(state, (parties[0], Offer(parties, clauses, public)))
    return next(reversed(state.deals))


def agree(state: Versailles, parties: tuple[Side, ...], *clauses: Clauses, public: bool = False) -> str:
    """Strike a deal offered by the first party and accepted by the others; return its name."""
    accept(state, offer(state, parties, *clauses, public=public))
    return next(reversed(state.deals))


def accept(state: Versailles, name: str) -> list[Entry]:
    """Accept an offer for all parties that have not yet accepted it."""
    deal = state.deals[name]
    return play(state, *((side, AcceptOffer(name, deal.version)) for side in deal.parties if deal.awaits(side)))


def ledger(state: Versailles) -> list[Deal]:
    """Return the deals that were struck."""
    return [deal for deal in state.deals.values() if deal.struck]


def verdict(state: Versailles) -> str:
    """Return the verdict on the first clause of the last deal struck."""
    return ledger(state)[-1].verdicts[0]
