"""A second factor: set up by a code, asked for at each login, valid once, encrypted where it is stored."""

import re
from datetime import timedelta

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base import clock
from app.base.encryption import Sealing, Unsealable
from app.base.totp import code_at, is_code, matching_step, typed
from app.settings import Settings
from app.store.db.schema.games import metadata
from app.store.people.factors import HALF_WAY
from app.store.people.people import FRESH
from app.web.rate_limits import CODES
from app.web.visitor import COOKIE
from tests.support.clocks import Later
from tests.support.visitors import (
    PASSWORD,
    another,
    arm,
    begin_factor,
    change_person,
    code_of,
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
    written,
)

NEW = "seven hills and a river"
RFC_SECRET = b"12345678901234567890"
RUBBISH = ["", "0", "12345", "1234567", "abcdef", "１２３４５x", "-12345", "١٢٣٤٥٦", "\0" * 6, "9" * 4_000, "' OR 1=1"]


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def half_way(client: TestClient, who: str = "Ada", password: str = PASSWORD) -> str:
    """Type the password; return the key of the page that asks for the code."""
    answer = log_in(client, who, password)
    assert answer.status_code == 200, answer.status_code
    return key_in(answer)


def key_in(answer: Response) -> str:
    return str(re.findall(r'name="key" value="([\w-]{43})"', answer.text)[0])


def type_code(client: TestClient, key: str, code: str) -> Response:
    return post(client, "/login/code", key=key, code=code, next="/mine")


def subjects(client: TestClient) -> list[str]:
    return [subject for to, subject, _ in written(client) if to == "ada@example.org"]


def stored(client: TestClient) -> str:
    """Return everything in the database except the texts of mails."""

    async def rows() -> str:
        async with services_of(client).database.reading() as connection:
            tables = [table for table in metadata.sorted_tables if table.name != "mails"]
            return repr([(await connection.execute(sa.select(table))).all() for table in tables])

    return str(run(client, rows))


