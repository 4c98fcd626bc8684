"""Picks the sentences about deals, their clauses, standing orders and secret maximums (chapter 15 and 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Struct

from engine.core.phrase import Phrase, Verbatim
from engine.core.sides import SideName, facts_of
from engine.versailles import clauses, deals, orders
from engine.versailles.bonds import binds
from engine.versailles.cards.board import CUBES, RECLAIM_MOST
from engine.versailles.words.parts import Parts, answer, force, part, said


def named(deal: str) -> Phrase:
    """Name a deal by its number: each circle of parties numbers its own (ledger.py)."""
    circle, _, number = deal.rpartition("-")
    if circle == "open":
        return part("deal_named.open", number=int(number))
    return part("deal_named.private", number=int(number), parties=tuple(map(SideName, circle.split("-"))))


# Clauses


def undertaken(clause: clauses.Clauses) -> Phrase:
    """15.3, 15.4: phrase a clause, and whether it binds; free words never do."""
    told = CLAUSES.get(type(clause), plain)(clause)
    if isinstance(clause, clauses.Words):
        return told
    return part("binding" if binds(clause) else "promise", clause=told)


def plain(clause: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("clause", clause, variant, **facts)


def bid_at_most(clause: clauses.BidAtMost) -> Phrase:
    """A maximum of nothing at all is a pass."""
    some = (part("strength", strength=clause.strength),) if clause.strength else ()
    most = (*some, *force(0, local=False, cubes=clause.cubes))
    return plain(clause, "" if most else "pass", force=most)


def bid_at_least(clause: clauses.BidAtLeast) -> Phrase:
    some = (part("strength", strength=clause.strength),) if clause.strength else ()
    return plain(clause, force=(*some, *force(0, local=False, cubes=clause.cubes)))


def limited(clause: clauses.PlaceOn | clauses.ReclaimCubes) -> Phrase:
    """Phrase a range: at least, at most, exactly, or from one number to another."""
    unlimited = CUBES if isinstance(clause, clauses.PlaceOn) else RECLAIM_MOST
    if clause.least == 0:
        return plain(clause, "most")
    if clause.least == clause.most:
        return plain(clause, "exactly")
    return plain(clause, "least" if clause.most == unlimited else "")


CLAUSES: dict[type[Struct], Callable[[Any], Phrase]] = {
    clauses.Decide: lambda clause: plain(clause, answer=answer(clause.answer, clause.event)),
    clauses.ModifyDie: lambda clause: plain(clause, "" if clause.modifier else "nothing"),
    clauses.BidAtMost: bid_at_most,
    clauses.BidAtLeast: bid_at_least,
    clauses.PlaceOn: limited,
    clauses.ReclaimCubes: limited,
    clauses.WithdrawUnit: lambda clause: plain(clause, "stay" if clause.stay else ""),
    clauses.DeployUnit: lambda clause: plain(clause, "" if clause.unit == "any" else "unit"),
    clauses.AdvanceEvent: lambda clause: plain(clause, "" if clause.cube == "free" else clause.cube),
    clauses.KeepDrawn: lambda clause: plain(clause, "discard" if clause.discard else ""),
    clauses.Words: lambda clause: plain(clause, text=Verbatim(clause.text)),
}


# Deals


def deal(deal: clauses.Deal) -> Phrase:
    facts = facts_of(deal)
    parties = facts["parties"]
    if not deal.struck:
        named = "deal.offer_open" if deal.public else "deal.offer"
        return part(named, by=facts["by"], parties=parties, clauses=deal.clauses)
    judged = zip(deal.clauses, deal.verdicts, strict=True)
    verdicts = tuple(part(f"verdict.{verdict}", clause=clause) for clause, verdict in judged)
    return part("deal.struck", parties=parties, clauses=verdicts)


def told(entry: deals.DealTold, variant: str = "", **facts: object) -> Phrase:
    parties = tuple(map(SideName, entry.deal.parties))
    others = tuple(party for party in parties if party != entry.side)
    return said("entry", entry, variant, others=others, parties=parties, clauses=entry.deal.clauses, **facts)


def judged(entry: deals.ClauseJudged) -> Phrase:
    """15.4: where the engine cannot see whether a clause was kept, name the party that said so."""
    clause = entry.deal.clauses[entry.clause]
    word = entry.side != clause.by and entry.verdict in ("kept", "broken")
    return told(entry, f"{entry.verdict}_by_word" if word else entry.verdict, clause=clause)


# Orders and secret maximums


def left(orders: clauses.Orders | orders.LeaveOrders) -> Parts:
    """Return the orders as parts of a sentence; none if all are taken back."""
    flags = ("pass_without_stake", "never_modify", "no_deals")
    declined = (part("declines", events=orders.decline),) if orders.decline else ()
    return *(flag for flag in flags if getattr(orders, flag)), *declined


def own_orders(orders: clauses.Orders) -> Phrase:
    some = left(orders)
    return part("orders" if some else "orders.none", orders=some)


def orders_left(entry: orders.OrdersLeft) -> Phrase:
    some = left(entry.orders)
    return said("entry", entry, "" if some else "none", orders=some)


def ceiling(ceiling: clauses.Ceiling) -> Phrase:
    most = force(ceiling.units, ceiling.local, ceiling.cubes)
    return part("ceiling", issue=ceiling.issue, force=most, then=ceiling.then)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    **dict.fromkeys(get_args(clauses.Clauses), undertaken),
    clauses.Deal: deal,
    clauses.Orders: own_orders,
    clauses.Ceiling: ceiling,
    deals.OfferMade: lambda entry: told(entry, "open" if entry.deal.public else ""),
    deals.OfferCountered: told,
    deals.OfferAccepted: told,
    deals.OfferDeclined: told,
    deals.OfferWithdrawn: told,
    deals.OfferLapsed: lambda entry: told(entry, entry.reason),
    deals.DealStruck: told,
    deals.ClauseJudged: judged,
    orders.OrdersLeft: orders_left,
    orders.CeilingLifted: lambda entry: said("entry", entry, entry.reason),
}
