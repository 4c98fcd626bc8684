"""Parts of sentences: goods and moves, and what cards say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase, Verbatim
from engine.core.sides import facts_of
from engine.nineteen33.choices import PlannedDeal
from engine.nineteen33.idle import Idle
from engine.nineteen33.printed import PRODUCTS
from engine.nineteen33.printed.vocabulary import InfluenceMinus, InfluencePlus, Option
from engine.nineteen33.state import Goods

Parts = tuple[Phrase, ...]

OPTION_LINES = len(PRODUCTS)


def said(kind: str, thing: Struct, variant: str = "", **facts: object) -> Phrase:
    """The sentence of something's own name, or a variant of it, with its fields and these facts. A plural goes by the
    first number, so facts that are given come first."""
    name = ".".join(filter(None, (str(thing.__struct_config__.tag), variant)))
    return Phrase(f"{kind}.nineteen33.{name}", facts | facts_of(thing) | facts)


def part(name: str, **facts: object) -> Phrase:
    return Phrase(f"phrase.nineteen33.{name}", facts)


def pieces(shape: str, number: int) -> Phrase:
    return Phrase(f"piece.nineteen33.{shape}", {"n": number})


def headline_of(card: str, year: int) -> Phrase:
    """Return the headline of a press card in a year."""
    return Phrase(f"word.nineteen33.{year}.{card}")


def goods(product: str, number: int) -> Phrase:
    return part(f"goods.{product}", n=number)


def traded(how: str, food: int, raw: int, civil: int) -> Parts:
    """The lines of a deal that it has: `how` is `deal` for what is to be done, `dealt` for what was."""
    lines = {"food": food, "raw": raw, "civil": civil}
    return tuple(part(f"{how}.{product}", n=number) for product, number in lines.items() if number)


def planned(deal: PlannedDeal) -> Phrase:
    return part("planned_deal", state=deal.state, goods=traded("deal", deal.food, deal.raw, deal.civil))


def influence(news: InfluencePlus | InfluenceMinus) -> Phrase:
    """8.3, 8.4: for one Power alone, or for several."""
    return said("op", news, "one" if len(news.leaders) == 1 else "")


def goods_offered(offer: Goods) -> Phrase:
    return said("offer", offer, goods=goods(offer.product, offer.quantity))


def option(one: Option) -> Phrase:
    """18.5: an optional action with its limits."""
    if one.action == "trade" and len(one.lines) < OPTION_LINES:
        return part("option.trade.lines", deals=one.deals, lines=one.lines)
    name = ".".join(filter(None, (one.action, one.path)))
    return part(f"option.{name}", deals=one.deals, most=one.most)


def idle(one: Idle) -> Phrase:
    """Why nothing can be done now, as a refusal says it."""
    return Phrase(f"refusal.{one.reason}", {"clause": Verbatim(one.clause), "place": one.place, "most": one.most})


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    PlannedDeal: planned,
    InfluencePlus: influence,
    InfluenceMinus: influence,
    Option: option,
    Idle: idle,
    Goods: goods_offered,
}
