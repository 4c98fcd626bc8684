"""A table of three people, with a spectator and a stranger."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from tests.support.playing import arrange, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings


@pytest.fixture
def ada(database_url: str) -> Iterator[TestClient]:
    """Ada, the host, who plays red."""
    app = create_app(quick_settings(database_url))
    with TestClient(app, base_url="http://testserver", raise_server_exceptions=False) as opened:
        come_as_guest(opened, "Ada")
        yield opened


@pytest.fixture
def bob(ada: TestClient) -> TestClient:
    """Bob, who plays blue."""
    return named(ada, "Bob")


@pytest.fixture
def cy(ada: TestClient) -> TestClient:
    """Cy, who plays green in games of three."""
    return named(ada, "Cy")


@pytest.fixture
def wim(ada: TestClient) -> TestClient:
    """Wim, a spectator with a name."""
    return named(ada, "Wim")


@pytest.fixture
def stranger(ada: TestClient) -> TestClient:
    return another(ada)


def named(client: TestClient, name: str) -> TestClient:
    visitor = another(client)
    come_as_guest(visitor, name)
    return visitor


def of_three(ada: TestClient, bob: TestClient, cy: TestClient, **fields: str) -> str:
    """Start a game of three; return its key."""
    key = table_of(ada, 3, **fields)
    for seat, guest in enumerate((bob, cy), 1):
        assert arrange(guest, key, "sit", seat).status_code == 303
        assert arrange(guest, key, "ready").status_code == 303
    assert post(ada, f"/tables/{key}/start").status_code == 303
    return key


@pytest.fixture
def key(ada: TestClient, bob: TestClient, cy: TestClient) -> str:
    return of_three(ada, bob, cy)
