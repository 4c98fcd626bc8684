"""Chapter 2: setup, in every length."""

import pytest

from engine.core.chance import derived_seed
from engine.core.game import Opening
from engine.core.state import Outcome
from engine.versailles import GAME
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.invariants import conserved
from engine.versailles.setup import Options
from engine.versailles.state import Versailles
from tests.games.versailles.positions import asked

ORDER = tuple(issue for issue in ISSUES if issue != END)
LENGTHS = ("standard", "intense", "long", "longest")


def opened(players: int = 4, length: str = "standard", first: int = 1, end_card: int = 1) -> Versailles:
    """Open a game with all cards in the order of their numbers."""
    rigged: dict[str, list[Outcome]] = {
        "issues": [ORDER],
        "events": [tuple(EVENTS)],
        "strategies": [tuple(STRATEGIES)],
        "first_side": [first],
        "end_card": [end_card],
    }
    options = Options(length)  # type: ignore[arg-type]
    return GAME.open(Opening(GAME.sides(players), options, "", rigged))[0]


@pytest.mark.parametrize("players", [3, 4])
def test_2_1_all_pieces_are_available(players: int) -> None:
    state = opened(players)
    assert set(state.available.values()) == {15}
    assert set(state.units_available.values()) == {3}
    assert not any([*state.exhausted.values(), *state.units_exhausted.values(), *state.demobilised.values()])
    assert not any(state.deployed.values())
    assert not any(state.home)


@pytest.mark.parametrize(("first", "side"), [(1, "uk"), (2, "france"), (3, "usa"), (4, "italy")])
def test_2_1_the_starting_side_is_drawn(first: int, side: str) -> None:
    state = opened(first=first)
    assert (state.active, asked(state)) == (side, side)


def test_2_1_the_sides_sit_as_they_are_given() -> None:
    sides = ("usa", "italy", "uk", "france")
    state = GAME.open(Opening(sides, Options(), derived_seed("seats", 1)))[0]
    assert state.clockwise("uk") == ("uk", "france", "usa", "italy")


def test_2_2_two_issues_on_the_table_three_in_the_waiting_room_one_discarded() -> None:
    state = opened()
    assert state.table == list(ORDER[:2])
    assert state.waiting_room == list(ORDER[2:5])
    assert state.issue_discard == list(ORDER[5:6])


def test_2_2_the_end_card_lies_below_the_rest_with_twenty_under_it() -> None:
    state = opened()
    assert state.issue_deck[::-1] == [*ORDER[6:32], END, *ORDER[32:]]
    assert len(ORDER[32:]) == 20


@pytest.mark.parametrize(("length", "below"), [("standard", 20), ("intense", 15), ("long", 10)])
def test_2_3_the_length_is_the_number_of_issues_below_the_end_card(length: str, below: int) -> None:
    assert opened(length=length).issue_deck.index(END) == below


@pytest.mark.parametrize("end_card", [1, 2, 3, 4, 5, 6])
def test_2_3_in_the_longest_game_the_end_card_is_among_the_last_six(end_card: int) -> None:
    deck = opened(length="longest", end_card=end_card).issue_deck
    assert deck.index(END) == end_card - 1
    assert [issue for issue in deck[::-1] if issue != END] == list(ORDER[6:])


@pytest.mark.parametrize(("length", "start"), [("standard", 20), ("intense", 20), ("long", 22), ("longest", 24)])
def test_2_3_players_start_happier_in_long_games_unplayed_nations_never(length: str, start: int) -> None:
    state = opened(players=3, length=length)
    assert state.happiness == {"uk": start, "france": start, "usa": start, "italy": 20, "japan": 20}
    assert opened(players=4, length=length).happiness["italy"] == start


def test_2_4_one_event_on_the_table_and_two_in_the_waiting_room() -> None:
    state = opened()
    events = list(EVENTS)
    assert (state.event, state.event_holder) == (events[0], "")
    assert state.events_waiting == events[1:3]
    assert state.event_deck[::-1] == events[3:]


def test_2_5_happiness_is_twenty_kegs_are_off_the_track_unrest_is_in_column_one() -> None:
    state = opened()
    assert set(state.happiness.values()) == {20}
    assert set(state.kegs.values()) == {0}
    assert set(state.unrest.values()) == {1}


@pytest.mark.parametrize("players", [3, 4])
def test_2_6_one_strategy_more_than_players_is_dealt_face_up(players: int) -> None:
    state = opened(players)
    assert state.offered == list(STRATEGIES)[: players + 1]
    assert GAME.view(state, None).offered == state.offered  # type: ignore[attr-defined]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("players", [3, 4])
def test_every_set_up_is_lawful(players: int, length: str) -> None:
    for number in range(10):
        options = Options(length)  # type: ignore[arg-type]
        state = GAME.open(Opening(GAME.sides(players), options, derived_seed("set-up", number)))[0]
        assert conserved(state) == []
