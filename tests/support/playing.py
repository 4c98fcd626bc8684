"""Plays in tests as people without JavaScript do: it reads a table's page and sends its form."""

import re
from html.parser import HTMLParser

from fastapi.testclient import TestClient
from httpx2 import Response

from tests.support.visitors import come_as_guest, post

OF_FORMS = re.compile(r"""</?(?:form|input|select|option|button)\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
"""The tags that forms consist of; a page has thousands of others."""


class Panel(HTMLParser):
    """The forms of a page with which a player decides, answers offers and acts out of turn: the fields that go with all
    of them, the buttons that make a choice, the values filled in already, and the first meaningful option of each list.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.aside: list[tuple[str, str]] = []
        self.others: list[tuple[str, str]] = []
        self.picked: dict[str, str] = {}
        self.filled: dict[str, str] = {}
        self.ticks: list[str] = []
        self.most: dict[str, int] = {}
        self.select = self.form = ""
        self.feed("".join(OF_FORMS.findall(html)))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.form = given.get("id", "")
        if (given.get("form") or self.form) not in ("decide", "aside", "offered"):
            return
        read = getattr(self, f"read_{tag}", None)
        if read:
            read(given)

    def read_input(self, given: dict[str, str]) -> None:
        name, kind = given["name"], given.get("type")
        if kind == "hidden" and "." in name:
            self.filled[name] = given["value"]
        elif kind == "hidden" and name not in self.fields and name != "panel":
            self.fields[name] = given["value"]
        elif kind == "checkbox" and "." in name:
            self.ticks.append(name)
            if "checked" in given:
                self.filled[name] = "on"
        elif "." in name and (kind != "radio" or "checked" in given):
            self.filled[name] = given.get("value", "")
            if given.get("max"):
                self.most[name] = int(given["max"])

    def read_select(self, given: dict[str, str]) -> None:
        self.select = given["name"]

    def read_option(self, given: dict[str, str]) -> None:
        if self.select:
            self.picked[self.select] = self.picked.get(self.select) or given["value"]
            if "selected" in given:
                self.filled[self.select] = given["value"]

    def read_button(self, given: dict[str, str]) -> None:
        button = (given.get("name", ""), given.get("value", ""))
        if button[0] in ("choice", "do"):
            (self.aside if self.form == "aside" else self.buttons).append(button)
        else:
            self.others.append(button)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag == "form":
            self.form = ""


def panel(client: TestClient, key: str) -> Panel:
    return Panel(client.get(f"/tables/{key}").text)


def send(client: TestClient, key: str, seen: Panel, **fields: str) -> Response:
    """Send the panel's form with these fields, confirmed already."""
    return post(client, f"/tables/{key}/act", **(seen.fields | {"sure": "1"} | fields))


def table_of(client: TestClient, players: int | str = 2, game: str = "antechamber", **fields: str) -> str:
    """Make a table for this guest, who takes the first seat; return its key."""
    asked = {"game": game, "players": str(players), "title": "A table", "access": "public", "seating": "pick"}
    rounds = {"options.rounds": "1"} if game == "antechamber" else {}
    answer = post(client, "/tables/new", **(asked | rounds | {"spectators": "yes", "chair.0": "me"} | fields))
    assert answer.status_code == 303, re.findall(r"alarm[^>]*>([^<]+)", answer.text)
    return str(answer.headers["location"].rpartition("/")[2])


def arrange(client: TestClient, key: str, what: str, seat: int = 0, **fields: str) -> Response:
    return post(client, f"/tables/{key}/seats", what=what, seat=str(seat), **fields)


def begun(host: TestClient, guest: TestClient, **fields: str) -> str:
    """Start a game of two: the first is red, the other blue. Return its key."""
    come_as_guest(host, "Ada")
    come_as_guest(guest, "Bob")
    key = table_of(host, **fields)
    assert arrange(guest, key, "sit", 1).status_code == 303
    assert arrange(guest, key, "ready").status_code == 303
    assert post(host, f"/tables/{key}/start").status_code == 303
    return key


def played_out(red: TestClient, blue: TestClient, key: str) -> None:
    """Play the one-round game of `begun` to its end."""
    for player in (red, blue):
        for tag in ("collect", "tip"):
            assert send(player, key, panel(player, key), choice=f'{{"do":"{tag}"}}').status_code == 303
