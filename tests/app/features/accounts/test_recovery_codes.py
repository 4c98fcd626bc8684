"""Without the app: printed recovery codes let a person in once, are replaced, and outlive the secret of the site."""

import re

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.app.features.accounts.test_second_factor import half_way, own_key, type_code
from tests.support.visitors import (
    PASSWORD,
    another,
    arm,
    code_of,
    confirm,
    name_of,
    post,
    quick_settings,
    register,
    services_of,
    written,
)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def test_a_recovery_code_lets_in_once_and_is_told(client: TestClient, other: TestClient) -> None:
    register(client)
    confirm(client, "ada@example.org")
    _, codes = arm(client)
    assert type_code(other, half_way(other), codes[0].lower().replace(" ", "-")).status_code == 303
    assert name_of(other) == "Ada"
    _, subject, text = written(client)[-1]
    assert subject == "A recovery code was used at Horloge"
    assert "left: 9" in text
    third = another(client)
    assert type_code(third, half_way(third), codes[0]).status_code == 422
    assert type_code(third, half_way(third), codes[1]).status_code == 303


def test_nobody_elses_recovery_code_will_do(client: TestClient, other: TestClient) -> None:
    register(client)
    arm(client)
    register(other, "Bob", "bob@example.org")
    _, codes = arm(other)
    third = another(client)
    assert type_code(third, half_way(third), codes[0]).status_code == 422


def test_new_recovery_codes_replace_the_old_ones(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, old = arm(client)
    answer = post(client, "/me/factor", do="codes", password=PASSWORD, code=code_of(secret, 1))
    new = re.findall(r"<li><code>([A-Z2-7 ]+)</code></li>", answer.text)
    assert len(new) == len(old)
    assert not set(new) & set(old)
    assert type_code(other, half_way(other), old[0]).status_code == 422
    assert type_code(other, half_way(other), new[0]).status_code == 303


def test_where_the_secret_was_lost_recovery_codes_still_let_in(client: TestClient, other: TestClient) -> None:
    register(client)
    secret, codes = arm(client)
    second = services_of(client).accounts.second
    second.sealing.boxes, second.sealing.secret = None, "z" * 32
    second.sealing.key_of = own_key
    assert type_code(other, half_way(other), code_of(secret, 1)).status_code == 422
    assert type_code(other, half_way(other), codes[0]).status_code == 303
