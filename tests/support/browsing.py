"""A faster transport for test clients, in the server's own loop: a request crosses into that loop and back once.
Starlette's client crosses about ten times per request, which costs more than most of our answers.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx2
from starlette.testclient import TestClient


class OneWay(httpx2.BaseTransport):
    """Sockets keep their own transport."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.before = client, client._transport

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.scheme.startswith("ws") or self.client.portal is None:
            return self.before.handle_request(request)
        request.read()
        return self.client.portal.call(self.answer, request)

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        """Return an answer like a server that has accepted the request: errors have been logged, and are a 500."""
        told = [{"type": "http.request", "body": request.content, "more_body": False}]
        sent: list[Any] = []
        whole = asyncio.Event()

        async def receive() -> Any:
            if not told:
                await whole.wait()
            return told.pop() if told else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                whole.set()

        with suppress(Exception):
            await self.client.app(scope_of(request, self.client.app_state), receive, send)
        sent = sent or [{"type": "http.response.start", "status": 500, "headers": []}]
        body = b"".join(message.get("body", b"") for message in sent)
        return httpx2.Response(sent[0]["status"], headers=sent[0]["headers"], content=body, request=request)


def scope_of(request: httpx2.Request, state: dict[str, Any]) -> dict[str, Any]:
    """Return the request as an ASGI scope."""
    url = request.url
    raw = url.raw_path.split(b"?", 1)[0]
    return {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": url.path,
        "raw_path": raw,
        "root_path": "",
        "scheme": url.scheme,
        "query_string": url.query,
        "headers": [(name.lower(), text) for name, text in request.headers.raw],
        "client": ("testclient", 50000),
        "server": (url.host, url.port or 80),
        "state": state.copy(),
    }


def one_way(client: TestClient) -> TestClient:
    """Return the same client with the faster transport."""
    client._transport = OneWay(client)
    return client
