"""A record's promises besides its choices: refusals and final points."""

from typing import Any

import msgspec
import pytest

from engine.core.reading import Unreadable
from engine.core.record import Differs, Replay, read

OPEN = {
    "record": 1,
    "game": "antechamber",
    "rules": "1",
    "sides": ["red", "blue"],
    "seed": "5e" * 32,
    "patches": [{"after": 0, "path": "hands", "value": {"red": [1, 2], "blue": [3, 4]}}],
    "choices": [{"side": "red", "choice": {"do": "collect"}}],
}
THEIRS = {"do": "publish", "dispatch": 3}


def replayed(**refused: Any) -> None:
    follow({"refused": [refused]})


def follow(part: dict[str, Any]) -> None:
    game, record = read(msgspec.json.encode(OPEN | part))
    for _ in Replay(game, record):
        pass


def test_a_refusal_with_its_reason_holds() -> None:
    replayed(after=0, side="red", choice=THEIRS, reason="antechamber.not_in_hand")


def test_every_kind_of_refusal_has_a_reason() -> None:
    replayed(after=0, side="blue", choice=THEIRS, reason="not_your_turn")


def test_a_choice_that_is_accepted_after_all_is_a_difference() -> None:
    with pytest.raises(Differs, match="entry 0: red's choice: expected refused: not_offered, came accepted"):
        replayed(after=0, side="red", choice={"do": "collect"}, reason="not_offered")


def test_another_reason_is_a_difference() -> None:
    with pytest.raises(Differs, match=r"came refused: antechamber\.not_in_hand"):
        replayed(after=0, side="red", choice=THEIRS, reason="not_your_turn")


def test_the_position_is_the_one_after_the_patches_of_the_entry() -> None:
    with pytest.raises(Differs, match="came accepted"):
        replayed(after=0, side="red", choice={"do": "publish", "dispatch": 1}, reason="antechamber.not_in_hand")


@pytest.mark.parametrize(
    ("place", "wrong"),
    [("refused[0].after", {"after": 2}), ("refused[0].side", {"side": "green"}), ("refused[0].choice", {"choice": {}})],
)
def test_what_no_entry_or_side_of_the_game_can_be_asked_is_unreadable(place: str, wrong: dict[str, Any]) -> None:
    right = {"after": 0, "side": "red", "choice": THEIRS, "reason": "antechamber.not_in_hand"}
    with pytest.raises(Unreadable) as unreadable:
        replayed(**right | wrong)
    assert place in unreadable.value.place


def test_the_points_in_the_end_are_those_of_the_score_sheet() -> None:
    follow({"points": {"red": 0}})
    with pytest.raises(Differs, match="entry 1: points of blue: expected 3, came 0"):
        follow({"points": {"red": 0, "blue": 3}})


def test_points_of_somebody_who_does_not_play_are_unreadable() -> None:
    with pytest.raises(Unreadable) as unreadable:
        follow({"points": {"green": 0}})
    assert unreadable.value.place == "$.points.green"


def test_expectations_compare_what_a_page_would_get() -> None:
    """Lists and tuples are the same in JSON."""
    auction = {"step": "auction", "owner": "red", "dispatch": 12, "still_in": ["red", "blue"]}
    patches = [{"after": 1, "path": "agenda", "value": [auction]}]
    follow({"patches": patches, "expect": [{"after": 1, "path": "bidding.still_in", "value": ["red", "blue"]}]})
