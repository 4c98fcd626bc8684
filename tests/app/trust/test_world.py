"""Checks the means that the other tests of this folder use."""

from tests.app.trust.calls import calls
from tests.app.trust.world import World, on_both
from tests.support.visitors import run


@on_both
def test_whatever_a_request_changed_is_put_back(world: World) -> None:
    found = 0
    for call in calls(world):
        for table in ("open", "playing") if call.method == "POST" else ():
            world.send("host", "POST", call.address(world, table), **call.good(world, "host"))
            there = run(world.app, world.stored.all_rows)
            differ = {name for name, rows in there.items() if rows != world.stored.rows[name]}
            assert world.changed() == bool(differ - {"tries"}), call.name
            found += world.changed()
            world.restore()
            assert run(world.app, world.stored.all_rows) == world.stored.rows, call.name
    assert found > 40
