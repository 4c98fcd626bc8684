"""Chapter 5, from the refill on: the decks and the end."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.core.chance import ImpossibleOutcome
from engine.core.door import submit
from engine.core.journal import Entry
from engine.versailles import GAME
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    DrawIssues,
    EndTurn,
    KeepIssue,
    Settle,
    TakeDiscard,
)
from engine.versailles.journal import (
    ConferenceHeld,
    Crisis,
    DrewIssues,
    EventsReshuffled,
    GameEnded,
    HappinessChanged,
    InfluenceExhausted,
    KeptIssue,
)
from engine.versailles.settle import Keeping, Refilling
from engine.versailles.state import Settlement, Versailles
from engine.versailles.turn import Acting
from tests.games.versailles.positions import finish, of, offered, over, play, position, refused, told, until
from tests.games.versailles.smyrna import held, smyrna

# 5.4 Refill


def refilling(**board: Any) -> Versailles:
    state = smyrna(**board)
    held(state)
    until(state, Refilling)
    return state


DISCARDS = ("vietnam", "banat", "kurdistan", "palestine")


@pytest.mark.parametrize(("issue", "cost"), [("vietnam", 0), ("banat", 1), ("kurdistan", 2)])
def test_5_4_one_of_the_top_three_discards_for_0_1_or_2_cubes(issue: str, cost: int) -> None:
    state = refilling(discards=DISCARDS)
    before = of(state, "france")
    play(state, ("france", TakeDiscard(issue)))
    assert of(state, "france") == (before[0] - cost, before[1] + cost)
    assert state.waiting_room[-1] == issue
    assert state.issue_discard[::-1] == [other for other in DISCARDS if other != issue]


def test_5_4_not_the_fourth_discard() -> None:
    assert refused(refilling(discards=DISCARDS), "france", TakeDiscard("palestine")) == (
        "discard_not_on_offer",
        "5.4",
    )


@pytest.mark.parametrize(("available", "affordable"), [(0, 1), (1, 2), (2, 3)])
def test_5_4_only_for_cubes_one_has(available: int, affordable: int) -> None:
    state = refilling(discards=DISCARDS, available={"france": available})
    assert offered(state, TakeDiscard) == [TakeDiscard(issue) for issue in DISCARDS[:affordable]]


def test_5_4_without_discards_one_draws() -> None:
    state = refilling()
    state.issue_deck[:0] = state.issue_discard
    state.issue_discard.clear()
    assert offered(state) == [DrawIssues()]
    assert refused(state, "france", TakeDiscard("vietnam")) == ("discard_not_on_offer", "5.4")


def test_5_4_of_two_drawn_one_goes_to_the_waiting_room_the_other_on_the_discards() -> None:
    state = refilling(deck=("womens_suffrage", "disarmament"), discards=("vietnam",))
    entries = play(state, ("france", DrawIssues()))
    assert told(entries, DrewIssues) == [DrewIssues("france", ("womens_suffrage", "disarmament"))]
    assert offered(state) == [KeepIssue("womens_suffrage"), KeepIssue("disarmament")]
    play(state, ("france", KeepIssue("disarmament")))
    assert state.waiting_room[-1] == "disarmament"
    assert state.issue_discard == ["vietnam", "womens_suffrage"]


def test_5_4_once_drawn_there_is_no_going_back_to_the_discards() -> None:
    state = refilling(deck=("womens_suffrage", "disarmament"), discards=("vietnam",))
    play(state, ("france", DrawIssues()))
    assert refused(state, "france", KeepIssue("vietnam")) == ("not_drawn", "5.4")
    assert refused(state, "france", TakeDiscard("vietnam"))[0] == "not_offered"


@pytest.mark.parametrize("deck", [("thrace", END), (END, "thrace")])
def test_5_4_the_end_card_must_go_to_the_waiting_room(deck: tuple[str, str]) -> None:
    state = refilling(deck=deck)
    entries = play(state, ("france", DrawIssues()))
    assert told(entries, KeptIssue) == [KeptIssue("france", END, "thrace")]
    assert state.waiting_room[-1] == END
    assert state.issue_discard[-1] == "thrace"


def test_5_4_a_single_card_is_drawn_alone() -> None:
    state = refilling(deck=("thrace",), deck_ends=True, waiting_room=("syria", "arabia", END))
    entries = play(state, ("france", DrawIssues()))
    assert told(entries, KeptIssue) == [KeptIssue("france", "thrace", None)]
    assert state.waiting_room[-1] == "thrace"
    assert isinstance(pending(state), Acting)


def test_5_4_an_issue_drawn_starts_without_cubes_and_one_from_the_discards_too() -> None:
    state = refilling(discards=("vietnam",))
    play(state, ("france", TakeDiscard("vietnam")))
    assert "vietnam" not in state.cubes


def test_5_4_a_discard_of_two_cubes_is_paid_from_available() -> None:
    state = refilling(discards=DISCARDS)
    entries = play(state, ("france", TakeDiscard("kurdistan")))
    assert told(entries, InfluenceExhausted) == [InfluenceExhausted("france", 2)]


# 5.5 Crisis


def test_5_5_the_top_event_goes_to_the_waiting_room_and_its_crisis_happens() -> None:
    state = smyrna(crisis=["prince_faisal", "maurice_hankey"], events_waiting=("bela_kun", "ida_tarbell"))
    entries = held_and_finished(state)
    assert told(entries, Crisis) == [Crisis("prince_faisal")]
    assert told(entries, HappinessChanged)[-1] == HappinessChanged("france", -2, 18)
    assert state.events_waiting == ["ida_tarbell", "prince_faisal"]
    assert state.event_deck[-1] == "maurice_hankey"


def held_and_finished(state: Versailles) -> list[Entry]:
    held(state)
    return finish(state)


def test_5_5_only_its_upper_half() -> None:
    keynes = ["john_maynard_keynes"]
    state = smyrna(event="ho_chi_minh", crisis=keynes, deployed={"uk": {"europe": 8}}, exhausted={"uk": 4})
    held_and_finished(state)
    assert state.happiness["uk"] == 20 - 2 - 1
    assert of(state, "uk")[1] == 4 + 1


def reshuffling(order: tuple[str, ...]) -> Versailles:
    """Settle with an empty event deck."""
    state = smyrna(events_shuffled=order)
    state.event_discard, state.event_deck = state.event_deck, []
    return state


def test_5_5_an_empty_event_deck_is_made_anew_from_its_discards() -> None:
    fresh = smyrna()
    discarded = [fresh.event, *reversed(fresh.event_deck)]
    order = ("keith_murdoch", *(event for event in discarded if event != "keith_murdoch"))
    state = reshuffling(order)
    entries = held_and_finished(state)
    assert EventsReshuffled(44) in entries
    assert state.event_deck[::-1] == list(order[1:])
    assert state.event_discard == []
    assert len(EVENTS) == 44 + 2


def test_5_5_a_reshuffle_of_other_cards_than_the_discards_is_refused() -> None:
    state = reshuffling(("keith_murdoch",))
    held(state)
    until(state, Refilling)
    with pytest.raises(ImpossibleOutcome):
        submit(GAME, state, "france", TakeDiscard(state.issue_discard[-1]))


# 5.6, 5.7 The end


def test_5_6_the_end_card_ends_the_game_at_once() -> None:
    state = position(table=(END, "korea"), cubes={END: {"uk": 3, "france": 2, "usa": 3, "italy": 4}})
    entries = play(state, ("france", Settle(END)))
    assert over(state)
    assert state.settled[END] == Settlement("italy")
    assert told(entries, GameEnded, Crisis, ConferenceHeld) == [GameEnded("end_card")]
    assert (state.event_discard, len(state.waiting_room)) == ([], 3)


def test_5_6_it_is_worth_seven_stars_to_its_leader() -> None:
    state = position(table=(END, "korea"), cubes={END: {"uk": 3}})
    before = GAME.totals(state)["uk"]
    play(state, ("france", Settle(END)))
    assert GAME.totals(state)["uk"] == before + 7


def test_5_6_no_military_action_follows() -> None:
    state = position(table=(END, "korea"), cubes={END: {"uk": 3}})
    play(state, ("france", Settle(END)))
    assert GAME.ranking(state)[0] == ("uk",)
    assert over(state)


def at_the_bottom(**board: Any) -> Versailles:
    """Refill with an empty issue deck."""
    return refilling(deck_ends=True, waiting_room=("syria", "arabia", END), **board)


def test_5_7_the_game_ends_when_one_chooses_to_draw_from_an_empty_deck() -> None:
    state = at_the_bottom()
    assert offered(state, TakeDiscard) != []
    entries = play(state, ("france", DrawIssues()))
    assert told(entries, GameEnded, Crisis) == [GameEnded("deck_empty")]
    assert over(state)


def test_5_7_taking_a_discard_puts_it_off() -> None:
    state = at_the_bottom()
    play(state, ("france", TakeDiscard(state.issue_discard[-1])))
    assert isinstance(pending(state), Acting)


def test_5_7_who_must_draw_ends_it() -> None:
    state = at_the_bottom()
    state.table, state.issue_discard = state.table + state.issue_discard, []
    assert offered(state) == [DrawIssues()]
    play(state, ("france", DrawIssues()))
    assert over(state)


def test_5_7_drawing_the_last_cards_does_not_end_it() -> None:
    state = refilling(deck=("thrace", "banat"), deck_ends=True, waiting_room=("syria", "arabia", END))
    play(state, ("france", DrawIssues()))
    assert isinstance(pending(state), Keeping)
    play(state, ("france", KeepIssue("thrace")), ("france", EndTurn()))
    assert not over(state)