# Codes


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    """The vectors of RFC 6238, as six digits."""
    assert code_at(RFC_SECRET, seconds // 30) == code
    assert [matching_step(RFC_SECRET, code, seconds + off) is not None for off in (-60, -30, 0, 30, 60)] == [
        *(False, True, True, True, False)
    ]


@pytest.mark.parametrize("text", ["123 456", " 123456 ", "123-456", "１２３４５６"])
def test_a_code_is_read_as_people_type_it(text: str) -> None:
    assert typed(text) == "123456"
    assert is_code(typed(text))


# Setting up, logging in


def test_once_it_is_on_a_password_alone_lets_nobody_in(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    key = half_way(other)
    assert name_of(other) is None
    assert other.get("/me", follow_redirects=False).status_code == 303
    answer = type_code(other, key, code_of(secret, 1))
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine")
    assert name_of(other) == "Ada"


def test_it_counts_only_once_a_code_was_typed(client: TestClient, other: TestClient) -> None:
    register(client)
    begin_factor(client)
    assert log_in(other).status_code == 303
    assert post(client, "/me/factor", do="confirm", code="000000").status_code == 422
    assert log_in(another(client)).status_code == 303


def test_nobody_begins_without_the_password(client: TestClient) -> None:
    register(client)
    answer = post(client, "/me/factor", do="begin", password="not the password")
    assert "password" in faults_of(answer)
    assert "<svg xmlns" not in answer.text


def test_when_it_is_switched_on_everybody_else_is_out(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    log_in(other)
    assert name_of(other) == "Ada"
    arm(client)
    assert (name_of(client), name_of(other)) == ("Ada", None)
    assert subjects(client)[-1] == "Two-step login is on at Horloge"


def test_what_an_app_was_given_is_shown_once_and_stands_nowhere(client: TestClient) -> None:
    register(client)
    secret, codes = arm(client)
    shown = client.get("/me/factor").text + client.get("/me").text
    kept = stored(client)
    for text in (secret.hex(), base32(secret), *codes, *(typed(code) for code in codes)):
        assert text not in shown
        assert text not in kept
    assert repr(secret) not in kept


def base32(secret: bytes) -> str:
    from app.base.totp import written as in_letters

    return in_letters(secret)


def test_what_waits_to_be_confirmed_is_shown_to_nobody_without_the_password(client: TestClient, later: Later) -> None:
    """It is shown only right after the password was typed, when the first code did not fit."""
    register(client)
    begin_factor(client)
    assert "<svg xmlns" in post(client, "/me/factor", do="confirm", code="000000").text
    later.by = FRESH + timedelta(seconds=1)
    answer = post(client, "/me/factor", do="confirm", code="000000")
    assert answer.status_code == 422
    assert "<svg xmlns" not in answer.text


# Attacks


def test_a_code_is_good_once(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    used = code_of(secret)
    assert type_code(other, half_way(other), used).status_code == 422, "it confirmed the setting up"
    following = code_of(secret, 1)
    assert type_code(other, half_way(other), following).status_code == 303
    third = another(client)
    assert type_code(third, half_way(third), following).status_code == 422
    assert type_code(third, half_way(third), used).status_code == 422, "nor is an older one"


def test_of_two_who_type_the_same_code_at_once_one_gets_in(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    code, third = code_of(secret, 1), another(client)
    keys = [(browser, half_way(browser)) for browser in (other, third)]
    answers = [type_code(browser, key, code).status_code for browser, key in keys]
    assert sorted(answers) == [303, 422]


def test_codes_can_not_be_tried_out(client: TestClient, other: TestClient) -> None:
    """Attempts are counted in the database, for every process and every browser alike."""
    register(client)
    secret, _ = arm(client)
    key = half_way(other)
    answers = [type_code(other, key, "000000").status_code for _ in range(CODES.at_once)]
    assert set(answers) <= {422, 429}
    services_of(client).accounts.tries.here.buckets.clear()
    last = type_code(other, key, code_of(secret, 1))
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) > 0


@pytest.mark.parametrize("code", RUBBISH)
def test_rubbish_is_no_code(client: TestClient, other: TestClient, code: str) -> None:
    register(client)
    arm(client)
    assert type_code(other, half_way(other), code).status_code == 422
    assert name_of(other) is None


@pytest.mark.parametrize("key", ["", "x", "A" * 43, "é" * 43, "9" * 4_000])
def test_nobody_types_a_code_who_has_not_typed_the_password(client: TestClient, other: TestClient, key: str) -> None:
    register(client)
    secret, _ = arm(client)
    assert type_code(other, key, code_of(secret, 1)).status_code == 422
    assert name_of(other) is None


def test_who_has_typed_the_password_goes_on_in_that_browser_only(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    key = half_way(other)
    assert type_code(another(client), key, code_of(secret, 1)).status_code == 422
    assert type_code(other, key, code_of(secret, 1)).status_code == 303
    assert type_code(other, key, code_of(secret, 1)).status_code == 422


def test_half_way_is_over_after_a_while(client: TestClient, other: TestClient, later: Later) -> None:
    register(client)
    secret, _ = arm(client)
    key = half_way(other)
    later.by = HALF_WAY + timedelta(seconds=1)
    assert type_code(other, key, code_of(secret)).status_code == 422
    run(client, services_of(client).accounts.second.store.sweep, clock.now())
    assert name_of(other) is None


def test_a_link_from_a_mail_does_not_go_round_it(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    secret, _ = arm(client)
    post(other, "/forgot", email="ada@example.org")
    answer = post(other, "/reset", key=key_of(link_in(client, "ada@example.org")), password=NEW)
    assert answer.status_code == 200
    assert name_of(other) is None
    assert type_code(other, key_in(answer), code_of(secret, 1)).status_code == 303
    assert name_of(other) == "Ada"


def test_who_is_banned_half_way_stays_out(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, _ = arm(client)
    key = half_way(other)
    change_person(client, "Ada", banned_at=clock.now())
    assert type_code(other, key, code_of(secret, 1)).status_code == 422


def test_switching_off_takes_password_and_code(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    secret, _ = arm(client)
    for password, code in (("", ""), (PASSWORD, "000000"), ("not the password", code_of(secret, 1)), (PASSWORD, "")):
        assert post(client, "/me/factor", do="off", password=password, code=code).status_code == 422
    assert log_in(other).status_code == 200, "it is on"
    answer = post(client, "/me/factor", do="off", password=PASSWORD, code=code_of(secret, 1))
    assert answer.headers["location"] == "/me/factor?done=off"
    assert subjects(client)[-1] == "Two-step login is off at Horloge"
    assert log_in(another(client)).status_code == 303


def test_another_app_takes_over_once_it_is_confirmed(client: TestClient, other: TestClient) -> None:
    register(client)
    old, codes = arm(client)
    assert "code" in faults_of(post(client, "/me/factor", do="begin", password=PASSWORD))
    new = begin_factor(client, code=codes[0])
    assert type_code(other, half_way(other), code_of(old, 1)).status_code == 303, "until then the old one counts"
    post(client, "/me/factor", do="confirm", code=code_of(new))
    third = another(client)
    assert type_code(third, half_way(third), code_of(old, 1)).status_code == 422
    assert type_code(third, half_way(third), code_of(new, 1)).status_code == 303


@pytest.mark.parametrize("do", ["", "nonsense", "begin ", "BEGIN", "__class__"])
def test_what_no_form_of_ours_asks_is_refused(client: TestClient, do: str) -> None:
    register(client)
    assert post(client, "/me/factor", do=do).status_code == 422
    assert post(client, "/me/factor", do="begin", password=PASSWORD, more="x").status_code == 422


def test_a_guest_has_none(client: TestClient) -> None:
    come_as_guest(client)
    assert client.get("/me/factor").status_code == 404
    assert post(client, "/me/factor", do="begin", password="").status_code == 404


def test_who_leaves_for_good_leaves_none_behind(client: TestClient) -> None:
    register(client)
    arm(client)
    post(client, "/me/leave", password=PASSWORD)
    assert name_of(client) is None

    async def left() -> int:
        async with services_of(client).database.reading() as connection:
            tables = [metadata.tables[name] for name in ("factors", "recoveries", "logins")]
            return sum([len((await connection.execute(sa.select(table))).all()) for table in tables])

    assert run(client, left) == 0


# Stored secrets


async def own_key(_name: str, _new: str) -> str:
    return "the site's own key"


async def test_what_is_kept_is_encrypted_by_the_secret_of_the_site() -> None:
    before = await Sealing("", own_key).seal(RFC_SECRET)
    after = await Sealing("x" * 32, own_key).seal(RFC_SECRET)
    assert await Sealing("x" * 32, own_key).unseal(before) == RFC_SECRET, "what was kept before there was one"
    assert await Sealing("x" * 32, own_key).unseal(after) == RFC_SECRET
    for wrong in ("", "y" * 32):
        with pytest.raises(Unsealable):
            await Sealing(wrong, own_key).unseal(after)


def test_no_cookie_or_secret_of_it_is_logged(client: TestClient, capfd: pytest.CaptureFixture[str]) -> None:
    register(client)
    secret, codes = arm(client)
    other = another(client)
    type_code(other, half_way(other), codes[0])
    said = "".join(capfd.readouterr())
    assert not [one for one in (base32(secret), *codes, other.cookies[COOKIE]) if one in said]
