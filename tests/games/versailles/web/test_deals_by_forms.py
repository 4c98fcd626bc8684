"""Deals by forms, on both databases: composed, countered, accepted, enforced; previewed before they are sent. A fault
is shown beside its field, with the reason.
"""

import html
import re
from typing import get_args

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.decide.answer_kinds import tag_of
from app.settings import Settings
from engine.versailles.asked import BRANCHES, asked_by
from engine.versailles.choices import Decision
from tests.support.playing import Panel, arrange, panel, send, table_of
from tests.support.visitors import come_as_guest, post

OPTIONS = {"options.length": "standard", "options.deals": "on"}


@pytest.fixture
def settings(database_url: str) -> Settings:
    return Settings(database_url=database_url, bot_pace=3600)


@pytest.fixture
def key(client: TestClient, other: TestClient, monkeypatch: pytest.MonkeyPatch) -> str:
    """Start a game of two: the first browser is the UK, the other France. Return its key."""
    monkeypatch.setattr("app.rooms.rooms.new_seed", lambda: "5eed" * 16)
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    made = table_of(client, game="versailles", **OPTIONS)
    assert arrange(other, made, "sit", 1).status_code == 303
    assert arrange(other, made, "ready").status_code == 303
    assert post(client, f"/tables/{made}/start").status_code == 303
    return made


@pytest.fixture
def active(client: TestClient, other: TestClient, key: str) -> TestClient:
    return client if ("do", "place") in panel(client, key).buttons else other


@pytest.fixture
def idle(client: TestClient, other: TestClient, active: TestClient) -> TestClient:
    return other if active is client else client


def fields_of(seen: Panel, kind: str) -> dict[str, str]:
    return {name: word for name, word in (seen.picked | seen.filled).items() if name.startswith(f"{kind}.")}


def aside(person: TestClient, key: str, seen: Panel, kind: str = "offer", **more: str) -> Response:
    """Send the form for choices out of turn as it is filled in, with these fields too."""
    return send(person, key, seen, panel="aside", **(fields_of(seen, kind) | more))


def composed(person: TestClient, key: str, *kinds: str) -> Panel:
    """Return the form for offers with rows of these kinds."""
    seen = panel(person, key)
    for kind in kinds:
        answer = aside(person, key, seen, add=f"offer.clauses.{kind}")
        assert answer.status_code == 200
        seen = Panel(answer.text)
    return seen


def said(answer: Response) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.text))


def place_of(seen: Panel) -> dict[str, str]:
    names = [name for name in seen.filled if name.startswith("place.cubes.")]
    return {"do": "place"} | dict.fromkeys(names[:2], "1")


def test_rows_come_and_go_and_nothing_typed_is_lost(active: TestClient, key: str) -> None:
    seen = composed(active, key, "words", "transfer")
    answer = aside(active, key, seen, add="offer.clauses.stay_off", **{"offer.clauses.0.text": "Peace <b>now</b>"})
    seen = Panel(answer.text)
    assert seen.filled["offer.clauses.0.text"] == "Peace <b>now</b>"
    assert "Peace <b>" not in answer.text
    seen = Panel(aside(active, key, seen, drop="offer.clauses.1").text)
    assert seen.filled["offer.clauses.1.clause"] == "stay_off"
    assert "offer.clauses.2.clause" not in seen.filled


def test_a_list_takes_no_more_rows_than_the_rules_allow(active: TestClient, key: str) -> None:
    seen = composed(active, key, *("words",) * 8)
    assert not [value for name, value in seen.others if name == "add"]
    assert "offer.clauses.8.clause" not in Panel(aside(active, key, seen, add="offer.clauses.words").text).filled


@pytest.mark.parametrize(
    "button",
    [
        {"add": "offer.nothing.words"},
        {"add": "dance.clauses.words"},
        {"drop": "offer.clauses.x"},
        {"draw": "dance"},
        {"fill": "{"},
        {"fill": '{"do":"dance"}'},
        {"add": "offer.clauses.words", "offer.clauses.9.text": "beyond"},
        {"draw": "offer", "panel": "ceiling"},
    ],
)
def test_what_no_composer_asks_for_is_refused(active: TestClient, key: str, button: dict[str, str]) -> None:
    assert send(active, key, panel(active, key), **button).status_code == 422


def test_an_offer_is_countered_accepted_and_holds(active: TestClient, idle: TestClient, key: str) -> None:
    """The idle side asks the active one to stay off an issue, which asks for words in return."""
    seen = composed(idle, key, "stay_off")
    issue = next(name for name in panel(active, key).filled if name.startswith("place.cubes.")).rpartition(".")[2]
    by = panel(active, key).fields["side"]
    terms = {"offer.clauses.0.by": by, "offer.clauses.0.issue": issue}
    looked = aside(idle, key, seen, ahead="on", do="offer", **terms)
    assert looked.status_code == 200
    assert "binding" in said(looked)
    assert aside(idle, key, seen, do="offer", **terms).status_code == 303

    came = panel(active, key)
    fill = next(value for name, value in came.others if name == "fill")
    countering = Panel(send(active, key, came, fill=fill, panel="aside").text)
    assert countering.filled["counter.clauses.0.issue"] == issue
    countering = Panel(aside(active, key, countering, "counter", add="counter.clauses.words").text)
    mine = {"counter.clauses.1.by": panel(idle, key).fields["side"], "counter.clauses.1.text": "I thank you."}
    assert aside(active, key, countering, "counter", do="counter", **mine).status_code == 303

    accept = next(value for name, value in panel(idle, key).buttons if '"accept_offer"' in value)
    assert send(idle, key, panel(idle, key), choice=accept, panel="offered").status_code == 303
    bound = active.get(f"/tables/{key}").text
    assert "A deal binds you here" in bound
    refused = send(active, key, Panel(bound), **place_of(Panel(bound)))
    assert refused.status_code == 422
    assert "deal" in said(refused).lower()
    others = [name for name in Panel(bound).filled if name.startswith("place.cubes.") and not name.endswith(issue)]
    allowed = send(active, key, Panel(bound), do="place", **dict.fromkeys(others[:2], "1"))
    assert allowed.status_code == 303


