"""The page of notifications, its calls, and the link in a mail that turns mails off: for everyone, without a script."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.model.notification_kinds import KINDS, WAYS, alerts, all_settings
from app.model.notification_settings import NotificationSettings, read
from app.settings import Settings
from app.words.catalogue import words_of
from engine.core.alerts import AlertKind
from tests.app.trust.calls import BROWSER
from tests.support.playing import begun
from tests.support.visitors import (
    ORIGIN,
    another,
    come_as_guest,
    confirm,
    faults_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    token_of,
    written,
)  # fmt: skip

OUTBID = dict(alerts())


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def with_address(client: TestClient, name: str = "Ada") -> None:
    register(client, name, f"{name.lower()}@example.org")
    confirm(client, f"{name.lower()}@example.org")


def settings_of(client: TestClient, person: int = 1) -> NotificationSettings:
    return read(run(client, services_of(client).notices.store.settings, person))


def api(client: TestClient, path: str, body: dict[str, Any]) -> Any:
    headers = ORIGIN | {"x-horloge-token": token_of(client)}
    return client.post(f"/api/v1/me/notices{path}", json=body, headers=headers)


def test_everything_is_on_until_somebody_says_otherwise(client: TestClient) -> None:
    with_address(client)
    page = client.get("/me/notices").text
    ticked = re.findall(r'name="[\w.]+\.(?:mail|push|hook)" value="on"[^>]* checked', page)
    assert len(ticked) == 3 * len(all_settings())
    assert 'name="mails" type="checkbox" value="on" checked' in page


def test_what_is_ticked_is_kept(client: TestClient) -> None:
    with_address(client)
    ticked = {f"{kind}.push": "on" for kind in all_settings()} | {"turn.mail": "on", "games.antechamber": "on"}
    answer = post(client, "/me/notices", mails="on", digest="8", **ticked)
    assert answer.headers["location"] == "/me/notices?done=notices"
    assert settings_of(client) == NotificationSettings(
        off={"mail": all_settings()[1:], "hook": all_settings()}, digest=8, games=("antechamber",), tables=()
    )
    page = client.get("/me/notices?done=notices").text
    assert "Saved." in page
    assert '<option value="8" selected>' in page


def test_calls_take_what_the_page_can_save_and_nothing_else(client: TestClient) -> None:
    """Each kind by each way, and each hour."""
    with_address(client)
    page = client.get("/me/notices").text
    shown = {tuple(name.rsplit(".", 1)) for name in re.findall(r'name="([\w.]+\.(?:mail|push|hook))"', page)}
    assert shown == {(kind, way) for kind in all_settings() for way in WAYS}
    for kind, way in shown:
        assert api(client, "", {"off": {way: [kind]}}).json()["off"] == {way: [kind]}
    hours = [int(hour) for hour in re.findall(r'<option value="(\d+)"', page)]
    for hour in hours:
        assert api(client, "", {"digest": hour}).json()["digest"] == hour
    for wrong in (
        {"off": {"mail": ["birth"]}},
        {"off": {"mail": ["outbid"]}},
        {"on": {"mail": ["turn"]}},
        {"off": {"pigeon": ["turn"]}},
        {"digest": max(hours) + 1},
    ):
        assert api(client, "", wrong).status_code == 422


def test_an_alert_of_a_game_is_wanted_or_not_by_itself(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    rumours = {"antechamber.rumour": AlertKind("rumour", wanted=False)}
    monkeypatch.setattr("app.model.notification_kinds.alerts", lambda: OUTBID | rumours)
    with_address(client)
    page = client.get("/me/notices").text
    assert "I was outbid <small>Versailles 1919</small>" in page
    assert re.search(r'name="versailles.outbid.mail" value="on"[^>]* checked', page)
    assert re.search(r'name="antechamber.rumour.mail" value="on"(?![^>]* checked)', page)
    ticked = {f"{kind}.{way}": "on" for kind in all_settings() for way in WAYS}
    ticked.pop("versailles.outbid.push")
    post(client, "/me/notices", **ticked)
    rumoured: dict[str, tuple[str, ...]] = dict.fromkeys(WAYS, ("antechamber.rumour",))
    assert settings_of(client) == NotificationSettings(off={"push": ("versailles.outbid",)}, on=rumoured)
    assert api(client, "", {"on": {"hook": ["antechamber.rumour"]}, "off": {}}).json()["on"] == {
        "hook": ["antechamber.rumour"]
    }
    assert settings_of(client) == NotificationSettings(on={"hook": ("antechamber.rumour",)})


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_kind_and_way_has_its_words(language: str) -> None:
    words = words_of(language)
    kinds = [f"ui.{where}.{kind}" for where in ("notices.kind", "admin.notice") for kind in KINDS]
    for key in (*kinds, *(f"ui.notices.way.{way}" for way in WAYS)):
        assert key not in words.say(key)


def test_a_table_is_muted_there_and_heard_again(client: TestClient) -> None:
    key = begun(client, another(client))
    post(client, "/me/notices", **{f"tables.{key}": "on"})
    assert settings_of(client).tables == (key,)
    assert re.search(rf'name="tables\.{key}"[^>]* checked', client.get("/me/notices").text)
    post(client, "/me/notices")
    assert settings_of(client).tables == ()


def test_a_guest_is_offered_no_mails_and_loses_none_by_it(client: TestClient) -> None:
    come_as_guest(client)
    page = client.get("/me/notices").text
    assert ".mail" not in page
    assert "For mail you need an account" in page
    post(client, "/me/notices", **{"turn.push": "on"})
    assert "mail" not in settings_of(client).off


@pytest.mark.parametrize(
    ("shape", "address", "field", "said"),
    [
        ("json", "https://10.0.0.1/", "address", "private network"),
        ("json", "https://localhost/", "address", "private network"),
        ("json", "https://[::ffff:169.254.169.254]/", "address", "private network"),
        ("slack", "http://example.org/", "address", "https://"),
        ("discord", "https://8.8.8.8:25/", "address", "443"),
        ("json", "https://nothing.invalid/", "address", "No server has this name"),
        ("json", "hook", "address", "t a valid address"),
        ("teams", "https://8.8.8.8/", "shape", "list"),
    ],
)
def test_an_address_that_is_not_sent_to_says_why(
    client: TestClient, shape: str, address: str, field: str, said: str
) -> None:
    come_as_guest(client)
    answer = post(client, "/me/notices/hooks", shape=shape, address=address)
    assert answer.status_code == 422
    assert said in faults_of(answer)[field]
    assert f'value="{address}"' in answer.text, "what was typed is still there"
    told = api(client, "/hooks", {"shape": shape, "address": address})
    assert told.status_code == 422
    assert "fields" in told.json()["facts"] or shape == "teams"


def test_a_webhooks_secret_is_shown_once(client: TestClient) -> None:
    come_as_guest(client)
    secret = re.findall(
        r"whs_[\w-]{43}", post(client, "/me/notices/hooks", shape="json", address="https://8.8.8.8/").text
    )
    assert len(secret) == 1
    assert secret[0] not in client.get("/me/notices").text
    assert secret[0] not in client.get("/api/v1/me/notices").text
    number = re.findall(r'name="which" value="(\d+)"', client.get("/me/notices").text)[0]
    assert post(client, "/me/notices/end", which=number).status_code == 303
    assert "8.8.8.8" not in client.get("/me/notices").text


def test_nobody_ends_what_is_somebody_elses(client: TestClient) -> None:
    come_as_guest(client)
    post(client, "/me/notices/hooks", shape="json", address="https://8.8.8.8/")
    other = another(client)
    come_as_guest(other, "Bob")
    assert post(other, "/me/notices/end", which="1").status_code == 404
    assert "8.8.8.8" in client.get("/me/notices").text


def test_there_is_an_end_to_how_many_one_may_have(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.notifications.service.MOST_RECEIVERS", 2)
    come_as_guest(client)
    for n in range(2):
        assert post(client, "/me/notices/hooks", shape="slack", address=f"https://8.8.8.8/{n}").status_code == 200
    answer = post(client, "/me/notices/hooks", shape="slack", address="https://8.8.8.8/2")
    assert "t have more of these" in faults_of(answer)["address"]


def test_a_browser_is_let_in_by_its_keys(client: TestClient) -> None:
    come_as_guest(client)
    assert api(client, "/browsers", BROWSER).json() == {}
    found = client.get("/api/v1/me/notices").json()
    (known,) = found["receivers"]
    assert (known["shape"], known["address"]) == ("push", ""), "its address is between the browser and us"
    assert len(found["key"]) == 87
    wrong = api(client, "/browsers", BROWSER | {"auth": "short"})
    assert "keys of a browser" in wrong.json()["facts"]["fields"]["keys"]
    post(client, "/logout")
    come_as_guest(client, "Bob")
    assert run(client, services_of(client).notices.deliveries.receivers_of, 1) == [], "it ends with its session"


def test_calls_change_what_they_name_and_leave_the_rest(client: TestClient) -> None:
    with_address(client)
    api(client, "", {"off": {"mail": ["mention"]}, "digest": 7})
    told = api(client, "", {"tables": ["abc"], "mails": False}).json()
    assert (told["off"], told["digest"], told["tables"], told["mails"]) == ({"mail": ["mention"]}, 7, ["abc"], False)
    assert api(client, "", {"digest": -1}).json()["digest"] is None
    for wrong in ({"digest": 24}, {"off": {"pigeon": ["turn"]}}, {"games": ["nothing"]}, {"tables": ["<b>"]}):
        assert api(client, "", wrong).status_code == 422


def test_a_test_goes_by_every_way_there_is(client: TestClient) -> None:
    come_as_guest(client)
    assert post(client, "/me/notices/test").headers["location"] == "/me/notices?done=nowhere"
    assert "nowhere to send" in client.get("/me/notices?done=nowhere").text
    register(client)
    confirm(client, "ada@example.org")
    before = len(written(client))
    assert post(client, "/me/notices/test").headers["location"] == "/me/notices?done=test"
    ((to, subject, _),) = written(client)[before:]
    assert (to, subject) == ("ada@example.org", "Test notification")


def stop_link(client: TestClient, person: int) -> str:
    link: str = run(client, services_of(client).notices.keys.stop_address, person)
    return link.removeprefix(services_of(client).settings.public_address)


def wants_mails(client: TestClient, person: int) -> bool:
    found = run(client, services_of(client).people.found, person)
    return bool(found.notices)


def test_notices_and_hours_lead_to_each_other(client: TestClient) -> None:
    come_as_guest(client, "Ada")
    assert 'href="/me/hours"' in client.get("/me/notices").text
    assert 'href="/me/notices"' in client.get("/me/hours").text


def test_one_click_in_a_mail_program_turns_mails_off(client: TestClient) -> None:
    """The mail program has no cookie and comes from anywhere: RFC 8058."""
    with_address(client)
    program = another(client)
    link = stop_link(client, 1)
    answer = program.post(link, data={"List-Unsubscribe": "One-Click"}, headers={"origin": "https://mail.example"})
    assert answer.status_code == 200
    assert not wants_mails(client, 1)
    assert "set-cookie" not in answer.headers


def test_opening_the_link_changes_nothing_until_somebody_says_so(client: TestClient) -> None:
    with_address(client)
    link = stop_link(client, 1)
    page = another(client).get(link).text
    assert wants_mails(client, 1)
    fields = dict(re.findall(r'name="(who|key)" value="([^"]*)"', page))
    assert "You get no more mail" in another(client).post("/unsubscribe", data=fields).text
    assert not wants_mails(client, 1)


@pytest.mark.parametrize("change", ["who=2", "who=-1", "who=1&key=", "who=1&key=é", "who=x&key=y"])
def test_a_link_that_is_not_of_a_mail_turns_nothing_off(client: TestClient, change: str) -> None:
    with_address(client)
    with_address(another(client), "Bob")
    mark = stop_link(client, 1).partition("key=")[2]
    query = change if "key=" in change else f"{change}&key={mark}"
    answer = another(client).post(f"/unsubscribe?{query}", data={})
    assert answer.status_code == 403
    assert "not complete" in answer.text
    assert wants_mails(client, 1)
    assert wants_mails(client, 2)
