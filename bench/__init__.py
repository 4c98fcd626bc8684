"""Measurements of speed, for `horloge bench` and `make bench`. No served code imports them.

Each module named in BENCHES has `figures(seconds)`, which measures and yields one named figure after the other. They
share measure and figure; peers holds the other programs to compare with, and report writes down the results.
"""

from importlib.util import find_spec

from engine.core import registry

GAMES = tuple(key for key in registry.found_with() if find_spec(f"bench.{key}"))
"""The games that have a bench of their own, a module of the game's name."""
BENCHES = ("engine", *GAMES, "server", "fanout", "board", "scale", "harness")
