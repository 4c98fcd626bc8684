"""The harness keeps its own promises: real servers, a clean database each, a strict browser, loud skips.

Where a promise is about a whole run, the test starts one: a small test file, run by a pytest of its own.
"""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import asyncpg
import pytest
from playwright.async_api import Page
from redis.asyncio import Redis

from tests.support import needs as needing
from tests.support.needs import NEEDS, missing, needs, program

ROOT = Path(__file__).parents[2]


def run_tests(folder: Path, source: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a file of tests under this house's settings and fixtures."""
    (folder / "test_sample.py").write_text(dedent(source))
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    outside = {key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("PYTEST")}
    return subprocess.run(
        [*command, *arguments, str(folder)],
        cwd=ROOT,
        env=outside | environment,
        capture_output=True,
        text=True,
        check=False,
    )


async def test_each_test_gets_an_empty_database_of_a_durable_postgres(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    try:
        assert await connection.fetchval("SHOW fsync") == "on"
        assert await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
        await connection.execute("CREATE TABLE mark (id integer)")
    finally:
        await connection.close()


test_and_the_next_test_gets_another_one = test_each_test_gets_an_empty_database_of_a_durable_postgres


async def test_redis_carries_a_message(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as client, client.pubsub() as feed:
        await feed.subscribe("news")
        await feed.get_message(timeout=60)
        await client.publish("news", "arrived")
        message = await feed.get_message(timeout=60)
        assert message is not None
        assert message["data"] == b"arrived"


async def test_page_is_wide_and_phone_is_narrow(page: Page, phone: Page) -> None:
    assert await page.evaluate("innerWidth") == 1440
    assert await phone.evaluate("innerWidth") == 390


async def test_visitors_share_no_cookies(page: Page, phone: Page) -> None:
    await page.context.add_cookies([{"name": "who", "value": "me", "url": "http://127.0.0.1"}])
    assert await phone.context.cookies() == []


async def test_a_complaint_that_was_provoked_can_be_taken_out(page: Page, complaints: list[str]) -> None:
    await page.evaluate("console.error('wanted')")
    await page.evaluate("1")
    assert "wanted" in complaints.pop()


@pytest.mark.parametrize("fault", ["console.error('planted')", "setTimeout(() => { throw Error('planted') })"])
def test_a_complaint_on_a_page_fails_the_test(tmp_path: Path, fault: str) -> None:
    needs("chromium")
    source = f"""
        async def test_it(page):
            await page.evaluate({fault!r})
            await page.evaluate("new Promise(done => setTimeout(done, 100))")
    """
    done = run_tests(tmp_path, source, "-n0")
    assert done.returncode == 1, done.stdout
    assert "the pages complained" in done.stdout
    assert "planted" in done.stdout


def test_the_served_site_outlives_the_pages(tmp_path: Path) -> None:
    needs("chromium")
    source = """
        import pytest

        opened = []

        @pytest.fixture
        def site():
            yield
            assert opened[0].is_closed()

        async def test_it(page, site):
            opened.append(page)
    """
    done = run_tests(tmp_path, source, "-n0")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_what_is_missing_is_skipped_loudly(tmp_path: Path, workers: str) -> None:
    done = run_tests(tmp_path, "def test_it(redis_url): pass", workers, PATH="")
    assert done.returncode == 0, done.stdout
    assert f"1 test skipped: needs redis; to install it: {NEEDS['redis'].install}" in done.stdout


def test_under_ci_nothing_may_be_missing(tmp_path: Path) -> None:
    done = run_tests(tmp_path, "def test_it(redis_url): pass", "-n0", PATH="", CI="true")
    assert done.returncode == 1, done.stdout
    assert "needs redis" in done.stdout


@pytest.mark.parametrize(
    ("system", "user", "line"),
    [
        ("linux", 1000, "sudo apt-get install redis-server"),
        ("linux", 0, "apt-get install redis-server"),
        ("darwin", 501, "brew install redis"),
    ],
)
def test_what_is_missing_is_said_with_the_line_that_installs_it_here(
    monkeypatch: pytest.MonkeyPatch, system: str, user: int, line: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert needing.install("redis-server", "redis") == line


def test_the_summary_names_each_missing_thing_once() -> None:
    reasons = ["needs a; to install it: x", "something else", "needs a; to install it: x", "needs b; to install it: y"]
    assert missing(reasons) == [
        "2 tests skipped: needs a; to install it: x",
        "1 test skipped: needs b; to install it: y",
    ]


def test_workers_share_one_postgres_and_nothing_of_it_stays(tmp_path: Path) -> None:
    source = f"""
        import os, pathlib, pytest
        @pytest.mark.parametrize("n", range(4))
        def test_it(n, postgres_url):
            port = postgres_url.split(":")[-1].split("/")[0]
            home = pathlib.Path(os.environ["HORLOGE_TEST_SERVERS"])
            (pathlib.Path({str(tmp_path)!r}) / f"{{os.getpid()}}-{{n}}").write_text(port + " " + str(home))
    """
    done = run_tests(tmp_path, source, "-n2", "--dist=each")
    assert done.returncode == 0, done.stdout
    notes = [note.read_text() for note in tmp_path.glob("*-?")]
    assert len(notes) == 8
    assert len(set(notes)) == 1
    if "DATABASE_URL" not in os.environ:
        assert not Path(notes[0].split()[1]).exists()


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_every_run_lives_elsewhere_and_without_what_its_owner_set(tmp_path: Path, workers: str) -> None:
    source = """
        import os, subprocess, sys, time
        from app.settings import read_settings
        def test_it(tmp_path):
            assert time.tzname[0] == "+1245"
            assert read_settings().address == "" and "https_proxy" not in os.environ
            (tmp_path / "made").touch()
            assert (tmp_path / "made").stat().st_mode & 0o777 == 0o600
            code = "import locale, pathlib; print(locale.getencoding()); (pathlib.Path.home() / 'made').mkdir()"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            assert "X3.4-1968" in done.stdout or "ASCII" in done.stdout
            assert "NotADirectoryError" in done.stderr
    """
    theirs = {"HOME": str(tmp_path), "TZ": "UTC", "HORLOGE_ADDRESS": "https://example.org", "https_proxy": "http://x"}
    done = run_tests(tmp_path, source, workers, **theirs)
    assert done.returncode == 0, done.stdout


def test_a_program_is_found_by_any_of_its_names() -> None:
    assert program("no-such-program", "sh") is not None
    assert program("no-such-program") is None
