"""Before weighty actions, admins confirm with their password or a code. An admin can restore access for a person who
has lost theirs.
"""

import re
from datetime import datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base import clock
from app.rooms.admin_actions import AtTable
from app.rooms.permissions import MAY, WEIGHTY
from app.settings import Settings
from app.store.people.people import FRESH
from tests.app.features.accounts.test_api_tokens import token_for
from tests.app.features.admin.test_pages import WHY, action, appointed, number_of
from tests.support.visitors import (
    PASSWORD,
    another,
    arm,
    code_of,
    confirm,
    faults_of,
    log_in,
    name_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    written,
)

TO_PEOPLE = {"ban", "unban", "appoint", "hand_on", "reset_factor"}
KINDS = {one.__struct_config__.tag for one in AtTable.__args__}
FILLED = {"to": "0", "epoch": "0", "seat": "0", "side": "red"}


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


@pytest.fixture
def admin(client: TestClient) -> TestClient:
    return appointed(client, "Zoe", "admin")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, admin: TestClient, key: str) -> None:
    """Let time pass since the last confirmation of all sessions."""
    source, by = clock.source, FRESH + timedelta(seconds=1)

    def now() -> datetime:
        return source() + by

    monkeypatch.setattr("app.base.clock.source", now)


def asked(answer: Response) -> bool:
    return answer.status_code == 403 and 'name="proof"' in answer.text


def with_proof(browser: TestClient, path: str, page: Response, proof: str) -> Response:
    """Fill in and send the confirmation page."""
    return post(browser, path, **kept_in(page), proof=proof)


def kept_in(page: Response) -> dict[str, str]:
    """Return the hidden fields with which a page carries on the rest of a form: the page that asks, and everything
    filled in before."""
    main = page.text.split("<main")[1]
    return dict(re.findall(r'<input type="hidden" name="(?!token)(\w+)" value="([^"]*)"', main))


def test_whatever_only_admins_do_is_weighty() -> None:
    assert {kind for kind in MAY if MAY[kind] == {"admin"}} | {"hand_on"} == WEIGHTY
    assert {"ban", "reset", "rewind", "undo", "void", "appoint", "replace", "see", "reset_factor"} <= WEIGHTY
    assert not {"rename", "freeze", "hide"} & WEIGHTY
    assert WEIGHTY <= KINDS | TO_PEOPLE


@pytest.mark.parametrize("kind", sorted(WEIGHTY))
def test_each_weighty_admin_action_asks_again_and_changes_nothing(
    admin: TestClient, client: TestClient, key: str, later: None, kind: str
) -> None:
    before = client.get(f"/api/v1/tables/{key}").json()
    if kind in TO_PEOPLE:
        answer = post(admin, f"/admin/people/{number_of(admin, 'Zoe')}", do=kind, reason=WHY, role="player")
    else:
        answer = action(admin, key, kind, **FILLED)
    assert asked(answer)
    assert WHY in answer.text
    assert client.get(f"/api/v1/tables/{key}").json() == before
    assert WHY not in admin.get("/admin/deeds").text


def test_what_weighs_little_is_done_at_once(admin: TestClient, key: str, later: None) -> None:
    assert action(admin, key, "freeze").status_code == 303


def test_who_has_just_come_is_not_asked(admin: TestClient, key: str) -> None:
    assert action(admin, key, "reset").status_code == 303


def test_the_password_carries_it_out_with_all_that_was_filled_in(admin: TestClient, key: str, later: None) -> None:
    path = f"/admin/tables/{key}"
    offered = kept_in(admin.get(f"{path}/compare?do=reset&same_seed=on"))
    assert offered == {"same_seed": "on", "at_epoch": "0", "at_step": "0", "after": "0"}
    filled_in = offered | {"do": "reset", "reason": WHY}
    page = post(admin, path, **filled_in)
    assert kept_in(page) == filled_in
    for wrong in ("not it", "000000", "x" * 300):
        again = with_proof(admin, path, page, wrong)
        assert asked(again)
        assert kept_in(again) == filled_in
        assert faults_of(again)["proof"]
        assert PASSWORD not in again.text
    assert with_proof(admin, path, page, PASSWORD).status_code == 303
    text = admin.get("/admin/deeds").text
    assert "Zoe</a> reset <a" in text
    assert "with the same dice and cards" in text
    assert text.count(WHY) == 1
    assert action(admin, key, "void").status_code == 303, "and for some minutes nobody is asked"


