from engine.core.refusal import GameOver, Malformed, NotYourTurn, Stale, illegal


def test_each_refusal_has_the_key_of_its_sentence() -> None:
    keys = [one.key for one in (NotYourTurn("red", ()), GameOver(), Stale(1, 2), Malformed("$", "x"), illegal("y", ""))]
    assert keys == ["refusal.not_your_turn", "refusal.game_over", "refusal.stale", "refusal.malformed", "refusal.y"]


def test_what_can_not_be_read_is_told_by_its_kind() -> None:
    seen = {Malformed("$", problem).key.rpartition(".")[2]: Malformed("$", problem).facts for problem in COMPLAINTS}
    assert [*seen] == ["many", "few", "most", "least", "word", "missing", "unknown", "number", "kind", "malformed"]
    assert (seen["most"]["most"], seen["few"]["least"], seen["missing"]["field"]) == (15, 2, "cubes")


COMPLAINTS = (
    "Expected `str` of length <= 80",
    "Expected `array` of length >= 2",
    "Expected `int` <= 15",
    "Expected `int` >= -60",
    "Invalid enum value 'fly'",
    "Object missing required field `cubes`",
    "Object contains unknown field `more`",
    "Expected `int`, got `str`",
    "Expected `object`, got `array`",
    "Input data was truncated",
)


def test_facts_are_what_the_sentence_fills_in() -> None:
    assert NotYourTurn("red", ("blue",)).facts == {"side": "red", "waiting": ("blue",)}
    assert GameOver().facts == {}


def test_an_illegal_choice_names_the_clause_among_its_facts() -> None:
    assert illegal("too_few", "4.2", needed=3, has=1).facts == {"needed": 3, "has": 1, "clause": "4.2"}
