"""15.2: a deal can transfer influence from one side to another."""

from __future__ import annotations

from typing import Any

from engine.versailles.clauses import Transfer
from engine.versailles.deals import Offer
from engine.versailles.journal import InfluenceTransferred
from engine.versailles.state import Versailles
from tests.games.versailles.bargaining import accept, ledger, offer
from tests.games.versailles.positions import of, position, refused, told

TRANSFER = Transfer(by="uk", to="france", cubes=2)


def table(**board: Any) -> Versailles:
    """France's turn; it leads Korea and has used up six cubes."""
    given: dict[str, Any] = {"cubes": {"korea": {"france": 2}}, "exhausted": {"france": 6}}
    return position(**given | board)


def test_15_2_influence_is_exhausted_here_and_recovered_there_as_soon_as_the_deal_is_struck() -> None:
    state = table()
    name = offer(state, ("france", "uk"), Transfer(by="uk", to="france", cubes=6))
    assert of(state, "uk") == (15, 0)
    entries = accept(state, name)
    assert told(entries, InfluenceTransferred) == [InfluenceTransferred("uk", "france", 6)]
    assert (of(state, "uk"), of(state, "france")) == ((9, 6), (13, 0))
    assert [deal.verdicts for deal in ledger(state)] == [("kept",)]


def test_15_2_never_more_than_the_other_has_exhausted() -> None:
    state = table(exhausted={"france": 3})
    too_much = Transfer(by="uk", to="france", cubes=4)
    assert refused(state, "uk", Offer(("uk", "france"), (too_much,))) == ("clause_impossible", "15.5")


def test_15_2_never_more_than_is_available() -> None:
    state = table(available={"uk": 1})
    assert refused(state, "uk", Offer(("uk", "france"), (TRANSFER,))) == ("clause_impossible", "15.5")


def test_15_2_several_transfers_of_a_deal_count_together() -> None:
    both = (Transfer(by="uk", to="france", cubes=4), Transfer(by="usa", to="france", cubes=3))
    state = table()
    assert refused(state, "uk", Offer(("uk", "france", "usa"), both)) == ("transfers_too_large", "15.2")
    split = (Transfer(by="uk", to="france", cubes=4), Transfer(by="uk", to="usa", cubes=3))
    state = table(exhausted={"france": 6, "usa": 6})
    assert refused(state, "uk", Offer(("uk", "france", "usa"), split)) == ("transfers_too_large", "15.2")


def test_15_2_nobody_passes_on_what_it_only_gets_by_the_deal() -> None:
    state = table(available={"france": 0})
    chain = (Transfer(by="uk", to="france", cubes=2), Transfer(by="france", to="usa", cubes=2))
    assert refused(state, "uk", Offer(("uk", "france", "usa"), chain)) == ("clause_impossible", "15.5")


def test_15_2_influence_goes_to_another_party() -> None:
    state = table()
    for to in ("uk", "usa"):
        odd = Transfer(by="uk", to=to, cubes=1)
        assert refused(state, "uk", Offer(("uk", "france"), (odd,))) == ("transfer_to_party", "15.2")
