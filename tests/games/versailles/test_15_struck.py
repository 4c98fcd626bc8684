"""15.1: a struck deal is public, unless the table agreed on secret deals when it was made."""

from __future__ import annotations

from engine.core import door
from engine.core.journal import Entry, seen
from engine.core.state import Side
from engine.versailles import GAME
from engine.versailles.choices import Settle
from engine.versailles.clauses import Deal, SettleIssue, Words
from engine.versailles.deals import Counter, DealStruck, DeclineOffer
from engine.versailles.setup import Options
from engine.versailles.state import Versailles
from engine.versailles.view import view
from tests.games.versailles.bargaining import accept, offer
from tests.games.versailles.positions import play, position, told

TALK = Words(by="uk", text="Let us talk.")
TO_SETTLE = SettleIssue(by="france", issue="korea")


def table() -> Versailles:
    """France's turn; it leads Korea."""
    return position(table=("korea", "syria"), cubes={"korea": {"france": 2}})


def who_sees(state: Versailles) -> list[Side | None]:
    """Return the sides that find a deal in their view, None for spectators."""
    return [side for side in (*state.sides, None) if view(state, side).deals]


def made_known(secret: bool) -> tuple[Versailles, list[Entry]]:
    """Let the UK and France agree in private, at the second attempt, that France settles Korea."""
    state = table()
    state.dealing = "secret" if secret else True
    name = offer(state, ("uk", "france"), TALK)
    play(state, ("france", DeclineOffer(name)))
    name = offer(state, ("uk", "france"), TALK)
    play(state, ("france", Counter(name, 1, (TO_SETTLE,))))
    return state, accept(state, name)


def test_15_1_a_deal_that_was_struck_is_public() -> None:
    state, entries = made_known(secret=False)
    assert who_sees(state) == ["uk", "france", "usa", "italy", None]
    assert [bool(told(seen(entries, side), DealStruck)) for side in ("usa", None)] == [True, True]


def test_15_1_how_it_was_negotiated_stays_among_its_parties() -> None:
    """The deal is numbered like the open ones; others learn neither its offers nor who accepted last."""
    state, entries = made_known(secret=False)
    (deal,) = view(state, "italy").deals
    assert deal == Deal("open-1", "uk", ("uk", "france"), (TO_SETTLE,), True, 1, 1, ("uk", "france"), ("open",))
    assert [type(entry) for entry in seen(entries, "italy")] == [DealStruck]
    assert seen(entries, "italy") == [DealStruck(deal, "uk")]


def test_15_1_offers_stay_private() -> None:
    state = table()
    offer(state, ("uk", "france"), TALK)
    assert who_sees(state) == ["uk", "france"]


def test_15_1_unless_the_table_agreed_on_secret_deals() -> None:
    state, entries = made_known(secret=True)
    assert who_sees(state) == ["uk", "france"]
    assert [seen(entries, side) for side in ("usa", "italy", None)] == [[], [], []]


def test_15_1_the_table_agrees_on_it_when_it_is_made_and_everybody_sees_that() -> None:
    assert [
        view(GAME.start(3, options=Options(secret_deals=secret)), None).secret_deals for secret in (False, True)
    ] == [
        False,
        True,
    ]
    assert GAME.start(3, options=Options(secret_deals=True)).dealing == "secret"


def test_15_1_in_secret_a_deal_that_binds_changes_nothing_that_others_can_see() -> None:
    """Others see the same question, the same order of entries, and the same possible choices."""
    bound, _ = made_known(secret=True)
    free = table()
    free.dealing = "secret"
    for side in ("usa", "italy"):
        assert view(bound, side) == view(free, side)
        menus = [door.menu(GAME, state, side) for state in (bound, free)]
        assert all(menus)
        assert menus[0].describe() == menus[1].describe()  # type: ignore[union-attr]
    assert view(bound, None) == view(free, None)
    for state in (bound, free):
        state.news = []
    came = [play(state, ("france", Settle("korea"))) for state in (bound, free)]
    assert seen(came[0], "usa") == seen(came[1], "usa")
