"""Chapter 14, one player: the two bots on their turns and in uprisings."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Advance,
    ChooseOption,
    Demobilise,
    DrawIssues,
    Hold,
    Modify,
    PickBranch,
    Place,
    Settle,
)
from engine.versailles.journal import (
    Advanced,
    Announced,
    ConferenceDeclined,
    ConferenceHeld,
    Demobilised,
    Deployed,
    KeptIssue,
    NothingDone,
    OptionChosen,
    Placed,
    Reclaimed,
    RegionDrawn,
    Settled,
)
from engine.versailles.meaning import Context
from engine.versailles.questions import Branching, Demobilising
from engine.versailles.settle import Adjourning, Advancing, Conference, Keeping, Refill, Refilling, Settling
from engine.versailles.solitaire_bots import BotPlacing, BotSettling
from engine.versailles.state import Versailles
from engine.versailles.turn import Turn
from engine.versailles.uprising import UprisingCheck
from tests.versailles.positions import asked, of, offered, play, refused, told, until
from tests.versailles.solo import alone, happened

# 14.5 Military actions of bots

AFRICAN = {"ethiopia": ("uk", "independent")}


def sent(**board: Any) -> list[tuple[str, str, int]]:
    """Return where the British bot deploys before its political action."""
    usual: dict[str, Any] = {"settled": AFRICAN, "unrest": {"africa": 4}}
    state = alone(**usual | board)
    return [(entry.side, entry.region, entry.column) for entry in happened(state, Deployed)]


def test_14_5_it_deploys_in_column_7_where_it_has_most_issues_and_unrest_is_4() -> None:
    assert sent() == [("uk", "africa", 7)]
    assert sent(unrest={"africa": 8}) == [("uk", "africa", 7)]


def test_14_5_the_deployment_has_its_usual_effects() -> None:
    state = alone(settled=AFRICAN, unrest={"africa": 4}, exhausted={"uk": 5})
    assert (state.happiness["uk"], of(state, "uk")) == (19, (12, 3))


def test_14_5_below_4_it_stays() -> None:
    assert sent(unrest={"africa": 3}) == []


def test_14_5_it_may_tie_for_most_issues() -> None:
    assert sent(settled=AFRICAN | {"somalia": ("france", "independent")}) == [("uk", "africa", 7)]
    more = {"somalia": ("france", "independent"), "south_west_africa": ("france", "independent")}
    assert sent(settled=AFRICAN | more) == []


def test_14_5_where_nobody_controls_anything_it_stays() -> None:
    assert sent(settled={}) == []


def test_14_5_where_it_has_a_unit_it_stays() -> None:
    assert sent(deployed={"uk": {"africa": 8}}) == []


def test_14_5_in_column_8_if_7_is_taken() -> None:
    assert sent(deployed={"france": {"africa": 7}}) == [("uk", "africa", 8)]


@pytest.mark.parametrize(("happiness", "column"), [(11, 8), (12, 7)])
def test_14_5_in_column_8_if_7_would_cause_a_mutiny(happiness: int, column: int) -> None:
    assert sent(happiness={"uk": happiness}) == [("uk", "africa", column)]


def test_14_5_not_at_all_if_both_are_taken() -> None:
    assert sent(deployed={"france": {"africa": 7}, "usa": {"africa": 8}}) == []


def test_14_5_nor_if_8_is_taken_and_7_would_cause_a_mutiny() -> None:
    board: dict[str, Any] = {"deployed": {"france": {"africa": 8}}, "happiness": {"uk": 11}, "home": ["usa"] * 3}
    state = alone(settled=AFRICAN, unrest={"africa": 4}, units_exhausted={}, demobilised={"usa": 3}, **board)
    assert happened(state, Deployed) == []


def test_14_5_it_sends_available_units_only() -> None:
    assert sent(units_exhausted={"uk": 3}) == []
    assert sent(units_exhausted={"uk": 2}, deployed={"uk": {"europe": 7}}) == []


def test_14_5_first_where_it_has_most_issues() -> None:
    settled = AFRICAN | {"korea": ("uk", "to_japan"), "vietnam": ("uk", "independent")}
    assert sent(settled=settled, unrest={"africa": 8, "pacific": 4}) == [("uk", "pacific", 7)]


def test_14_5_then_where_its_issue_has_most_stars() -> None:
    settled = AFRICAN | {"korea": ("uk", "to_japan"), "rheinland": ("uk", "french_occupation")}
    assert sent(settled=settled, unrest={"africa": 4, "pacific": 4, "europe": 4}) == [("uk", "europe", 7)]


def test_14_5_then_where_a_die_says() -> None:
    """By the dice of 1.6: 6, Europe and the Pacific are none of them; 3 is the Middle East."""
    settled = AFRICAN | {"arabia": ("uk", "saudi_rule")}
    state = alone(settled=settled, unrest={"africa": 4, "middle_east": 4}, region=(6, 1, 4, 3))
    assert [entry.region for entry in happened(state, Deployed)] == ["middle_east"]
    assert happened(state, RegionDrawn)[0] == RegionDrawn(6, None)


@pytest.mark.parametrize(("happiness", "home"), [(11, True), (12, True), (13, False), (20, False)])
def test_14_5_one_or_two_happiness_from_a_mutiny_it_demobilises(happiness: int, home: bool) -> None:
    state = alone(happiness={"uk": happiness})
    assert happened(state, Demobilised) == ([Demobilised("uk", "available", 5, False)] if home else [])


@pytest.mark.parametrize(("happiness", "home"), [(5, True), (6, True), (7, False)])
def test_14_5_also_with_two_units(happiness: int, home: bool) -> None:
    state = alone(happiness={"uk": happiness}, demobilised={"uk": 1})
    assert bool(happened(state, Demobilised)) == home


def test_14_5_its_last_unit_never_mutinies() -> None:
    assert not happened(alone(happiness={"uk": 1}, demobilised={"uk": 2}), Demobilised)


@pytest.mark.parametrize(("taken", "home"), [(["usa"] * 3, True), (["usa"] * 3 + ["france"], False)])
def test_14_5_only_for_a_space_worth_two(taken: list[str], home: bool) -> None:
    assert bool(happened(alone(happiness={"uk": 11}, home=taken), Demobilised)) == home


def test_14_5_the_player_says_which_unit_goes_home() -> None:
    state = alone(happiness={"uk": 11}, deployed={"uk": {"africa": 8}})
    assert isinstance(pending(state), Demobilising)
    assert asked(state) == "usa"
    came = play(state, ("usa", Demobilise("africa")))
    assert told(came, Demobilised) == [Demobilised("uk", "africa", 5, False)]
    assert isinstance(pending(state), BotPlacing)


def test_14_5_the_first_that_applies() -> None:
    state = alone(settled=AFRICAN, unrest={"africa": 4}, happiness={"uk": 12})
    assert [type(entry) for entry in happened(state, Deployed, Demobilised)] == [Deployed]


def test_14_5_after_the_political_action_if_none_was_taken_before() -> None:
    state = alone(cubes={"south_west_africa": {"uk": 1}}, table=("south_west_africa", "korea"), unrest={"africa": 3})
    came = play(state, ("usa", ChooseOption("south_african_annexation")))
    came += until(state, BotPlacing)
    assert told(came, Deployed) == [Deployed("uk", "africa", 7, None)]


def test_14_5_one_military_action_a_turn() -> None:
    board: dict[str, Any] = {"settled": AFRICAN | {"korea": ("uk", "to_japan")}, "unrest": {"africa": 4, "pacific": 4}}
    state = alone(**board)
    assert happened(state, Deployed) == [Deployed("uk", "africa", 7, None)]
    state.news = []
    assert told(play(state, ("usa", offered(state)[0])), Deployed) == []
    assert state.active == "france"


# 14.6 Political actions of bots


def test_14_6_it_settles_what_it_leads_on_the_table() -> None:
    state = alone(cubes={"korea": {"uk": 1}}, table=("korea", "arabia"))
    assert happened(state, Settled) == [Settled("uk", "korea")]


def test_14_6_of_two_that_with_the_highest_potential_value() -> None:
    """Four stars and a token against three and one."""
    state = alone(cubes={"ethiopia": {"uk": 1}, "smyrna": {"uk": 1}}, table=("ethiopia", "smyrna"))
    assert happened(state, Settled) == [Settled("uk", "smyrna")]


def test_14_6_the_player_chooses_among_equals() -> None:
    state = alone(cubes={"arabia": {"uk": 1}, "ethiopia": {"uk": 1}}, table=("arabia", "ethiopia"))
    assert isinstance(pending(state), BotSettling)
    assert offered(state) == [Settle("arabia"), Settle("ethiopia")]
    assert refused(state, "usa", Settle("korea")) == ("bot_settles", "14.6")
    assert told(play(state, ("usa", Settle("ethiopia"))), Settled) == [Settled("uk", "ethiopia")]


def test_14_6_else_it_places_the_least_on_two_issues_of_the_players_choice() -> None:
    cubes = {"south_west_africa": {"uk": 1, "usa": 2}, "slovenia_croatia": {"uk": 1, "france": 2}}
    state = alone(cubes=cubes, table=("anschluss", "south_west_africa"), waiting_room=("slovenia_croatia", "korea"))
    assert isinstance(pending(state), BotPlacing)
    assert asked(state) == "usa"
    wrong = Place((("slovenia_croatia", 3), ("south_west_africa", 2)))
    assert refused(state, "usa", wrong) == ("just_enough", "14.6")
    came = play(state, ("usa", Place((("slovenia_croatia", 2), ("south_west_africa", 2)))))
    assert told(came, Placed) == [Placed("uk", (("slovenia_croatia", 2), ("south_west_africa", 2)))]


def test_14_6_a_single_pair_that_it_can_pay_for_needs_no_choice() -> None:
    cubes = {"arabia": {"usa": 9}, "thrace": {"usa": 3}, "smyrna": {"usa": 3}}
    state = alone(
        cubes=cubes, table=("arabia", "korea"), waiting_room=("thrace", "smyrna", "tyrol"), available={"uk": 2}
    )
    assert happened(state, Placed) == [Placed("uk", (("korea", 1), ("tyrol", 1)))]


def test_14_6_else_it_reclaims_six_cubes_and_all_exhausted_units() -> None:
    state = alone(available={"uk": 1}, units_exhausted={"uk": 2}, deployed={"uk": {"africa": 7}})
    assert happened(state, Reclaimed) == [Reclaimed("uk", 6, 2, ())]
    assert of(state, "uk") == (7, 8)
    assert state.deployed["uk"] == {"africa": 7}


def test_14_6_it_reclaims_what_there_is() -> None:
    cubes = {"korea": {"uk": 3, "usa": 4}, "arabia": {"uk": 5, "usa": 6}}
    state = alone(cubes=cubes, waiting_room=("smyrna", "thrace", "tyrol"), exhausted={"uk": 7}, available={"uk": 0})
    assert happened(state, Reclaimed) == [Reclaimed("uk", 6, 0, ())]


FULL = {"smyrna": {"uk": 8, "france": 7}, "thrace": {"uk": 7, "usa": 8}}
"""All British cubes are in the Waiting Room."""


def test_14_6_else_it_settles_what_the_other_bot_leads() -> None:
    cubes = FULL | {"korea": {"usa": 2}, "arabia": {"france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert happened(state, Settled) == [Settled("uk", "arabia")]


def test_14_6_the_player_chooses_which() -> None:
    cubes = FULL | {"korea": {"france": 2}, "arabia": {"france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert offered(state) == [Settle("korea"), Settle("arabia")]


def test_14_6_else_nothing() -> None:
    cubes = FULL | {"korea": {"usa": 2}, "arabia": {"usa": 2, "france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert happened(state, NothingDone) == [NothingDone("uk")]


# 14.7 Settling by bots


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


# 14.8 Bots in uprisings


def rolled(settled: Mapping[str, tuple[str, str]], **board: Any) -> Versailles:
    """Check Africa, where the British bot has a unit and the unrest is 3; the die shows a 1."""
    check = UprisingCheck(("africa",), 0, (), (), Context("france"))
    deployed = {"uk": {"africa": 7}}
    return alone(check, settled=settled, deployed=deployed, unrest={"africa": 3}, dice=(1,), **board)


@pytest.mark.parametrize(
    ("settled", "by"),
    [({"ethiopia": ("uk", "independent")}, -1), ({"ethiopia": ("usa", "independent")}, +1), ({}, +1)],
)
def test_14_8_minus_one_if_it_would_suffer_else_plus_one(settled: dict[str, tuple[str, str]], by: int) -> None:
    assert happened(rolled(settled), Announced) == [Announced("uk", "africa", by)]


def test_14_8_in_a_tie_the_player_says() -> None:
    state = rolled({"ethiopia": ("uk", "independent"), "somalia": ("usa", "independent")})
    assert asked(state) == "usa"
    assert offered(state) == [Modify(-1), Modify(+1)]
    assert refused(state, "usa", Modify(0)) == ("not_offered", "9.2")
    assert told(play(state, ("usa", Modify(+1))), Announced) == [Announced("uk", "africa", +1)]


def test_14_8_the_player_modifies_at_will() -> None:
    state = alone(
        UprisingCheck(("africa",), 0, (), (), Context("france")),
        deployed={"usa": {"africa": 7}},
        unrest={"africa": 3},
        dice=(1,),
    )
    assert offered(state) == [Modify(0), Modify(+1), Modify(-1)]
