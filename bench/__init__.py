"""Measurements of speed, for `horloge bench` and `make bench`: never imported by what is served.

Each module named in BENCHES gives `figures(seconds)`, which measures and yields one named figure after the other.
measure and figure are what they share, peers the other programs we compare with, report writes down what came.
"""

from importlib.util import find_spec

from engine.core import registry

GAMES = tuple(key for key in registry.found_with() if find_spec(f"bench.{key}"))
"""Games that have a bench of their own, a module of that name."""
BENCHES = ("engine", *GAMES, "server", "fanout", "board", "scale", "harness")
