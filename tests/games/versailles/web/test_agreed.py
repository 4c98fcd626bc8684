"""While a binding deal is in force, all answers stay in place: forbidden ones are greyed with the reason, and fields
end where the deal ends.
"""

from __future__ import annotations

import re
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from app.decide.answer_kinds import greyed_answers, offers
from app.decide.decision import own_parts
from app.rooms.late_answers import LateAnswers
from app.rooms.pending import asked_at
from app.words.reader import reader_of
from engine.core import door
from engine.versailles import GAME
from engine.versailles.choices import Bid, ChooseOption, Deploy, EndTurn, Place, Reclaim, Settle
from engine.versailles.clauses import BidAtMost, Clauses, SettleIssue, StayOff, TakeOption
from engine.versailles.option import Optioning
from engine.versailles.state import Versailles
from tests.games.versailles.bargaining import agree
from tests.games.versailles.positions import position
from tests.games.versailles.test_15_binding import bidding, turn


def decision(state: Versailles, side: str) -> str:
    room: Any = SimpleNamespace(
        key="k", game=GAME, position=state, status="playing", log=(),
        waiting=tuple(door.waiting(GAME, state)), awaited=tuple(GAME.out_of_turn.awaited(state)),
        asked_at=partial(asked_at, GAME), late=LateAnswers(GAME, None),
    )  # fmt: skip
    return str(own_parts(room, (side,), reader_of(GAME, "en"))["decision"])


def tags(state: Versailles, side: str) -> list[str]:
    return [offer.tag for offer in offers(GAME, door.waiting(GAME, state)[side])]


def acting(*agreed: Clauses) -> Versailles:
    """Return a position in which France is to act, bound by these clauses."""
    state = turn()
    if agreed:
        agree(state, ("uk", "france"), *agreed)
    return state


def test_answers_keep_their_order_and_their_kinds_beside_a_deal() -> None:
    free, bound = acting(), acting(StayOff(by="france", issue="korea"))
    assert tags(bound, "france") == tags(free, "france")
    for one, other in zip(*(offers(GAME, door.waiting(GAME, it)["france"]) for it in (free, bound)), strict=True):
        assert one.few == other.few
        assert [choice for choice, _ in other.rows if choice in one.choices] == [*one.choices]


def test_an_issue_to_stay_off_is_greyed_with_the_reason_and_the_others_stay() -> None:
    html = decision(acting(StayOff(by="france", issue="korea")), "france")
    fields = dict(re.findall(r'name="place\.cubes\.(\w+)"([^>]*)>', html))
    assert {issue: " disabled" in rest for issue, rest in fields.items()}["korea"]
    assert sum(" disabled" in rest for rest in fields.values()) == 1
    assert html.count("to lead") == len(fields) - 1, "nobody is told how many lead where they may place none"
    described = re.search(r'aria-describedby="([^"]+)"', fields["korea"])
    assert described
    reason = html.split(f'id="{described[1]}"')[1].split("</p>")[0]
    assert "You have agreed otherwise" in reason
    assert "15.3" in reason


def test_a_number_ends_where_the_rules_end() -> None:
    state = acting()
    most = state.available["france"]
    assert most < 15
    assert set(re.findall(r'name="place\.cubes\.\w+" min="0" max="(\d+)"', decision(state, "france"))) == {str(most)}


def test_a_bid_ends_where_the_deal_ends_and_says_why() -> None:
    state = bidding()
    before = door.waiting(GAME, state)["uk"]
    free = next(offer for offer in offers(GAME, before) if offer.kind is Bid)
    agree(state, ("uk", "italy"), BidAtMost(by="uk", issue="constantinople", cubes=3))
    bound = next(offer for offer in offers(GAME, door.waiting(GAME, state)["uk"]) if offer.kind is Bid)
    most = {
        name: {blank.name: blank.most for blank in offer.blanks} for name, offer in (("free", free), ("bound", bound))
    }
    assert most["bound"]["cubes"] == 3 < (most["free"]["cubes"] or 0)
    assert [choice for choice, _ in bound.rows] == [*free.choices]
    assert "cubes" in bound.agreed.barred
    html = decision(state, "uk")
    assert 'max="3"' in html
    assert re.search(r'class="bounded" role="note">You have agreed otherwise', html)


def test_kinds_of_answers_of_which_a_deal_leaves_nothing_are_greyed_with_the_reason() -> None:
    state = acting(SettleIssue(by="france", issue="korea"))
    menu = door.waiting(GAME, state)["france"]
    assert {type(one.choice) for one in greyed_answers(menu)} >= {Place}
    assert all(menu.check(one.choice) == one.refusal for one in greyed_answers(menu))
    assert not {Place, Reclaim} & {offer.kind for offer in offers(GAME, menu)}
    assert {Settle, Deploy} <= {offer.kind for offer in offers(GAME, menu)}
    html = decision(state, "france")
    dead = re.findall(
        r'<button type="button"[^>]*aria-disabled="true" aria-describedby="([^"]+)"[^>]*>Place influence', html
    )
    assert dead
    assert "15.3" in html.split(f'id="{dead[0]}"')[1].split("<button")[0]
    assert EndTurn not in {offer.kind for offer in offers(GAME, menu)}


def test_options_stand_in_their_order_and_those_that_are_promised_away_are_greyed() -> None:
    state = position(Optioning("france", "syria"), settled={"syria": ("france", "")})
    agree(state, ("uk", "france"), TakeOption(by="france", issue="syria", option="independent"))
    (offer,) = offers(GAME, door.waiting(GAME, state)["france"])
    assert [choice for choice, _ in offer.rows] == [
        ChooseOption(o) for o in ("uk_mandate", "independent", "french_mandate")
    ]
    assert offer.choices == (ChooseOption("independent"),)
    html = decision(state, "france").split('class="offer few options"')[1]
    assert html.count('aria-disabled="true"') == 2
    assert html.index("UK mandate") < html.index("Independent") < html.index("French mandate")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_nothing_changes_where_no_deal_binds(language: str) -> None:
    state = acting()
    menu = door.waiting(GAME, state)["france"]
    assert all(not offer.agreed.rows and not offer.agreed.barred for offer in offers(GAME, menu))
    assert "bounded" not in decision(state, "france")
