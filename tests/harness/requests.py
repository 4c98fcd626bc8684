"""Requests of players and other clients that may be broken off at any moment."""

from __future__ import annotations

from typing import Any

import httpx2

PATIENCE = 5.0


class Requests:
    """Each has a connection of its own. The pool of a client that keeps connections closes those that have died before
    it makes a new one; whoever is cancelled just then leaves the rest of them open for ever (`test_requests.py`)."""

    async def get(self, address: str, **options: Any) -> httpx2.Response:
        return await self.request("GET", address, **options)

    async def post(self, address: str, **options: Any) -> httpx2.Response:
        return await self.request("POST", address, **options)

    async def request(self, method: str, address: str, **options: Any) -> httpx2.Response:
        """Nothing of the harness speaks TLS: certificates are not even loaded."""
        async with httpx2.AsyncClient(timeout=PATIENCE, trust_env=False, verify=False) as http:
            return await http.request(method, address, **options)
