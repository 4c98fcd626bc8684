"""How bots answer offers: the clerk takes a clearly good one, the caretaker none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import random_answer
from engine.versailles import GAME
from engine.versailles.bargains import WORTHS, gain
from engine.versailles.choices import Hold
from engine.versailles.clauses import (
    AdvanceEvent,
    AdvanceIssue,
    BidAtLeast,
    BidAtMost,
    Clauses,
    Decide,
    DemobiliseUnit,
    DeployUnit,
    DraftStrategy,
    DrawNew,
    KeepDrawn,
    ModifyDie,
    NavalFlags,
    PlaceOn,
    ReclaimCubes,
    SettleIssue,
    StandDown,
    StayOff,
    TakeDiscarded,
    TakeOption,
    Transfer,
    WithdrawUnit,
    Words,
)
from engine.versailles.deals import AcceptOffer, DealStruck, DeclineOffer
from engine.versailles.settle import Conference
from engine.versailles.state import Versailles
from engine.versailles.turn_bonds import TURN_BONDS
from engine.versailles.uprising import Suffering
from tests.games.versailles.bargaining import KINDS, offer
from tests.games.versailles.positions import position

BOARD: dict[str, Any] = {"table": ("syria", "rheinland"), "waiting_room": ("vietnam", "arabia", "smyrna")}
THREATENED: dict[str, Any] = {"settled": {"anschluss": ("uk",), "prussia": ("uk",)}, "unrest": {"europe": 7}}
UNITS: dict[str, Any] = {"deployed": {"france": {"europe": 8}}}
EVENT = "herbert_hoover"
GIFT = Transfer(by="france", to="uk", cubes=4)
PRESENT = Transfer(by="uk", to="france", cubes=4)


def turn(**board: Any) -> Versailles:
    """France's turn; it leads Syria, the UK the Rheinland, and both have used up some influence."""
    cubes = {"syria": {"france": 3}, "rheinland": {"uk": 4}}
    return position(**BOARD | {"cubes": cubes, "exhausted": {"uk": 6, "france": 6}} | board)


def bidding() -> Versailles:
    return position(Suffering("europe", "uk"), settled={"rheinland": ("uk",)})


def conference(decider: str) -> Versailles:
    """Let this side lower the unrest in Europe, where only the UK has something to lose."""
    return position(Conference(), event=EVENT, holder=decider, **BOARD, **THREATENED)


Case = tuple[Callable[[], Versailles], Clauses]
GOOD: dict[str, Case] = {
    "influence": (turn, GIFT),
    "a rival that settles what one leads": (turn, SettleIssue(by="france", issue="rheinland")),
    "a better option": (turn, TakeOption(by="france", issue="syria", option="uk_mandate")),
    "a better decision": (partial(conference, "france"), Decide(by="france", event=EVENT, answer=Hold(perform=True))),
    "a better die": (partial(turn, **THREATENED), ModifyDie(by="france", region="europe", modifier=-1)),
    "a rival that passes": (bidding, BidAtMost(by="france", issue="rheinland")),
    "a rival that stays off what one leads": (turn, StayOff(by="france", issue="rheinland")),
}
BAD: dict[str, Case] = {
    "influence": (turn, PRESENT),
    "a rival that settles what it leads": (turn, SettleIssue(by="france", issue="syria")),
    "a worse option": (turn, TakeOption(by="uk", issue="rheinland", option="french_occupation")),
    "a worse decision": (partial(conference, "uk"), Decide(by="uk", event=EVENT, answer=Hold(perform=False))),
    "a decision to come": (partial(turn, event=EVENT), Decide(by="uk", event=EVENT, answer=Hold(perform=True))),
    "a worse die": (partial(turn, **THREATENED), ModifyDie(by="france", region="europe", modifier=1)),
    "a pass of one's own": (bidding, BidAtMost(by="uk", issue="rheinland")),
    "an issue to stay off oneself": (turn, StayOff(by="uk", issue="syria")),
}


def worth(case: Case) -> float:
    """Return what an offer of France with this one clause is worth to the UK."""
    state, clause = case[0](), case[1]
    name = offer(state, ("france", "uk"), clause)
    return gain(state, "uk", state.deals[name])


@pytest.mark.parametrize("case", GOOD)
def test_the_clerk_sees_what_is_good_for_it(case: str) -> None:
    assert worth(GOOD[case]) > 0


@pytest.mark.parametrize("case", BAD)
def test_the_clerk_sees_what_is_bad_for_it(case: str) -> None:
    assert worth(BAD[case]) < 0


