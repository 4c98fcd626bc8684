"""Accounts: made, used, recovered by mail. No answer reveals which addresses are known; no visitor can lock an owner
out.
"""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from structlog.testing import capture_logs

from app.settings import Settings
from app.store.people.people import Person
from app.web.rate_limits import LOGINS_TO
from app.web.visitor import COOKIE
from tests.support.visitors import (
    PASSWORD,
    another,
    come_as_guest,
    confirm,
    faults_of,
    key_of,
    link_in,
    log_in,
    name_of,
    post,
    quick_settings,
    register,
    run,
    services_of,
    without_token,
    written,
)

NEW = "seven hills and a river"


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def person_of(client: TestClient) -> Person:
    from app.base.clock import now
    from app.base.tokens import digest_of

    found = run(client, services_of(client).people.recognise, digest_of(client.cookies[COOKIE]), now())
    assert found
    person: Person = found[0]
    return person


# Making an account


def test_an_account_is_logged_in_at_once_and_later_by_name_or_confirmed_address(client: TestClient) -> None:
    assert register(client).status_code == 303
    assert name_of(client) == "Ada"
    confirm(client, "ada@example.org")
    for who in ("Ada", "ada", " ÁDA ", "ada@example.org", "Ada@Example.ORG"):
        browser = another(client)
        assert log_in(browser, who).status_code == 303, who
        assert name_of(browser) == "Ada"


def test_a_guest_who_makes_an_account_stays_the_same_person(client: TestClient) -> None:
    come_as_guest(client)
    before = person_of(client)
    assert 'value="Ada"' in client.get("/register").text
    register(client, "Ada Lovelace")
    after = person_of(client)
    assert (before.id, before.guest) == (after.id, True)
    assert (after.name, after.guest) == ("Ada Lovelace", False)


def test_the_same_form_sent_twice_makes_one_account(client: TestClient) -> None:
    register(client)
    assert register(client, "Bob", "bob@example.org").status_code == 303
    assert name_of(client) == "Ada"
    assert log_in(another(client), "Bob").status_code == 422


def test_a_name_that_looks_like_anothers_is_refused(client: TestClient, other: TestClient) -> None:
    register(client)
    answer = register(other, "А d á", "other@example.org")
    assert answer.status_code == 422
    assert "looks like it" in faults_of(answer)["name"]
    assert name_of(other) is None


def test_all_that_is_wrong_is_said_at_once_and_what_was_right_stays(client: TestClient) -> None:
    answer = register(client, "A", "nonsense", "short")
    assert answer.status_code == 422
    assert set(faults_of(answer)) == {"name", "email", "password"}
    assert 'value="nonsense"' in answer.text
    assert "short" not in answer.text.split("<main")[1], "a password is never sent back"
    assert 'aria-describedby="hint-password fault-password" aria-invalid="true"' in answer.text


@pytest.mark.parametrize(
    "email",
    ["", "a", "a@b", "@b.org", "a@", "a b@c.org", "a@b..org", "a@-b.org", "a@b.org\nBcc: x@y.org", "a,b@c.org",
     "<a@b.org>", "a@b.org>", "a@b@c.org", "ä@b.org", "a" * 65 + "@b.org", "a@" + "b." * 130 + "org", "a@b.1"],
)  # fmt: skip
def test_what_is_no_address_is_refused(client: TestClient, email: str) -> None:
    answer = register(client, email=email)
    assert answer.status_code == 422
    assert "name@example.org" in faults_of(answer)["email"]
    assert written(client) == []


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "10 to 256"),
        ("short one", "10 to 256"),
        ("x" * 257, "10 to 256"),
        ("aaaaaaaaaaaa", "too simple"),
        ("abababababab", "too simple"),
        ("abcdefghijkl", "too simple"),
        ("lkjhgfdsapoi", "too simple"),
        ("9876543210", "too simple"),
        ("Password12345", "Many people"),
        ("qwerty123456!", "Many people"),
        ("iloveyou!!!1", "Many people"),
        ("AdaLovelace1815"[:15], "mostly your name"),
        ("ada.lovelace@example.org", "mostly your name"),
    ],
)
def test_a_password_that_is_easily_guessed_is_refused(client: TestClient, password: str, why: str) -> None:
    answer = register(client, "Ada Lovelace", "ada.lovelace@example.org", password)
    assert answer.status_code == 422
    assert why in faults_of(answer)["password"]


@pytest.mark.parametrize(
    "password", ["nine lives of a cat", "Tr0ub4dor&3x", "ääöüßéñçłø", "猫は九つの命を持つという", " sp ac es "]
)
def test_length_is_enough(client: TestClient, password: str) -> None:
    assert register(client, password=password).status_code == 303
    assert log_in(another(client), password=password).status_code == 303


def test_the_store_has_no_password(client: TestClient) -> None:
    register(client)
    account = run(client, services_of(client).people.account, "ada", "")
    assert account.password.startswith("$argon2id$")
    assert PASSWORD not in account.password


# No answer reveals which addresses are known


