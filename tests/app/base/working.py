"""Every kind of work for a worker. It imports little, so that the worker starts quickly."""

import os
import signal
from pathlib import Path


class Strange(Exception):
    """An exception that cannot be rebuilt from its arguments."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def who() -> int:
    return os.getpid()


def sized(data: bytes) -> int:
    print("what rules print is no answer")
    return len(data)


def refuse(why: str) -> None:
    raise ValueError(why)


def refuse_strangely() -> None:
    raise Strange("a", "b")


def nothing_that_can_be_sent() -> object:
    return lambda: None


def go_on_for_ever(mark: str) -> None:
    Path(mark).write_text(str(os.getpid()))
    while True:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
