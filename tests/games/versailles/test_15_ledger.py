"""15.4: the ledger of promises: open, kept, broken or void."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.journal import seen
from engine.core.state import Side
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    EndTurn,
    Hold,
    Modify,
    PassBid,
    PickBranch,
    PickSide,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.clauses import (
    BidAtMost,
    Clauses,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Transfer,
    Words,
)
from engine.versailles.deals import AcceptOffer, ClauseJudged, Judge, Offer
from engine.versailles.meaning import Context
from engine.versailles.settle import Conference
from engine.versailles.state import Versailles
from engine.versailles.uprising import Suffering, UprisingCheck
from engine.versailles.view import view
from tests.games.versailles.bargaining import agree, ledger, offer, verdict
from tests.games.versailles.positions import Answer, of, over, play, position, refused, told

BOARD: dict[str, Any] = {"table": ("korea", "syria"), "waiting_room": ("vietnam", "arabia", "smyrna")}
LOYAL = Words(by="france", text="I shall not forget this.")
FREELY = Place((("smyrna", 1), ("arabia", 1)))


def turn(**board: Any) -> Versailles:
    """France's turn; both issues on the Table may be settled."""
    given: dict[str, Any] = {"cubes": {"korea": {"france": 2}, "syria": {"uk": 1}}, "exhausted": {"france": 6}}
    return position(**BOARD | given | board)


def bidding() -> Versailles:
    """Ask the UK first in the bidding for Constantinople."""
    return position(Suffering("middle_east", "uk"), settled={"constantinople": ("uk",)})


def conference(event: str) -> Versailles:
    return position(Conference(), event=event, holder="france", **BOARD)


def check() -> Versailles:
    """Let France modify a die in Europe."""
    step = UprisingCheck(("europe",), 0, (), (), Context("uk"))
    return position(step, dice=[1], deployed={"france": {"europe": 7}}, unrest={"europe": 4}, uprisings=1)


def promise(state: Versailles, clause: Clauses) -> str:
    """Make a promise of France to the UK."""
    return agree(state, ("uk", "france"), clause)


# 15.4 Clauses about later turns


PROMISES: dict[str, tuple[Any, Clauses, tuple[Answer, ...], tuple[Answer, ...]]] = {
    "an option": (
        turn,
        TakeOption(by="france", issue="korea", option="independent", later=True),
        (("france", Settle("korea")), ("france", ChooseOption("independent"))),
        (("france", Settle("korea")), ("france", ChooseOption("to_japan"))),
    ),
    "a highest bid": (
        bidding,
        BidAtMost(by="france", issue="constantinople", cubes=2, later=True),
        tuple((side, PassBid()) for side in ("uk", "france", "usa", "italy")),
        (("uk", PassBid()), ("france", Bid(cubes=3))),
    ),
    "a modifier": (
        check,
        ModifyDie(by="france", region="europe", modifier=1, later=True),
        (("france", Modify(1)),),
        (("france", Modify(0)),),
    ),
    "an event held": (
        lambda: conference("gertrude_bell"),
        Decide(by="france", event="gertrude_bell", answer=Hold(perform=False), later=True),
        (("france", Hold(perform=False)),),
        (("france", Hold(perform=True)),),
    ),
    "a branch": (
        lambda: conference("ibn_saud"),
        Decide(by="france", event="ibn_saud", answer=PickBranch(1), later=True),
        (("france", PickBranch(1)),),
        (("france", PickBranch(0)),),
    ),
    "a player": (
        lambda: conference("jan_smuts"),
        Decide(by="france", event="jan_smuts", answer=PickSide("usa"), later=True),
        (("france", PickSide("usa")),),
        (("france", PickSide("uk")),),
    ),
    "a place left free": (
        turn,
        StayOff(by="france", issue="korea", later=True),
        (("france", FREELY), ("france", EndTurn()), ("usa", Settle("korea"))),
        (("france", Place((("korea", 1), ("arabia", 1)))),),
    ),
}
"""For each promise the answers that keep it, and those that break it; none of them is forbidden."""


