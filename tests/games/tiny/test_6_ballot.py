"""Chapter 6 of the Antechamber: a ballot."""

import msgspec

from engine.core.journal import seen
from engine.core.refusal import NothingToTakeBack
from engine.core.sealed import WithdrawAnswer
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Stake
from tests.games.tiny.journal import BallotShown, Drew
from tests.games.tiny.positions import asked, offered, play, position, reason, refused
from tests.games.tiny.turn import Turn
from tests.games.tiny.view import view


def test_6_1_all_envoys_at_once() -> None:
    state = position(players=3)
    play(state, ("red", CallBallot()))
    assert asked(state) == ["red", "blue", "green"]
    play(state, ("green", Stake(2)))
    assert asked(state) == ["red", "blue"]


def test_6_1_and_in_secret() -> None:
    state, other = (position(Ballot(answers=(("green", Stake(coins)),)), players=3) for coins in (1, 4))
    assert view(state, "red") == view(other, "red")
    assert asked(state) == asked(other)


def test_6_1_one_stakes_some_of_ones_coins() -> None:
    state = position(Ballot())
    assert reason(refused(state, "red", Stake(6))) == ("antechamber.too_many_coins", "6.1")
    assert offered(state, "red") == [Stake(coins) for coins in range(6)]


def test_6_1_the_highest_stake_alone_wins_the_next_dispatch_and_pays_the_usher() -> None:
    state = position(Ballot())
    told = play(state, ("blue", Stake(4)), ("red", Stake(3)))
    assert told == [BallotShown((("red", 3), ("blue", 4)), "blue"), Drew("blue", 5)]
    assert state.hands["blue"] == [3, 4, 5]
    assert (state.coins["red"], state.coins["blue"], state.coins["usher"]) == (5, 1, 7)


def test_6_2_until_the_last_stake_is_in_one_takes_ones_own_back_and_stakes_anew() -> None:
    state = position(Ballot(), Turn(), players=3)
    play(state, ("blue", Stake(4)), ("red", Stake(3)), ("blue", WithdrawAnswer()))
    assert asked(state) == ["blue", "green"]
    told = play(state, ("blue", Stake(1)), ("green", Stake(2)))
    assert told == [BallotShown((("red", 3), ("blue", 1), ("green", 2)), "red"), Drew("red", 7)]
    assert isinstance(refused(state, "red", WithdrawAnswer()), NothingToTakeBack)


def test_6_1_in_a_tie_nobody_wins() -> None:
    state = position(Ballot(), players=3)
    told = play(state, ("blue", Stake(4)), ("red", Stake(0)), ("green", Stake(4)))
    assert told == [BallotShown((("red", 0), ("blue", 4), ("green", 4)), None)]
    assert state.coins["usher"] == 3


def test_6_1_all_stakes_are_shown_and_only_the_winner_sees_what_it_drew() -> None:
    told = play(position(Ballot()), ("blue", Stake(4)), ("red", Stake(3)))
    assert seen(told, "red") == [told[0], Drew("blue", None)]
    assert seen(told, "blue") == told


def test_6_1_the_order_of_answers_makes_no_difference() -> None:
    state, other = position(Ballot()), position(Ballot())
    play(state, ("blue", Stake(4)), ("red", Stake(3)))
    play(other, ("red", Stake(3)), ("blue", Stake(4)))
    assert msgspec.to_builtins(state) == msgspec.to_builtins(other)
