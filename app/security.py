"""What every answer says to the browser about what it may do, and which sites may open a socket."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
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
ONLY_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}


class SecurityHeaders:
    """Sends the headers with everything, errors included."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app = app
        self.headers = HEADERS | (ONLY_HTTPS if address.startswith("https:") else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def same_origin(visit: HTTPConnection, address: str) -> bool:
    """Whether a socket is opened by one of our own pages: browsers always say which site's page it is."""
    origin = visit.headers.get("origin", "").lower()
    if address:
        return origin == address.lower()
    return (
        origin.startswith(("http://", "https://")) and urlsplit(origin).netloc == visit.headers.get("host", "").lower()
    )
