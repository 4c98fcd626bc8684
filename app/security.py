"""Security headers of every response, and the test whether a request comes from this machine."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {whence}" for what, whence in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SHARED, PRIVATE = "/static/", "private, no-cache"
"""Paths that are the same for everyone; and the cache header of every response that sets none, since it may be
private."""
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""The headers by which a proxy says that it passes on the request of another client."""
ONLY_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}

Header = tuple[bytes, bytes]
CACHE_CONTROL = b"cache-control"
NOT_SHARED: Header = (CACHE_CONTROL, PRIVATE.encode())


def headers_at(address: str) -> dict[str, str]:
    """Return the headers of every response of a site at this address."""
    return HEADERS | (ONLY_HTTPS if address.startswith("https:") else {})


def as_sent(headers: dict[str, str]) -> list[Header]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


class SecurityHeaders:
    """Middleware that adds the headers to every response. Responses to unexpected errors are made outside of any
    middleware and add them themselves."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app, self.headers = app, as_sent(headers_at(address))
        self.names = {name for name, _ in self.headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [header for header in message["headers"] if header[0] not in self.names]
                shared = scope["path"].startswith(SHARED) or any(name == CACHE_CONTROL for name, _ in said)
                message["headers"] = [*said, *self.headers] if shared else [*said, *self.headers, NOT_SHARED]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class Heads:
    """Middleware that handles HEAD like GET, for monitors and link previews; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app({**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope, receive, send)


def from_this_machine(visit: HTTPConnection) -> bool:
    """Tell whether the request comes from this machine directly: neither passed on by a proxy, nor from a page of
    another site whose name was made to lead here, which the Host header would show."""
    straight = not any(name in visit.headers for name in PASSED_ON)
    return straight and visit.client is not None and {visit.client.host, asked_for(visit)} <= LOOPBACK


def asked_for(visit: HTTPConnection) -> str:
    """Return the name in the Host header; empty if there is none."""
    try:
        return urlsplit(f"//{visit.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""
