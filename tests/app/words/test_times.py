"""Times near now are shown as a distance, others in the reader's zone, which the browser reports at the first visit; a
zone chosen by hand stays.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from app.words import times
from app.words.catalogue import words_of
from tests.app.features.accounts.test_entry import person_of
from tests.support.visitors import another, come_as_guest, log_in, post, register

NOW = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)
CHOSEN = {"language": "en", "theme": "auto"}


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database_url=sqlite_url)


def told(language: str, ahead: timedelta, kind: str = "at", zone: str = "Europe/Rome") -> str:
    marked = times.mark_time(language, NOW + ahead, kind)
    html = times.convert_times(marked, words_of(language), zone, NOW)
    assert html == times.convert_times(html, words_of(language), "Asia/Tokyo", NOW), "told once"
    return re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("ahead", "en", "it", "es"),
    [
        (timedelta(0), "just now", "proprio ora", "ahora mismo"),
        (timedelta(seconds=-59), "just now", "proprio ora", "ahora mismo"),
        (timedelta(seconds=-60), "1 min ago", "1 min fa", "hace 1 min"),
        (timedelta(minutes=-3, seconds=-59), "3 min ago", "3 min fa", "hace 3 min"),
        (timedelta(hours=-1), "1 h ago", "1 ora fa", "hace 1 h"),
        (timedelta(hours=-23, minutes=-59), "23 h ago", "23 ore fa", "hace 23 h"),
        (timedelta(minutes=5), "in 5 min", "tra 5 min", "dentro de 5 min"),
        (timedelta(hours=2), "in 2 h", "tra 2 ore", "dentro de 2 h"),
        (timedelta(hours=-24), "18 Nov 2026, 13:00 CET", "18 nov 2026, 13:00 CET", "18 nov 2026, 13:00 CET"),
    ],
)
def test_a_time_near_now_is_told_by_how_far_off_it_is(ahead: timedelta, en: str, it: str, es: str) -> None:
    assert [told(language, ahead) for language in ("en", "it", "es")] == [en, it, es]


@pytest.mark.parametrize(
    ("ahead", "en", "it", "es"),
    [
        (timedelta(minutes=12, seconds=3), "12 min left", "restano 12 min", "quedan 12 min"),
        (timedelta(minutes=1), "1 min left", "resta 1 min", "queda 1 min"),
        (timedelta(hours=1), "1 h left", "resta 1 ora", "queda 1 h"),
        (timedelta(seconds=30), "less than 1 min left", "resta meno di 1 min", "queda menos de 1 min"),
        (timedelta(days=-3), "time is up", "tempo scaduto", "se acabó el tiempo"),
    ],
)
def test_a_deadline_says_what_is_left(ahead: timedelta, en: str, it: str, es: str) -> None:
    assert [told(language, ahead, "left") for language in ("en", "it", "es")] == [en, it, es]


def test_a_deadline_far_off_is_told_by_its_day() -> None:
    assert told("en", timedelta(days=2), "left") == "due 21 Nov 2026, 13:00 CET"


def test_the_exact_time_stands_in_the_title() -> None:
    html = times.convert_times(times.moment("en", NOW), words_of("en"), "Asia/Tokyo", NOW)
    assert 'datetime="2026-11-19T12:00:00+00:00"' in html
    assert 'title="19 Nov 2026, 21:00 JST"' in html


def test_the_script_says_times_by_the_same_sentences() -> None:
    for language in ("en", "it", "es"):
        said, words = times.sentences(language), words_of(language)
        for kind, ahead in (("at", -1), ("at", 1), ("left", 1)):
            way = "left" if kind == "left" else "in" if ahead > 0 else "ago"
            for unit, seconds in (("minutes", 60), ("hours", 3600)):
                for n in (1, 2, 7):
                    form = said[way][unit][0 if n == 1 else 1].format(n=n)
                    assert form == times.near(words, ahead * n * seconds, kind)


def zone_of(client: TestClient, path: str = "/") -> str:
    found = re.search(r'id="times"[^>]* data-zone="([^"]*)"', client.get(path).text)
    assert found
    return found[1]


def test_without_a_zone_it_is_utc_and_named(client: TestClient) -> None:
    come_as_guest(client)
    assert zone_of(client) == ""
    assert re.search(r'title="[^"]+ UTC"', client.get("/me/sessions").text)
    assert person_of(client).zone == "UTC"
    assert not person_of(client).zone_known


def test_a_guest_has_the_zone_of_their_browser_at_once(client: TestClient) -> None:
    client.cookies.set("zone", "Asia/Tokyo")
    assert zone_of(client) == "Asia/Tokyo", "before they have a name"
    come_as_guest(client)
    assert re.search(r'title="[^"]+ JST"', client.get("/me/sessions").text)
    assert (person_of(client).zone, person_of(client).zone_known) == ("Asia/Tokyo", True)


def test_an_account_learns_its_zone_once_and_keeps_it_in_other_browsers(client: TestClient) -> None:
    register(client)
    client.cookies.set("zone", "Asia/Tokyo")
    client.get("/")
    assert person_of(client).zone == "Asia/Tokyo"
    elsewhere = another(client)
    elsewhere.cookies.set("zone", "America/Sao_Paulo")
    log_in(elsewhere, "Ada")
    assert zone_of(elsewhere) == "Asia/Tokyo"


@pytest.mark.parametrize("zone", ["Europe/Rome", "UTC"])
def test_a_zone_chosen_by_hand_is_never_overridden(client: TestClient, zone: str) -> None:
    come_as_guest(client)
    client.cookies.set("zone", "Asia/Tokyo")
    assert post(client, "/me", **CHOSEN, zone=zone).status_code == 303
    client.cookies.set("zone", "America/Sao_Paulo")
    assert zone_of(client, "/me") == zone
    assert person_of(client).zone == zone


@pytest.mark.parametrize("rubbish", ["", "Nowhere/Land", "../../etc/passwd", "x" * 500, "Europe/Rome;evil", "<script>"])
def test_rubbish_in_the_cookie_is_no_zone(client: TestClient, rubbish: str) -> None:
    come_as_guest(client)
    answer = client.get(
        "/me/sessions",
        headers={
            "cookie": "; ".join([*(f"{name}={value}" for name, value in client.cookies.items()), f'zone="{rubbish}"'])
        },
    )
    assert answer.status_code == 200
    assert re.search(r'title="[^"]+ (UTC|CET)"', answer.text)
