"""Chapter 15: offers and their answers. test_15_lapsing.py tests offers that lapse, test_15_binding.py binding
clauses, test_15_ledger.py the ledger.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import door
from engine.core.choice import Choice
from engine.core.journal import seen
from engine.core.refusal import Malformed, NotYourTurn
from engine.core.state import Side
from engine.versailles import GAME
from engine.versailles.choices import Hold, Settle
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
from engine.versailles.deals import (
    AcceptOffer,
    Counter,
    DealStruck,
    DeclineOffer,
    Offer,
    OfferAccepted,
    OfferCountered,
    OfferDeclined,
    WithdrawOffer,
)
from engine.versailles.journal import InfluenceTransferred
from engine.versailles.settle import Settling
from engine.versailles.state import Versailles
from engine.versailles.view import view
from tests.games.versailles.bargaining import KINDS, accept, agree, ledger, offer
from tests.games.versailles.positions import asked, of, play, position, refused, told

TALK = Words(by="uk", text="Let us talk.")
BOARD: dict[str, Any] = {"table": ("korea", "syria"), "waiting_room": ("vietnam", "arabia", "smyrna")}
CLAUSES: dict[str, Clauses] = {
    "transfer": Transfer(by="uk", to="france", cubes=2),
    "settle_issue": SettleIssue(by="france", issue="korea"),
    "take_option": TakeOption(by="france", issue="korea", option="independent"),
    "decide": Decide(by="france", event="winston_churchill", answer=Hold(perform=False)),
    "modify_die": ModifyDie(by="uk", region="europe", modifier=-1),
    "bid_at_most": BidAtMost(by="uk", issue="korea"),
    "stay_off": StayOff(by="uk", issue="korea"),
    "naval_flags": NavalFlags(by="france", issue="shantung", flag="uk", later=True),
    "place_on": PlaceOn(by="france", issue="korea", least=2),
    "reclaim_cubes": ReclaimCubes(by="france"),
    "withdraw_unit": WithdrawUnit(by="uk", region="europe", later=True),
    "deploy_unit": DeployUnit(by="france", region="europe", column=7),
    "demobilise_unit": DemobiliseUnit(by="france", unit="available"),
    "stand_down": StandDown(by="france"),
    "advance_issue": AdvanceIssue(by="france", issue="vietnam"),
    "advance_event": AdvanceEvent(by="uk", event="winston_churchill", later=True),
    "take_discarded": TakeDiscarded(by="uk", issue="korea", later=True),
    "draw_new": DrawNew(by="france"),
    "keep_drawn": KeepDrawn(by="france", issue="thrace"),
    "bid_at_least": BidAtLeast(by="uk", issue="korea", later=True),
    "draft_strategy": DraftStrategy(by="uk", strategy="isolationism"),
    "words": TALK,
}


def table(**board: Any) -> Versailles:
    """France's turn; it leads Korea and has used up six cubes."""
    given = {"cubes": {"korea": {"france": 2}}, "exhausted": {"france": 6}, "event": "winston_churchill"}
    return position(**BOARD | given | board)


def who_sees(state: Versailles) -> list[Side | None]:
    """Return the sides that find a deal in their view, None for spectators."""
    return [side for side in (*state.sides, None) if view(state, side).deals]


# 15.1 Negotiating


@pytest.mark.parametrize("by", ["uk", "france", "usa", "italy"])
def test_15_1_any_side_may_offer_at_any_time(by: Side) -> None:
    other: Side = "uk" if by == "france" else "france"
    for state in (table(), position(Settling("korea"), **BOARD, cubes={"korea": {"usa": 1}})):
        before = asked(state)
        offer(state, (by, other), Words(by=other, text="Be kind."))
        assert asked(state) == before


def test_every_kind_of_clause_is_tried_here() -> None:
    assert {type(clause) for clause in CLAUSES.values()} == set(KINDS)


