"""A browser of an admin."""

import pytest
from fastapi.testclient import TestClient

from tests.app.features.admin.test_pages import appointed


@pytest.fixture
def admin(client: TestClient) -> TestClient:
    return appointed(client, "Zoe", "admin")