def test_every_kind_of_clause_is_weighed() -> None:
    assert set(WORTHS) == set(KINDS)
    for cases in (GOOD, BAD):
        assert {type(clause) for _, clause in cases.values()} == set(KINDS) - {Words, *TURN_BONDS}
    assert {type(clause) for clause in DUTIES} == set(TURN_BONDS)


DUTIES: tuple[Clauses, ...] = (
    PlaceOn(by="uk", issue="vietnam", least=3),
    ReclaimCubes(by="uk", most=1),
    WithdrawUnit(by="uk", region="africa", stay=True),
    DeployUnit(by="uk", region="europe", column=5),
    DemobiliseUnit(by="uk", unit="available"),
    StandDown(by="uk"),
    AdvanceIssue(by="uk", issue="vietnam"),
    AdvanceEvent(by="uk", event="queen_marie"),
    TakeDiscarded(by="uk", issue="tyrol"),
    DrawNew(by="uk"),
    KeepDrawn(by="uk", issue="thrace"),
    BidAtLeast(by="uk", issue="rheinland"),
    NavalFlags(by="uk", issue="shantung", flag="usa"),
    DraftStrategy(by="uk", strategy="isolationism"),
)


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: type(duty).__name__)
def test_what_the_clerk_undertakes_for_its_own_turn_is_never_a_gain(duty: Clauses) -> None:
    cards: dict[str, Any] = {"discards": ("tyrol",), "events_waiting": ("queen_marie", "jan_smuts")}
    units = {"uk": {"africa": 7}}
    made = turn(active="uk", table=("syria", "rheinland"), settled={"shantung": ("uk",)}, deployed=units, **cards)
    assert worth((lambda: made, duty)) <= 0


def answer(state: Versailles, *clauses: Clauses, bot: str = "clerk") -> Choice:
    """Return the answer of the UK's bot to an offer of France."""
    offer(state, ("france", "uk"), *clauses)
    return GAME.bots[bot](state, "uk", GAME.out_of_turn.awaited(state)["uk"], Random(1))


def test_the_clerk_accepts_what_is_clearly_good_and_declines_what_is_not() -> None:
    assert answer(turn(), GIFT) == AcceptOffer("france-uk-1", 1)
    assert answer(turn(), PRESENT) == DeclineOffer("france-uk-1")


def test_it_adds_up_what_it_gives_and_what_it_gets() -> None:
    option = TakeOption(by="france", issue="syria", option="uk_mandate")
    assert answer(turn(), option, Transfer(by="uk", to="france", cubes=1)) == AcceptOffer("france-uk-1", 1)
    assert answer(turn(), option, PRESENT) == DeclineOffer("france-uk-1")


def test_it_gives_no_word_for_later_and_nothing_for_the_words_of_others() -> None:
    later = StayOff(by="uk", issue="syria", later=True)
    assert answer(turn(), GIFT, later) == DeclineOffer("france-uk-1")
    assert answer(turn(), Words(by="france", text="Trust me.")) == DeclineOffer("france-uk-1")


def test_of_several_offers_it_takes_the_best() -> None:
    state = turn()
    for clause in (PRESENT, Transfer(by="france", to="uk", cubes=3), GIFT):
        offer(state, ("france", "uk"), clause)
    menu = GAME.out_of_turn.awaited(state)["uk"]
    assert GAME.bots["clerk"](state, "uk", menu, Random(1)) == AcceptOffer("france-uk-3", 1)


def test_the_random_bot_gives_any_answer() -> None:
    state = turn()
    offer(state, ("france", "uk"), PRESENT)
    menu = GAME.out_of_turn.awaited(state)["uk"]
    given = {type(GAME.bots["random"](state, "uk", menu, Random(number))) for number in range(20)}
    assert given == {AcceptOffer, DeclineOffer}


def test_the_caretaker_declines_everything() -> None:
    state = turn()
    offer(state, ("france", "uk"), GIFT)
    choice = GAME.caretaker(state, "uk", GAME.out_of_turn.awaited(state)["uk"], Random(1))
    assert choice == DeclineOffer("france-uk-1")


def test_whole_games_of_clerks_among_people_who_offer_anything_end_and_see_deals_struck() -> None:
    chatter = random_answer(GAME, chatter=1.0)
    struck = 0
    for players in (2, 3, 4):
        state, rng = GAME.start(players, f"{players:064x}"), Random(players)
        while state.agenda:
            if rng.random() < 0.1 and not GAME.out_of_turn.awaited(state):
                side, choice = chatter(state, rng)
            else:
                side, menu = next(iter((GAME.out_of_turn.awaited(state) or waiting(GAME, state)).items()))
                choice = GAME.bots["clerk"](state, side, menu, rng)
                assert menu.check(choice) is None
            struck += any(isinstance(entry, DealStruck) for entry in apply(GAME, state, side, choice))
    assert struck
