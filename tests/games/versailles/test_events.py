"""The 46 event cards, both halves of each, on a board on which everything can change.

Each row gives the answers of the sides that are asked, in order, and every number of the board that is different
afterwards. The oddities of single cards are in test_odd_events.py.
"""

from __future__ import annotations

import pytest

from engine.core.agenda import pending
from engine.versailles.bidding import Bidding
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import (
    Demobilise,
    Deploy,
    Hold,
    Modify,
    PickBranch,
    PickIssue,
    PickRegion,
    PickUnit,
)
from engine.versailles.turn import Acting
from tests.games.versailles.happenings import (
    BOARD,
    DEPLOYED,
    DO,
    LAST,
    ONE,
    TWO,
    USA_AND_REGIONS,
    Row,
    conference,
    crisis,
    each,
    recovered,
    spent,
    the_usa,
    unsettled,
)
from tests.games.versailles.positions import offered


def numbered(value: object) -> str:
    """Return the name of a row in the report."""
    assert isinstance(value, Row)
    return f"{value.event}-{next(at for at, row in enumerate((*CONFERENCES, *CRISES)) if row is value)}"


CONFERENCES = [
    Row("arthur_balfour", (DO,), spent("france", 2) | {"happiness france": 2, "unrest middle_east": 2}),
    Row("mustafa_kemal", (), {"keg middle_east": 1}, {"dice": [4]}),
    Row("mustafa_kemal", (), {"keg middle_east": 1} | unsettled("syria"), {"dice": [5]}),
    Row("bela_kun", (("france", Modify(-3)),), {}, {"dice": [6]}),
    Row("bela_kun", (("france", Modify(3)),), unsettled("transylvania"), {"dice": [2]}),
    Row("billy_hughes", the_usa(0), {"happiness usa": -2}),
    Row("billy_hughes", the_usa(1), {"unrest pacific": 2}),
    Row("chaim_weizmann", (), {"unrest middle_east": -1}, {"dice": [4]}),
    Row("chaim_weizmann", (), unsettled("syria"), {"dice": [5]}),
    Row("edward_house", (("france", PickIssue("korea")),), {"available uk": 2, "available italy": 1}),
    Row("edward_house", (("france", PickIssue("vietnam")),), {}),
    Row("eleftherios_venizelos", (), {"unrest balkans": 1}, {"dice": [4]}),
    Row("eleftherios_venizelos", (), unsettled("transylvania"), {"dice": [5]}),
    Row("emile_cottin", (), spent("usa", 6), {"happiness": {"usa": 19}}),
    Row("emile_cottin", (), spent("uk", 6) | spent("france", 6), {"happiness": {"usa": 21, "italy": 22}}),
    Row("ferdinand_foch", (*the_usa(0), ("usa", Demobilise("available"))), {
        "happiness usa": 5, "ready units of usa": -1, "demobilised usa": 1,
    }),
    Row("ferdinand_foch", the_usa(1), {"happiness usa": -2}),
    Row("fridtjof_nansen", (), recovered("france", 6)),
    Row("henri_mordacq", (DO, ("france", PickIssue("indemnity"))), unsettled("indemnity")),
    Row("gertrude_bell", (DO,), {"unrest middle_east": -2}),
    Row("henry_cabot_lodge", (("uk", PickUnit("pacific")),), {
        "unit of uk in pacific": -8, "exhausted units of uk": 1,
        "unit of usa in balkans": -7, "exhausted units of usa": 1,
        "unit of france in europe": -6, "exhausted units of france": 1,
    }, DEPLOYED),
    Row("henry_white", (DO, ("france", PickIssue("labour_charter"))), unsettled("labour_charter")),
    Row("herbert_hoover", (DO,), {"unrest europe": -3}),
    Row("ho_chi_minh", (DO,), {"keg pacific": 1}),
    Row("ibn_saud", (ONE,), {"unrest middle_east": 2}),
    Row("ibn_saud", (TWO,), {"unrest middle_east": -2}),
    Row("ida_tarbell", (DO,), {"unrest europe": 1, "unrest africa": 1}),
    Row("ignacy_paderewski", (), {"unrest balkans": -1}, {"dice": [4]}),
    Row("ignacy_paderewski", (), unsettled("transylvania"), {"dice": [5]}),
    Row("take_ionescu", (), {"unrest balkans": -1}, {"dice": [4]}),
    Row("take_ionescu", (), unsettled("transylvania"), {"dice": [5]}),
    Row("jan_smuts", the_usa(0), {"happiness usa": -2}),
    Row("jan_smuts", the_usa(1), {"unrest africa": 2}),
    Row("john_foster_dulles", (), {"unrest europe": 2}),
    Row("john_maynard_keynes", each(*LAST), {
        **recovered("usa", 4), "happiness italy": 2, **recovered("uk", 4), "happiness france": 2,
    }),
    Row("keith_murdoch", (DO,), {"unrest pacific": 2}),
    Row("vladimir_lenin", (
        ("france", PickBranch(1)),
        ("usa", PickBranch(0)), ("usa", Demobilise("available")),
        ("italy", PickBranch(1)),
        ("uk", PickBranch(0)), ("uk", Demobilise("available")),
    ), {
        "happiness france": -2, "happiness italy": -2,
        "happiness usa": 5, "ready units of usa": -1, "demobilised usa": 1,
        "happiness uk": 4, "ready units of uk": -1, "demobilised uk": 1,
    }),
    Row("lu_zhengxiang", (ONE,), {"unrest pacific": 1}),
    Row("lu_zhengxiang", (TWO,), {"unrest pacific": -1}),
    Row("mahatma_gandhi", (), {}),
    Row("mahatma_gandhi", (), unsettled("syria"), {
        "settled": BOARD["settled"] | {"syria": ("france", "french_mandate")}, "dice": [5],
    }),
    Row("maurice_hankey", (DO, ("france", PickIssue("indemnity"))), unsettled("indemnity")),
    Row("maurice_hankey", (DO, ("france", PickIssue("labour_charter"))), unsettled("labour_charter")),
    Row("millicent_fawcett", each(*LAST), {
        **spent("usa", 4), "happiness italy": -2, **spent("uk", 4), "happiness france": -2,
    }),
    Row("nikola_i", (DO,), {"unrest balkans": 1}),
    Row("nikola_pasic", (DO,), {"unrest balkans": 2}),
    Row("paul_hymans", (DO,), {"unrest europe": 2}),
    Row("prince_faisal", (ONE,), {"unrest middle_east": 2}),
    Row("prince_faisal", (TWO,), {"unrest middle_east": -2}),
    Row("queen_marie", (DO, ONE), spent("france", 1) | {"unrest balkans": 1}),
    Row("queen_marie", (DO, TWO), spent("france", 1) | {"unrest europe": 1}),
    Row("robert_borden", (DO, ("france", PickRegion("africa"))), spent("france", 2) | {"keg africa": -1}),
    Row("saad_zaghloul", (), {}, {"dice": [4]}),
    Row("saad_zaghloul", (), unsettled("syria"), {"dice": [5]}),
    Row("samuel_gompers", each(*LAST), {
        **spent("usa", 3), "happiness italy": -2, **spent("uk", 3), "happiness france": -2,
    }),
    Row("stephen_pichon", (DO, ("france", PickIssue("labour_charter"))), unsettled("labour_charter")),
    Row("sykes_picot", (DO,), spent("france", 1) | {"keg middle_east": 1}),
    Row("t_e_lawrence", (ONE,), {"unrest middle_east": 1}),
    Row("t_e_lawrence", (TWO,), {"unrest middle_east": -1}),
    Row("tomas_masaryk", (DO,), spent("france", 2) | {"unrest europe": -2}),
    Row("vittorio_orlando", (USA_AND_REGIONS, ("usa", PickBranch(0))), spent("usa", 4)),
    Row("vittorio_orlando", (USA_AND_REGIONS, ("usa", PickBranch(1))), {"unrest balkans": 1, "unrest africa": 1}),
    Row("w_e_b_du_bois", (DO,), spent("france", 3) | {"happiness france": 2}),
    Row("wellington_koo", (DO,), spent("france", 2) | {"unrest pacific": -1}),
    Row("winston_churchill", (DO, ("france", Deploy("africa", 7))), {
        "ready units of france": -1, "unit of france in africa": 7, **recovered("france", 2),
    }),
    Row("bolshevik_threat", (), {}, {"dice": [2]}),
    Row("bolshevik_threat", (), unsettled("negotiations_with_russia"), {"dice": [3]}),
]  # fmt: skip


