"""The admin pages: the table, its log, its positions, and the search."""

import re
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base.clock import now
from app.features.admin.actions import SHELL_DOER, do, past_at
from app.rooms.admin_actions import Hide
from app.settings import Settings
from app.store.db.schema.ops import admin_actions
from app.words.catalogue import LANGUAGES, words_of
from tests.support.moves import play
from tests.support.playing import arrange, begun, panel, send, table_of
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    another,
    arm,
    come_as_guest,
    confirm,
    post,
    quick_settings,
    register,
    run,
    services_of,
)

WHY = "Somebody asked for it."
HIDDEN = re.compile(r'name="(at_epoch|at_step|after)" value="(\d+)"')


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def appointed(client: TestClient, name: str, role: str) -> TestClient:
    """Return the browser of a new person with this role."""
    browser = another(client)
    promoted(client, browser, name, role)
    return browser


def promoted(client: TestClient, browser: TestClient, name: str, role: str) -> None:
    """Give the person behind a browser this role, and the second factor it requires."""
    register(browser, name, f"{name.lower()}@example.org")
    run(client, changed, client, name, {"role": role})
    arm(browser)


async def changed(client: TestClient, name: str, values: dict[str, Any]) -> None:
    people = services_of(client).people
    account = await people.account(name.lower(), "")
    assert account
    await people.change(account.id, **values)


def action(browser: TestClient, key: str, do: str, page: str = "", why: str = WHY, **fields: str) -> Response:
    """Send the form of the table's page as it is now, or that of a page shown before."""
    seen = dict(HIDDEN.findall(page or browser.get(f"/admin/tables/{key}").text))
    return post(browser, f"/admin/tables/{key}", do=do, reason=why, **seen, **fields)


def number_of(admin: TestClient, name: str) -> str:
    [number] = re.findall(rf'/admin/people/(\d+)"><b dir="auto">{name}<', admin.get(f"/admin?q={name}").text)
    return str(number)


def said(key: str, language: str, **facts: str) -> str:
    return words_of(language).say(key, **facts)


def test_the_table_is_told_once_in_each_readers_language(admin: TestClient, client: TestClient, key: str) -> None:
    assert action(admin, key, "freeze").status_code == 303
    for language in LANGUAGES:
        text = client.get(f"/tables/{key}?lang={language}").text
        assert said("ui.frozen.held", language) in text
        line = said("ui.deed.told.freeze", language, who=said("ui.deed.by.admin", language, name="Zoe"))
        assert text.count(line) == 1
        assert text.count(WHY) == 1


def test_those_who_have_it_open_are_told_at_once(admin: TestClient, client: TestClient, key: str) -> None:
    with client.websocket_connect(f"/tables/{key}/feed?after=0&epoch=0", headers=ORIGIN) as socket:
        assert action(admin, key, "rename", title="The long table").status_code == 303
        while "The long table" not in (frame := socket.receive_text()):
            continue
        assert WHY in frame


def test_the_host_renames_and_does_nothing_more(client: TestClient, other: TestClient, key: str) -> None:
    assert action(client, key, "rename", title="My table").status_code == 303
    assert "My table" in other.get(f"/tables/{key}").text
    refused = action(client, key, "freeze")
    assert refused.status_code == 403
    assert said("refusal.not_for_you", "en") in refused.text
    assert other.get(f"/admin/tables/{key}").status_code == 404


def test_a_moderator_freezes_but_leads_no_game_elsewhere(client: TestClient, key: str) -> None:
    moderator = appointed(client, "Mo", "moderator")
    assert action(moderator, key, "reset").status_code == 403
    assert moderator.get(f"/admin/tables/{key}/compare?do=reset").status_code == 404
    assert action(moderator, key, "freeze").status_code == 303
    assert "deliveries" not in moderator.get("/admin").text


