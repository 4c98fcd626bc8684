"""Acts as a visitor's browser in tests: it fills in forms of our pages, with the token that they carry, and reads the
mails that result.
"""

import base64
import re
from functools import partial
from typing import Any

import sqlalchemy as sa
from fastapi.testclient import TestClient
from httpx2 import Response

from app.base.clock import now
from app.base.tokens import form_token_of
from app.base.totp import RECOVERIES, SECONDS, code_at
from app.settings import Settings
from app.store.db.schema.games import mails
from app.web.services import Services
from app.web.visitor import COOKIE
from tests.support.browsing import one_way
from tests.support.games import TEST_GAMES

ORIGIN = {"origin": "http://testserver"}
PASSWORD = "nine lives of a cat"
QUICK = {"password_memory": 8, "password_rounds": 1}
"""Settings that make passwords fast."""


def quick_settings(database_url: str, **more: Any) -> Settings:
    own: dict[str, Any] = {"database_url": database_url, "games": ",".join(TEST_GAMES), "bot_pace": 3600}
    return Settings(**own | QUICK | more)


def another(client: TestClient) -> TestClient:
    """Return another browser on the same server."""
    opened = TestClient(client.app, base_url="http://testserver", raise_server_exceptions=False)
    opened.portal = client.portal
    return one_way(opened)


def services_of(client: TestClient) -> Services:
    found: Services = client.app.state.services  # type: ignore[attr-defined]
    return found


def run(client: TestClient, work: Any, *arguments: Any) -> Any:
    """Run something in the server's own loop."""
    assert client.portal
    return client.portal.call(work, *arguments)


def token_of(client: TestClient) -> str:
    """Return the token that forms on this visitor's pages carry; a visitor without a cookie opens a page with a form
    first."""
    if COOKIE not in client.cookies:
        client.get("/guest")
    return form_token_of(client.cookies[COOKIE])


MASKED = re.compile(r'(?<=name="token" value=")[\w-]+')


def without_token(text: str) -> str:
    """Return a page without the token of its forms, which each page masks in another way."""
    return MASKED.sub("", text)


def post(client: TestClient, path: str, **fields: str) -> Response:
    """Send a form as a page of ours does; return the answer itself, not the page it leads to."""
    form = {"token": token_of(client)} | fields
    return client.post(path, data=form, headers=ORIGIN, follow_redirects=False)


def come_as_guest(client: TestClient, name: str = "Ada") -> None:
    """Turn this visitor into a guest of that name."""
    assert post(client, "/guest", name=name, next="/").status_code == 303


def register(
    client: TestClient, name: str = "Ada", email: str = "ada@example.org", password: str = PASSWORD
) -> Response:
    """Make an account for this visitor."""
    return post(client, "/register", name=name, email=email, password=password, next="/")


def log_in(client: TestClient, who: str = "Ada", password: str = PASSWORD) -> Response:
    return post(client, "/login", who=who, password=password, next="/")


def begin_factor(client: TestClient, password: str = PASSWORD, code: str = "") -> bytes:
    """Begin to set up a second factor; return the secret for the app."""
    page = post(client, "/me/factor", do="begin", password=password, code=code).text
    (text,) = re.findall(r"<code>([A-Z2-7 ]+)</code>", page)
    return base64.b32decode(text.replace(" ", ""))


def code_of(secret: bytes, ahead: int = 0) -> str:
    """Return the code that an app shows now, or this many steps later."""
    return code_at(secret, int(now().timestamp() // SECONDS) + ahead)


def arm(client: TestClient, password: str = PASSWORD) -> tuple[bytes, list[str]]:
    """Give this visitor's account a second factor; return the secret of the app and the recovery codes."""
    secret = begin_factor(client, password)
    page = post(client, "/me/factor", do="confirm", code=code_of(secret))
    codes = re.findall(r"<li><code>([A-Z2-7 ]+)</code></li>", page.text)
    assert len(codes) == RECOVERIES
    return secret, codes


def name_of(client: TestClient) -> str | None:
    """Return the name with which the site greets this visitor."""
    text = client.get("/rules").text
    return text.split("<summary", 1)[1].split(">", 1)[1].split("<", 1)[0] if "<summary" in text else None


def faults_of(answer: Response) -> dict[str, str]:
    """Return the faults that a page reports, by field."""
    found = re.findall(r'id="fault-(\w+)">([^<]+)<', answer.text)
    return dict(found)


def written(client: TestClient) -> list[tuple[str, str, str]]:
    """Return recipient, subject and text of every mail so far."""

    async def all_mails() -> list[tuple[str, str, str]]:
        query = sa.select(mails.c.recipient, mails.c.subject, mails.c.text).order_by(mails.c.id)
        async with services_of(client).database.reading() as connection:
            return [tuple(row) for row in (await connection.execute(query)).all()]

    found: list[tuple[str, str, str]] = run(client, all_mails)
    return found


def link_in(client: TestClient, recipient: str) -> str:
    """Return where the link of the latest mail to a recipient leads on this site."""
    text = [text for to, _, text in written(client) if to == recipient][-1]
    return str(re.findall(r"http://[^/]+(/\S+)", text)[0])


def key_of(link: str) -> str:
    return link.partition("?key=")[2]


def confirm(client: TestClient, recipient: str) -> None:
    """Follow the link that was mailed to a recipient."""
    answer = post(client, "/confirm", key=key_of(link_in(client, recipient)))
    assert answer.headers["location"] == "/confirm/done"


def change_person(client: TestClient, name: str, **values: Any) -> None:
    """Change what is stored of a person."""
    people = services_of(client).people
    account = run(client, people.account, name.lower(), "")
    assert account
    run(client, partial(people.change, account.id, **values))