@pytest.mark.parametrize("kind", CLAUSES)
def test_15_1_each_kind_of_clause_may_be_offered(kind: str) -> None:
    state = table()
    offer(state, ("uk", "france"), CLAUSES[kind])
    accept(state, "france-uk-1")
    assert [deal.clauses for deal in ledger(state)] == [(CLAUSES[kind],)]


def test_15_1_an_offer_goes_to_several_and_is_struck_when_all_have_accepted() -> None:
    state = table()
    name = offer(state, ("usa", "uk", "italy"), TALK)
    entries = play(state, ("italy", AcceptOffer(name, 1)))
    assert (told(entries, DealStruck), ledger(state)) == ([], [])
    entries = play(state, ("uk", AcceptOffer(name, 1)))
    assert [type(entry) for entry in entries] == [OfferAccepted, DealStruck]
    assert [deal.accepted for deal in ledger(state)] == [("uk", "usa", "italy")]


def test_15_1_an_offer_is_made_by_a_party_to_sides_of_the_game() -> None:
    state = table()
    assert refused(state, "usa", Offer(("uk", "france"), (TALK,))) == ("deal_without_you", "15.1")
    assert refused(state, "uk", Offer(("uk", "uk"), (TALK,))) == ("deal_parties", "15.1")
    three = position(players=3)
    assert refused(three, "uk", Offer(("uk", "italy"), (TALK,))) == ("deal_parties", "15.1")


def test_15_1_nobody_is_bound_by_what_others_agree_on() -> None:
    state = table()
    stranger = StayOff(by="usa", issue="korea")
    assert refused(state, "uk", Offer(("uk", "france"), (TALK, stranger))) == ("clause_of_stranger", "15.1")


def test_15_1_the_usa_that_two_players_share_is_no_party() -> None:
    state = position(players=2, active="uk")
    assert refused(state, "uk", Offer(("uk", "france", "usa"), (TALK,))) == ("deal_parties", "15.1")
    stranger = Words(by="usa", text="I am free.")
    assert refused(state, "uk", Offer(("uk", "france"), (stranger,))) == ("clause_of_stranger", "15.1")


def test_15_1_alone_there_is_nobody_to_deal_with() -> None:
    state = GAME.start(1, "0" * 64)
    for side in state.sides:
        assert isinstance(door.submit(GAME, state, side, Offer(("uk", "france"), (TALK,))), NotYourTurn)


def test_15_1_a_table_may_play_without_deals() -> None:
    state = GAME.start(3, "0" * 64, GAME.options(deals=False))
    assert refused(state, "uk", Offer(("uk", "france"), (TALK,)))[0] == "not_offered"


def test_15_1_six_offers_of_a_side_may_be_open_at_a_time() -> None:
    state = table()
    for _ in range(6):
        offer(state, ("uk", "france"), TALK)
    assert refused(state, "uk", Offer(("uk", "usa"), (TALK,))) == ("too_many_offers", "15.1")
    play(state, ("uk", WithdrawOffer("france-uk-3")), ("uk", Offer(("uk", "usa"), (TALK,))))


def test_15_1_a_private_offer_is_known_to_its_parties_only() -> None:
    state = table()
    entries = play(state, ("uk", Offer(("uk", "france"), (TALK,))))
    assert who_sees(state) == ["uk", "france"]
    assert [side for side in (*state.sides, None) if seen(entries, side)] == ["uk", "france"]
    for choice in (AcceptOffer("france-uk-1", 1), DeclineOffer("france-uk-1"), WithdrawOffer("france-uk-1")):
        assert refused(state, "usa", choice) == ("no_such_deal", "15.1")


def test_15_1_an_open_offer_is_known_to_everybody_and_answered_by_its_parties() -> None:
    state = table()
    entries = play(state, ("uk", Offer(("uk", "france"), (TALK,), public=True)))
    assert who_sees(state) == ["uk", "france", "usa", "italy", None]
    assert all(seen(entries, side) for side in (*state.sides, None))
    assert refused(state, "usa", AcceptOffer("open-1", 1)) == ("no_such_deal", "15.1")


