"""Admin actions on the pages: each form has a reason field of its own, previews promise nothing, and the log is in
sentences.
"""

import re

import pytest
from fastapi.testclient import TestClient

from app.features.lobby.service import option_blanks
from app.rooms.permissions import MAY
from app.words.catalogue import LANGUAGES, words_of
from engine.core import registry
from tests.app.features.admin.test_pages import WHY, action, changed, number_of, said
from tests.support.playing import begun, panel, send, table_of
from tests.support.visitors import another, come_as_guest, post, register, run


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_admin_log_is_sentences_with_links_in_the_readers_language(
    admin: TestClient, client: TestClient, key: str, language: str
) -> None:
    """Each entry says which admin did what to which table or person, and why; times are in the reader's zone."""
    assert action(admin, key, "rename", title="The long table").status_code == 303
    for kind, fields in EVERY_ACTION:
        assert action(admin, key, kind, **fields).status_code == 303, kind
    path = f"/admin/people/{number_of(admin, 'Ada')}"
    for kind in ("ban", "unban", "appoint"):
        assert post(admin, path, do=kind, reason=WHY, role="player").status_code == 303, kind
    run(client, changed, client, "Zoe", {"zone": "Asia/Kolkata"})
    text = admin.get(f"/admin/deeds?lang={language}").text
    told = [re.sub("<[^>]*>", "", line) for line in re.findall(r"<li><span>(.*?)</span><small>", text)]
    assert len(told) == len(EVERY_ACTION) + 4
    assert all(line.startswith("Zoe ") and line.endswith(f": {WHY}") for line in told), told
    assert not [line for line in told if "ui." in line or "{" in line]
    assert text.count(f'href="/admin/tables/{key}"') == len(EVERY_ACTION) + 1
    assert text.count("<small><time ") == len(told)
    assert said("ui.audit.freeze", language, who="Zoe", table="The long table") + f": {WHY}" in told
    assert "<code>" not in text
    assert len([line for line in told if re.search(r"\b2\b", line)]) == 2, "players count seats from one"


def test_every_action_there_is_has_its_sentence() -> None:
    for language in LANGUAGES:
        spoken = words_of(language).sentences
        lacking = {kind for kind in MAY if not any(key.startswith(f"ui.audit.{kind}") for key in spoken)}
        assert lacking == set(), language


EVERY_ACTION: list[tuple[str, dict[str, str]]] = [
    ("freeze", {}),
    ("thaw", {}),
    ("see", {"side": "red"}),
    ("replace", {"seat": "1", "bot": "random"}),
    ("replace", {"seat": "1"}),
    ("void", {}),
    ("rewind", {"to": "0"}),
    ("reset", {}),
    ("reset", {"same_seed": "on"}),
    ("undo", {"epoch": "0"}),
]
"""Everything an admin can do to a table without a clock, in order."""


def test_every_action_has_a_reason_of_its_own(admin: TestClient, client: TestClient, key: str) -> None:
    """A refused form keeps what was typed, and the others stay empty."""
    register(another(client), "Bea", "bea@example.org")
    path = f"/admin/people/{number_of(admin, 'Bea')}"
    post(client, f"/tables/{key}/talk", channel="table", text="Hello")
    for page in (admin.get(f"/admin/tables/{key}").text, admin.get(path).text):
        forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'method="post"' in form]
        acting = [form for form in forms if 'name="do"' in form]
        assert len(acting) > 1
        assert all((form.count('name="do"'), form.count('name="reason"')) == (1, 1) for form in acting)
        names = re.findall(r' id="([^"]*)"', page)
        assert len(set(names)) == len(names)
    refused = action(admin, key, "rename", title="", why="A better title").text
    assert refused.count('value="A better title"') == 1
    assert re.search(r'<details class="panel act" open>\s*<summary><b>Rename', refused)
    assert refused.count('act" open') == 1


def test_a_reason_is_text_and_no_markup_on_every_page_that_tells_it(
    admin: TestClient, client: TestClient, key: str
) -> None:
    why = "Blue's <b>connection</b> & mine were lost."
    assert action(admin, key, "freeze", why=why).status_code == 303
    for browser, path in ((client, f"/tables/{key}"), (admin, f"/admin/tables/{key}"), (admin, "/admin/deeds")):
        text = browser.get(path).text
        assert "Blue&#39;s &lt;b&gt;connection&lt;/b&gt; &amp; mine were lost." in text, path
        assert "<b>connection" not in text, path


def test_a_reset_that_deals_again_shows_no_deal(admin: TestClient, key: str) -> None:
    """The deal is not known in advance, unless the seed stays the same."""
    pages = {
        re.sub(r'value="[\w-]{20,}"', "", admin.get(f"/admin/tables/{key}/compare?do=reset").text) for _ in range(4)
    }
    assert len(pages) == 1
    [page] = pages
    assert said("ui.admin.compare.new_deal", "en") in page
    assert said("ui.admin.waited", "en") not in page
    same = admin.get(f"/admin/tables/{key}/compare?do=reset&same_seed=on").text
    assert said("ui.admin.compare.new_deal", "en") not in same
    assert said("ui.admin.waited", "en") in same


def test_a_ban_does_not_say_that_somebody_was_away(admin: TestClient, client: TestClient, other: TestClient) -> None:
    key = begun(client, other)
    number = number_of(admin, "Ada")
    assert post(admin, f"/admin/people/{number}", do="ban", reason=WHY, seats="on").status_code == 303
    text = other.get(f"/tables/{key}").text
    assert said("ui.seat.why.handed_on", "en", name="Ada") in text
    assert "away;" not in text
    [tenure] = other.get(f"/api/v1/tables/{key}").json()["tenures"]
    assert tenure["why"] == "handed_on"


def test_seats_are_counted_from_one(admin: TestClient, key: str) -> None:
    page = admin.get(f"/admin/tables/{key}").text
    assert [said("ui.admin.seat", "en", n=str(n)) in page for n in range(4)] == [False, True, True, False]


def test_admin_pages_wear_the_colours_of_their_game(admin: TestClient, client: TestClient) -> None:
    come_as_guest(client, "Ada")
    blanks = option_blanks(registry.game("versailles"), 3)
    key = table_of(client, 3, "versailles", **{f"options.{blank.name}": str(blank.default) for blank in blanks})
    assert "/static/css/versailles.css" in admin.get(f"/admin/tables/{key}").text


def test_a_host_who_has_left_the_game_is_told_no_more_than_spectators(client: TestClient) -> None:
    """They learn neither the progress of a delayed game nor which sides have to move."""
    come_as_guest(client, "Hal")
    key = table_of(client, delay="1", **{"chair.1": "random", "options.rounds": "3"})
    if client.get(f"/tables/{key}").text.count('action="/tables/' + key + '/start"'):
        assert post(client, f"/tables/{key}/start").status_code == 303
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    where, waited = said("ui.admin.place", "en", epoch="0", step="1"), f" · {said('ui.admin.asked', 'en')}<"
    playing = client.get(f"/admin/tables/{key}").text
    assert where in playing
    assert waited in playing
    assert post(client, f"/tables/{key}/resign").status_code == 303
    watching = client.get(f"/admin/tables/{key}").text
    assert where not in watching
    assert waited not in watching
    assert action(client, key, "rename", title="Another title").status_code == 303
