"""The invariants find each fault in a position; whole games show that they raise no false alarm."""

from collections.abc import Callable

import pytest

from engine.core.agenda import pending, then
from engine.versailles.bidding import Bidding
from engine.versailles.cards.issues import END
from engine.versailles.choices import Bid, DrawIssues, Settle
from engine.versailles.invariants import CHECKS, conserved
from engine.versailles.option import Optioning
from engine.versailles.settle import Keeping, Refilling
from engine.versailles.state import Settlement, Versailles
from engine.versailles.tracks import MutinyCheck
from engine.versailles.uprising import Suffering
from tests.games.versailles.positions import play, position

Fault = Callable[[Versailles], object]


def lawful() -> Versailles:
    return position(
        settled={"syria": ("france", "independent"), "shantung": ("usa", "to_japan", "uk", "usa")},
        cubes={"korea": {"uk": 2}},
        event="ho_chi_minh",
        holder="usa",
        deployed={"uk": {"europe": 6}, "usa": {"europe": 8}},
        unrest={"europe": 4},
        kegs={"europe": 2},
        home=["italy"],
        discards=("banat",),
    )


UNPAYABLE = (Bid(cubes=14), Bid(units=3), Bid(local=True))


def bidding(bid: Bid) -> Fault:
    """Put a British bid on Korea, which is in the discards as well."""
    step = Bidding("korea", "pacific", ("france", "uk"), "uk", bid, "uk")
    return lambda state: then(state, step)


FAULTS: list[tuple[str, Fault]] = [
    ("issue banat is in 2 places", lambda state: state.table.append("banat")),
    ("issue banat is in 0 places", lambda state: state.issue_discard.remove("banat")),
    ("the end card is among the discards", lambda state: state.issue_discard.append(END)),
    ("issue nowhere is in 1 places", lambda state: state.issue_deck.append("nowhere")),
    ("event ho_chi_minh is in 2 places", lambda state: state.event_discard.append("ho_chi_minh")),
    ("event ho_chi_minh is in 0 places", lambda state: setattr(state, "event", "")),
    ("strategies", lambda state: state.offered.append("fourteen_points")),
    ("strategies", lambda state: state.strategies.update(uk="fourteen_points")),
    ("strategies", lambda state: state.offered.__setitem__(0, state.offered[1])),
    ("cubes on banat", lambda state: state.cubes.update(banat={"uk": 1})),
    ("0 cubes of france on korea", lambda state: state.cubes["korea"].update(france=0)),
    ("uk has (14, 0) cubes", lambda state: state.available.update(uk=14)),
    ("usa has (14, 0) cubes", lambda state: setattr(state, "event_holder", "")),
    ("italy has (16, -1) cubes", lambda state: (state.available.update(italy=16), state.exhausted.update(italy=-1))),
    ("uk has (3, 0, 0) units", lambda state: state.units_available.update(uk=3)),
    ("uk has (2, 0, 0) units", lambda state: state.deployed["uk"].clear()),
    ("a space of the demobilisation track was left out", lambda state: state.home.insert(0, "")),
    ("italy has more units on the demobilisation track", lambda state: state.home.__setitem__(1, "italy")),
    ("europe: powder keg 4, unrest 4", lambda state: state.kegs.update(europe=4)),
    ("europe: powder keg 2, unrest 2", lambda state: state.unrest.update(europe=2)),
    ("europe: powder keg 2, unrest 6", lambda state: state.unrest.update(europe=6)),
    ("africa: powder keg 0, unrest 9", lambda state: state.unrest.update(africa=9)),
    ("africa: powder keg -1, unrest 1", lambda state: state.kegs.update(africa=-1)),
    ("europe: units on [8, 8]", lambda state: state.deployed["uk"].update(europe=8)),
    ("africa: units on [4]", lambda state: state.deployed["uk"].update(africa=4)),
    ("uk has happiness 31", lambda state: state.happiness.update(uk=31)),
    ("japan has happiness -1", lambda state: state.happiness.update(japan=-1)),
    ("uk has 3 units in play with happiness 10: 2 may be", lambda state: state.happiness.update(uk=10)),
    *((f"uk can't pay its bid for korea: {bid}", bidding(bid)) for bid in UNPAYABLE),
    ("syria is settled before japan", lambda state: put(state, "syria", "japan", "independent", "self_determination")),
    ("syria is settled as ''", lambda state: put(state, "syria", "france", "")),
    ("syria is settled as 'no'", lambda state: put(state, "syria", "france", "no")),
    ("syria is settled as 'independent'", lambda state: put(state, "syria", "france", "independent", "bolshevik")),
    ("shantung is settled as 'to_japan'", lambda state: put(state, "shantung", "usa", "to_japan", "naval:either")),
]


def put(state: Versailles, issue: str, side: str, option: str, *tokens: str) -> None:
    state.settled[issue] = Settlement(side, option, tokens)


@pytest.mark.parametrize(("breach", "fault"), FAULTS, ids=[f"{at}: {breach}" for at, (breach, _) in enumerate(FAULTS)])
def test_a_fault_is_told_in_words(breach: str, fault: Fault) -> None:
    state = lawful()
    fault(state)
    assert any(found.startswith(breach) for found in conserved(state)), conserved(state)


def test_every_check_has_a_fault_that_it_finds() -> None:
    silent = set(CHECKS)
    for _, fault in FAULTS:
        state = lawful()
        fault(state)
        silent -= {check for check in CHECKS if any(check(state))}
    assert silent == set()


def test_an_issue_that_is_bid_for_or_drawn_is_on_its_step() -> None:
    state = position(Suffering("middle_east", "uk"), settled={"syria": ("uk",)})
    assert isinstance(pending(state), Bidding)
    assert conserved(state) == []
    state = position(Refilling(), deck=("banat", "thrace"))
    play(state, ("france", DrawIssues()))
    assert isinstance(pending(state), Keeping)
    assert conserved(state) == []


def test_a_new_holder_has_no_option_while_it_is_asked_for_one() -> None:
    state = position(table=("korea", "vietnam"), cubes={"korea": {"france": 1}})
    play(state, ("france", Settle("korea")))
    assert isinstance(pending(state), Optioning)
    assert (state.settled["korea"].option, conserved(state)) == ("", [])


def test_too_many_units_are_in_order_only_while_their_side_is_about_to_mutiny() -> None:
    state = lawful()
    state.happiness["uk"] = 10
    then(state, MutinyCheck("france"))
    assert len(conserved(state)) == 1
    then(state, MutinyCheck("uk"))
    assert conserved(state) == []
