"""Names of people: invisible characters are removed, and names that look alike count as the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.base.rate_limits import Limit, neighbourhood
from app.model.names import LONGEST, Unfit, clean_name, fold_name, with_number
from app.web.addresses import local_path
from app.web.browser_names import shortened
from app.web.rate_limits import KEPT, Limits, TooMany

ANY = st.text(max_size=40)


def cleaned_or_none(name: str) -> str | None:
    try:
        return clean_name(name)
    except Unfit:
        return None


@given(ANY)
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    clean = cleaned_or_none(name)
    if clean is not None:
        assert clean_name(clean) == clean
        assert clean.isprintable()
        assert 2 <= len(clean) <= LONGEST


@given(ANY)
def test_case_and_spaces_never_tell_names_apart(name: str) -> None:
    assert fold_name(name.casefold()) == fold_name(name) == fold_name(f" {name} ")
    assert 1 <= len(fold_name(name)) <= 80


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Zoë", "Zoe"),
        ("José", "Jose\u0301"),
        ("Ada", "А\u0501а"),
        ("Paris", "Рaris"),
        ("Bill", "BiIl"),
        ("Bob", "B0b"),
        ("modern", "modem"),
        ("Ada B.", "ada_b"),
        ("ﬁsh", "fish"),
        ("Straße", "STRASSE"),
        ("Ａda", "Ada"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ida"), ("Anna", "Ana"), ("李雷", "韩梅"), ("Ada 2", "Ada 3")])
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


@pytest.mark.parametrize("name", ["Ada", "李雷", "Zoë 2", "O'Brien", "Łukasz", "د. علي", "नीलम", "X Æ"])
def test_names_of_all_the_world_will_do(name: str) -> None:
    assert clean_name(name) == name


@given(st.text(min_size=2, max_size=24), st.integers(2, 9_999))
def test_a_number_fits_into_the_length(name: str, number: int) -> None:
    assert len(with_number(name, number)) <= LONGEST
    assert with_number(name, number).endswith(f" {number}")


@given(st.text(alphabet="/\\.:@?#%abc\t\n http", max_size=20))
def test_wherever_one_is_led_it_is_on_this_site(address: str) -> None:
    path = local_path(address)
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert path.isprintable()


@pytest.mark.parametrize(
    ("agent", "short"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) (KHTML, like Gecko) Chrome/148.0 Safari/537.36", "Chrome · Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/148.0 Safari/537.36 Edg/148.0", "Edge · Windows"),
        ("curl/8", "curl/8"),
        ("", ""),
        ("a\x00b\u202ec" + "d" * 99, "abc" + "d" * 77),
    ],
)  # fmt: skip
def test_browsers_are_named_as_their_owners_know_them(agent: str, short: str) -> None:
    assert shortened(agent) == short


def test_tries_come_back_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    limits, limit = Limits(), Limit("tries", 2, 10)
    limits.take(limit, "ada")
    limits.take(limit, "ada")
    with pytest.raises(TooMany) as refused:
        limits.take(limit, "ada")
    assert refused.value.headers == {"Retry-After": "10"}
    limits.take(limit, "bob")
    now += 10
    limits.take(limit, "ada")
    assert limits.wait(limit, "ada") > 0
    now += 1_000
    assert [limits.wait(limit, "ada") > 0 for _ in range(3)] == [False, False, True], "not more than at once"


def test_limits_take_no_end_of_memory() -> None:
    limits, limit = Limits(), Limit("tries", 2, 10)
    for number in range(KEPT + 100):
        limits.take(limit, str(number))
    assert len(limits.buckets) == KEPT


@pytest.mark.parametrize(
    ("host", "stands_for"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("testclient", "testclient"), ("", "")],
)
def test_a_house_is_one_address(host: str, stands_for: str) -> None:
    assert neighbourhood(host) == stands_for
