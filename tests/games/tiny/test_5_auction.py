"""Chapter 5 of the Antechamber: the auction of a dispatch."""

from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction, Temptation
from tests.games.tiny.choices import Leak, Pass, Publish, Raise
from tests.games.tiny.journal import AuctionWon, Discarded, Leaked, Rolled
from tests.games.tiny.positions import asked, offered, play, position, reason, refused
from tests.games.tiny.state import Antechamber


def scandal(*dice: int, players: int = 3, owner: str = "red", coins: dict[str, int] | None = None) -> Antechamber:
    """Auction the owner's dispatch 12, which lies open."""
    sides = GAME.sides(players)
    at = sides.index(owner)
    state = position(players=players, dice=dice)
    state.coins.update(coins or {})
    state.deck.remove(12)
    state.published[owner].append(12)
    state.agenda.append(Auction(owner, 12, still_in=sides[at:] + sides[:at]))
    return state


def test_5_1_starting_with_the_owner_clockwise_each_raises_or_passes() -> None:
    state = scandal(owner="blue")
    for side in ("blue", "green", "red"):
        assert asked(state) == [side]
        play(state, (side, Raise(1 + ("blue", "green", "red").index(side))))
    assert asked(state) == ["blue"]


def test_5_1_who_passed_is_out() -> None:
    state = scandal()
    play(state, ("red", Pass()), ("blue", Raise(1)), ("green", Raise(2)))
    assert asked(state) == ["blue"]


def test_5_1_it_ends_when_all_but_one_have_passed() -> None:
    state = scandal()
    told = play(state, ("red", Raise(1)), ("blue", Pass()), ("green", Pass()))
    assert told[-1] == AuctionWon("red", 12, 1)


def test_5_1_the_last_one_may_still_bid_when_the_others_passed_without_a_bid() -> None:
    state = scandal()
    told = play(state, ("red", Pass()), ("blue", Pass()), ("green", Raise(2)))
    assert told[-1] == AuctionWon("green", 12, 2)


def test_5_2_a_bid_is_more_coins_than_the_standing_bid() -> None:
    state = scandal()
    play(state, ("red", Raise(3)))
    assert reason(refused(state, "blue", Raise(3))) == ("antechamber.too_few_coins", "5.2")
    play(state, ("blue", Raise(4)))


def test_5_2_and_no_more_than_one_has() -> None:
    state = scandal()
    assert reason(refused(state, "red", Raise(6))) == ("antechamber.too_many_coins", "5.2")
    play(state, ("red", Raise(5)))


def test_5_2_who_cannot_bid_more_can_only_pass() -> None:
    state = scandal(coins={"blue": 3, "green": 7})
    play(state, ("red", Raise(3)))
    assert offered(state, "blue") == [Pass()]


def test_5_2_the_winner_pays_the_usher_and_takes_the_dispatch() -> None:
    state = scandal()
    play(state, ("red", Pass()), ("blue", Raise(4)), ("green", Pass()))
    assert state.published == {"red": [], "blue": [12], "green": []}
    assert (state.coins["blue"], state.coins["usher"]) == (1, 7)


def test_5_3_nobody_bids_and_the_dispatch_is_discarded() -> None:
    state = scandal()
    told = play(state, ("red", Pass()), ("blue", Pass()), ("green", Pass()))
    assert told[-1] == Discarded(12)
    assert (state.discarded, state.published["red"]) == ([12], [])


def test_5_4_the_winner_keeps_quiet() -> None:
    state = scandal(players=2)
    told = play(state, ("red", Pass()), ("blue", Raise(1)), ("blue", Leak(False)))
    assert told == []
    assert state.published["blue"] == [12]


def test_5_4_or_leaks_for_a_coin_and_the_die_is_rolled_again() -> None:
    state = scandal(3, players=2)
    told = play(state, ("red", Pass()), ("blue", Raise(1)), ("blue", Leak(True)))
    assert told == [Leaked("blue"), Rolled(3)]
    assert (state.coins["blue"], state.coins["bank"]) == (5, 16)


def test_5_4_a_leak_may_nest_another_auction_in_the_same_turn() -> None:
    state = scandal(6, players=2)
    play(state, ("red", Pass()), ("blue", Raise(1)), ("blue", Leak(True)))
    assert state.agenda[-1] == Auction("blue", 12, still_in=("blue", "red"))
    play(state, ("blue", Pass()), ("red", Raise(1)), ("red", Leak(False)), ("red", Publish(1)))


def test_5_4_without_a_coin_in_the_bank_nobody_is_tempted() -> None:
    state = scandal(players=2, coins={"bank": 0, "usher": 20})
    play(state, ("red", Pass()), ("blue", Raise(1)))
    assert not any(isinstance(step, Temptation) for step in state.agenda)
