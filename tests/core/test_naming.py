import pytest

from engine.core.naming import snake


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Pass", "pass"),
        ("CallBallot", "call_ballot"),
        ("NotYourTurn", "not_your_turn"),
        ("Round2Begins", "round2_begins"),
    ],
)
def test_a_class_is_named_on_the_wire_in_lower_case_words(name: str, tag: str) -> None:
    assert snake(name) == tag
