"""Fails an asynchronous test that leaves tasks running. A task that outlives its loop may leave a connection open, for
which pytest would blame whichever test comes next.

Tests that share a loop with the browser (tests/support/browser.py marks them) are exempt: there something is always
running.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

GRACE = 20.0
"""Seconds granted to tasks that are about to end, on a busy machine."""


@pytest_asyncio.fixture
async def nothing_goes_on() -> AsyncIterator[None]:
    """Check for leftover tasks. Every test with a loop of its own requests this fixture first, so that it finishes
    last."""
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
