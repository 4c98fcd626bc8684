"""A faster transport for test clients, in the server's own loop: a request crosses into that loop and back once.
Starlette's client crosses about ten times per request, which costs more than most of our answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
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
        status, headers, body = await answered(
            self.client.app, scope_of(request, self.client.app_state), request.content
        )
        return httpx2.Response(status, headers=headers, content=body, request=request)


Headers = list[tuple[bytes, bytes]]


async def answered(app: Any, scope: dict[str, Any], content: bytes = b"") -> tuple[int, Headers, bytes]:
    """Return an answer like a server that has accepted the request: errors have been logged, and are a 500."""
    told = [{"type": "http.request", "body": content, "more_body": False}]
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
        await app(scope, receive, send)
    sent = sent or [{"type": "http.response.start", "status": 500, "headers": []}]
    return sent[0]["status"], sent[0]["headers"], b"".join(message.get("body", b"") for message in sent)


def got_by(client: TestClient, paths: Iterable[str], headers: dict[str, str]) -> list[tuple[int, dict[str, str], str]]:
    """Return status, headers and text of each of these pages, in the order of `paths`. All are asked for in one go and
    uncompressed, which takes a third less time; cookies that they set are ignored."""
    assert client.portal
    plain = headers | {"accept-encoding": "identity"}
    common = scope_of(client.build_request("GET", "/", headers=plain), client.app_state)

    async def get() -> list[tuple[int, dict[str, str], str]]:
        found = []
        for full in paths:
            path, _, query = full.partition("?")
            own = {"path": path, "raw_path": path.encode(), "query_string": query.encode(), "state": {}}
            status, told, body = await answered(client.app, common | own)
            found.append(
                (status, {name.decode(): text.decode() for name, text in told}, body.decode(errors="surrogateescape"))
            )
        return found

    return client.portal.call(get)


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
