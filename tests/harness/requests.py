"""HTTP requests of players and other clients, which may be cancelled at any moment."""

from __future__ import annotations

from typing import Any

import httpx2

PATIENCE = 5.0


class Requests:
    """Sends each request over a connection of its own. A pool that keeps connections closes dead ones before it makes a
    new one; a client cancelled at that moment leaves the rest of them open for ever (`test_requests.py`)."""

    async def get(self, address: str, **options: Any) -> httpx2.Response:
        return await self.request("GET", address, **options)

    async def post(self, address: str, **options: Any) -> httpx2.Response:
        return await self.request("POST", address, **options)

    async def request(self, method: str, address: str, **options: Any) -> httpx2.Response:
        """Send a request. The harness never uses TLS, so certificates are not even loaded."""
        async with httpx2.AsyncClient(timeout=PATIENCE, trust_env=False, verify=False) as http:
            return await http.request(method, address, **options)
