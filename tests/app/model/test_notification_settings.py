"""When a notification is sent: after a moment of grace, once a day for those who want it, and never in a person's quiet
hours.
"""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from app.model.clocks.calendar import Calendar, next_time
from app.model.notification_kinds import KINDS, MAIL, PUSH, TIME, TURN, WAYS, setting_of
from app.model.notification_settings import NotificationSettings, after_quiet, is_quiet, moment, read
from engine.core.alerts import AlertKind

ZONES = ("UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def test_who_says_nothing_wants_everything() -> None:
    wishes = read(None)
    assert all(wishes.wants(kind, way, "antechamber", "key") for kind in (*KINDS, "outbid") for way in WAYS)


def test_what_is_switched_off_is_off_by_that_way_only() -> None:
    wishes = read('{"off":{"mail":["turn"]},"games":["chess"],"tables":["quiet"]}')
    assert not wishes.wants(TURN, MAIL, "antechamber", "key")
    assert wishes.wants(TURN, PUSH, "antechamber", "key")
    assert wishes.wants(TIME, MAIL, "antechamber", "key")
    assert not wishes.wants(TIME, MAIL, "chess", "key")
    assert not wishes.wants(TIME, MAIL, "antechamber", "quiet")


def test_an_alert_is_switched_off_for_its_game_only() -> None:
    wishes = read('{"off":{"mail":["versailles.outbid"]}}')
    assert not wishes.wants("outbid", MAIL, "versailles", "key")
    assert wishes.wants("outbid", PUSH, "versailles", "key")
    assert wishes.wants("outbid", MAIL, "antechamber", "key")


@pytest.fixture
def rumours(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"chess.rumour": AlertKind("rumour", wanted=False), "chess.siege": AlertKind("siege", urgent=True)}
    monkeypatch.setattr("app.model.notification_kinds.alerts", lambda: kinds)


def test_what_a_game_tells_only_those_who_ask_is_told_to_them(rumours: None) -> None:
    assert not NotificationSettings().wants("rumour", MAIL, "chess", "key")
    asked = read('{"on":{"mail":["chess.rumour"]}}')
    assert asked.wants("rumour", MAIL, "chess", "key")
    assert not asked.wants("rumour", PUSH, "chess", "key")


def test_an_urgent_alert_does_not_wait_for_the_daily_mail(rumours: None) -> None:
    daily = NotificationSettings(digest=8)
    told = [moment(setting_of(kind, "chess"), MAIL, NOON, daily, Calendar()) for kind in ("siege", "rumour")]
    assert told == [NOON + timedelta(minutes=1), NOON.replace(day=11, hour=8)]


def test_a_table_is_muted_and_heard_again() -> None:
    wishes = NotificationSettings().muting("a", muted=True).muting("b", muted=True).muting("a", muted=True)
    assert wishes.tables == ("b", "a")
    assert wishes.muting("a", muted=False).tables == ("b",)


def test_there_is_a_moment_of_grace() -> None:
    assert moment(TURN, MAIL, NOON, NotificationSettings(), Calendar()) == NOON + timedelta(minutes=1)


def test_a_daily_mail_comes_at_its_hour_and_the_rest_at_once() -> None:
    daily, rome = NotificationSettings(digest=8), Calendar("Europe/Rome")
    assert moment(TURN, MAIL, NOON, daily, rome) == datetime(2026, 3, 11, 7, tzinfo=UTC)
    assert moment(TURN, PUSH, NOON, daily, rome) == NOON + timedelta(minutes=1)
    assert moment(TIME, MAIL, NOON, daily, rome) == NOON, "time would run out meanwhile"


@pytest.mark.parametrize(
    ("hour", "since", "until", "quiet"),
    [
        (23, 22, 7, True), (3, 22, 7, True), (7, 22, 7, False), (21, 22, 7, False), (13, 12, 14, True),
        (14, 12, 14, False), (3, 5, 5, False),
    ],
)  # fmt: skip
def test_quiet_hours_may_go_over_midnight(hour: int, since: int, until: int, quiet: bool) -> None:
    assert is_quiet(time(hour), time(since), time(until)) is quiet


def test_quiet_hours_hold_everything_back() -> None:
    night = Calendar("Europe/Rome", (22 * 60, 7 * 60 + 30))
    at = datetime(2026, 3, 10, 23, tzinfo=UTC)
    for way in WAYS:
        assert moment(TURN, way, at, NotificationSettings(), night) == datetime(2026, 3, 11, 6, 30, tzinfo=UTC)
    assert moment(TURN, MAIL, at, NotificationSettings(digest=23), night) == datetime(2026, 3, 12, 6, 30, tzinfo=UTC)


@pytest.mark.parametrize("zone", ZONES)
def test_in_every_night_of_ten_years_the_quiet_end_at_their_hour(zone: str) -> None:
    """Also when clocks go forward or back. Where they skip the hour, quiet hours end as soon as the clocks are past
    it."""
    night, there = Calendar(zone, (22 * 60, 2 * 60 + 30)), ZoneInfo(zone)
    for day in range(3653):
        at = datetime(2026, 1, 1, 23, tzinfo=there).replace(tzinfo=None) + timedelta(days=day)
        evening = at.replace(tzinfo=there).astimezone(UTC)
        woken = after_quiet(evening, night).astimezone(there)
        assert timedelta(0) < woken.astimezone(UTC) - evening < timedelta(hours=5)
        assert time(2, 30) <= woken.time() <= time(3, 30), woken
        assert not is_quiet(woken.time(), time(22), time(2, 30))


@pytest.mark.parametrize("zone", ZONES)
def test_a_daily_mail_comes_once_a_day_for_ten_years(zone: str) -> None:
    at, there = datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo(zone)
    days = []
    for _ in range(3650):
        at = next_time(at + timedelta(seconds=1), time(2), there)
        days.append(at.astimezone(there).date())
    assert all(later - earlier == timedelta(days=1) for earlier, later in pairwise(days))