def test_making_an_account_with_a_known_address_looks_like_any_other(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    known = register(other, "Bob", "ada@example.org")
    stranger = another(client)
    unknown = register(stranger, "Bab", "new@example.org")
    assert (known.status_code, known.headers["location"]) == (unknown.status_code, unknown.headers["location"])
    pages = [re.sub("/people/[0-9]+", "/people/", without_token(one.get("/me").text)) for one in (other, stranger)]
    assert pages[0].replace("ada@", "new@").replace("Bob", "Bab") == pages[1]
    to, subject, text = written(client)[-2]
    assert (to, subject) == ("ada@example.org", "You have an account at Horloge already")
    assert "/forgot" in text
    assert "Bob" not in text, "whoever it was"
    assert log_in(another(client), "ada@example.org").status_code == 303, "it is still the first one's"


def test_asking_for_a_new_password_is_answered_alike(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    count = len(written(client))
    known, unknown = (post(other, "/forgot", email=f"{who}@example.org") for who in ("ada", "nobody"))
    assert (known.status_code, known.headers["location"]) == (unknown.status_code, unknown.headers["location"])
    assert [to for to, *_ in written(client)[count:]] == ["ada@example.org", ""], "as much was written each time"


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(client: TestClient, other: TestClient) -> None:
    register(client)
    come_as_guest(another(client), "Guest")
    wrong, unknown, guest = (log_in(other, who, "wrong password") for who in ("Ada", "Nobody", "Guest"))
    assert wrong.status_code == unknown.status_code == guest.status_code == 422
    assert faults_of(wrong) == faults_of(unknown) == faults_of(guest)
    assert list(faults_of(wrong)) == ["password"]


def test_every_login_works_out_a_hash(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown name therefore takes as long."""
    hasher = services_of(client).accounts.hasher
    worked: list[str] = []
    register(client)
    verify = hasher.verify

    def noted(kept: str, password: str) -> bool:
        worked.append(kept)
        return verify(kept, password)

    monkeypatch.setattr(hasher, "verify", noted)
    for who in ("Ada", "Nobody", "nobody@example.org", ""):
        log_in(another(client), who, "wrong password")
    assert len(worked) == 4
    assert {kept.split("$")[3] for kept in worked} == {worked[0].split("$")[3]}, "with the same parameters"


def test_a_name_like_an_address_stands_in_nobodys_way(client: TestClient, other: TestClient) -> None:
    register(client, email="ada@horloge.example")
    come_as_guest(other, "ada@horloge.example")
    confirm(client, "ada@horloge.example")
    assert log_in(another(client), "ada@horloge.example").status_code == 303


# Limits


def test_guests_do_not_come_in_crowds(client: TestClient) -> None:
    """From one address."""
    with ThreadPoolExecutor(4) as threads:
        codes = list(
            threads.map(lambda _: post(another(client), "/guest", name="Ada", next="/").status_code, range(70))
        )
    assert set(codes) == {303, 429}
    assert 60 <= codes.count(303) <= 68


def test_tries_do_not_tell_whose_an_address_is(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    while log_in(other, "Ada", "wrong password").status_code != 429:
        pass
    assert log_in(other, "ada@example.org", "wrong password").status_code == 422


def test_too_many_tries_are_told_when_to_come_back(client: TestClient, other: TestClient) -> None:
    register(client)
    answers = [log_in(other, "Ada", f"wrong {n}") for n in range(LOGINS_TO.at_once + 1)]
    assert [answer.status_code for answer in answers] == [422] * LOGINS_TO.at_once + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60
    assert f"in {answers[-1].headers['retry-after']} seconds" in answers[-1].text


def test_whoever_tries_many_passwords_does_not_lock_the_owner_out(client: TestClient, other: TestClient) -> None:
    register(client)
    post(client, "/logout")
    while log_in(other, "Ada", "wrong password").status_code != 429:
        pass
    assert log_in(other, "Ada").status_code == 429
    assert log_in(client, "Ada").status_code == 303, "in this browser Ada was logged in before"


def test_by_mail_the_owner_gets_in_from_anywhere(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    while log_in(other, "Ada", "wrong password").status_code != 429:
        pass
    owner = another(client)
    post(owner, "/forgot", email="ada@example.org")
    assert post(owner, "/reset", key=key_of(link_in(client, "ada@example.org")), password=NEW).status_code == 303
    assert name_of(owner) == "Ada"


def test_nobodys_mailbox_is_filled(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    for _ in range(8):
        assert post(other, "/forgot", email="ada@example.org").status_code == 303
    assert len([to for to, *_ in written(client) if to == "ada@example.org"]) <= 4


def test_no_secret_is_logged(client: TestClient, other: TestClient) -> None:
    with capture_logs() as logs:
        register(client)
        confirm(client, "ada@example.org")
        log_in(other, "Ada", "wrong password")
        post(other, "/forgot", email="ada@example.org")
        key = key_of(link_in(client, "ada@example.org"))
        other.get(f"/reset?key={key}")
        run(client, services_of(client).mailer.work)
    said = repr(logs)
    for secret in (PASSWORD, "wrong password", key, client.cookies[COOKIE], "ada@example.org"):
        assert secret not in said


# Forms


FORMS = {
    "/login": ("who", "password", "next"),
    "/register": ("name", "email", "password", "next"),
    "/forgot": ("email",),
    "/reset": ("key", "password"),
    "/confirm": ("key",),
}


@pytest.mark.parametrize("path", FORMS)
def test_forms_with_something_missing_or_more_are_refused(client: TestClient, path: str) -> None:
    whole = dict.fromkeys(FORMS[path], "")
    for fields in ({}, whole, *({name: "x"} for name in whole), dict.fromkeys(whole, "\U0001f600" * 900)):
        assert post(client, path, **fields).status_code == 422, fields
    assert post(client, path, **whole, admin="1").status_code == 422
    assert post(client, path, **dict.fromkeys(whole, "x" * 5_000)).status_code == 422
    assert name_of(client) is None
    assert all(to == "" for to, *_ in written(client))


def test_whoever_is_logged_in_is_not_asked_again(client: TestClient) -> None:
    register(client)
    assert client.get("/login?next=/rules", follow_redirects=False).headers["location"] == "/rules"
    assert client.get("/register", follow_redirects=False).headers["location"] == "/me"


def test_a_guest_is_told_what_logging_in_leaves_behind(client: TestClient) -> None:
    come_as_guest(client)
    assert "that guest and its games stay behind" in client.get("/login").text
