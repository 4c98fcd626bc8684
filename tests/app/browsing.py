"""How tests reach the server as a browser does, in its own loop: a request takes one way into that loop and back.
Starlette's client goes there about ten times for each, which costs more than most of our answers.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx2
from starlette.testclient import TestClient


class OneWay(httpx2.BaseTransport):
    """Sockets go as they did."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.before = client, client._transport

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.scheme.startswith("ws") or self.client.portal is None:
            return self.before.handle_request(request)
        request.read()
        return self.client.portal.call(self.answer, request)

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        """As a server that has taken the request: what goes wrong has been logged, and is a 500."""
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
    """The request as applications are told of it."""
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
    """The same client, quicker."""
    client._transport = OneWay(client)
    return client