def test_15_1_everything_about_a_secret_deal_is_private_but_the_influence_that_moves() -> None:
    state = table()
    state.dealing = "secret"
    name = offer(state, ("uk", "france"), TALK, CLAUSES["transfer"], CLAUSES["settle_issue"])
    entries = accept(state, name)
    entries += play(state, ("france", Settle("korea")))
    public = seen(entries, None)
    assert told(public, InfluenceTransferred) == [InfluenceTransferred("uk", "france", 2)]
    assert "france-uk" not in msgspec.json.encode(public).decode()
    assert "france-uk" in msgspec.json.encode(seen(entries, "uk")).decode()


def test_15_1_the_number_of_an_offer_tells_nothing_of_deals_among_others() -> None:
    state = table()
    offer(state, ("uk", "france"), TALK)
    offer(state, ("uk", "france"), TALK)
    offer(state, ("uk", "usa", "france"), TALK)
    assert offer(state, ("italy", "usa"), Words(by="usa", text="Yes.")) == "italy-usa-1"
    assert offer(state, ("usa", "uk"), TALK, public=True) == "open-1"
    assert offer(state, ("france", "uk"), TALK) == "france-uk-3"


def test_15_1_a_private_deal_changes_nothing_that_others_may_do() -> None:
    state = table()
    state.dealing = "secret"
    menus = {side: door.menu(GAME, state, side) for side in state.sides}
    before = {side: menu.describe() for side, menu in menus.items() if menu}
    name = offer(state, ("uk", "france"), CLAUSES["settle_issue"])
    for _ in range(2):
        for side in ("usa", "italy"):
            menu = door.menu(GAME, state, side)
            assert menu
            assert menu.describe() == before[side]
            assert side not in GAME.out_of_turn.awaited(state)
        accept(state, name)


def test_15_1_who_has_an_offer_to_answer_is_awaited_until_it_has_answered() -> None:
    state = table()
    name = offer(state, ("usa", "uk", "italy"), TALK)
    assert {side: list(menu) for side, menu in GAME.out_of_turn.awaited(state).items()} == {
        side: [DeclineOffer(name), AcceptOffer(name, 1)] for side in ("uk", "italy")
    }
    play(state, ("uk", AcceptOffer(name, 1)))
    assert list(GAME.out_of_turn.awaited(state)) == ["italy"]
    play(state, ("italy", DeclineOffer(name)))
    assert not GAME.out_of_turn.awaited(state)


def test_15_1_an_offer_may_be_declined_by_any_party() -> None:
    state = table()
    name = offer(state, ("usa", "uk", "italy"), TALK)
    entries = play(state, ("uk", AcceptOffer(name, 1)), ("italy", DeclineOffer(name)))
    assert told(entries, OfferDeclined)
    assert not state.deals


def test_15_1_who_accepted_may_think_better_of_it_until_all_have() -> None:
    state = table()
    name = offer(state, ("usa", "uk", "italy"), TALK)
    play(state, ("uk", AcceptOffer(name, 1)))
    assert refused(state, "uk", AcceptOffer(name, 1)) == ("already_accepted", "15.1")
    play(state, ("uk", DeclineOffer(name)))
    assert refused(state, "italy", AcceptOffer(name, 1)) == ("no_such_deal", "15.1")


def test_15_1_a_counter_offer_takes_the_place_of_the_offer() -> None:
    state = table()
    name = offer(state, ("uk", "france", "italy"), CLAUSES["transfer"])
    play(state, ("italy", AcceptOffer(name, 1)))
    more = Transfer(by="uk", to="france", cubes=3)
    entries = play(state, ("france", Counter(name, 1, (more,))))
    assert told(entries, OfferCountered)
    deal = state.deals[name]
    assert (deal.by, deal.version, deal.clauses, deal.accepted) == ("france", 2, (more,), ("france",))
    assert set(GAME.out_of_turn.awaited(state)) == {"uk", "italy"}
    accept(state, name)
    assert of(state, "france") == (10, 3)


