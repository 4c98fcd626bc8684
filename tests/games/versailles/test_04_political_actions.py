"""Chapter 4: political actions."""

from engine.versailles.cards.issues import END
from engine.versailles.choices import Place, Reclaim, Settle
from engine.versailles.state import Versailles
from engine.versailles.turn import needed
from tests.games.versailles.positions import of, offered, play, position, refused, units


def byelorus() -> Versailles:
    """Return the example of the rulebook for the least that France must place."""
    return position(
        table=("byelorus", "smyrna"),
        waiting_room=("new_guinea_samoa", "somalia", "rheinland"),
        cubes={
            "byelorus": {"usa": 3, "uk": 1},
            "smyrna": {"uk": 3, "france": 1},
            "new_guinea_samoa": {"italy": 1},
            "rheinland": {"france": 2},
        },
    )


def test_4_1_places_on_exactly_two_issues() -> None:
    state = byelorus()
    one = Place((("somalia", 1),))
    three = Place((("somalia", 1), ("rheinland", 1), ("new_guinea_samoa", 2)))
    twice = Place((("somalia", 1), ("somalia", 2)))
    for choice in (Place(()), one, three, twice):
        assert refused(state, "france", choice) == ("two_issues", "4.1")


def test_4_1_on_issues_of_table_and_waiting_room_only() -> None:
    state = byelorus()
    for elsewhere in (state.issue_deck[-1], state.issue_discard[-1]):
        assert refused(state, "france", Place((("somalia", 1), (elsewhere, 1)))) == ("not_in_play", "4.1")
    play(state, ("france", Place((("somalia", 1), ("smyrna", 3)))))
    assert (state.cubes["somalia"], state.cubes["smyrna"]) == ({"france": 1}, {"uk": 3, "france": 4})


def test_4_1_at_least_one_cube_on_each() -> None:
    state = byelorus()
    assert refused(state, "france", Place((("somalia", 1), ("rheinland", 0)))) == ("must_lead", "4.1")


def test_4_1_afterwards_the_side_must_lead_both() -> None:
    state = byelorus()
    least = {issue: needed(state, "france", issue) for issue in (*state.table, *state.waiting_room)}
    assert least == {"byelorus": 4, "smyrna": 3, "new_guinea_samoa": 2, "somalia": 1, "rheinland": 1}
    assert refused(state, "france", Place((("smyrna", 2), ("somalia", 1)))) == ("must_lead", "4.1")
    play(state, ("france", Place((("new_guinea_samoa", 2), ("smyrna", 4)))))
    assert state.cubes["smyrna"] == {"uk": 3, "france": 5}
    assert state.cubes["new_guinea_samoa"] == {"italy": 1, "france": 2}


def test_4_1_more_than_needed_may_be_placed() -> None:
    state = byelorus()
    play(state, ("france", Place((("somalia", 9), ("rheinland", 3)))))
    assert of(state, "france") == (0, 0)


def test_4_1_all_cubes_come_from_available() -> None:
    state = position(table=("korea", "vietnam"), available={"france": 3})
    assert refused(state, "france", Place((("korea", 2), ("vietnam", 2)))) == ("cubes_available", "4.1")
    play(state, ("france", Place((("korea", 1), ("vietnam", 2)))))
    assert of(state, "france") == (0, 12)


def test_4_1_who_cannot_afford_two_issues_is_offered_none_and_told_why() -> None:
    state = position(table=("korea", "vietnam"), available={"france": 1})
    assert offered(state, Place) == []
    assert refused(state, "france", Place((("korea", 1), ("vietnam", 1)))) == ("cubes_available", "4.1")


def test_4_1_every_way_to_place_that_is_listed_is_lawful_and_none_is_missing() -> None:
    state = position(table=("korea", "vietnam"), waiting_room=("syria", "arabia", "cilicia"), available={"france": 3})
    splits = [(1, 1), (1, 2), (2, 1)]
    listed = offered(state, Place)
    assert len(set(listed)) == len(listed) == 10 * len(splits)


def test_4_1_the_end_card_is_placed_on_like_any_other() -> None:
    state = position(table=("korea", END))
    play(state, ("france", Place((("korea", 1), (END, 1)))))
    assert state.leader(END) == "france"


def test_4_2_up_to_six_cubes_become_available() -> None:
    state = position(exhausted={"france": 8})
    assert refused(state, "france", Reclaim(7)) == ("reclaim_at_most", "4.2")
    play(state, ("france", Reclaim(6)))
    assert of(state, "france") == (13, 2)


def test_4_2_no_more_than_are_exhausted() -> None:
    state = position(exhausted={"france": 2})
    assert refused(state, "france", Reclaim(3)) == ("reclaim_at_most", "4.2")


def test_4_2_fewer_may_be_taken() -> None:
    state = position(exhausted={"france": 8})
    play(state, ("france", Reclaim(1)))
    assert of(state, "france") == (8, 7)


def test_4_2_all_exhausted_units_come_back_deployed_ones_if_one_likes() -> None:
    state = position(
        active="italy", exhausted={"italy": 8}, units_exhausted={"italy": 1}, deployed={"italy": {"balkans": 7}}
    )
    play(state, ("italy", Reclaim(6)))
    assert units(state, "italy") == (2, 0, {"balkans": 7}, 0)


def test_4_2_any_of_the_deployed_units() -> None:
    state = position(deployed={"france": {"europe": 5, "africa": 8, "pacific": 6}}, unrest={"europe": 4})
    assert len(offered(state, Reclaim)) == 7
    play(state, ("france", Reclaim(0, ("pacific", "europe"))))
    assert units(state, "france") == (2, 0, {"africa": 8}, 0)
    assert state.unrest["europe"] == 4


def test_4_2_no_unit_twice_and_none_that_is_not_there() -> None:
    state = position(deployed={"france": {"europe": 5}}, exhausted={"france": 1})
    for withdraw in (("europe", "europe"), ("africa",)):
        assert refused(state, "france", Reclaim(1, withdraw)) == ("no_unit_there", "4.2")


def test_4_2_at_least_one_cube_or_unit_comes_back() -> None:
    nothing = ("reclaim_something", "4.2")
    assert refused(position(exhausted={"france": 3}), "france", Reclaim(0)) == nothing
    assert refused(position(), "france", Reclaim(0)) == nothing
    play(position(units_exhausted={"france": 1}), ("france", Reclaim(0)))


def test_4_3_settles_an_issue_on_the_table_with_a_cube_on_it() -> None:
    state = position(
        table=("korea", "vietnam"), waiting_room=("syria",), cubes={"korea": {"uk": 1}, "syria": {"uk": 1}}
    )
    assert offered(state, Settle) == [Settle("korea")]
    for choice in (Settle("vietnam"), Settle("syria"), Settle("arabia")):
        assert refused(state, "france", choice) == ("no_cube_on_table_issue", "4.3")


def test_4_3_one_need_not_lead_it() -> None:
    state = position(table=("korea", "vietnam"), cubes={"korea": {"uk": 1}})
    play(state, ("france", Settle("korea")))
    assert state.controlled("uk") == ["korea"]


def test_4_3_without_any_cube_on_the_table_nothing_can_be_settled() -> None:
    state = position()
    assert refused(state, "france", Settle(state.table[0])) == ("no_cube_on_table_issue", "4.3")
