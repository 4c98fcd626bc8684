"""The possible outcomes of chance in this game: a record that gives any other in advance is refused before it is
played.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest
from msgspec import json

from engine.belle_epoque.events import cards_of_era, removed_from
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import DECKS, EVENTS, INTRIGUE, NATIONAL, POWERS
from engine.belle_epoque.setup import Options
from engine.belle_epoque.sources import sources
from engine.core.chance import Deck, Drawn, Part, witnessed
from engine.core.fuzz import play
from engine.core.game import Opening
from engine.core.reading import Unreadable
from engine.core.record import AnyRecord, Record, Replay, read
from engine.core.state import Outcome

ERA = {era: list(cards_of_era(era, promo=False)) for era in DECKS}
AWAY = {era: removed_from(era, promo=False) for era in DECKS}
DRAWN = 6
"""The events of the three turns of an era."""
PILE_OF_ERA_2 = [*ERA[1][-2:], *ERA[2][AWAY[2] :]]
PILE_OF_ERA_3 = [*PILE_OF_ERA_2[DRAWN:], *ERA[3]]
INTRIGUES = [card.id for card in INTRIGUE.values() if not card.promo]
COMMON = [card.id for card in NATIONAL.values() if card.kind == "common"]


def record(rigged: dict[str, Any], players: int = 4, options: Options | None = None) -> bytes:
    chosen = options or Options()
    sides = GAME.sides(players, chosen)
    whole: AnyRecord = Record(1, "belle_epoque", "1", sides, [], chosen, "3c" * 32, rigged, players=players)
    return json.encode(whole)


def place_refused(raw: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        read(raw)
    return refused.value.place.removeprefix("$.rigged.")


def test_6_1c_the_pile_holds_10_cards_before_turn_4_and_8_before_turn_7() -> None:
    assert (len(PILE_OF_ERA_2), len(PILE_OF_ERA_3)) == (10, 8)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"attacker": [1, 7]}, "attacker[1]"),
        ({"event": [0]}, "event[0]"),
        ({"defender": [[1]]}, "defender[0]"),
        ({"first_power": [5]}, "first_power[0]"),
        ({"moon": [1]}, "moon"),
        ({"era_1": [["ev_sarajevo"]]}, "era_1[0]"),
        ({"era_1": [[*ERA[1][:-1], ERA[2][0]]]}, "era_1[0]"),
        ({"era_1": [[*ERA[1][:-1], ERA[1][0]]]}, "era_1[0]"),
        ({"era_2": [ERA[2][:-1]]}, "era_2[0]"),
        ({"era_3": [ERA[3]]}, "era_3"),
        ({"intrigue": [["in_01", "in_01"]]}, "intrigue[0]"),
        ({"intrigue": [INTRIGUES[1:]]}, "intrigue[0]"),
        ({"intrigue": [INTRIGUES, ["in_01", "in_02", "in_01"]]}, "intrigue[1]"),
        ({"card": [["in_99"]]}, "card[0]"),
        ({"card": [["in_01", "in_02"]]}, "card[0]"),
    ],
    ids=str,
)
def test_an_impossible_outcome_is_refused_before_anything_is_played(given: dict[str, Any], place: str) -> None:
    assert place_refused(record(given)) == place


@pytest.mark.parametrize(
    "pile",
    [
        [*PILE_OF_ERA_2[:-1], ERA[3][0]],
        [*PILE_OF_ERA_2[:-1], PILE_OF_ERA_2[0]],
        PILE_OF_ERA_2[1:],
        [*ERA[1][-3:], *ERA[2][AWAY[2] + 1 :]],
    ],
    ids=["a card of Era III", "a card twice", "a card left out", "three cards of Era I"],
)
def test_6_1b_the_pile_of_turn_4_is_made_of_eras_i_and_ii(pile: list[str]) -> None:
    assert place_refused(record({"events": [pile]})) == "events[0]"


@pytest.mark.parametrize(
    "pile",
    [
        PILE_OF_ERA_2[:8],
        [*PILE_OF_ERA_2[:4], *ERA[3]],
        [*PILE_OF_ERA_3[:-1], PILE_OF_ERA_2[0]],
    ],
    ids=["without Era III", "cards that were drawn", "a card of Era III left out"],
)
def test_6_1b_that_of_turn_7_is_what_was_not_drawn_and_era_iii(pile: list[str]) -> None:
    assert place_refused(record({"events": [PILE_OF_ERA_2, pile]})) == "events[1]"


def test_6_1b_the_pile_is_not_shuffled_a_third_time() -> None:
    piles = [PILE_OF_ERA_2, PILE_OF_ERA_3, PILE_OF_ERA_3]
    assert place_refused(record({"events": piles})) == "events[2]"


@pytest.mark.parametrize("era", [1, 2])
def test_3_0c_6_1b_a_card_that_was_put_away_or_drawn_does_not_come_back(era: int) -> None:
    given = {"era_1": [ERA[1]], "era_2": [ERA[2]], "events": [PILE_OF_ERA_2, PILE_OF_ERA_3]}
    read(record(given))
    turned = given | {f"era_{era}": [ERA[era][::-1]]}
    assert place_refused(record(turned)) == "events[0]"


PROMO = Options(promo=True)


def test_2_0c_promotional_cards_are_there_only_where_the_table_has_them() -> None:
    era_2, intrigue = list(cards_of_era(2, promo=True)), [*INTRIGUE]
    assert set(era_2) - set(ERA[2]) == {"ev_dreyfus_affair"}
    assert len(intrigue) - len(INTRIGUES) == 3
    given = {"era_2": [era_2], "intrigue": [intrigue]}
    read(record(given, options=PROMO))
    assert place_refused(record({"era_2": given["era_2"]})) == "era_2[0]"
    assert place_refused(record({"intrigue": given["intrigue"]})) == "intrigue[0]"
    assert place_refused(record({"era_2": [ERA[2]]}, options=PROMO)) == "era_2[0]"


ALONE = Options(alone="uk")


@pytest.mark.parametrize("source", ["tie", "row", "cell", "either", "automated_order"])
def test_what_automated_powers_roll_and_draw_is_there_only_with_them(source: str) -> None:
    outcome: Outcome = ("france", "russia", "central_powers") if source == "automated_order" else 6
    read(record({source: [outcome]}, 1, ALONE))
    assert place_refused(record({source: [outcome]})) == source


def test_13_2a_nothing_is_drawn_for_one_automated_power() -> None:
    three = Options(others="automated", without="russia")
    assert place_refused(record({"automated_order": [["russia"]]}, 3, three)) == "automated_order"


def test_13_4_2_a_national_card_of_an_automated_power_is_drawn_once() -> None:
    read(record({"card": [["nat_france_unrest"], ["in_01"], ["in_01"]]}, 1, ALONE))
    twice = [["nat_france_unrest"], ["in_01"], ["nat_france_unrest"]]
    assert place_refused(record({"card": twice}, 1, ALONE)) == "card[2]"


@pytest.mark.parametrize("card", ["nat_uk_unrest", "nat_france_foreign_legion", "nat_russia_unrest"])
def test_13_1b_and_nobody_draws_one_of_people_or_one_that_lies_in_the_box(card: str) -> None:
    table = Options(others="automated", pair="uk_and_russia")
    assert place_refused(record({"card": [[card]]}, 2, table)) == "card[0]"


LAYOUTS = [
    *((1, Options(alone=power)) for power in POWERS),
    (2, Options(others="automated", pair="uk_and_russia", promo=True)),
    (3, Options(others="automated", without="russia", alternative_setup=True)),
    (2, Options()),
    (4, Options(promo=True)),
]


@pytest.mark.parametrize(("players", "options"), LAYOUTS)
def test_whatever_was_drawn_can_be_given_in_advance_and_makes_the_same_game(players: int, options: Options) -> None:
    opening = Opening(GAME.sides(players, options), options, "7d" * 32, players=players)
    with witnessed() as drawn:
        run = play(GAME, opening, Random(players), check=False)
    whole = run.record
    whole.seed, whole.rigged = "", as_given(drawn)
    *_, (entry, last, _) = Replay(*read(json.encode(whole)))
    assert entry == len(whole.choices)
    assert (last.ended, last.spaces) == (run.state.ended, run.state.spaces)  # type: ignore[attr-defined]


def as_given(drawn: list[Drawn]) -> dict[str, list[Outcome]]:
    """Return the cards in the order drawn, as a record has them."""
    rigged: dict[str, list[Outcome]] = {}
    for one in drawn:
        outcome = one.outcome[::-1] if isinstance(one.outcome, tuple) else one.outcome
        rigged.setdefault(one.source, []).append(outcome)
    return rigged


def test_6_1b_without_orders_given_the_parts_of_the_piles_are_those_of_the_eras() -> None:
    pile = sources(Opening(POWERS, Options()))["events"]
    assert isinstance(pile, Deck)
    assert set(pile.cards) == {event.id for event in EVENTS.values() if not event.promo}
    first = Part(tuple(ERA[1]), 2), Part(tuple(ERA[2]), 8)
    assert pile.orders == (first, (Part(tuple(chain(ERA[1], ERA[2])), 4), Part(tuple(ERA[3]), 4)))