def picked_of(page: str, field: str) -> list[str]:
    """Return the options of a list."""
    return re.findall(r'<option value="([^"]*)"', page.split(f'name="{field}"')[1].split("</select>")[0])


def test_an_event_is_asked_only_for_answers_that_it_may_ask(active: TestClient, key: str) -> None:
    seen = composed(active, key, "decide")
    row = "offer.clauses.0"
    for event in picked_of(aside(active, key, seen, draw="offer").text, f"{row}.event"):
        page = aside(active, key, seen, draw="offer", **{f"{row}.event": event}).text
        offered = picked_of(page, f"{row}.answer.do") if asked_by(event).answers else []
        assert offered == [tag_of(kind) for kind in get_args(Decision) if kind in asked_by(event).answers]


def test_an_either_or_is_offered_in_the_words_of_its_card(active: TestClient, key: str) -> None:
    seen, row = composed(active, key, "decide"), "offer.clauses.0"
    for event in filter(BRANCHES.get, BRANCHES):
        typed = {f"{row}.event": event, f"{row}.answer.do": "pick_branch"}
        page = aside(active, key, seen, draw="offer", **typed).text
        told = re.findall(rf'name="{row}.answer.branch" value="(\d)"[^>]*> <span>(.*?)</span></label>', page)
        assert [number for number, _ in told] == [str(number) for number, _ in enumerate(BRANCHES[event])]
        assert all(words and "ranch" not in words for _, words in told)


def test_what_is_wrong_is_said_at_its_row(active: TestClient, key: str) -> None:
    seen = composed(active, key, "words", "transfer")
    answer = aside(active, key, seen, do="offer", **{"offer.clauses.0.text": "Help", "offer.clauses.1.cubes": "6"})
    assert answer.status_code == 422
    row = answer.text.split('id="offer.clauses.1"')[1].split("</fieldset>")[0]
    assert 'id="refusal"' in row
    assert answer.text.count('id="refusal"') == 1


def test_what_is_wrong_is_said_at_its_field(active: TestClient, key: str) -> None:
    seen = panel(active, key)
    names = [name for name in seen.filled if name.startswith("place.cubes.")]
    unread = send(active, key, seen, do="place", **{names[0]: "1", names[1]: "many"})
    dear = send(active, key, seen, do="place", **{names[0]: "15", names[1]: "15"})
    for answer in (unread, dear):
        assert answer.status_code == 422
        assert answer.text.count('id="refusal"') == 1
    assert aside(active, key, seen, "set_ceiling", do="set_ceiling").status_code == 422
    short = send(active, key, Panel(dear.text), do="reclaim", **{"reclaim.cubes": "many"})
    assert short.status_code == 422
    assert 'id="refusal"' in short.text or 'id="fault-reclaim.cubes"' in short.text


def test_a_preview_tells_figures_before_and_after(active: TestClient, key: str) -> None:
    seen = panel(active, key)
    answer = send(active, key, seen, ahead="on", **place_of(seen))
    words = " ".join(said(answer).split("On the board")[1].split())
    assert re.search(r"available 15 → becomes 13", words), words[:400]
    assert 'data-ghost="available-' in answer.text


def test_an_answer_is_looked_at_first_if_one_ticks_so(active: TestClient, key: str) -> None:
    seen = panel(active, key)
    answer = send(active, key, seen, ahead="on", **place_of(seen))
    assert answer.status_code == 200
    assert 'class="foreseen"' in answer.text


def test_what_cannot_be_done_now_says_why(active: TestClient, key: str) -> None:
    page = active.get(f"/tables/{key}").text
    greyed = re.findall(r'<span class="greyed">.*?</span></span>', page, re.DOTALL)
    reasons = " ".join(said(Response(200, text=one)) for one in greyed)
    assert "Settle an issue" in reasons
    assert "no cube" in reasons.lower() or "cube" in reasons.lower()
    assert "End the turn" in reasons


def test_orders_and_ceilings_are_left_and_shown(active: TestClient, idle: TestClient, key: str) -> None:
    seen = panel(idle, key)
    assert (
        aside(idle, key, seen, "leave_orders", do="leave_orders", **{"leave_orders.no_deals": "on"}).status_code == 303
    )
    assert "leave_orders.no_deals" in panel(idle, key).filled
    assert "leave_orders.no_deals" not in panel(active, key).filled
    offered = aside(active, key, composed(active, key, "words"), do="offer", **{"offer.clauses.0.text": "Shall we?"})
    assert offered.status_code == 303
    page = idle.get(f"/tables/{key}").text
    assert "What your orders did" in page
    assert "What your orders did" not in active.get(f"/tables/{key}").text


def test_every_part_of_a_players_page_has_its_place(client: TestClient, key: str) -> None:
    page = client.get(f"/tables/{key}").text
    for part in ("asked", "back", "offered", "bidding", "decision", "aside", "deals"):
        assert page.count(f'id="part-{part}"') == 1, part
