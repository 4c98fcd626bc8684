"""Chapter 14, one player: what the two bots do when an issue is settled (14.7)."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Advance,
    ChooseOption,
    DrawIssues,
    Hold,
    PickBranch,
    Settle,
)
from engine.versailles.journal import (
    Advanced,
    ConferenceDeclined,
    ConferenceHeld,
    KeptIssue,
    OptionChosen,
)
from engine.versailles.questions import Branching
from engine.versailles.settle import Adjourning, Advancing, Conference, Keeping, Refill, Refilling, Settling
from engine.versailles.state import Versailles
from engine.versailles.turn import Turn
from tests.games.versailles.positions import asked, of, offered, play, refused, told
from tests.games.versailles.solo import alone, happened


def settled_by_bot(issue: str, **board: Any) -> Versailles:
    return alone(**{"cubes": {issue: {"uk": 1}}, "table": (issue, "new_guinea_samoa")} | board)


def test_14_7_the_option_with_the_highest_potential_value() -> None:
    """Thrace: only the Greek one has a British token."""
    state = settled_by_bot("thrace")
    assert happened(state, OptionChosen) == [OptionChosen("uk", "thrace", "to_greece", ("naval:uk",))]


def test_14_7_then_with_the_least_own_happiness_lost() -> None:
    """Byelorus has no French token; given to Russia it costs France one happiness."""
    state = alone(active="france", cubes={"byelorus": {"france": 1}}, table=("byelorus", "korea"))
    assert offered(state) == [ChooseOption("independent"), ChooseOption("to_poland")]
    assert refused(state, "usa", ChooseOption("to_russia")) == ("bot_option", "14.7")


def test_14_7_then_the_player_chooses() -> None:
    state = settled_by_bot("south_west_africa")
    assert asked(state) == "usa"
    assert offered(state) == [ChooseOption("south_african_mandate"), ChooseOption("south_african_annexation")]


@pytest.mark.parametrize(("side", "flags"), [("uk", ("uk", "uk")), ("usa", ("usa", "usa"))])
def test_14_7_its_flag_on_tokens_that_may_be_either(side: str, flags: tuple[str, str]) -> None:
    player = "france"
    state = alone(player=player, active=side, cubes={"shantung": {side: 1}}, table=("shantung", "korea"))
    came = happened(state, OptionChosen)
    assert came == [OptionChosen(side, "shantung", "to_japan", tuple(f"naval:{flag}" for flag in flags))]


def test_14_7_the_player_takes_any_option_of_what_a_bot_settles() -> None:
    state = alone(Settling("thrace"), active="france", cubes={"thrace": {"usa": 1}}, table=("thrace", "korea"))
    assert asked(state) == "usa"
    assert len(offered(state)) == 3


def test_14_7_the_winner_of_what_the_player_settles_follows_it_too() -> None:
    state = alone(Turn(), active="usa", cubes={"thrace": {"uk": 2, "usa": 1}}, table=("thrace", "korea"))
    came = play(state, ("usa", Settle("thrace")))
    assert told(came, OptionChosen) == [OptionChosen("uk", "thrace", "to_greece", ("naval:uk",))]


def test_14_7_optional_conference_events_must_be_held() -> None:
    state = alone(Conference(), event="nikola_i")
    assert happened(state, ConferenceHeld) == [ConferenceHeld("uk", "nikola_i")]
    assert state.unrest["balkans"] == 2


def test_14_7_unless_the_bot_cannot_pay() -> None:
    state = alone(Conference(), event="w_e_b_du_bois", available={"uk": 2})
    assert happened(state, ConferenceHeld, ConferenceDeclined) == [ConferenceDeclined("uk", "w_e_b_du_bois")]


def test_14_7_the_player_decides_what_the_event_leaves_open() -> None:
    state = alone(Conference(), event="queen_marie")
    assert isinstance(pending(state), Branching)
    assert asked(state) == "usa"
    play(state, ("usa", PickBranch(1)))
    assert (state.unrest["europe"], of(state, "uk")) == (2, (14, 1))


def test_14_7_an_optional_event_is_carried_out_when_a_bot_settles_whoever_decides_it() -> None:
    """Under the first rules the player could put a cube on an event; games that began then may still have one there."""
    state = alone(Conference(), event="nikola_i", holder="usa")
    assert happened(state, ConferenceHeld) == [ConferenceHeld("usa", "nikola_i")]


@pytest.mark.parametrize("holder", ["", "uk"])
def test_14_7_in_the_players_own_turn_it_may_be_declined(holder: str) -> None:
    state = alone(Conference(), active="usa", event="nikola_i", holder=holder)
    assert asked(state) == "usa"
    assert offered(state) == [Hold(perform=True), Hold(perform=False)]


def test_14_7_the_player_puts_no_cube_on_an_event_either() -> None:
    events = ("arthur_balfour", "queen_marie")
    state = alone(Adjourning(), Advancing(), active="usa", events_waiting=events)
    assert not any(choice.cube for choice in offered(state) if isinstance(choice, Advance))
    issue = state.waiting_room[0]
    assert refused(state, "usa", Advance(issue, "arthur_balfour", cube=True)) == ("alone_advances", "14.7")


def test_14_7_the_player_chooses_which_event_advances() -> None:
    state = alone(Adjourning(), Advancing(), events_waiting=("arthur_balfour", "queen_marie"))
    assert {choice.event for choice in offered(state) if isinstance(choice, Advance)} == {
        "arthur_balfour",
        "queen_marie",
    }


def test_14_7_no_cubes_on_events() -> None:
    state = alone(Adjourning(), Advancing(), events_waiting=("arthur_balfour", "queen_marie"))
    issue = state.waiting_room[0]
    assert refused(state, "usa", Advance(issue, "arthur_balfour", cube=True)) == ("bot_advances", "14.7")
    came = play(state, ("usa", Advance(issue, "arthur_balfour")))
    assert told(came, Advanced) == [Advanced("uk", issue, "arthur_balfour", False)]


@pytest.mark.parametrize(
    ("cubes", "advances"),
    [
        ({"smyrna": {"uk": 1}, "thrace": {"uk": 3, "usa": 1}, "tyrol": {"usa": 1}}, {"smyrna", "thrace"}),
        ({"smyrna": {"usa": 1}, "thrace": {"uk": 1, "usa": 1}}, {"tyrol"}),
        ({"smyrna": {"usa": 1}, "thrace": {"uk": 1, "usa": 1}, "tyrol": {"france": 1}}, {"smyrna", "thrace", "tyrol"}),
    ],
)
def test_14_7_an_issue_it_leads_advances_else_one_without_cubes_else_any(
    cubes: dict[str, dict[str, int]], advances: set[str]
) -> None:
    state = alone(Adjourning(), Advancing(), cubes=cubes, waiting_room=("smyrna", "thrace", "tyrol"))
    assert {choice.issue for choice in offered(state) if isinstance(choice, Advance)} == advances


def test_14_7_the_top_issue_waits_and_the_next_is_discarded() -> None:
    state = alone(Refill(), deck=("korea", "arabia"))
    assert happened(state, KeptIssue) == [KeptIssue("uk", "korea", "arabia")]
    assert (state.waiting_room[-1], state.issue_discard[-1]) == ("korea", "arabia")


def test_14_7_the_end_card_is_never_discarded() -> None:
    state = alone(Refill(), deck=("korea", END, "arabia"))
    assert happened(state, KeptIssue) == [KeptIssue("uk", END, "korea")]


def test_14_7_the_steps_of_the_player_are_the_normal_ones() -> None:
    state = alone(Refill(), active="usa", deck=("korea", "arabia", "syria"))
    assert isinstance(pending(state), Refilling)
    play(state, ("usa", DrawIssues()))
    assert isinstance(pending(state), Keeping)
