"""What tests do at tables, as people without JavaScript do it: they read a table's page and send its form."""

import re
from html.parser import HTMLParser

from fastapi.testclient import TestClient
from httpx2 import Response

from tests.app.visitors import come_as_guest, post


class Panel(HTMLParser):
    """The decision panel of a page: what goes along with the form #decide, its buttons, the first word of each list."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.aside: list[tuple[str, str]] = []
        self.picked: dict[str, str] = {}
        self.ticks: list[str] = []
        self.select = ""
        self.inside = self.out_of_turn = False
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if given.get("id") == "decide":
            self.inside = True
        if self.inside and given.get("class") == "aside":
            self.out_of_turn = True
        if tag == "input" and given.get("type") == "hidden" and (self.inside or given.get("form") == "decide"):
            self.fields[given["name"]] = given["value"]
        if given.get("type") == "checkbox" and self.inside:
            self.ticks.append(given["name"])
        if tag == "select" and self.inside:
            self.select = given["name"]
        if tag == "option" and self.select:
            self.picked.setdefault(self.select, given["value"])
        if tag == "button" and self.inside and given.get("name"):
            (self.aside if self.out_of_turn else self.buttons).append((given["name"], given["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag == "form":
            self.inside = self.out_of_turn = False


def panel(client: TestClient, key: str) -> Panel:
    return Panel(client.get(f"/tables/{key}").text)


def send(client: TestClient, key: str, seen: Panel, **fields: str) -> Response:
    """The panel's form, with these fields; confirmed already."""
    return post(client, f"/tables/{key}/act", **(seen.fields | {"sure": "1"} | fields))


def table_of(client: TestClient, players: int | str = 2, game: str = "antechamber", **fields: str) -> str:
    """A new table of this guest's, who takes the first seat; its key."""
    asked = {"game": game, "players": str(players), "title": "A table", "access": "public", "seating": "pick"}
    rounds = {"options.rounds": "1"} if game == "antechamber" else {}
    answer = post(client, "/tables/new", **(asked | rounds | {"spectators": "yes", "chair.0": "me"} | fields))
    assert answer.status_code == 303, re.findall(r"alarm[^>]*>([^<]+)", answer.text)
    return str(answer.headers["location"].rpartition("/")[2])


def arrange(client: TestClient, key: str, what: str, seat: int = 0, **fields: str) -> Response:
    return post(client, f"/tables/{key}/seats", what=what, seat=str(seat), **fields)


def begun(host: TestClient, guest: TestClient, **fields: str) -> str:
    """A table of two that has begun: the first is red, the other blue."""
    come_as_guest(host, "Ada")
    come_as_guest(guest, "Bob")
    key = table_of(host, **fields)
    assert arrange(guest, key, "sit", 1).status_code == 303
    assert arrange(guest, key, "ready").status_code == 303
    assert post(host, f"/tables/{key}/start").status_code == 303
    return key
