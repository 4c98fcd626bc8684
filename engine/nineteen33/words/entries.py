"""Picks the sentences of entries that need another than the one under their name.

A Power that a sentence declines ("with the Soviet Union") is passed without the type by which its field is known to
hold sides: it is then a thing with forms, and no disc.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.nineteen33 import action_journal, journal
from engine.nineteen33.calendar import turn_name
from engine.nineteen33.orders_kept import OrderSwitchedOff
from engine.nineteen33.printed import PRESS
from engine.nineteen33.words.parts import goods, headline_of, part, pieces, said, traded


def told(entry: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("entry", entry, variant, **facts)


def declining(*names: str) -> Callable[[Any], Phrase]:
    """By the plain sentence, with these Powers declined."""
    return lambda entry: told(entry, **{name: getattr(entry, name) for name in names})


# The year


def target(entry: journal.TargetNamed) -> Phrase:
    return told(entry, "" if entry.place else "none")


def taxes(entry: journal.TaxesChanged) -> Phrase:
    return told(entry, "cut" if entry.ul < 0 else "raised", ul=abs(entry.ul))


def unreached(entry: journal.SlipUnreached) -> Phrase:
    return told(entry, "binds" if entry.binds else "")


# The month


def month(entry: journal.MonthBegan) -> Phrase:
    return told(entry, month=turn_name(entry.month))


def headline(entry: journal.HeadlineTurned) -> Phrase:
    news = headline_of(entry.card, entry.year)
    return told(entry, "" if entry.demand else "steady", place=PRESS[entry.card].about, headline=news)


def void(entry: journal.NewsVoid) -> Phrase:
    return told(entry, "" if entry.place else "anywhere")


def auction(entry: journal.AuctionHeld) -> Phrase:
    kind = "wanted" if entry.wanted else "offered"
    if not entry.winner:
        return told(entry, f"{kind}.nobody")
    return told(entry, f"{kind}.paid" if entry.um else kind)


def dealt(entry: journal.Dealt) -> Phrase:
    lines = traded("dealt", entry.food, entry.raw, entry.civil)
    return told(entry, "paid" if entry.um else "", goods=lines)


def dropped(entry: journal.DealDropped) -> Phrase:
    return told(entry, why=part(f"dropped.{entry.reason.removeprefix('nineteen33.')}"))


def made(entry: journal.IndustryMade) -> Phrase:
    counted = (("brigade", entry.brigades), ("squadron", entry.squadrons), ("civil", entry.civil))
    things = tuple(pieces(shape, number) for shape, number in counted if number)
    return told(entry, "" if things else "nothing", made=things)


def short(entry: journal.FoodShort) -> Phrase:
    return told(entry, "" if entry.die else "on_strike")


def paid(entry: journal.SupportPaid) -> Phrase:
    return told(entry, goods=goods(entry.product, entry.units))


def aims(entry: journal.AimsReached) -> Phrase:
    return told(entry, "all" if entry.points else "")


def ended(entry: journal.GameEnded) -> Phrase:
    return told(entry, "shared" if len(entry.winners) > 1 else "")


def switched_off(entry: OrderSwitchedOff) -> Phrase:
    if not entry.clause:
        return told(entry)
    why = Phrase(f"refusal.{entry.reason}", {**dict(entry.because), "clause": entry.clause})
    return told(entry, "refused", why=why)


# Own actions


def moved(entry: action_journal.LabourMoved) -> Phrase:
    moves = tuple(part("labour_move", origin=origin, goal=goal) for origin, goal in entry.moves)
    return told(entry, moves=moves)


def shortened(entry: action_journal.TensionShortened) -> Phrase:
    return told(entry, "" if entry.months else "over")


def obstructed(entry: action_journal.Obstructed) -> Phrase:
    """A plural goes by the months of works that are left."""
    return told(entry, "works", works=entry.works) if entry.works else told(entry)


def war(entry: action_journal.CivilWarBegan) -> Phrase:
    return told(entry, "endless" if entry.endless else "")


def swapped(entry: action_journal.CardsSwapped) -> Phrase:
    return told(entry, "" if entry.count else "none", count=entry.count, rival=entry.rival)


def press_read(entry: action_journal.PressRead) -> Phrase:
    return told(entry, "" if entry.count else "none")


def slips_read(entry: action_journal.SlipsRead) -> Phrase:
    return told(entry, "" if entry.count else "none", count=entry.count, rival=entry.rival)


def sold(entry: action_journal.GoodsSold) -> Phrase:
    return told(entry, buyer=entry.buyer, goods=goods(entry.product, entry.quantity))


def unit_moved(entry: action_journal.UnitMoved) -> Phrase:
    return told(entry, "" if entry.faces else "only")


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    journal.PactEnded: declining("other"),
    journal.TargetNamed: target,
    journal.TaxesChanged: taxes,
    journal.SlipUnreached: unreached,
    journal.MonthBegan: month,
    journal.HeadlineTurned: headline,
    journal.NewsVoid: void,
    journal.AuctionHeld: auction,
    journal.Dealt: dealt,
    journal.DealDropped: dropped,
    journal.IndustryMade: made,
    journal.FoodShort: short,
    journal.SupportPaid: paid,
    journal.AimsReached: aims,
    journal.GameEnded: ended,
    OrderSwitchedOff: switched_off,
    action_journal.LabourMoved: moved,
    action_journal.TensionShortened: shortened,
    action_journal.Obstructed: obstructed,
    action_journal.CivilWarBegan: war,
    action_journal.UnitMoved: unit_moved,
    action_journal.CardsSwapped: swapped,
    action_journal.PressRead: press_read,
    action_journal.SlipsRead: slips_read,
    action_journal.Guarded: declining("rival"),
    action_journal.StrikeRolled: declining("leader"),
    action_journal.OfferMade: declining("to"),
    action_journal.OfferAccepted: declining("of"),
    action_journal.OfferDeclined: declining("of"),
    action_journal.GoodsSold: sold,
    action_journal.PactMade: declining("other"),
    action_journal.GuidePointsRolled: declining("leader"),
    action_journal.GuidingBegan: declining("leader"),
}