def test_so_does_a_code_that_was_not_used_yet(client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = another(client)
    register(admin, "Zoe", "zoe@example.org")
    secret, _ = arm(admin)
    from tests.support.visitors import change_person

    change_person(client, "Zoe", role="admin")
    used, source = code_of(secret), clock.source
    monkeypatch.setattr("app.base.clock.source", lambda: source() + FRESH + timedelta(seconds=1))
    path, page = f"/admin/tables/{key}", action(admin, key, "void")
    assert asked(with_proof(admin, path, page, used))
    code = code_of(secret)
    assert with_proof(admin, path, page, code).status_code == 303
    monkeypatch.setattr("app.base.clock.source", lambda: source() + 2 * FRESH + timedelta(seconds=1))
    assert asked(action(admin, key, "rewind", to="0"))


def test_proofs_can_not_be_tried_out(admin: TestClient, key: str, later: None) -> None:
    page = action(admin, key, "void")
    answers = [with_proof(admin, f"/admin/tables/{key}", page, "not it").status_code for _ in range(12)]
    assert answers[-1] == 429


def test_a_moderator_is_refused_and_not_asked(client: TestClient, key: str, later: None) -> None:
    moderator = appointed(client, "Mo", "moderator")
    refused = action(moderator, key, "reset")
    assert refused.status_code == 403
    assert not asked(refused)


def test_no_program_runs_the_site(admin: TestClient, client: TestClient, key: str) -> None:
    """A token never includes its owner's role, whatever else it allows."""
    bearer = {"authorization": f"Bearer {token_for(admin, 'tables', days='7')}"}
    asker = another(client)
    for path in ("/admin", "/admin/health", f"/admin/tables/{key}", f"/admin/people/{number_of(admin, 'Zoe')}"):
        assert asker.get(path, headers=bearer, follow_redirects=False).status_code in {303, 401, 404}, path
    answer = asker.post(f"/admin/tables/{key}", headers=bearer, data={"do": "void", "reason": WHY})
    assert answer.status_code in {401, 404}


# Lost app and codes


def test_an_admin_brings_back_who_has_lost_everything(admin: TestClient, client: TestClient, other: TestClient) -> None:
    register(other, "Ada", "ada@example.org")
    confirm(other, "ada@example.org")
    arm(other)
    path = f"/admin/people/{number_of(admin, 'Ada')}"
    assert 'value="reset_factor"' in admin.get(path).text
    assert post(admin, path, do="reset_factor", reason="").status_code == 422
    assert post(admin, path, do="reset_factor", reason=WHY).status_code == 303
    assert name_of(other) is None, "their sessions end"
    assert written(client)[-1][:2] == ("ada@example.org", "Two-step login was reset at Horloge")
    assert WHY in admin.get("/admin/deeds").text
    assert log_in(other).status_code == 303
    assert post(admin, path, do="reset_factor", reason=WHY).status_code == 409, "it is off"
    assert 'value="reset_factor"' not in admin.get(path).text


def test_nobody_else_does(admin: TestClient, client: TestClient, other: TestClient) -> None:
    register(other, "Ada", "ada@example.org")
    arm(other)
    path, moderator = f"/admin/people/{number_of(admin, 'Ada')}", appointed(client, "Mo", "moderator")
    assert post(moderator, path, do="reset_factor", reason=WHY).status_code == 403
    assert post(other, path, do="reset_factor", reason=WHY).status_code == 404
    own = f"/admin/people/{number_of(admin, 'Zoe')}"
    assert post(admin, own, do="reset_factor", reason=WHY).status_code == 409
    assert name_of(other) == "Ada"
    assert run(client, services_of(client).accounts.second.is_on, int(path.rpartition("/")[2]))
