"""Expensive pages are limited for each address, and what is the same for everyone is drawn once."""

import pytest
from fastapi.testclient import TestClient

from app.api import docs
from app.base.rate_limits import Limit
from app.web import expensive_pages as costly
from app.words.catalogue import LANGUAGES
from tests.support.visitors import another


@pytest.mark.parametrize(
    "path",
    [
        *("/api/docs", "/api/openapi.json", "/statistics/antechamber"),
        *("/tables/{key}/at/0", "/tables/{key}/at?step=0", "/tables/{key}/record.json", "/tables/{key}/dice"),
    ],
)
def test_an_expensive_page_is_shown_so_often_to_one_address(
    client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(costly, "PAGES", Limit("expensive pages", 3, 600))
    visitors = [client, another(client)] * 2
    answers = [one.get(path.format(key=key), follow_redirects=False) for one in visitors]
    assert [answer.status_code // 100 for answer in answers[:3]] == [answers[0].status_code // 100] * 3
    assert (answers[3].status_code, answers[3].headers["retry-after"]) == (429, "600")
    assert client.get("/").status_code == 200, "the rest of the site is there"


def test_the_document_of_the_api_is_drawn_once_for_each_language(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = 0
    curl = docs.curl

    def counted(*given: object) -> str:
        nonlocal drawn
        drawn += 1
        return curl(*given)  # type: ignore[arg-type]

    docs.drawn.cache_clear()
    monkeypatch.setattr(docs, "curl", counted)
    pages = {language: client.get(f"/api/docs?lang={language}").text for language in LANGUAGES}
    once = drawn
    assert once > 0
    for language in LANGUAGES:
        assert client.get(f"/api/docs?lang={language}").status_code == 200
    assert drawn == once
    assert len({*pages.values()}) == len(LANGUAGES)


def test_the_document_names_the_site_as_each_visitor_reaches_it(client: TestClient) -> None:
    for host in ("one.example", "two.example"):
        page = client.get("/api/docs", headers={"host": host}).text
        assert f"http://{host}/api/v1/" in page
        assert docs.HERE not in page
    hostile = client.get("/api/docs", headers={"host": '"><script>x'}).text
    assert "<script>x" not in hostile
