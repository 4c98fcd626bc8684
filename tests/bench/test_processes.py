"""The processor time of another process is complete, with that of threads that have ended."""

import subprocess
import sys

from bench.processes import Started

WORK = """
import threading, time

def work():
    while time.thread_time() < 0.05:
        pass

thread = threading.Thread(target=work)
thread.start()
thread.join()
print("done", flush=True)
input()
"""


def test_the_time_of_threads_that_have_ended_counts() -> None:
    command = [sys.executable, "-c", WORK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == b"done\n"
        assert Started(process, None).processor_seconds() > 0.05  # type: ignore[arg-type]
        process.stdin.write(b"\n")
