"""Tasks that run for the life of a process end with it."""

import asyncio

from app.base.ending import end


async def test_who_swallows_that_it_was_cancelled_is_told_again() -> None:
    begun = asyncio.Event()
    swallowed: list[bool] = []

    async def stubborn() -> None:
        while len(swallowed) < 2:
            try:
                begun.set()
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                swallowed.append(True)
        await asyncio.sleep(60)

    task = asyncio.create_task(stubborn())
    await begun.wait()
    async with asyncio.timeout(20):
        await end([task])
    assert task.cancelled()
    assert len(swallowed) == 2


async def test_what_has_failed_or_ended_already_holds_nobody_up() -> None:
    async def fail() -> None:
        raise ValueError("planted")

    tasks = [asyncio.create_task(fail()), asyncio.create_task(asyncio.sleep(0))]
    await asyncio.wait(tasks)
    await end(tasks)
    assert isinstance(tasks[0].exception(), ValueError)
    await end([])