@pytest.mark.parametrize("kind", PROMISES)
def test_15_4_a_promise_does_not_bind_and_is_marked_kept_or_broken_as_soon_as_it_shows(kind: str) -> None:
    begin, clause, keeping, breaking = PROMISES[kind]
    for answers, judged in ((keeping, "kept"), (breaking, "broken")):
        state = begin()
        name = promise(state, clause)
        play(state, *answers[:-1])
        assert verdict(state) == "open"
        entries = play(state, answers[-1])
        assert told(entries, ClauseJudged) == [ClauseJudged(state.deals[name], "france", 0, judged)]  # type: ignore[arg-type]
        assert verdict(state) == judged


def test_15_4_a_promise_outlives_the_turn() -> None:
    state = turn()
    promise(state, TakeOption(by="france", issue="korea", option="independent", later=True))
    play(state, ("france", FREELY), ("france", EndTurn()))
    assert verdict(state) == "open"
    play(state, ("usa", Settle("korea")), ("france", ChooseOption("to_japan")))
    assert verdict(state) == "broken"


def test_15_4_a_promise_to_settle_is_kept_whenever_it_is_done() -> None:
    state = turn()
    promise(state, SettleIssue(by="france", issue="korea", later=True))
    play(state, ("france", Settle("korea")))
    assert verdict(state) == "kept"


def test_15_4_a_promise_to_settle_is_void_when_another_side_does() -> None:
    state = turn()
    promise(state, SettleIssue(by="france", issue="korea", later=True))
    play(state, ("france", FREELY), ("france", EndTurn()), ("usa", Settle("korea")))
    assert verdict(state) == "void"


def test_15_4_a_promised_transfer_moves_nothing_until_a_later_deal_keeps_it() -> None:
    state = turn(exhausted={"uk": 6})
    promise(state, Transfer(by="france", to="uk", cubes=3, later=True))
    assert (of(state, "france"), verdict(state)) == ((13, 0), "open")
    for cubes, judged in ((2, "open"), (3, "kept")):
        promise(state, Transfer(by="france", to="uk", cubes=cubes))
        assert ledger(state)[0].verdicts == (judged,)


def test_15_4_a_transfer_of_the_deal_itself_does_not_keep_its_promise_of_another() -> None:
    state = turn(exhausted={"uk": 6})
    now, later = (Transfer(by="france", to="uk", cubes=2, later=later) for later in (False, True))
    agree(state, ("uk", "france"), now, later)
    assert ledger(state)[0].verdicts == ("kept", "open")
    agree(state, ("uk", "france"), now)
    assert ledger(state)[0].verdicts == ("kept", "kept")


@pytest.mark.parametrize(("kept", "judged"), [(True, "kept"), (False, "broken")])
def test_15_4_free_words_are_judged_by_another_party(kept: bool, judged: str) -> None:
    state = turn()
    name = promise(state, LOYAL)
    entries = play(state, ("uk", Judge(name, 0, kept)))
    assert told(entries, ClauseJudged) == [ClauseJudged(state.deals[name], "uk", 0, judged)]  # type: ignore[arg-type]
    assert verdict(state) == judged
    assert refused(state, "uk", Judge(name, 0, kept)) == ("promise_judged", "15.4")


def test_15_4_nobody_judges_an_own_promise_or_one_among_others() -> None:
    state = turn()
    name = promise(state, LOYAL)
    assert refused(state, "france", Judge(name, 0, True)) == ("own_promise", "15.4")
    assert refused(state, "usa", Judge(name, 0, True)) == ("no_such_deal", "15.1")


@pytest.mark.parametrize(
    "clause",
    [
        SettleIssue(by="france", issue="korea", later=True),
        Transfer(by="france", to="uk", cubes=1, later=True),
    ],
    ids=repr,
)
def test_15_4_the_parties_also_say_when_a_promise_without_a_time_was_broken(clause: Clauses) -> None:
    state = turn()
    name = promise(state, clause)
    play(state, ("uk", Judge(name, 0, False)))
    assert verdict(state) == "broken"


