"""The alerts of a Power whose player is absent, as long as they matter; and the topics by which the log can be
filtered.
"""

from __future__ import annotations

from engine.belle_epoque.choices import EndRound, PlayIntrigue, RaisePrestige, SendMission
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import AllianceEnded, ControlEnded
from engine.belle_epoque.orders import OrderFired
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import Beside
from engine.core.alerts import Alert
from engine.core.journal import Entry
from engine.core.state import Side
from tests.games.belle_epoque.positions import play, position
from tests.games.belle_epoque.test_8_contests import RESOLVE, fight


def heard(state: object, side: Side, *told: Entry) -> list[Alert]:
    return [*GAME.out_of_turn.alerts(state, side, told)]  # type: ignore[arg-type]


def test_a_contest_against_a_power_is_told_to_it_alone_as_long_as_it_is_open() -> None:
    state = fight()
    assert heard(state, "france") == [Alert("contest", {"by": "uk", "territory": "serbia"})]
    assert heard(state, "uk") == heard(state, "russia") == []
    play(state, RESOLVE)
    assert heard(state, "france") == []


def test_a_contest_against_the_cube_of_an_ally_is_told_to_its_power() -> None:
    state = position(on={"portugal": "france france france", "namibia": "portugal<uk"})
    assert heard(state, "france") == [Alert("contest", {"by": "uk", "territory": "namibia"})]


def test_a_lost_alliance_or_control_is_told_until_the_power_acts_or_wins_it_back() -> None:
    lost = (AllianceEnded("france", "italy"), ControlEnded("france", "libya"), ControlEnded("uk", "congo"))
    state = position()
    found = heard(state, "france", *lost)
    assert [(one.kind, one.facts["territory"]) for one in found] == [("lost", "libya"), ("lost", "italy")]
    state = position(Acting("france"), embassies={"france": 1}, treasury={"france": 9})
    acted = play(state, ("france", RaisePrestige()), ("france", EndRound()))
    assert heard(state, "france", *lost, *acted) == []
    state = position(on={"italy": "france france france france france"})
    assert [one.facts["territory"] for one in heard(state, "france", *lost)] == ["libya"]


def test_a_card_that_hit_a_power_is_told_as_long_as_it_lies_beside_the_board() -> None:
    state = position(treasury={"france": 9}, intrigue_hands={"uk": ["in_13"]})
    card = PlayIntrigue("in_13", "financial_scandal")
    play(state, ("uk", card))
    while state.beside[0].marked == ():
        play(state, ("uk", next(iter(state.agenda[-1].waiting(state)["uk"]))))  # type: ignore[attr-defined]
    [beside] = state.beside
    [hit] = beside.marked
    assert heard(state, hit) == [Alert("card_hit", {"by": "uk", "card": "in_13"})]
    state.beside = []
    assert heard(state, hit) == []


def test_a_power_that_marks_itself_hears_nothing_of_it() -> None:
    state = position()
    state.beside = [Beside("uk", "in_13", ("uk",))]
    assert heard(state, "uk") == []


def test_every_alert_is_of_a_declared_kind() -> None:
    assert [kind.name for kind in GAME.out_of_turn.alert_kinds] == ["contest", "lost", "card_hit"]


def test_the_log_has_topics_for_orders_contests_cards_and_dice() -> None:
    assert [topic.key for topic in GAME.showing.topics] == ["orders", "holders", "contests", "cards", "dice"]
    assert GAME.showing.topics[0].has(OrderFired("uk", "pass"))


def test_a_mission_onto_a_cube_is_heard_at_once() -> None:
    state = position(on={"serbia": "france"}, embassies={"uk": 1})
    play(state, ("uk", SendMission("serbia", 1)))
    assert [one.kind for one in heard(state, "france")] == ["contest"]