@pytest.mark.parametrize("row", CONFERENCES, ids=numbered)
def test_conference(row: Row) -> None:
    state, changes = conference(row)
    assert changes == row.changes
    assert isinstance(pending(state), Acting | Bidding)
    assert row.event in state.event_discard or isinstance(pending(state), Bidding)


def test_every_conference_event_is_tested() -> None:
    assert {row.event for row in CONFERENCES} == set(EVENTS)


@pytest.mark.parametrize("event", [event.id for event in EVENTS.values() if event.optional])
def test_an_optional_conference_event_that_is_declined_changes_nothing(event: str) -> None:
    state, changes = conference(Row(event, (("france", Hold(perform=False)),), {}))
    assert changes == {}
    assert state.event_discard == [event]


@pytest.mark.parametrize("event", [event.id for event in EVENTS.values() if not event.optional])
def test_no_other_conference_event_can_be_declined(event: str) -> None:
    state, _ = conference(Row(event, (), {}, {"dice": [6]}))
    assert offered(state, Hold) == []


# Crises

CHECKS = list(EVENTS)[:19]
"""The highest unrest is that of Europe: 5, where a 4 is an uprising, and with +1 a 3."""

UPRISING = unsettled("negotiations_with_russia")

CRISES = [
    *(Row(event, (), {}, {"dice": [3 if at < 9 else 2]}) for at, event in enumerate(CHECKS)),
    *(Row(event, (), UPRISING, {"dice": [4 if at < 9 else 3]}) for at, event in enumerate(CHECKS)),
    Row("take_ionescu", (), {"unrest middle_east": -1}),
    Row("jan_smuts", (), {"unrest middle_east": -1}),
    Row("john_foster_dulles", (), {"unrest middle_east": 1}),
    *(
        Row(event, (), {"happiness uk": -2, "happiness usa": -1, "happiness france": -1}, DEPLOYED)
        for event in ("john_maynard_keynes", "keith_murdoch", "lu_zhengxiang", "queen_marie", "stephen_pichon")
    ),
    Row("saad_zaghloul", (), {"happiness uk": -4, "happiness usa": -2, "happiness france": -2}, DEPLOYED),
    *(
        Row(event, (), {
            "unit of uk in africa": -8, "unit of uk in pacific": -8, "exhausted units of uk": 2,
            "unit of usa in balkans": -7, "exhausted units of usa": 1,
            "unit of france in europe": -6, "exhausted units of france": 1,
        }, DEPLOYED)
        for event in ("vladimir_lenin", "w_e_b_du_bois")
    ),
    Row("mahatma_gandhi", (), {"unrest europe": 1}, {"dice": [3]}),
    Row("mahatma_gandhi", (), UPRISING, {"dice": [4]}),
    *(
        Row(event, (), {"unrest pacific": 2}, {"region": [4]})
        for event in ("maurice_hankey", "millicent_fawcett", "robert_borden")
    ),
    *(Row(event, (), {"keg pacific": 1}, {"region": [4]}) for event in ("nikola_i", "nikola_pasic")),
    Row("paul_hymans", (), {}, {"dice": [4]}),
    Row("paul_hymans", (), unsettled("syria"), {"dice": [5]}),
    Row("prince_faisal", (), {"happiness france": -2}),
    Row("samuel_gompers", (), {"happiness france": -1}),
    Row("sykes_picot", (), spent("uk", 2)),
    *(Row(event, (), {"keg pacific": -1}, {"region": [4]}) for event in ("t_e_lawrence", "tomas_masaryk")),
    Row("vittorio_orlando", (), {
        **recovered("uk", 4), **recovered("france", 4), **recovered("usa", 4), **recovered("italy", 3),
    }),
    *(
        Row(event, (("usa", PickUnit("balkans")), ("uk", PickUnit(None)), ("france", PickUnit("europe"))), {
            "unit of usa in balkans": -7, "ready units of usa": 1,
            "unit of france in europe": -6, "ready units of france": 1,
        }, DEPLOYED)
        for event in ("wellington_koo", "winston_churchill", "bolshevik_threat")
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", CRISES, ids=numbered)
def test_crisis(row: Row) -> None:
    state, changes = crisis(row)
    assert changes == row.changes
    assert isinstance(pending(state), Acting | Bidding)
    assert state.events_waiting[-1] == row.event


def test_every_crisis_is_tested() -> None:
    assert {row.event for row in CRISES} == set(EVENTS)


@pytest.mark.parametrize("event", ["maurice_hankey", "nikola_i", "t_e_lawrence"])
def test_a_random_region_is_none_on_a_six(event: str) -> None:
    assert crisis(Row(event, (), {}, {"region": [6]}))[1] == {}