def test_15_1_who_accepts_or_counters_names_the_version_on_the_table() -> None:
    state = table()
    name = offer(state, ("uk", "france"), CLAUSES["transfer"])
    play(state, ("uk", Counter(name, 1, (TALK,))))
    for late in (AcceptOffer(name, 1), Counter(name, 1, (TALK,))):
        assert refused(state, "france", late) == ("deal_changed", "15.1")
    play(state, ("france", AcceptOffer(name, 2)))
    assert of(state, "uk") == (15, 0)


def test_15_1_a_counter_offer_keeps_to_the_rules_of_offers() -> None:
    state = table()
    name = offer(state, ("uk", "france"), TALK)
    stranger = Words(by="usa", text="And I?")
    assert refused(state, "france", Counter(name, 1, (stranger,))) == ("clause_of_stranger", "15.1")


def test_15_1_a_deal_that_is_struck_is_not_haggled_over_any_more() -> None:
    state = table()
    name = agree(state, ("uk", "france"), TALK)
    for side, choice in (
        ("uk", WithdrawOffer(name)),
        ("france", DeclineOffer(name)),
        ("france", AcceptOffer(name, 1)),
        ("france", Counter(name, 1, (TALK,))),
    ):
        assert refused(state, side, choice) == ("deal_struck", "15.3")


@pytest.mark.parametrize("kind", ["offer", "counter", "accept", "decline", "withdraw"])
def test_15_1_what_others_have_seen_is_not_undone(kind: str) -> None:
    state = table()
    name = offer(state, ("uk", "france"), TALK)
    answers: dict[str, tuple[Side, Choice]] = {
        "offer": ("uk", Offer(("uk", "usa"), (TALK,))),
        "counter": ("france", Counter(name, 1, (TALK,))),
        "accept": ("france", AcceptOffer(name, 1)),
        "decline": ("france", DeclineOffer(name)),
        "withdraw": ("uk", WithdrawOffer(name)),
    }
    barriers = state.barriers
    play(state, answers[kind])
    assert state.barriers > barriers


@pytest.mark.parametrize(
    "clauses",
    [
        "[]",
        '[{"clause": "transfer", "by": "uk", "to": "france", "cubes": 7}]',
        '[{"clause": "transfer", "by": "uk", "to": "france", "cubes": 0}]',
        '[{"clause": "modify_die", "by": "uk", "region": "europe", "modifier": 2}]',
        '[{"clause": "words", "by": "uk", "text": ""}]',
        '[{"clause": "decide", "by": "uk", "event": "jan_smuts", "answer": {"do": "end_turn"}}]',
        '[{"clause": "settle_issue", "by": "japan", "issue": "korea"}]',
        "[" + ", ".join(['{"clause": "words", "by": "uk", "text": "Yes"}'] * 9) + "]",
    ],
)
def test_15_1_an_offer_that_makes_no_sense_cannot_be_read(clauses: str) -> None:
    raw = f'{{"do": "offer", "parties": ["uk", "france"], "clauses": {clauses}}}'
    assert isinstance(door.decode(GAME, raw.encode()), Malformed)


def test_15_1_pieces_are_never_handed_over() -> None:
    """A transfer leaves each side as many cubes as before: the giver's are exhausted, the taker's become available."""
    state = table()
    agree(state, ("uk", "france"), CLAUSES["transfer"])
    assert (of(state, "uk"), of(state, "france")) == ((13, 2), (9, 4))


# Random choices


def test_what_is_drawn_or_listed_is_always_possible() -> None:
    state, rng = table(exhausted={"france": 6, "uk": 2}), Random(1)
    for _ in range(150):
        side = rng.choice(state.sides)
        menu = GAME.out_of_turn.step.waiting(state)[side]
        for choice in (*menu, menu.sample(rng)):
            assert door.refusal(GAME, state, side, choice) is None
        play(state, (side, menu.sample(rng)))
    assert state.deals
