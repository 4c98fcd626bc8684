"""Two programs at a table, on both databases."""

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.app.api.programs import Program, new_table
from tests.support.visitors import quick_settings


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url, bot_pace=0)


@pytest.fixture
def red(client: TestClient) -> Program:
    return Program(client, "Ada")


@pytest.fixture
def blue(client: TestClient) -> Program:
    return Program(client, "Bob")


@pytest.fixture
def key(red: Program, blue: Program) -> str:
    """Return the key of a game of two that has begun."""
    made = new_table(red)
    blue.post(f"/tables/{made}/seats", {"do": "sit", "seat": 1})
    blue.post(f"/tables/{made}/seats", {"do": "ready"})
    red.post(f"/tables/{made}/start")
    return made
