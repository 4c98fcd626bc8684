"""Only pages of this very origin change anything: scheme, host and port must all match."""

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.web.origins import Origin, origin_of
from tests.support.visitors import another, come_as_guest, token_of

MALFORMED = [
    "http://[::1", "http://]", "http://[", "http://testserver:port", "http://testserver:99999", "http://", "http:",
    "testserver", "//testserver", "http://testserver/", "http://testserver/page", "http://testserver?", "null", "",
    "http://testserver#", "http://user@testserver", "http://testserver, http://testserver", "http://test server",
    "http://testserver:", "ftp://testserver", "https://testserver", "http://testserver:8000", "http://[::1]x",
    "http://testserver.evil.example", "http://evil.example", "http://TESTSERVER:080x", "\x85http://testserver",
]  # fmt: skip


@pytest.mark.parametrize("origin", MALFORMED)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("address", ["/me", "/nowhere", "/api/v1/tables"])
def test_forms_of_another_origin_are_refused(client: TestClient, origin: str, method: str, address: str) -> None:
    """They are refused without an error of ours; where there is no page, there still is none."""
    ann = another(client)
    come_as_guest(ann, "Ann")
    headers = {b"origin": origin.encode("latin-1"), b"x-horloge-token": token_of(ann).encode()}
    answer = ann.request(method, address, headers=headers)
    takes = method == "POST" and address != "/nowhere"
    assert answer.status_code == (403 if takes else 404 if address == "/nowhere" else 405)


@pytest.mark.parametrize("origin", MALFORMED)
def test_sockets_of_another_origin_are_refused(client: TestClient, origin: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("/tables/abc/feed", headers={"origin": origin.encode("latin-1")}),
    ):
        pass
    assert closed.value.code == 4403


@pytest.mark.parametrize("origin", ["http://[::1", "http://testserver/", "null"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_who_only_looks_is_not_asked_for_an_origin(client: TestClient, origin: str, method: str) -> None:
    assert client.request(method, "/rules", headers={"origin": origin}).status_code in (200, 405)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("http://testserver", Origin("http", "testserver", 80)),
        ("HTTP://TestServer:80", Origin("http", "testserver", 80)),
        ("https://horloge.example", Origin("https", "horloge.example", 443)),
        ("https://horloge.example:8443", Origin("https", "horloge.example", 8443)),
        ("http://[::1]:8000", Origin("http", "::1", 8000)),
        ("https://xn--bcher-kva.example", Origin("https", "xn--bcher-kva.example", 443)),
    ],
)
def test_an_origin_is_a_scheme_a_host_and_a_port(text: str, origin: Origin) -> None:
    assert origin_of(text) == origin


def test_a_port_that_goes_without_saying_may_be_said(client: TestClient) -> None:
    ann = another(client)
    headers = {"origin": "http://testserver:80", "x-horloge-token": token_of(ann)}
    answer = ann.post("/guest", data={"name": "Ann", "next": "/"}, headers=headers, follow_redirects=False)
    assert answer.status_code == 303
