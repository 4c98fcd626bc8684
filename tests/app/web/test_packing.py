"""Answers are compressed in a way that the client accepts, and have the same content in each."""

from __future__ import annotations

from collections.abc import AsyncIterator

import brotli
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.responses import StreamingResponse

from app.joined import FOLDER, LEAN, address, lean, together
from app.pages import asset
from app.paths import STATIC
from app.web.packing import LARGE, SMALLEST, Packing, packed, way_of

WAYS = ("br", "gzip")


@pytest.mark.parametrize(
    ("takes", "way"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("gzip, br;q=0", "gzip"),
        ("gzip, br;q=0.0, x", "gzip"),
        ("br;q=0.1", "br"),
        ("brr, xgzip", ""),
        ("identity", ""),
        ("", ""),
    ],
)
def test_the_way_is_the_tightest_that_the_reader_takes(takes: str, way: str) -> None:
    assert way_of({"type": "http", "headers": [(b"accept-encoding", takes.encode())]}) == way


def test_a_page_says_the_same_in_every_way_and_is_smallest_by_brotli(client: TestClient) -> None:
    sizes = []
    for way in (*WAYS, "identity"):
        answer = client.get("/", headers={"Accept-Encoding": way})
        assert answer.headers.get("content-encoding", "identity") == way
        assert "accept-encoding" in answer.headers["vary"].lower()
        sizes.append((int(answer.headers["content-length"]), answer.text.count("<a ")))
    assert sizes == sorted(sizes)
    assert len({found for _, found in sizes}) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["css/horloge.css", "js/times.js", "icons/horloge.svg"])
def test_a_file_that_never_changes_is_packed_once(client: TestClient, name: str, way: str) -> None:
    whole = (STATIC / name).read_text("utf-8")
    kind = name.partition("/")[0]
    text = lean(kind, whole) if kind in LEAN else whole
    for _ in range(2):
        answer = client.get(asset(name), headers={"Accept-Encoding": way})
        assert (answer.text, answer.headers["content-encoding"]) == (text, way)
        assert "immutable" in answer.headers["cache-control"]
        assert int(answer.headers["content-length"]) == len(packed(way, text))
    assert client.head(asset(name), headers={"Accept-Encoding": way}).headers["content-length"] == str(
        len(packed(way, text))
    )
    assert client.get(f"/static/{name}").text == whole


def test_what_is_packed_already_stays_as_it_is(client: TestClient) -> None:
    font = next(STATIC.glob("vendor/fonts/*.woff2"))
    answer = client.get(asset(str(font.relative_to(STATIC))), headers={"Accept-Encoding": "br, gzip"})
    assert answer.content == font.read_bytes()
    assert "content-encoding" not in answer.headers


def test_what_no_page_has_joined_is_answered_and_not_kept(client: TestClient) -> None:
    """Otherwise a visitor could make the server work for a tenth of a second for every order of files."""
    path, names = f"/static/{FOLDER}/css/replay+dice+lot.css", ("replay", "dice", "lot")
    before = packed.cache_info().misses
    assert client.get(f"{path}?v=1", headers={"Accept-Encoding": "br"}).text == together("css", names)
    assert packed.cache_info().misses == before
    client.get(address("css", names), headers={"Accept-Encoding": "br"})
    assert packed.cache_info().misses == before + 1


@pytest.mark.parametrize("path", ["none.css", "..%2Fpyproject.toml", "css", "css/", "js/none.js"])
def test_nothing_else_is_there_to_be_packed(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}?v=1", headers={"Accept-Encoding": "br"}).status_code == 404


@pytest.mark.parametrize("parts", [[b"a" * SMALLEST] * 3, [b"b" * LARGE, b"", b"c" * LARGE], [b"short"]])
def test_what_comes_in_parts_is_packed_as_it_comes(parts: list[bytes]) -> None:
    app = FastAPI()

    @app.get("/")
    async def parted() -> StreamingResponse:
        async def comes() -> AsyncIterator[bytes]:
            for part in parts:
                yield part

        return StreamingResponse(comes(), media_type="text/plain")

    app.add_middleware(Packing, minimum_size=SMALLEST)
    with TestClient(app) as visitor, visitor.stream("GET", "/", headers={"Accept-Encoding": "br"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "br"
    assert brotli.decompress(raw) == b"".join(parts)
