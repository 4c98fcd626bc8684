from engine.core.refusal import GameOver, Malformed, NotYourTurn, Stale, illegal


def test_each_refusal_has_the_key_of_its_sentence() -> None:
    keys = [one.key for one in (NotYourTurn("red", ()), GameOver(), Stale(1, 2), Malformed("$", "x"), illegal("y", ""))]
    assert keys == ["refusal.not_your_turn", "refusal.game_over", "refusal.stale", "refusal.malformed", "refusal.y"]


def test_facts_are_what_the_sentence_fills_in() -> None:
    assert NotYourTurn("red", ("blue",)).facts == {"side": "red", "waiting": ("blue",)}
    assert GameOver().facts == {}


def test_an_illegal_choice_names_the_clause_among_its_facts() -> None:
    assert illegal("too_few", "4.2", needed=3, has=1).facts == {"needed": 3, "has": 1, "clause": "4.2"}
