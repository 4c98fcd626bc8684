import msgspec

from engine.core.journal import seen, tell
from tests.games.tiny import GAME
from tests.games.tiny.journal import Drew, Passed, Whispered
from tests.games.tiny.positions import position

TOLD = [Passed("red"), Drew("red", 7), Whispered("red", "blue", 2)]


def test_what_is_told_waits_in_the_position_for_the_door() -> None:
    state = position()
    tell(state, Passed("red"))
    assert state.news == [Passed("red")]


def test_who_may_see_all_reads_all() -> None:
    assert seen(list(TOLD), "red") == TOLD


def test_what_is_hidden_is_left_out_or_blanked() -> None:
    assert seen(list(TOLD), "blue") == [Passed("red"), Drew("red", None), Whispered("red", "blue", 2)]
    assert seen(list(TOLD), "green") == seen(list(TOLD), None) == [Passed("red"), Drew("red", None)]


def test_entries_are_stored_under_their_tag_and_read_again() -> None:
    raw = msgspec.json.encode(TOLD)
    assert b'{"told":"whispered","by":"red","to":"blue","coins":2}' in raw
    assert GAME.entries_decoder.decode(raw) == TOLD
