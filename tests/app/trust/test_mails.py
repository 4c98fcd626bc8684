"""Mails contain no secret but the link of their own purpose, and nothing of any game."""

import re

from tests.app.trust.calls import calls
from tests.app.trust.world import VISITORS, World
from tests.support.visitors import PASSWORD, written

KEY = re.compile(r"[?&]key=([\w-]+)")


def test_a_mail_holds_no_secret_but_its_own_link(world: World) -> None:
    mails = [(to, text) for to, _, text in written(world.app) if to]
    keys = [KEY.findall(text) for _, text in mails]
    assert sum(map(len, keys)) >= 2, "there were links"
    assert all(len(own) <= 1 for own in keys)
    secrets = [PASSWORD, *map(world.form_key, VISITORS)]
    secrets += [text for cookies in world.cookies.values() for text in cookies.values()]
    secrets += [row["digest"] for table in ("sessions", "links") for row in world.stored.rows[table].values()]
    for _, text in mails:
        assert not [secret for secret in secrets if secret in text]
        assert '"seed"' not in text


def test_the_link_of_a_mail_stands_nowhere_else(world: World) -> None:
    """It is not stored either: only a digest by which it is recognised."""
    kept = {name: repr(rows) for name, rows in world.stored.rows.items() if name != "mails"}
    for purpose in ("reset", "confirm"):
        assert not [name for name, rows in kept.items() if world.keys[purpose] in rows]
    for call in calls(world):
        if call.method == "GET" and call.path not in ("/dev/mails", "/reset", "/confirm"):
            for visitor in ("nobody", "player"):
                text = world.send(visitor, "GET", call.address(world, "playing")).text
                assert not [key for key in (world.keys["reset"], world.keys["confirm"]) if key in text], call.name
