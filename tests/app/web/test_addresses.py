"""Links on a page lead to this site, at whatever address the page was requested."""

import re
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from app.web.addresses import local_path
from tests.support.visitors import another, post

FOREIGN = [
    "//evil.example/", "//evil.example", "///evil.example/", "/\\evil.example/", "\\\\evil.example/", "//[::1",
    "//[", "https://evil.example/", "HTTPS:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example/",
    "/\t/evil.example/", "/\n/evil.example", "\t//evil.example/", " //evil.example/", "//evil.example:port/", "",
    "/" + "a" * 1_000, "//user@evil.example/", "/\u2028/evil.example", "/\ud800",
]  # fmt: skip
LINKS = re.compile(r'(?:href|action|src|hx-get|hx-post)="([^"]*)"')
ASKED = ["//evil.example/", "//evil.example", "///evil.example/x", "//evil.example/?a=b", "/%2F/evil.example/",
    "/%5Cevil.example/", "//evil.example/?lang=it", "//%5B::1", "//[::1/"]  # fmt: skip


@pytest.mark.parametrize("address", FOREIGN)
def test_what_leads_to_another_site_becomes_the_first_page(address: str) -> None:
    assert local_path(address) == "/"


@pytest.mark.parametrize("address", ["/", "/tables/abc?as=red#log", "/?q=//evil.example/", "/people/J%C3%B6rg", "/é"])
def test_what_leads_to_a_page_of_this_site_stays(address: str) -> None:
    assert local_path(address) == address


@pytest.mark.parametrize("address", ASKED)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "HEAD"])
def test_no_page_leads_where_its_own_address_says(client: TestClient, address: str, method: str) -> None:
    """`GET //host/` is a path that begins with two slashes; as a link it would be another site."""
    answer = asked_at(another(client), method, address)
    assert answer.status_code in (403, 404, 405)
    assert foreign(answer.text) == []
    assert "location" not in answer.headers


@pytest.mark.parametrize("address", ASKED)
@pytest.mark.parametrize("page", ["guest", "login", "register"])
def test_nobody_is_sent_to_another_site_once_they_have_a_name(client: TestClient, address: str, page: str) -> None:
    answer = another(client).get(f"/{page}", params={"next": address})
    assert answer.status_code == 200
    assert foreign(answer.text) == []
    [goal] = re.findall('name="next" value="([^"]*)"', answer.text)
    assert local_path(goal) == goal


@pytest.mark.parametrize("address", FOREIGN[:8])
def test_a_form_that_asks_for_it_leads_to_the_first_page(client: TestClient, address: str) -> None:
    answer = post(another(client), "/guest", name="Ann", next=address)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("address", ["//evil.example/", "/\\evil.example"])
def test_other_languages_are_those_of_the_same_page(client: TestClient, address: str) -> None:
    assert foreign(asked_at(another(client), "GET", address).text) == []
    page = client.get("/rules?q=a&lang=it").text
    assert 'href="/rules?q=a&amp;lang=en"' in page


@pytest.mark.parametrize("host", ["[::1", "evil.example/", "evil.example\\", "a b", "", "evil.example:port", "x" * 999])
def test_no_host_header_makes_a_page_fail(client: TestClient, host: str) -> None:
    for address in ("/", "/nowhere", "/guest", "/api/docs", "/tables/new"):
        answer = another(client).get(address, headers={"host": host}, follow_redirects=False)
        assert answer.status_code in (200, 303, 400, 404), address
        assert "evil.example" not in answer.text


def foreign(html: str) -> list[str]:
    """Return the links of a page that a browser takes for another site's."""
    links = [link.replace("&amp;", "&") for link in LINKS.findall(html)]
    return [link for link in links if not link.startswith("#") and not one_of_ours(link)]


def one_of_ours(link: str) -> bool:
    plain = re.sub(r"[\t\n\r]", "", link).replace("\\", "/")
    return plain.startswith("/") and not plain.startswith("//") and not urlsplit(plain).netloc


def asked_at(client: TestClient, method: str, target: str):  # type: ignore[no-untyped-def]
    """Request a target as it is, like a program that takes an address for a path."""
    return client.request(method, "http://testserver" + target, follow_redirects=False)
