"""Replaying a record gives the same game, or reports the first entry that differs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.ending import Ended
from engine.core.reading import Unreadable
from engine.core.record import Differs, Replay, at_path, read
from engine.core.state import encode, fingerprint
from engine.core.undo import WentBack
from tests.core.walks import run

ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
PUBLISH = {"side": "red", "choice": {"do": "publish", "dispatch": 2}}
TIP = {"side": "red", "choice": {"do": "tip", "to": "blue"}}
COLLECT = {"side": "blue", "choice": {"do": "collect"}}
RED_COLLECTS = {"side": "red", "choice": {"do": "collect"}}


def replay(*choices: dict[str, Any], **parts: Any) -> Replay:
    """Replay a game in which red holds 1 and 2, blue 3 and 4, and the die shows 1."""
    whole = {"record": 1, "game": "antechamber", "rules": "0", "sides": ["red", "blue"], "choices": choices}
    rigged = {"dispatches": [ORDER], "scandal": [1]}
    return Replay(*read(json.dumps(whole | {"rigged": rigged} | parts).encode()))


def follow(*choices: dict[str, Any], **parts: Any) -> int:
    """Return the last entry, once everything went as the record says."""
    return [entry for entry, _, _ in replay(*choices, **parts)][-1]


def differs(*choices: dict[str, Any], **parts: Any) -> tuple[int, str, Any, Any]:
    with pytest.raises(Differs) as caught:
        follow(*choices, **parts)
    return caught.value.entry, caught.value.what, caught.value.expected, caught.value.came


def unreadable(*choices: dict[str, Any], **parts: Any) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        follow(*choices, **parts)
    return caught.value.place, caught.value.problem


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_replays_to_the_byte_with_the_hash_of_every_position(players: int) -> None:
    played = run(players)
    assert all(chosen.hash for chosen in played.record.choices)
    *_, (entry, state, _) = Replay(*read(json_of(played.record)))
    assert entry == len(played.record.choices)
    assert encode(state) == encode(played.state)


def json_of(record: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(record)


def test_it_starts_with_the_opening_as_entry_0() -> None:
    entry, state, news = next(iter(replay(PUBLISH)))
    assert (entry, state.sequence, news) == (0, 0, [])


def test_it_can_be_replayed_again() -> None:
    once = replay(PUBLISH, TIP)
    assert [fingerprint(state) for _, state, _ in once] == [fingerprint(state) for _, state, _ in once]


def test_a_record_by_hand_needs_no_seed_and_no_hashes() -> None:
    assert follow(PUBLISH, TIP, COLLECT) == 3


def test_a_wrong_hash_names_the_first_entry_that_differs() -> None:
    entry, what, expected, came = differs(PUBLISH, TIP | {"hash": "0" * 16}, COLLECT | {"hash": "1" * 16})
    assert (entry, what, expected) == (2, "hash of the position", "0" * 16)
    assert follow(PUBLISH, TIP | {"hash": came}, COLLECT) == 3


def test_a_choice_the_rules_no_longer_allow_differs_with_the_reason() -> None:
    refused = {"side": "red", "choice": {"do": "publish", "dispatch": 3}}
    assert differs(refused) == (
        1,
        "red's choice",
        "accepted",
        "refused: refusal.antechamber.not_in_hand (clause 3.1)",
    )


def test_a_choice_out_of_turn_is_unreadable_and_says_who_is_waited_for() -> None:
    assert unreadable(PUBLISH, COLLECT) == ("$.choices[1]", "blue is not asked here; waited for: red")


def test_a_side_that_does_not_play_is_never_asked() -> None:
    stranger = {"side": "purple", "choice": {"do": "collect"}}
    assert unreadable(stranger) == ("$.choices[0]", "purple is not asked here; waited for: red")


def test_a_choice_after_the_end_is_unreadable() -> None:
    tip = {"side": "blue", "choice": {"do": "tip"}}
    choices = [PUBLISH, TIP, COLLECT, tip, COLLECT]
    assert unreadable(*choices, options={"rounds": 1}) == ("$.choices[4]", "the game is over before this entry")


def test_without_a_seed_every_draw_must_be_rigged() -> None:
    place, problem = unreadable(PUBLISH, rigged={"dispatches": [ORDER]})
    assert place == "$.choices[0]"
    assert problem == "the record gives no further outcome for 'scandal': add one, or a seed"
    assert unreadable(rigged={})[0] == "$.rigged"


def test_with_a_seed_the_rest_is_drawn_from_it() -> None:
    assert follow(PUBLISH, rigged={"dispatches": [ORDER]}, seed="00" * 32) == 1


EXPECTED = [
    (0, "coins.bank", 17, None),
    (1, "published.red[0]", 2, None),
    (1, "published", {"red": [2], "blue": []}, None),
    (0, "hand", [1, 2], "red"),
    (0, "hand", [], None),
    (3, "bidding", None, None),
]


@pytest.mark.parametrize(("after", "path", "value", "side"), EXPECTED)
def test_expectations_that_hold(after: int, path: str, value: Any, side: str | None) -> None:
    expectation = {"after": after, "path": path, "value": value} | ({"side": side} if side else {})
    assert follow(PUBLISH, TIP, COLLECT, expect=[expectation]) == 3


def test_an_expectation_that_does_not_hold_says_what_came() -> None:
    expect = [{"after": 0, "path": "turn", "value": 0}, {"after": 2, "path": "coins.blue", "value": 5}]
    assert differs(PUBLISH, TIP, COLLECT, expect=expect) == (2, "coins.blue", 5, 6)


@pytest.mark.parametrize(
    "path",
    ["cards", "coins.purple", "published.red[7]", "turn.x", "coins[0]", "published[red]", "", ".", "a[", "a[99999999]"],
)
def test_an_expectation_of_what_the_view_has_not_names_its_path(path: str) -> None:
    place, problem = unreadable(PUBLISH, expect=[{"after": 0, "path": path, "value": 1}])
    assert place == "$.expect[0].path"
    assert problem.startswith(f"the view has no {path!r}")


def test_a_path_goes_through_keys_and_indexes() -> None:
    data = {"table": [{"cubes": {"uk": 3}}, [4, 5]]}
    assert at_path(data, "table[0].cubes.uk") == 3
    assert at_path(data, "table[1][0]") == 4


def test_a_patch_sets_one_place_of_the_position_after_its_entry() -> None:
    patch = {"after": 1, "path": "coins.red", "value": 9, "why": "the report says so"}
    expect = [{"after": 1, "path": "coins.red", "value": 9}, {"after": 2, "path": "coins.blue", "value": 6}]
    assert follow(PUBLISH, TIP, patches=[patch], expect=expect) == 2


def test_a_patch_may_reach_into_lists_and_steps() -> None:
    card = {"after": 0, "path": "hands.red[1]", "value": 12}
    publish = {"side": "red", "choice": {"do": "publish", "dispatch": 12}}
    assert follow(publish, patches=[card]) == 1
    ahead = {"after": 0, "path": "agenda", "value": [{"step": "ballot"}]}
    assert follow({"side": "blue", "choice": {"do": "stake", "coins": 1}}, patches=[ahead]) == 1


def test_patches_apply_in_the_order_written() -> None:
    patches = [{"after": 0, "path": "coins.red", "value": value} for value in (7, 8)]
    assert follow(patches=patches, expect=[{"after": 0, "path": "coins.red", "value": 8}]) == 0


@pytest.mark.parametrize("path", ["coins.purple", "nothing", "coins", "hands.red[2]", "hands.red.x", "rules[0]", "[0]"])
def test_a_patch_adds_nothing_and_keeps_types(path: str) -> None:
    place, _ = unreadable(patches=[{"after": 0, "path": path, "value": [7]}])
    assert place in ("$.patches[0].path", "$.patches[0].value")


def test_a_patch_of_the_wrong_type_says_which() -> None:
    place, problem = unreadable(patches=[{"after": 0, "path": "coins.red", "value": "many"}])
    assert (place, problem) == ("$.patches[0].value", "Expected `int`, got `str` - at `$.coins[...]`")


def test_a_patch_out_of_all_reason_breaks_the_rules_not_the_program() -> None:
    patch = {"after": 0, "path": "coins", "value": {}}
    entry, what, expected, came = differs({"side": "red", "choice": {"do": "collect"}}, patches=[patch])
    assert (entry, what, expected) == (1, "red's choice", "accepted")
    assert came.startswith("the rules broke: KeyError")


def test_a_view_that_breaks_on_a_patched_position_differs() -> None:
    patch = {"after": 0, "path": "sides", "value": []}
    expect = [{"after": 0, "path": "turn", "value": 0}]
    assert differs(patches=[patch], expect=expect)[3].startswith("the rules broke: ZeroDivisionError")


OFFER = {"side": "red", "choice": {"do": "offer", "to": "blue", "coins": 1}}


def back(to: int, side: str = "red", **more: Any) -> dict[str, Any]:
    return {"side": side, "choice": {"do": "back", "to": to} | more}


def test_going_back_leads_to_the_position_that_was() -> None:
    at = [(encode(state), news) for _, state, news in replay(OFFER, RED_COLLECTS, back(1), back(0))]
    for later, earlier in ((3, 1), (4, 0)):
        assert at[later][0] == at[earlier][0].replace(b'"sequence":%d' % earlier, b'"sequence":%d' % later)
    assert at[3][1] == [WentBack("red", 2, "collect")]
    assert at[4][1] == [WentBack("red", 1, "offer", known_to=("red", "blue"))]


def test_expectations_hold_after_going_back() -> None:
    expected = [{"after": 1, "path": "coins.red", "value": 7}, {"after": 2, "path": "coins.red", "value": 5}]
    assert follow(RED_COLLECTS, back(0), expect=expected) == 2
    assert differs(RED_COLLECTS, back(0), expect=[expected[1] | {"value": 7}])[:2] == (2, "coins.red")


@pytest.mark.parametrize(
    ("choices", "entry"),
    [([RED_COLLECTS, back(0, "blue")], 2), ([RED_COLLECTS, TIP, COLLECT, back(1)], 4), ([PUBLISH, back(0)], 2)],
    ids=["of another", "past another's decision", "past a die"],
)
def test_nobody_goes_back_further_than_their_own_move(choices: list[dict[str, Any]], entry: int) -> None:
    assert differs(*choices)[0] == entry


def test_the_table_may_agree_to_go_back_further() -> None:
    """Red published, and the die showed 1; now it shows 6, and there is an auction."""
    rigged = {"dispatches": [ORDER], "scandal": [1, 6]}
    at = {entry: news for entry, _, news in replay(PUBLISH, back(0, agreed=True), PUBLISH, rigged=rigged)}
    assert at[2] == [WentBack("red", 1, "publish", agreed=True)]
    assert [type(entry).__name__ for entry in at[3]] == ["Published", "Rolled"]
    assert [entry.die for entry in (at[1][1], at[3][1])] == [1, 6]  # type: ignore[attr-defined]


END = {"side": "blue", "choice": {"do": "end"}}


def test_the_table_may_agree_to_end_a_game_as_it_stands() -> None:
    *_, (entry, state, news) = replay(RED_COLLECTS, END, points={"red": 0})
    assert (entry, state.agenda, news) == (2, [], [Ended("blue")])


def test_nothing_comes_after_the_end() -> None:
    for after in (RED_COLLECTS, END, back(0, agreed=True)):
        assert unreadable(RED_COLLECTS, END, after)[0] == "$.choices[2]"


def test_only_a_side_of_the_game_asks_to_end_it() -> None:
    assert unreadable({"side": "pink", "choice": {"do": "end"}})[0] == "$.choices[0].side"


@pytest.mark.parametrize("to", [1, 7])
def test_going_back_leads_to_an_earlier_entry(to: int) -> None:
    assert unreadable(RED_COLLECTS, back(to, agreed=True))[0] == "$.choices[1].choice.to"
    assert unreadable(RED_COLLECTS, back(-1))[0] == "$.choices[1].choice.to"
