"""The style sheets and scripts of a page are joined into one file each."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.base.paths import STATIC
from app.render.bundles import FOLDER, MOST, files, joined, together
from app.render.templates import asset

HEAD = (
    f'<link rel="stylesheet" href="{asset("css/play.css")}">\n<script src="{asset("js/map.js")}" defer></script>\n'
    f'<script src="{asset("vendor/htmx.min.js")}" defer></script>\n'
    f'<link rel="stylesheet" href="{asset("css/map.css")}"><script src="{asset("js/feed.js")}" defer></script>'
)


def test_a_head_has_one_style_sheet_and_one_script_in_their_order_after_what_others_wrote() -> None:
    found = re.findall(r'(?:href|src)="/static/([^?"]+)\?v=\w{12}"', joined(HEAD))
    assert found == [f"{FOLDER}/css/play+map.css", "vendor/htmx.min.js", f"{FOLDER}/js/map+feed.js"]
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
        "css/..%2Fjs%2Ffeed.css",
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
    for name in files(kind):
        text = STATIC.joinpath(kind, f"{name}.{kind}").read_text("utf-8")
        left, bare = together(kind, (name,)), re.sub(COMMENTS[kind], "", text)
        assert strings(left) == strings(bare), "what is quoted stays as it is"
        assert re.sub(r"\s|;(?=\s*})", "", left) == re.sub(r"\s|;(?=\s*})", "", bare)
        if kind == "css":
            assert len(re.findall(r"[\w*)\]] :", left)) == len(re.findall(r"[\w*)\]] :", bare)), "descendants stay"
        assert len(left) < len(text)


COMMENTS = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    "js": re.compile(r"(?:^|(?<=\s))//.*|/\*[\s\S]*?\*/", re.MULTILINE),
}


def strings(text: str) -> list[str]:
    return re.findall(r'"[^"\n]*"', text)


def test_a_table_asks_for_one_of_each_beside_what_all_pages_share(client: TestClient, key: str) -> None:
    page = client.get(f"/tables/{key}").text
    ours = re.findall(r'(?:href|src)="/static/((?:css|js|joined)/[^?"]+)', page)
    assert len([path for path in ours if path.startswith(FOLDER)]) == 2
    assert {path for path in ours if not path.startswith(FOLDER)} == {"css/horloge.css", "js/times.js"}