@pytest.mark.parametrize(
    ("do", "fields", "status"),
    [
        ("rename", {"title": ""}, 422),
        ("rename", {"title": "a\nb"}, 303),
        ("extend", {"minutes": "0"}, 422),
        ("extend", {"minutes": "many"}, 422),
        ("replace", {"seat": "9"}, 409),
        ("replace", {"seat": "0", "name": "Nobody at all"}, 422),
        ("rewind", {"to": "9"}, 409),
        ("undo", {"epoch": "0"}, 409),
        ("hide", {"channel": "table", "number": "7"}, 409),
        ("thaw", {}, 409),
        ("no such", {}, 422),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    admin: TestClient, key: str, do: str, fields: dict[str, str], status: int
) -> None:
    answer = action(admin, key, do, **fields)
    assert answer.status_code == status, answer.text
    if status == 409:
        assert 'role="alert"' in answer.text


def test_without_a_reason_nothing_is_done(admin: TestClient, client: TestClient, key: str) -> None:
    answer = action(admin, key, "freeze", why=" ")
    assert answer.status_code == 422
    assert said("refusal.no_reason", "en") in answer.text
    assert said("ui.frozen.held", "en") not in client.get(f"/tables/{key}").text


def test_the_same_form_sent_twice_is_done_once(admin: TestClient, client: TestClient, other: TestClient) -> None:
    key = begun(client, other, clock="days", **{"clock.each": "24", "clock.reserve": "0", "clock.misses": "2"})
    page = admin.get(f"/admin/tables/{key}").text
    first, second = (action(admin, key, "extend", page, minutes="60") for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 409)
    assert said("refusal.gone_on", "en") in second.text


def test_a_game_is_rewound_after_a_comparison_and_forward_again(
    admin: TestClient, client: TestClient, other: TestClient, key: str
) -> None:
    send(client, key, panel(client, key), choice='{"do":"collect"}')
    in_hand = panel(client, key)
    compared = admin.get(f"/admin/tables/{key}/compare?do=rewind&to=0").text
    assert "Coins" in compared
    assert action(admin, key, "rewind", compared, to="0").status_code == 303
    stale = send(client, key, in_hand, choice='{"do":"tip"}')
    assert stale.status_code == 409
    assert "step 0" in stale.text, "with the table as it is now"
    left = client.get(f"/tables/{key}/at/1?branch=0")
    assert left.status_code == 200
    assert "Branch 0, up to step 1" in left.text
    assert client.get(f"/tables/{key}/at/1").status_code == 404
    assert client.get(f"/tables/{key}/at/1?branch=7").status_code == 404
    assert other.get(f"/tables/{key}/at/1?as=red&branch=0").status_code == 404, "hands stay hidden in branches too"
    again = admin.get(f"/admin/tables/{key}/compare?do=undo&epoch=0").text
    assert action(admin, key, "undo", again, epoch="0").status_code == 303
    assert client.get(f"/tables/{key}/at/1").status_code == 200


def test_a_comparison_is_of_the_game_as_it_is_also_where_it_goes_on_meanwhile(
    admin: TestClient, client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = run(client, services_of(client).rooms.get, key)
    turns = iter([b'{"do":"collect"}', b'{"do":"tip"}'])

    async def gone_on_meanwhile(*of: Any) -> Any:
        if raw := next(turns, None):
            await play(room, "red", raw, f"k{room.sequence}")
        return await past_at(*of)

    monkeypatch.setattr("app.features.admin.rewind_preview.past_at", gone_on_meanwhile)
    answer = admin.get(f"/admin/tables/{key}/compare?do=rewind&to=0")
    assert answer.status_code == 200
    assert dict(HIDDEN.findall(answer.text))["at_step"] == "2"
    assert action(admin, key, "rewind", answer.text, to="0").status_code == 303


def test_a_decision_made_on_an_older_comparison_is_not_carried_out(
    admin: TestClient, client: TestClient, key: str
) -> None:
    compared = admin.get(f"/admin/tables/{key}/compare?do=reset").text
    send(client, key, panel(client, key), choice='{"do":"collect"}')
    assert action(admin, key, "reset", compared).status_code == 409
    assert "step 1" in admin.get(f"/admin/tables/{key}").text


def test_looking_as_a_side_is_marked_and_told(admin: TestClient, client: TestClient, key: str) -> None:
    answer = action(admin, key, "see", side="red")
    where = answer.headers["location"]
    seen = admin.get(where).text
    assert re.search(r'class="panel alarm seen-as".*Red', seen)
    assert (
        said("ui.deed.told.see", "en", who="", sides="").split(" as ")[0].strip() in client.get(f"/tables/{key}").text
    )
    assert appointed(client, "Yve", "admin").get(where).status_code == 404, "each says why they look"
    run(client, aged, client)
    assert admin.get(where).status_code == 404, "and again after an hour"


async def aged(client: TestClient) -> None:
    async with services_of(client).database.writing() as connection:
        await connection.execute(admin_actions.update().values(at=now() - timedelta(hours=2)))


def test_who_plays_at_a_table_looks_through_their_own_eyes(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    promoted(client, client, "Ada", "admin")
    answer = action(client, key, "see", side="blue")
    assert answer.status_code == 409
    assert said("refusal.plays_here", "en") in answer.text


def test_what_was_put_away_is_read_by_nobody(admin: TestClient, client: TestClient, key: str) -> None:
    post(client, f"/tables/{key}/talk", channel="table", text="An outrageous thing")
    assert "An outrageous thing" in client.get(f"/tables/{key}").text
    with client.websocket_connect(f"/tables/{key}/feed?after=0&epoch=0", headers=ORIGIN) as socket:
        assert action(admin, key, "hide", channel="table", number="1").status_code == 303
        while said("ui.talk.hidden", "en") not in socket.receive_text():
            continue
    for path in (f"/tables/{key}", f"/tables/{key}/talk/table", f"/api/v1/tables/{key}/talk/table"):
        text = client.get(path).text
        assert "An outrageous thing" not in text
    assert said("ui.talk.hidden", "en") in client.get(f"/tables/{key}/talk/table").text
    assert action(admin, key, "show", channel="table", number="1").status_code == 303
    assert "An outrageous thing" in client.get(f"/tables/{key}").text


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "one"])
def test_what_is_no_line_is_refused(admin: TestClient, key: str, number: str) -> None:
    assert action(admin, key, "hide", channel="table", number=number).status_code == 422


def test_what_was_put_away_from_the_shell_disappears_everywhere(client: TestClient, key: str) -> None:
    """No hint announces it, and where one does, the hint may be lost."""
    post(client, f"/tables/{key}/talk", channel="table", text="An outrageous thing")
    with client.websocket_connect(f"/tables/{key}/feed?after=0&epoch=0", headers=ORIGIN) as socket:
        database = services_of(client).database
        assert run(client, do, database, SHELL_DOER, key, Hide("table", 1), WHY) is None
        assert any(said("ui.talk.hidden", "en") in socket.receive_text() for _ in range(10))
    assert client.get(f"/tables/{key}").text.count(WHY) == 1, "and the table is told why"


def test_search_finds_people_tables_and_deliveries(admin: TestClient, client: TestClient, key: str) -> None:
    confirm(admin, "zoe@example.org")
    found = admin.get("/admin?q=ZOE@").text
    assert "/admin/people/" in found
    assert ">mail" in found.lower()
    assert f"/admin/tables/{key}" in admin.get("/admin?q=A+table&status=playing").text
    assert f"/admin/tables/{key}" not in admin.get("/admin?q=A+table&status=frozen").text
    assert f"/admin/tables/{key}" in admin.get(f"/admin?q={key}").text
    assert "/admin/people/" not in admin.get("/admin?q=%25").text, "a sign that means anything elsewhere is only itself"


def test_what_is_not_as_it_should_be_is_said_where_admins_come_first(
    admin: TestClient, client: TestClient, key: str
) -> None:
    stopped = said("ui.watch.frozen", "en")
    assert stopped not in admin.get("/admin").text
    run(client, run(client, services_of(client).rooms.get, key).follower.freeze, "the rules failed")
    assert stopped in admin.get("/admin").text
    assert stopped not in appointed(client, "Mo", "moderator").get("/admin").text


def test_a_moderator_learns_no_addresses_by_searching(admin: TestClient, client: TestClient) -> None:
    confirm(admin, "zoe@example.org")
    moderator = appointed(client, "Yve", "moderator")
    assert "/admin/people/" not in moderator.get("/admin?q=zoe@ex").text
    assert "/admin/people/" in moderator.get("/admin?q=zoe").text
    assert "zoe@example.org" not in moderator.get("/admin?q=zoe").text


def test_a_seat_is_handed_to_a_person_or_a_bot(admin: TestClient, client: TestClient, key: str) -> None:
    newcomer = another(client)
    come_as_guest(newcomer, "Newcomer")
    assert action(admin, key, "replace", seat="1", name="Newcomer").status_code == 303
    assert "Newcomer" in client.get(f"/tables/{key}").text
    assert panel(newcomer, key).fields
    assert action(admin, key, "replace", seat="0", bot="random").status_code == 303
    assert client.get(f"/admin/people/{number_of(admin, 'Ada')}").status_code == 404


def test_everything_that_was_done_is_listed(admin: TestClient, key: str) -> None:
    action(admin, key, "freeze")
    action(admin, key, "thaw")
    text = admin.get("/admin/deeds").text
    assert text.index(" unfroze ") < text.index(" froze ")
    assert text.count(WHY) == 2
    assert admin.get("/admin/deeds?before=1").status_code == 200
    assert PASSWORD not in text


def test_who_may_come_back_does_not_look_meanwhile(client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    promoted(client, client, "Ada", "admin")
    assert post(client, f"/tables/{key}/resign").status_code == 303
    answer = action(client, key, "see", side="blue")
    assert answer.status_code == 409
    assert said("refusal.plays_here", "en") in answer.text


def test_who_has_looked_as_a_side_does_not_play_there(admin: TestClient, client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    assert action(admin, key, "see", side="red").status_code == 303
    assert post(other, f"/tables/{key}/resign").status_code == 303
    for answer in (post(admin, f"/tables/{key}/seat", seat="1"), action(admin, key, "replace", seat="1", name="Zoe")):
        assert answer.status_code in (409, 422)
        assert said("refusal.has_looked", "en") in answer.text
    assert "Zoe" not in str(admin.get(f"/api/v1/tables/{key}").json()["seats"])


@pytest.mark.parametrize("side", ["green", ""])
def test_nobody_looks_as_a_side_that_is_not_there(admin: TestClient, key: str, side: str) -> None:
    assert action(admin, key, "see", side=side).status_code == 409


def test_before_the_game_begins_there_is_nothing_to_look_at(admin: TestClient, client: TestClient) -> None:
    come_as_guest(client, "Ada")
    assert action(admin, table_of(client), "see", side="red").status_code == 409


def test_who_plays_hears_no_more_for_running_the_site(client: TestClient, other: TestClient) -> None:
    key, onlooker = begun(client, other), another(client)
    come_as_guest(onlooker, "Newcomer")
    for text in ("Red has the better cards", "Blue sleeps"):
        assert post(onlooker, f"/tables/{key}/talk", channel="watchers", text=text).status_code < 400
    stranger = another(client)
    come_as_guest(stranger, "Mallory")
    reported = {"reason": "It is rude."}
    assert post(stranger, f"/tables/{key}/talk/watchers/1", what="report", **reported).status_code < 400
    promoted(client, client, "Ada", "moderator")
    text = client.get(f"/admin/tables/{key}").text
    assert "Red has the better cards" not in text
    assert "Blue sleeps" not in text
    assert action(client, key, "hide", channel="watchers", number="1").status_code == 409
    assert "Red has the better cards" in appointed(client, "Yve", "moderator").get(f"/admin/tables/{key}").text


def test_the_seats_of_who_is_banned_are_offered_in_the_same_step(
    admin: TestClient, client: TestClient, other: TestClient
) -> None:
    key = begun(client, other)
    waiting, alone = table_of(client), table_of(client)
    assert arrange(other, waiting, "sit", 1).status_code == 303
    number = number_of(admin, "Ada")
    assert "Offer their seat in the game" in admin.get(f"/admin/people/{number}").text
    assert post(admin, f"/admin/people/{number}", do="ban", reason=WHY, seats="on").status_code == 303
    text = other.get(f"/tables/{key}").text
    assert text.count(WHY) == 1
    assert post(another(client), f"/tables/{key}/seat", seat="0").status_code == 401, "it is offered to who has a name"
    assert client.get(f"/tables/{key}/seat").status_code == 200
    assert other.get(f"/admin/tables/{key}").status_code == 200, "who is left hosts it"
    assert post(other, f"/tables/{waiting}/start", fill="random").status_code == 303, "and what has not begun"
    assert other.get(f"/tables/{alone}").status_code == 200, "nothing is deleted"


def test_seats_that_were_kept_can_be_offered_later(admin: TestClient, client: TestClient, key: str) -> None:
    path = f"/admin/people/{number_of(admin, 'Ada')}"
    assert post(admin, path, do="hand_on", reason=WHY).status_code == 409, "nobody is shut out"
    assert post(admin, path, do="ban", reason=WHY).status_code == 303
    assert 'value="hand_on"' in admin.get(path).text
    assert post(admin, path, do="hand_on", reason="").status_code == 422
    assert post(admin, path, do="hand_on", reason=WHY).status_code == 303
    assert 'value="hand_on"' not in admin.get(path).text