def test_15_4_what_the_engine_sees_for_itself_needs_nobodys_word() -> None:
    state = turn()
    name = promise(state, StayOff(by="france", issue="korea", later=True))
    assert refused(state, "uk", Judge(name, 0, False)) == ("promise_judges_itself", "15.4")
    name = promise(state, SettleIssue(by="france", issue="korea"))
    assert refused(state, "uk", Judge(name, 0, False)) == ("promise_judges_itself", "15.4")


def test_15_4_only_a_promise_of_a_deal_is_judged() -> None:
    state = turn()
    name = offer(state, ("uk", "france"), LOYAL)
    assert refused(state, "uk", Judge(name, 0, True)) == ("no_such_promise", "15.4")
    play(state, ("france", AcceptOffer(name, 1)))
    assert refused(state, "uk", Judge("open-1", 1, True)) == ("no_such_promise", "15.4")


def test_15_4_the_ledger_is_open_to_who_may_know_of_the_deal() -> None:
    state = turn()
    state.dealing = "secret"
    agree(state, ("uk", "france"), LOYAL)
    agree(state, ("usa", "france"), LOYAL, public=True)
    names: dict[Side | None, list[str]] = {
        side: [deal.id for deal in view(state, side).deals] for side in (*state.sides, None)
    }
    both = ["france-uk-1", "open-1"]
    assert names == {"uk": both, "france": both, "usa": ["open-1"], "italy": ["open-1"], None: ["open-1"]}


def test_15_4_a_verdict_on_a_secret_promise_is_told_to_its_parties() -> None:
    state = turn()
    state.dealing = "secret"
    promise(state, StayOff(by="france", issue="korea", later=True))
    entries = play(state, ("france", Place((("korea", 1), ("arabia", 1)))))
    assert [bool(told(seen(entries, side), ClauseJudged)) for side in (*state.sides, None)] == [
        True,
        True,
        False,
        False,
        False,
    ]


# The turn and the game end


def test_15_3_a_clause_whose_occasion_never_came_is_void_at_the_end_of_the_turn() -> None:
    state = turn()
    agree(
        state,
        ("uk", "france"),
        TakeOption(by="france", issue="korea", option="independent"),
        ModifyDie(by="france", region="europe", modifier=1),
        BidAtMost(by="uk", issue="korea"),
        StayOff(by="france", issue="korea"),
    )
    play(state, ("france", FREELY))
    assert set(ledger(state)[0].verdicts) == {"open"}
    play(state, ("france", EndTurn()))
    assert ledger(state)[0].verdicts == ("void", "void", "kept", "kept")


def test_15_5_a_clause_is_void_as_soon_as_it_cannot_be_kept_any_more() -> None:
    state = conference("gertrude_bell")
    agree(state, ("uk", "france"), Decide(by="uk", event="gertrude_bell", answer=Hold(perform=True)))
    play(state, ("france", Hold(perform=False)))
    assert verdict(state) == "void"


def test_15_4_at_the_end_of_the_game_what_was_only_to_be_left_undone_is_kept() -> None:
    state = turn(table=(END, "syria"), cubes={END: {"france": 2}})
    promises = (
        StayOff(by="france", issue="arabia", later=True),
        TakeOption(by="france", issue="arabia", option="saudi_rule", later=True),
        StayOff(by="france", issue="syria"),
        TakeOption(by="france", issue="syria", option="independent"),
        LOYAL,
    )
    agree(state, ("uk", "france"), *promises)
    play(state, ("france", Settle(END)))
    assert over(state)
    assert ledger(state)[0].verdicts == ("kept", "open", "kept", "void", "open")


def test_15_4_a_deal_that_was_struck_stays_in_the_ledger() -> None:
    state = turn()
    promise(state, LOYAL)
    play(
        state, ("france", Reclaim(6)), ("france", EndTurn()), ("usa", Offer(("usa", "uk"), (Words(by="uk", text="!"),)))
    )
    assert [deal.id for deal in ledger(state)] == ["open-1"]
