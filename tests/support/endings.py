"""What an asynchronous test has begun ends with it. A task that goes on when the loop ends may leave a line open, and
that is laid to whichever test comes next.

Tests that share a loop with the browser (tests/support/browser.py marks them) are left alone: there something always
goes on.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

GRACE = 20.0
"""Seconds for what is just about to end, on a machine that has much else to do; what ends sooner is not waited for."""


@pytest_asyncio.fixture
async def nothing_goes_on() -> AsyncIterator[None]:
    """Asked for by every test that has a loop of its own, before anything else: so it looks when all else is over."""
    yield
    left = asyncio.all_tasks() - {task for task in (asyncio.current_task(),) if task}
    if left:
        _, left = await asyncio.wait(left, timeout=GRACE)
    assert not left, "the test is over, and this goes on: " + ", ".join(str(task.get_coro()) for task in left)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
            marker = item.get_closest_marker("asyncio")
            if marker is None or "loop_scope" not in marker.kwargs:
                item.fixturenames.insert(0, "nothing_goes_on")
