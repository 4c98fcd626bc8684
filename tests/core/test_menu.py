from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.choice import Choice
from engine.core.menu import Either, Menu, Narrowed, OneOf
from engine.core.refusal import Refusal, illegal
from tests.games.tiny.choices import Collect, Leak, Offer, Pass, Publish, Raise, Stake, Tip
from tests.games.tiny.menus import CoinsBetween

coins = st.integers(0, 30)
narrow_choices = st.one_of(
    st.builds(Publish, st.integers(1, 12)),
    st.just(Collect()),
    st.just(Pass()),
    st.builds(Tip, st.sampled_from(["red", "blue", None])),
    st.builds(Leak, st.booleans()),
)
any_choice = st.one_of(narrow_choices, st.builds(Raise, coins), st.builds(Stake, coins))
narrow_menus = st.lists(narrow_choices, max_size=6, unique=True).map(lambda choices: OneOf(*choices, clause="3.1"))
wide_menus = st.builds(CoinsBetween, st.sampled_from([Raise, Stake]), coins, coins, st.just("5.2"))
flat_menus = st.one_of(narrow_menus, wide_menus)


class Even(Narrowed):
    """A menu narrowed to even numbers of coins."""

    __slots__ = ()

    def forbids(self, choice: Choice) -> Refusal | None:
        return illegal("agreed", "7.2") if getattr(choice, "coins", 0) % 2 else None


narrowed_menus = flat_menus.map(Even)
some_menus = st.one_of(flat_menus, narrowed_menus)
menus: st.SearchStrategy[Menu] = st.one_of(some_menus, st.lists(some_menus, max_size=4).map(lambda some: Either(*some)))


@given(menus)
def test_what_is_listed_is_accepted(menu: Menu) -> None:
    assert [choice for choice in menu if menu.check(choice)] == []


@given(menus, any_choice)
def test_what_is_accepted_is_listed(menu: Menu, choice: Choice) -> None:
    assert (menu.check(choice) is None) == (choice in list(menu))


@given(menus, st.integers())
def test_what_is_drawn_at_random_is_accepted(menu: Menu, seed: int) -> None:
    if menu:
        assert menu.check(menu.sample(Random(seed))) is None


@given(menus)
def test_a_menu_is_false_exactly_when_it_lists_nothing(menu: Menu) -> None:
    assert bool(menu) == bool(list(menu))


@given(menus)
def test_the_order_is_the_same_each_time(menu: Menu) -> None:
    assert list(menu) == list(menu)


@given(menus)
def test_every_type_that_is_listed_is_one_it_judges(menu: Menu) -> None:
    assert {type(choice) for choice in menu} <= menu.types


@given(menus, any_choice)
def test_a_refusal_gives_a_reason(menu: Menu, choice: Choice) -> None:
    assert menu.check(choice) is None or menu.check(choice).key.startswith("refusal.")  # type: ignore[union-attr]


@pytest.mark.parametrize("menu", [CoinsBetween(Raise, 1, 4, "5.2"), OneOf(Leak(True), Leak(False), Pass())])
def test_every_answer_comes_up_at_random(menu: Menu) -> None:
    rng = Random(1)
    assert {menu.sample(rng) for _ in range(200)} == set(menu)


def test_either_draws_a_kind_first_so_that_a_wide_menu_does_not_drown_a_narrow_one() -> None:
    menu, rng = Either(OneOf(Pass()), CoinsBetween(Raise, 1, 30, "5.2")), Random(1)
    passes = sum(menu.sample(rng) == Pass() for _ in range(1000))
    assert 400 < passes < 600


class Endless(Menu):
    """A menu without end."""

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({Stake})

    def judge(self, choice: Choice) -> Refusal | None:
        return None

    def __iter__(self) -> Iterator[Choice]:
        while True:
            yield Stake(1)


def test_answers_are_made_one_at_a_time() -> None:
    for menu in (Endless(), Either(OneOf(), Endless())):
        assert list(islice(menu, 3)) == [Stake(1)] * 3
        assert menu
        assert menu.describe()


@given(menus)
def test_what_something_agreed_excludes_is_told_with_the_reason(menu: Menu) -> None:
    excluded = dict(menu.excluded())
    assert all(menu.whole.check(choice) is None and menu.check(choice) == why for choice, why in excluded.items())
    assert {choice for choice in menu.whole if choice not in excluded} == {*menu}


@given(some_menus)
def test_what_is_left_keeps_its_order(menu: Menu) -> None:
    excluded = dict(menu.excluded())
    assert [choice for choice in menu.whole if choice not in excluded] == [*menu]


def test_either_of_a_narrowed_menu_knows_the_whole_of_it() -> None:
    menu = Either(OneOf(Pass(), clause="5.1"), Even(CoinsBetween(Raise, 3, 6, "5.2")))
    assert [*menu] == [Pass(), Raise(4), Raise(6)]
    assert [*menu.whole] == [Pass(), Raise(3), Raise(4), Raise(5), Raise(6)]
    assert dict(menu.excluded()) == dict.fromkeys((Raise(3), Raise(5)), illegal("agreed", "7.2"))


def test_a_menu_that_nothing_narrows_is_whole() -> None:
    menu = Either(OneOf(Pass(), clause="5.1"))
    assert menu.whole is menu
    assert not list(menu.excluded())


def test_a_choice_of_another_type_is_not_offered() -> None:
    refusal = CoinsBetween(Raise, 1, 4, "5.2").check(Stake(2))
    assert refusal is not None
    assert refusal.key == "refusal.not_offered"


def test_a_narrow_menu_explains_the_types_it_was_told_to() -> None:
    menu = OneOf(Collect(), clause="3.1", otherwise={Publish: illegal("not_in_hand", "3.1")})
    assert menu.check(Publish(3)) == illegal("not_in_hand", "3.1")
    assert menu.check(Pass()) == illegal("not_offered", "3.1")
    assert menu.types == {Collect, Publish}


def test_either_lets_the_menu_of_that_type_explain() -> None:
    menu = Either(OneOf(Pass(), clause="5.1"), CoinsBetween(Raise, 3, 4, "5.2"))
    assert menu.check(Raise(2)) == illegal("antechamber.too_few_coins", "5.2", least=3)
    assert menu.check(Offer("red", 1)) == illegal("not_offered", "")


def test_either_accepts_what_one_of_two_menus_for_a_type_accepts() -> None:
    menu = Either(CoinsBetween(Raise, 1, 2, "a"), CoinsBetween(Raise, 8, 9, "b"))
    assert [n for n in range(12) if menu.check(Raise(n)) is None] == [1, 2, 8, 9]
    assert menu.check(Raise(5)) == illegal("antechamber.too_many_coins", "a", has=2)


def test_a_narrow_menu_is_described_by_its_choices() -> None:
    assert OneOf(Pass(), Leak(True)).describe() == {"one_of": [{"do": "pass"}, {"do": "leak", "leak": True}]}


def test_a_wide_menu_is_described_without_listing_it() -> None:
    wide = {"do": "raise", "coins": {"least": 1, "most": 9}}
    assert Either(OneOf(), CoinsBetween(Raise, 1, 9, "")).describe() == {"either": [wide]}


def test_an_unfinished_menu_says_what_it_lacks() -> None:
    class Blank(Menu):
        pass

    for act in (lambda: Blank().check(Pass()), lambda: list(Blank()), lambda: Blank().judge(Pass())):
        with pytest.raises(TypeError, match="Blank must"):
            act()
