"""What tests do as a visitor's browser: fill in forms of our pages, with the token that they carry."""

from fastapi.testclient import TestClient
from httpx2 import Response

from app.accounts.tokens import form_token_of
from app.accounts.visitor import COOKIE

ORIGIN = {"origin": "http://testserver"}


def token_of(client: TestClient) -> str:
    """The token that forms on this visitor's pages carry; one that has no cookie yet opens a page with a form first."""
    if COOKIE not in client.cookies:
        client.get("/guest")
    return form_token_of(client.cookies[COOKIE])


def post(client: TestClient, path: str, **fields: str) -> Response:
    """Send a form as a page of ours does; the answer itself, not the page it leads to."""
    form = {"token": token_of(client)} | fields
    return client.post(path, data=form, headers=ORIGIN, follow_redirects=False)


def come_as_guest(client: TestClient, name: str = "Ada") -> None:
    """From now on this visitor is a guest of that name."""
    assert post(client, "/guest", name=name, next="/").status_code == 303
