"""15.5: offers that lapse, are withdrawn, or cannot come to pass."""

from __future__ import annotations

import pytest

from engine.core.journal import Entry
from engine.versailles.asked import asked_by
from engine.versailles.bonds import ANSWERS
from engine.versailles.cards.issues import END
from engine.versailles.choices import Decision, Deploy, EndTurn, Hold, Modify, PickBranch, Place, Reclaim, Settle
from engine.versailles.clauses import (
    BidAtMost,
    Clauses,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Transfer,
)
from engine.versailles.deals import (
    AcceptOffer,
    Counter,
    DeclineOffer,
    Offer,
    OfferLapsed,
    OfferWithdrawn,
    WithdrawOffer,
)
from engine.versailles.journal import ConferenceDeclined, ConferenceHeld
from engine.versailles.state import Versailles
from tests.games.versailles.bargaining import agree, offer
from tests.games.versailles.heard import heard
from tests.games.versailles.positions import of, over, play, refused, told
from tests.games.versailles.test_15_deals import CLAUSES, TALK, table


def reasons(entries: list[Entry]) -> list[str]:
    """Return the reasons why offers lapsed."""
    return [entry.reason for entry in entries if isinstance(entry, OfferLapsed)]


def end_turn(state: Versailles) -> list[Entry]:
    """End France's turn."""
    return play(state, ("france", Reclaim(1)), ("france", EndTurn()))


def test_15_5_an_offer_lapses_at_the_end_of_the_turn() -> None:
    state = table()
    name = offer(state, ("usa", "uk"), TALK)
    assert reasons(end_turn(state)) == ["turn_over"]
    assert refused(state, "uk", AcceptOffer(name, 1)) == ("no_such_deal", "15.1")


def test_15_5_only_who_made_it_withdraws_an_offer() -> None:
    state = table()
    name = offer(state, ("uk", "france"), TALK)
    assert refused(state, "france", WithdrawOffer(name)) == ("not_your_offer", "15.5")
    assert refused(state, "uk", DeclineOffer(name)) == ("your_own_offer", "15.5")
    assert told(play(state, ("uk", WithdrawOffer(name))), OfferWithdrawn)
    assert refused(state, "france", AcceptOffer(name, 1)) == ("no_such_deal", "15.1")


def test_15_5_after_a_counter_offer_it_is_the_others_to_withdraw() -> None:
    state = table()
    name = offer(state, ("uk", "france"), TALK)
    play(state, ("france", Counter(name, 1, (TALK,))))
    assert refused(state, "uk", WithdrawOffer(name)) == ("not_your_offer", "15.5")
    play(state, ("france", WithdrawOffer(name)))


def test_15_5_an_offer_lapses_when_it_has_become_impossible() -> None:
    state = table()
    offer(state, ("uk", "france"), Transfer(by="uk", to="france", cubes=6), TALK)
    assert reasons(play(state, ("france", Reclaim(1)))) == ["impossible"]
    assert not state.deals


def test_15_5_an_offer_to_settle_lapses_when_something_else_was_done() -> None:
    state = table()
    offer(state, ("uk", "france"), CLAUSES["settle_issue"])
    assert reasons(play(state, ("france", Place((("vietnam", 1), ("arabia", 1)))))) == ["impossible"]


def test_15_5_an_offer_lapses_with_the_game() -> None:
    state = table(table=(END, "syria"), cubes={END: {"france": 2}})
    offer(state, ("uk", "france"), TALK)
    assert reasons(play(state, ("france", Settle(END)))) == ["turn_over"]
    assert over(state)


@pytest.mark.parametrize(
    "clause",
    [
        SettleIssue(by="uk", issue="korea"),
        SettleIssue(by="france", issue="syria"),
        SettleIssue(by="france", issue="vietnam"),
        TakeOption(by="france", issue="korea", option="to_china"),
        TakeOption(by="france", issue="vietnam", option="independent"),
        TakeOption(by="france", issue="league_voting", option="great_power_veto"),
        Decide(by="france", event="jan_smuts", answer=PickBranch(1)),
        BidAtMost(by="uk", issue="league_voting"),
        StayOff(by="uk", issue="league_voting"),
        ModifyDie(by="italy", region="europe", modifier=1),
        SettleIssue(by="uk", issue="rheinland", later=True),
        StayOff(by="uk", issue="rheinland", later=True),
    ],
    ids=repr,
)
def test_15_5_what_cannot_come_to_pass_is_not_offered(clause: Clauses) -> None:
    state = table(settled={"rheinland": ("uk",)}, demobilised={"italy": 3})
    assert refused(state, "uk", Offer(("uk", "france", "italy"), (clause,))) == ("clause_impossible", "15.5")


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        ("john_foster_dulles", Hold(perform=True)),
        ("keith_murdoch", PickBranch(0)),
        ("ibn_saud", PickBranch(2)),
        ("ibn_saud", Deploy("africa", 5)),
        ("tomas_masaryk", Modify(1)),
    ],
    ids=repr,
)
def test_15_2_nobody_undertakes_to_answer_what_an_event_never_asks(event: str, answer: Decision) -> None:
    clause = Decide(by="uk", event=event, answer=answer, later=True)
    assert refused(table(), "uk", Offer(("uk", "france"), (clause,))) == ("event_asks_otherwise", "15.2")


def test_15_2_what_events_have_asked_in_whole_games_may_be_undertaken() -> None:
    """Events ask whether a conference is held only where it is optional, but an entry always tells."""
    heard_of = (entry for entry in heard().entries.values() if type(entry) in ANSWERS)
    told = [
        ANSWERS[type(entry)](entry) for entry in heard_of if not isinstance(entry, ConferenceHeld | ConferenceDeclined)
    ]
    answered = {(event, answer) for _, event, answer in told if event}
    assert len({event for event, _ in answered}) > 20
    assert [(event, answer) for event, answer in answered if not asked_by(event).fits(answer)] == []


def test_15_5_what_was_transferred_stays_when_the_rest_is_void() -> None:
    state = table()
    bid = BidAtMost(by="uk", issue="korea")
    name = agree(state, ("uk", "france"), CLAUSES["transfer"], CLAUSES["modify_die"], bid)
    end_turn(state)
    assert state.deals[name].verdicts == ("kept", "void", "kept")
    assert of(state, "uk") == (13, 2)
