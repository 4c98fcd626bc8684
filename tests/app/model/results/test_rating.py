"""Ratings change as a game defines, and standings are the same in whatever order games arrive."""

from random import Random

import pytest

from app.model.results.rating import FIRST, Rating, rated
from app.model.results.season import Played, Season, Standing

NEW = Rating()


def test_a_newcomer_begins_at_a_round_number() -> None:
    assert NEW.shown == FIRST


def test_who_comes_first_rises_and_who_comes_last_falls() -> None:
    first, second, third, last = rated([NEW] * 4, [1, 2, 3, 4])
    assert first.mean > second.mean > third.mean > last.mean
    assert first.mean > NEW.mean > last.mean


def test_every_game_makes_all_of_them_more_certain() -> None:
    assert all(after.spread < NEW.spread for after in rated([NEW] * 3, [1, 2, 3]))


def test_who_ties_is_moved_alike() -> None:
    first, second, third = rated([NEW] * 3, [1, 1, 3])
    assert first == second
    assert third.mean < first.mean


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_seats_does_not_matter(players: int) -> None:
    before = [Rating(20 + n, 8 - n) for n in range(players)]
    straight = rated(before, list(range(1, players + 1)))
    turned = rated(before[::-1], list(range(players, 0, -1)))
    for one, other in zip(straight, turned[::-1], strict=True):
        assert one.mean == pytest.approx(other.mean)
        assert one.spread == pytest.approx(other.spread)


def test_beating_a_stronger_one_is_worth_more() -> None:
    over_strong, _ = rated([NEW, Rating(35, 4)], [1, 2])
    over_weak, _ = rated([NEW, Rating(15, 4)], [1, 2])
    assert over_strong.mean > over_weak.mean


def test_the_published_example_comes_out() -> None:
    """Two newcomers, as in openskill's own documentation."""
    after = rated([NEW] * 2, [1, 2])
    assert [round(one.mean, 3) for one in after] == [27.635, 22.365]
    assert [round(one.spread, 3) for one in after] == [8.066, 8.066]


def games(number: int) -> list[Played]:
    chance = Random(number)
    return [
        Played(room, tuple(chance.sample(range(1, 9), 3)), tuple(chance.sample((1, 2, 3), 3))) for room in range(40)
    ]


def test_games_one_by_one_give_what_they_give_at_once() -> None:
    at_once = Season().take(games(1))
    one_by_one: dict[int, Standing] = {}
    for game in games(1):
        one_by_one |= Season({one: one_by_one[one] for one in game.people if one in one_by_one}).take([game]).standings
    assert one_by_one == at_once.standings
    assert sum(one.games for one in at_once.standings.values()) == 3 * 40


def test_each_change_begins_where_the_last_one_ended() -> None:
    so_far: dict[int, Rating] = {}
    for change in Season().take(games(2)).changes:
        assert change.before == so_far.get(change.person, NEW)
        so_far[change.person] = change.after
