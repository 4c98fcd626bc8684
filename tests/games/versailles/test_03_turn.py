"""Chapter 3: a turn."""

from typing import Any

from engine.core.agenda import pending
from engine.core.door import submit
from engine.core.refusal import NotYourTurn
from engine.versailles import GAME
from engine.versailles.choices import Demobilise, Deploy, EndTurn, Place, Reclaim, Settle
from engine.versailles.journal import GameEnded, NothingDone, TurnBegan
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting
from tests.games.versailles.positions import asked, offered, over, play, position, refused, told, units, until

PLACED = Place((("korea", 1), ("vietnam", 1)))
DEMOBILISED = dict.fromkeys(("uk", "france", "usa", "italy"), 3)


def on_table() -> Versailles:
    return position(table=("korea", "vietnam"), exhausted={"france": 3})


def test_3_1_a_political_action_then_a_military_one_then_clockwise_to_the_next() -> None:
    state = on_table()
    play(state, ("france", PLACED))
    assert asked(state) == "france"
    entries = play(state, ("france", Deploy("africa", 8)))
    assert asked(state) == "usa"
    assert told(entries, TurnBegan) == [TurnBegan("usa", 2)]


def test_3_1_the_last_one_is_followed_by_the_first() -> None:
    state = position(active="italy", table=("korea", "vietnam"))
    play(state, ("italy", PLACED), ("italy", EndTurn()))
    assert (state.active, asked(state)) == ("uk", "uk")


def test_3_1_the_military_action_may_come_first() -> None:
    state = on_table()
    play(state, ("france", Demobilise("available")), ("france", PLACED))
    assert asked(state) == "usa"


def test_3_1_there_is_exactly_one_political_action() -> None:
    state = on_table()
    play(state, ("france", PLACED))
    for again in (PLACED, Reclaim(1), Settle("korea")):
        assert refused(state, "france", again) == ("political_done", "3.1")


def test_3_1_there_is_at_most_one_military_action() -> None:
    state = on_table()
    play(state, ("france", Deploy("africa", 8)))
    assert refused(state, "france", Deploy("pacific", 8)) == ("military_done", "3.1")
    assert refused(state, "france", Demobilise("available")) == ("military_done", "3.1")


def test_3_1_the_military_action_may_be_left() -> None:
    state = on_table()
    play(state, ("france", PLACED), ("france", EndTurn()))
    assert asked(state) == "usa"
    assert units(state, "france") == (3, 0, {}, 0)


def test_3_1_settling_is_finished_before_the_military_action() -> None:
    state = position(table=("korea", "vietnam"), cubes={"korea": {"france": 1}})
    play(state, ("france", Settle("korea")))
    assert refused(state, "france", Deploy("africa", 8))[1] != ""
    until(state, Acting)
    assert (state.active, pending(state)) == ("france", Acting(political=True))
    assert len(state.table) == 2


def test_3_1_nobody_without_units_is_asked_for_a_military_action() -> None:
    state = position(table=("korea", "vietnam"), demobilised={"france": 3})
    play(state, ("france", PLACED))
    assert asked(state) == "usa"


def test_3_1_nobody_but_the_active_side_acts() -> None:
    state = on_table()
    assert asked(state) == "france"
    assert submit(GAME, state, "usa", PLACED) == NotYourTurn("usa", ("france",))


def test_3_2_a_political_action_is_mandatory() -> None:
    state = on_table()
    assert refused(state, "france", EndTurn()) == ("political_mandatory", "3.2")
    play(state, ("france", Deploy("africa", 8)))
    assert refused(state, "france", EndTurn()) == ("political_mandatory", "3.2")


def stuck(**changes: Any) -> Versailles:
    """Put all cubes of all sides in the Waiting Room, and leave all units at home."""
    board: dict[str, Any] = {
        "table": ("korea", "vietnam"),
        "waiting_room": ("syria", "arabia", "cilicia"),
        "cubes": {"syria": {"uk": 15, "france": 15}, "arabia": {"usa": 15}, "cilicia": {"italy": 15}},
        "demobilised": DEMOBILISED,
    }
    return position(**board | changes)


def test_3_2_who_can_neither_place_nor_reclaim_must_settle() -> None:
    state = stuck(cubes={"korea": {"italy": 3}, "syria": {"france": 15}})
    assert offered(state) == [Settle("korea")]
    assert refused(state, "france", EndTurn()) == ("political_mandatory", "3.2")


def test_3_2_who_cannot_even_settle_passes() -> None:
    state = stuck()
    assert offered(state) == [EndTurn()]
    entries = play(state, ("france", EndTurn()))
    assert told(entries, NothingDone) == [NothingDone("france")]
    assert asked(state) == "usa"


def test_3_2_who_passes_may_still_make_a_military_action_before() -> None:
    state = stuck(demobilised=DEMOBILISED | {"france": 2})
    play(state, ("france", Demobilise("available")), ("france", EndTurn()))
    assert asked(state) == "usa"


def test_3_2_a_deployment_that_brings_cubes_back_makes_placing_mandatory_again() -> None:
    cubes = {"syria": {"uk": 15, "france": 14}, "arabia": {"usa": 15}, "cilicia": {"italy": 15}}
    state = stuck(cubes=cubes, exhausted={"france": 1}, demobilised=DEMOBILISED | {"france": 2})
    assert refused(state, "france", EndTurn()) == ("political_mandatory", "3.2")
    assert offered(state, Reclaim) == [Reclaim(1)]
    play(state, ("france", Deploy("africa", 7)))
    assert offered(state) == [Reclaim(0, ("africa",))]


def test_3_2_the_game_ends_when_everybody_has_passed_in_a_row() -> None:
    state = stuck()
    for side in ("france", "usa", "italy"):
        play(state, (side, EndTurn()))
    entries = play(state, ("uk", EndTurn()))
    assert told(entries, GameEnded) == [GameEnded("nobody_can_act")]
    assert over(state)


def test_3_2_a_political_action_in_between_starts_the_count_anew() -> None:
    state = stuck(table=("korea", "vietnam"), cubes={"syria": {"uk": 15, "france": 15}, "cilicia": {"italy": 15}})
    play(state, ("france", EndTurn()), ("usa", PLACED), ("italy", Settle("korea")))
    assert state.idle == 0
