"""Makes every test run happen on a machine unlike ours: far to the east, with a home that cannot be written, files
readable by their owner only, and a locale that knows only ASCII. Code that leans on one of these fails in every run,
not only on the machine of a stranger. Settings that the owner of the machine has made for other programs reach no test.

All processes of a run live like this, and so do the servers and browsers that they start.
"""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support.servers import is_worker

ELSEWHERE = {
    "HORLOGE_ENV_FILE": "",  # a checkout that serves a site has a .env
    "HOME": os.devnull,  # even root can create nothing in it
    "LC_ALL": "C",
    "TZ": "Pacific/Chatham",  # 12:45 h before Greenwich, in summer 13:45
}
ASCII = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
"""Without these, Python treats such a locale as one that knows all letters."""
OWN = ("COLUMNS", "FORCE_COLOR", "HORLOGE_", "LANG", "LC_", "NO_COLOR", "PG", "PYTHONDONTWRITE", "REDISCLI_", "XDG_")
"""Prefixes of variables that would change what is tested. DATABASE_URL and REDIS_URL stay: they name servers to use."""
PROXIES = ("all_proxy", "http_proxy", "https_proxy")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Move there before anything is started. Workers inherit the variables from the process that begins the run.
    Bytecode is kept: a run imports the tests in each worker, and the server in some hundred processes."""
    sys.dont_write_bytecode = False
    if not is_worker(config):
        for name in [*os.environ]:
            if name.startswith(OWN) or name.lower() in PROXIES:
                del os.environ[name]
        os.environ.update(ELSEWHERE)
    time.tzset()
    os.umask(0o077)


@pytest.fixture(scope="session", autouse=True)
def programs_know_ascii() -> Iterator[None]:
    """Set the locale for child processes only, because packages of the test process read their own files in its
    encoding."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ASCII.items():
            patch.setenv(name, value)
        yield
