"""Permissions: every route and socket, requested by every kind of visitor, at every kind of table; who_may.txt and, for
programs, programs_may.txt list the answers. And what a visitor may not see looks, to the byte, like what is not there.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from httpx2 import Response

from tests.app.trust.calls import Call, calls
from tests.app.trust.world import OUTSIDERS, PROGRAMS, SOCKET, TABLES, VISITORS, World, on_both
from tests.support.visitors import without_token

WIDTH = max(map(len, VISITORS)) + 1


def answer(world: World, call: Call, visitor: str, table: str) -> str:
    """Return the answer in a word: a status, with a star if something has changed; `name` where a name is asked for;
    `open`, or the code with which a socket is closed."""
    world.restore()
    address = call.address(world, table)
    if call.method == SOCKET:
        return world.listen(visitor, address)
    got = world.send(visitor, call.method, address, **call.good(world, visitor))
    if got.headers.get("location", "").startswith("/guest"):
        return "name"
    return str(got.status_code) + ("*" if world.changed() else "")


def line(head: str, cells: list[str]) -> str:
    return (f"{head:<42}" + "".join(f"{cell:<{WIDTH}}" for cell in cells)).rstrip()


def lines(world: World, visitors: tuple[str, ...], asked: Iterable[Call], tables: tuple[str, ...]) -> Iterator[str]:
    yield line("", list(visitors))
    for call in sorted(asked, key=lambda call: (call.at_table, call.path, call.method)):
        if call.at_table:
            yield call.name
        for table in tables if call.at_table else ("",):
            head = f"  {table}" if table else call.name
            yield line(head, [answer(world, call, visitor, table) for visitor in visitors])


def for_programs(world: World) -> Iterator[Call]:
    """Yield the routes of programs: the API and the feeds of tables."""
    return (call for call in calls(world) if call.path.startswith("/api/v1/") or call.method == SOCKET)


def written(file: str) -> list[str]:
    told = Path(__file__).with_name(file).read_text().splitlines()
    return [text for text in told if text and not text.startswith("#")]


@on_both
def test_everybody_may_do_what_the_table_says_and_nothing_else(world: World) -> None:
    """A route missing from the file fails it. The result is printed: once every cell of it is right, it goes into
    who_may.txt."""
    found = list(lines(world, VISITORS, calls(world), TABLES))
    assert found == written("who_may.txt"), "\n" + "\n".join(found)


def test_programs_may_do_what_their_tokens_say_and_nothing_else(world: World) -> None:
    found = list(lines(world, PROGRAMS, for_programs(world), ("open", "playing", "closed", "absent")))
    assert found == written("programs_may.txt"), "\n" + "\n".join(found)


def test_on_pages_a_token_counts_for_nothing(world: World) -> None:
    for call in calls(world):
        if call.method == "GET" and not call.path.startswith("/api/"):
            address = call.address(world, "closed")
            by = [world.send(one, "GET", address).status_code for one in ("nobody", "read", "expired")]
            assert len(set(by)) == 1, call.name


@on_both
def test_what_one_may_not_see_looks_as_if_it_were_not_there(world: World) -> None:
    for call in calls(world):
        if call.at_table and call.method != SOCKET:
            for visitor in OUTSIDERS:
                absent, *hidden = (seen_at(world, call, visitor, table) for table in HIDDEN)
                for one in hidden:
                    assert one == absent, f"{call.name} by {visitor}"


HIDDEN = ("absent", "named", "closed", "finished-closed")


def seen_at(world: World, call: Call, visitor: str, table: str) -> tuple[int, dict[str, str], str]:
    world.restore()
    got = world.send(visitor, call.method, call.address(world, table), **call.good(world, visitor))
    return without_key(got, world.tables[table])


def without_key(got: Response, key: str) -> tuple[int, dict[str, str], str]:
    """Strip the key and what depends on it: the size of a compressed page depends on the letters of its address."""
    left_out = {"date", "content-length"} if "content-encoding" in got.headers else {"date"}
    headers = {name: value.replace(key, "KEY") for name, value in got.headers.items() if name not in left_out}
    return got.status_code, headers, re.sub(key, "KEY", without_token(got.text))


def test_what_one_may_not_see_is_named_nowhere(world: World) -> None:
    hidden = [world.tables[table] for table in HIDDEN if table != "absent"]
    for call in calls(world):
        if call.method == "GET" and call.path != "/dev/mails":  # on development sites everyone may read all mails there
            for visitor, named in (*((one, False) for one in OUTSIDERS), ("player", True)):
                world.restore()
                text = world.send(visitor, "GET", call.address(world, "playing"), follow_redirects=True).text
                found = [key for key in hidden if key in text]
                assert not found or named, f"{call.name} names it to {visitor}"
