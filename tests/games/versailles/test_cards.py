"""The card tables and their words agree with the known facts of the printed game."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.pofile import read_po
from msgspec import Struct

import engine.versailles.cards.kinds as kinds
from engine.versailles.cards.board import (
    COLUMNS,
    DIE,
    FACTION_TOKENS,
    FACTIONS,
    HAPPINESS_MOST,
    HAPPINESS_POINTS,
    HOME_FOUR,
    HOME_THREE,
    KEG_MOST,
    LENGTHS,
    NATIONS,
    REGIONS,
    UNITS,
    UNPLAYED,
    UNREST_MOST,
    units_allowed,
)
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.kinds import ChoosePlayer, EachPlayer, Event, Unrest
from engine.versailles.cards.strategies import STRATEGIES

WORDS = Path(kinds.__file__).parents[1] / "words"
LANGUAGES = ("en", "it", "es")
Deck = dict[str, kinds.Issue] | dict[str, kinds.Event] | dict[str, kinds.Strategy]
OPTIONS = [(issue, option) for issue in ISSUES.values() for option in issue.options]


def stars(*issues: str) -> int:
    return sum(ISSUES[issue].stars for issue in issues)


def inside(value: object) -> Iterator[Struct]:
    """Yield every effect in a value, and those nested in it."""
    if isinstance(value, tuple):
        for part in value:
            yield from inside(part)
    elif isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from inside(getattr(value, name))


def effects(event: Event) -> list[Struct]:
    return [*inside(event.crisis), *inside(event.conference)]


# The decks


@pytest.mark.parametrize(("cards", "size"), [(ISSUES, 53), (EVENTS, 46), (STRATEGIES, 10)])
def test_each_deck_is_complete_and_in_order_of_its_numbers(cards: Deck, size: int) -> None:
    assert [card.number for card in cards.values()] == list(range(1, size + 1))
    assert [card.id for card in cards.values()] == list(cards)


def test_the_issues_fall_into_the_groups_of_the_printed_game() -> None:
    assert Counter(issue.group for issue in ISSUES.values()) == {
        "europe": 14,
        "balkans": 9,
        "middle_east": 10,
        "pacific": 4,
        "africa": 5,
        "league": 7,
        "reparations": 3,
        "end": 1,
    }


def test_the_end_card_has_nothing_to_choose_and_every_other_issue_two_or_three_options() -> None:
    assert ISSUES[END].group == "end"
    assert {issue.id for issue in ISSUES.values() if not issue.options} == {END}
    assert {len(issue.options) for issue in ISSUES.values()} == {0, 2, 3}


def test_the_options_of_an_issue_can_be_told_apart() -> None:
    for issue in ISSUES.values():
        assert len({option.id for option in issue.options}) == len(issue.options)
        assert all(issue.option(option.id) is option for option in issue.options)


# Known facts of the printed cards


@pytest.mark.parametrize(
    ("issue", "worth"),
    {
        "rheinland": 6,
        "constantinople": 6,
        "arabia": 3,
        "armenia": 4,
        "ethiopia": 3,
        "south_west_africa": 5,
        "anschluss": 4,
        "negotiations_with_russia": 4,
        "korea": 2,
        "vietnam": 2,
        "widows_pensions": 5,
        END: 7,
    }.items(),
)
def test_the_known_stars(issue: str, worth: int) -> None:
    assert ISSUES[issue].stars == worth


def test_the_known_sums_of_stars() -> None:
    assert stars("slovenia_croatia", "banat", "reconstruction") == 16
    assert stars("slovenia_croatia", "bessarabia") == 9
    assert stars("syria", "montenegro") == 9
    assert stars("womens_suffrage", "disarmament", "shantung", "thrace", "vietnam") == 22


def test_the_known_numbers() -> None:
    known = (2, 7, 8, 11, 12, 16, 17, 20, 23, 26, 27, 29, 38, 46, *range(49, 54))
    assert " ".join(issue.id for issue in ISSUES.values() if issue.number in known) == (
        "prussia disarmament inter_allied_debt slovenia_croatia anschluss thrace macedonia bessarabia dobruja "
        "negotiations_with_russia byelorus south_west_africa military_intervention korea vietnam indemnity "
        "reconstruction widows_pensions rush_to_the_finish"
    )


def test_units_are_bid_where_the_published_games_bid_them() -> None:
    bid_on = ("constantinople", "negotiations_with_russia", "ethiopia", "armenia", "shantung", "widows_pensions")
    assert not any(ISSUES[issue].no_military for issue in bid_on)
    assert all(issue.no_military for issue in ISSUES.values() if issue.group == "league")


def test_the_known_options() -> None:
    greece = ISSUES["smyrna"].option("to_greece")
    assert (greece.unrest, greece.happiness, greece.tokens) == ((("middle_east", 2),), (("uk", -1),), ("naval:either",))
    plebiscite = ISSUES["thrace"].option("plebiscite")
    assert (plebiscite.unrest, plebiscite.happiness) == ((("balkans", 1), ("middle_east", 1)), ())
    talks = ISSUES["negotiations_with_russia"].option("do_not_offer")
    assert (talks.unrest, talks.tokens) == ((), ("bolshevik", "bolshevik"))
    low = ISSUES["reconstruction"].option("low")
    assert low.happiness == (("uk", -2), ("france", -2), ("italy", -1))


def test_the_token_icons_over_all_options() -> None:
    assert Counter(token.partition(":")[0] for _, option in OPTIONS for token in option.tokens) == {
        "self_determination": 28,
        "empire": 25,
        "industry": 24,
        "containment": 21,
        "naval": 20,
        "reparations": 17,
        "bolshevik": 16,
    }


def test_the_known_icons_are_on_the_events() -> None:
    known = ("arthur_balfour", "billy_hughes", "ho_chi_minh", "keith_murdoch", "paul_hymans", "w_e_b_du_bois")
    assert all(EVENTS[event].icon for event in (*known, "winston_churchill"))


def test_a_cube_may_control_every_event_that_can_be_declined() -> None:
    assert [event.id for event in EVENTS.values() if event.optional and not event.icon] == []


# Words of the tables: every one exists


def test_options_name_only_what_exists_and_each_thing_once() -> None:
    for _, option in OPTIONS:
        for changes, known in ((option.unrest, REGIONS), (option.happiness, NATIONS)):
            assert [name for name, _ in changes] == [name for name in known if name in dict(changes)]
            assert all(by for _, by in changes)
        assert set(option.tokens) <= set(get_args(kinds.Token))


def test_events_name_only_what_exists() -> None:
    words = {
        "where": kinds.Where,
        "who": kinds.Who,
        "token": kinds.TokenKind,
        "region": kinds.Region,
    }
    for event in EVENTS.values():
        for effect in effects(event):
            named = {name: getattr(effect, name, None) for name in words}
            assert {name for name, word in named.items() if word and word not in get_args(words[name])} == set(), event


def test_every_event_does_something_in_both_halves() -> None:
    assert [event.id for event in EVENTS.values() if not event.crisis or not event.conference] == []


def test_a_player_is_named_only_where_one_is_asked_or_picked() -> None:
    for event in EVENTS.values():
        asked = {type(effect) for effect in effects(event)}
        named = {getattr(effect, "who", None) for effect in effects(event)}
        assert ("self" in named) == (EachPlayer in asked), event.id
        assert ("target" in named) == (ChoosePlayer in asked), event.id


def test_regions_are_chosen_with_a_player_by_one_event_only() -> None:
    choosing = [event for event in EVENTS.values() for effect in effects(event) if getattr(effect, "regions", 0)]
    assert choosing == [EVENTS["vittorio_orlando"]]
    assert [effect.where for effect in effects(choosing[0]) if isinstance(effect, Unrest)] == ["chosen"]


def test_strategies_have_four_conditions_that_say_what_they_count() -> None:
    for strategy in STRATEGIES.values():
        assert len(strategy.conditions) == 4
        for condition in strategy.conditions:
            assert condition.kind in get_args(kinds.ConditionKind)
            assert (condition.token in get_args(kinds.TokenKind)) == (condition.kind == "tokens")
            assert bool(condition.nations) == (condition.kind in ("signing", "not_signing"))
            assert bool(condition.points) == (condition.kind != "happiness_twice")


def test_every_kind_of_condition_is_on_a_card() -> None:
    used = {condition.kind for strategy in STRATEGIES.values() for condition in strategy.conditions}
    assert used == set(get_args(kinds.ConditionKind))


# The board


def test_the_board_names_every_region_and_nation() -> None:
    assert set(REGIONS) == set(get_args(kinds.Region)) == set(DIE.values())
    assert set(NATIONS) == nations()
    assert list(DIE.values()) == list(REGIONS)


def test_the_further_right_the_likelier_an_uprising_and_the_cheaper_a_unit() -> None:
    assert list(COLUMNS) == list(range(1, UNREST_MOST + 1))
    assert [column.uprising for column in COLUMNS.values()] == [None, None, 6, 5, 4, 3, 2, 1]
    assert [number for number, column in COLUMNS.items() if column.deploy] == [5, 6, 7, 8]
    assert [column.happiness for column in COLUMNS.values() if column.deploy] == [4, 2, 1, 0]
    assert [column.influence for column in COLUMNS.values() if column.deploy] == [3, 3, 2, 0]
    assert [column.modifies for column in COLUMNS.values() if column.deploy] == [1, 1, 1, 0]
    assert not any(COLUMNS[column].deploy for column in range(1, KEG_MOST + 1))


def test_happiness_allows_units_by_zone() -> None:
    borders = {0: 1, 4: 1, 5: 2, 10: 2, 11: UNITS, HAPPINESS_MOST: UNITS}
    assert {happiness: units_allowed(happiness) for happiness in borders} == borders


def test_the_best_space_of_the_demobilisation_track_comes_first() -> None:
    for track in (HOME_THREE, HOME_FOUR):
        assert list(track) == sorted(track, reverse=True)
    assert (len(HOME_THREE), len(HOME_FOUR)) == (4, 6)


def test_every_number_of_players_has_its_factions_and_its_points() -> None:
    for players, factions in FACTIONS.items():
        assert set(factions).isdisjoint(UNPLAYED[players])
        assert players == 1 or len(factions) == players == len(HAPPINESS_POINTS[players])
    assert set(FACTION_TOKENS) == set(FACTIONS[1])


def test_every_length_fits_into_the_issue_deck() -> None:
    at_the_start = 6
    assert all(length.below < len(ISSUES) - 1 - at_the_start for length in LENGTHS.values())
    assert list(LENGTHS) == ["standard", "intense", "long", "longest"]


# The catalogues


def catalogue(language: str) -> dict[str, str]:
    with (WORDS / f"{language}.po").open("rb") as file:
        found = read_po(file, locale=language, abort_invalid=True)
    return {message.id: str(message.string) for message in found if isinstance(message.id, str) and message.id}


@pytest.fixture(scope="module")
def catalogues() -> dict[str, dict[str, str]]:
    return {language: catalogue(language) for language in LANGUAGES}


def nations() -> set[str]:
    kind, *_ = get_args(kinds.Nation)
    return {*get_args(kind)}


def card_words() -> Iterator[str]:
    for issue in ISSUES.values():
        yield issue.id
        yield from (f"{issue.id}.{option.id}" for option in issue.options)
    for event in EVENTS.values():
        yield from (event.id, f"role.{event.id}", f"crisis.{event.id}", f"conference.{event.id}")
        yield f"category.{event.category}"
    yield from (strategy if strategy != "reparations" else f"strategy.{strategy}" for strategy in STRATEGIES)
    yield from get_args(kinds.Region)
    yield from (f"group.{group}" for group in get_args(kinds.Group))
    yield from (*get_args(kinds.Token), *get_args(kinds.TokenKind))
    yield from (f"nation.{nation}" for nation in nations())
    yield from (f"leader.{side}" for side in FACTIONS[4])


OF_CARDS = {"role", "crisis", "conference", "category", "group", "nation", "leader", *ISSUES}
"""The prefixes of the words of cards and board, where it is not the card's own."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_table_has_its_word(catalogues: dict[str, dict[str, str]], language: str) -> None:
    wanted = {f"word.versailles.{word}" for word in card_words()}
    wanted |= {f"phrase.versailles.condition.{kind}" for kind in get_args(kinds.ConditionKind)}
    written = {key for key, word in catalogues[language].items() if word.strip()}
    assert wanted - written == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_left_of_a_card_that_is_gone(catalogues: dict[str, dict[str, str]], language: str) -> None:
    words = [key.removeprefix("word.versailles.") for key in catalogues[language] if key.startswith("word.versailles.")]
    of_cards = {word for word in words if "." in word and word.partition(".")[0] in OF_CARDS}
    assert of_cards - set(card_words()) == set()


def test_conditions_are_told_with_their_facts(catalogues: dict[str, dict[str, str]]) -> None:
    for strategy in STRATEGIES.values():
        for condition in strategy.conditions:
            told = catalogues["en"][f"phrase.versailles.condition.{condition.kind}"]
            assert ("{points:+}" in told) == bool(condition.points)
            assert ("{token}" in told) == (condition.token is not None)
            assert ("{nations}" in told) == bool(condition.nations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_sorted_says_each_key_once_and_has_no_typewriter_quotes(language: str) -> None:
    text = (WORDS / f"{language}.po").read_text("utf-8")
    keys = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert keys == sorted(set(keys))
    assert [line for line in text.splitlines() if "'" in line] == []
