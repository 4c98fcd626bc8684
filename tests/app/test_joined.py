"""Style sheets and scripts that a page gets joined."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.joined import FOLDER, MOST, files, joined, together
from app.pages import asset
from app.paths import STATIC

HEAD = (
    f'<link rel="stylesheet" href="{asset("css/play.css")}">\n<script src="{asset("js/map.js")}" defer></script>\n'
    f'<script src="{asset("vendor/htmx.min.js")}" defer></script>\n'
    f'<link rel="stylesheet" href="{asset("css/map.css")}"><script src="{asset("js/push.js")}" defer></script>'
)


def test_a_head_has_one_style_sheet_and_one_script_in_their_order_after_what_others_wrote() -> None:
    found = re.findall(r'(?:href|src)="/static/([^?"]+)\?v=\w{12}"', joined(HEAD))
    assert found == [f"{FOLDER}/css/play+map.css", "vendor/htmx.min.js", f"{FOLDER}/js/map+push.js"]
    assert joined("<title>Horloge</title>") == "<title>Horloge</title>"


def test_what_is_joined_is_served_for_ever_and_packed(client: TestClient) -> None:
    [sheet] = re.findall(r'href="([^"]+)"', joined(HEAD))
    answer = client.get(sheet, headers={"Accept-Encoding": "gzip"})
    assert answer.text == together("css", ("play", "map"))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path",
    [
        "css/none.css",
        "css/play+none.css",
        "css/play+map+play.css",
        "css/.css",
        "css/play+map.js",
        "css/..%2Fjs%2Fpush.css",
        f"css/{'+'.join(['play'] * (MOST + 1))}.css",
        "vendor/faces.css",
        "play.css",
    ],
)
def test_nothing_else_is_joined(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{FOLDER}/{path}").status_code == 404
    assert client.post(f"/static/{FOLDER}/css/play.css").status_code == 405


@pytest.mark.parametrize("kind", ["css", "js"])
def test_only_comments_and_needless_spaces_go(kind: str) -> None:
    """A comment begins in no text: strings have no `/*`, and no string of a script goes over several lines."""
    for name in files(kind):
        text = STATIC.joinpath(kind, f"{name}.{kind}").read_text("utf-8")
        assert not any(line.count("`") % 2 for line in text.splitlines()), name
        assert not re.findall(r"""["'][^"'\n]*/\*""", text), name
        left = together(kind, (name,))
        kept = [line.strip() for line in text.splitlines() if kind == "css" or not line.strip().startswith("//")]
        if kind == "js":
            assert left.splitlines() == [line for line in kept if line]
        else:
            bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
            assert re.findall(r'"[^"\n]*"', left) == re.findall(r'"[^"\n]*"', bare), "what is quoted stays as it is"
            assert re.sub(r"\s", "", left) == re.sub(r"\s", "", bare)
            assert left.count("{") == re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).count("{")
            assert "/*" not in left


def test_a_table_asks_for_one_of_each_beside_what_all_pages_share(client: TestClient, key: str) -> None:
    page = client.get(f"/tables/{key}").text
    ours = re.findall(r'(?:href|src)="/static/((?:css|js|joined)/[^?"]+)', page)
    assert len([path for path in ours if path.startswith(FOLDER)]) == 2
    assert {path for path in ours if not path.startswith(FOLDER)} == {"css/horloge.css", "js/times.js"}
