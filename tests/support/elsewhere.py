"""Every run lives on a machine unlike ours: far to the east, where the home can't be written, files are for their owner
alone and the locale knows no letters beyond ASCII. What leans on one of these fails in every run, not only on the
machine of a stranger; and what the owner of the machine has set for other programs reaches no test.

All processes of a run live so, and so do the servers and browsers that they start.
"""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support.servers import is_worker

ELSEWHERE = {
    "HORLOGE_ENV_FILE": "",  # a checkout from which a site is run has a .env
    "HOME": os.devnull,  # not even root can make anything in it
    "LC_ALL": "C",
    "TZ": "Pacific/Chatham",  # 12:45 h before Greenwich, in summer 13:45
}
ASCII = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
"""Without these Python takes such a locale for one that knows all letters."""
OWN = ("COLUMNS", "FORCE_COLOR", "HORLOGE_", "LANG", "LC_", "NO_COLOR", "PG", "PYTHONDONTWRITE", "REDISCLI_", "XDG_")
"""How the names of variables begin that change what is tested. DATABASE_URL and REDIS_URL name servers to use."""
PROXIES = ("all_proxy", "http_proxy", "https_proxy")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Move there before anything is started. Workers inherit the variables from the process that begins the run. What
    Python has compiled is kept: a run imports the tests in each worker, and the server in some hundred processes."""
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
    """The processes that run tests are spared: packages that they use read their own files as the locale says."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ASCII.items():
            patch.setenv(name, value)
        yield
