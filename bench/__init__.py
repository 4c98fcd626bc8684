"""Measurements of speed, for `horloge bench` and `make bench`; the product never imports them.

Each module named in BENCHES gives `figures(seconds)`, which measures and yields one named figure after the other. The
benches share `measure` and `figure`; `peers` are the other programs they compare with, `report` prints the results.
"""

from importlib.util import find_spec

from engine.core import registry

GAMES = tuple(key for key in registry.found_with() if find_spec(f"bench.{key}"))
"""Games with a bench of their own, a module of that name."""
BENCHES = ("engine", *GAMES, "server", "fanout", "board", "scale", "harness")
