"""Chapter 1 of the Antechamber: the players, and the winner."""

from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect, Tip
from tests.games.tiny.positions import play, position, refused
from tests.games.tiny.state import ENVOYS


def test_1_1_two_or_three_envoys_wait() -> None:
    assert {players: GAME.sides(players) for players in GAME.players} == {2: ENVOYS[:2], 3: ENVOYS}


def test_1_1_the_player_of_the_active_envoy_answers_for_the_usher() -> None:
    state = position()
    play(state, ("red", Collect()))
    refused(state, "blue", Tip(to="blue"))
    play(state, ("red", Tip(to="red")))


def test_1_2_most_prestige_wins() -> None:
    state = position(players=3, published={"red": [4], "blue": [1, 2, 3], "green": [12]})
    assert GAME.ranking(state) == (("green",), ("blue",), ("red",))


def test_1_2_prestige_is_the_sum_of_ones_published_dispatches() -> None:
    state = position(published={"red": [4, 5], "blue": []})
    assert GAME.totals(state) == {"red": 9, "blue": 0}
    assert [point.facts["dispatch"] for point in GAME.score(state)] == [4, 5]


def test_1_2_ties_go_to_more_coins_then_they_share() -> None:
    coins = {"red": 2, "blue": 3, "green": 2, "usher": 3, "bank": 20}
    state = position(players=3, coins=coins, published={"red": [7], "blue": [3, 4], "green": [1, 6]})
    assert GAME.ranking(state) == (("blue",), ("red", "green"))
