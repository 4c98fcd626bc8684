"""Measurements of speed, for `horloge bench` and `make bench`: never imported by what is served.

Each module named in BENCHES gives `figures(seconds)`, which measures and yields one named figure after the other.
measure and figure are what they share, peers the other programs we compare with, report writes down what came.
"""

BENCHES = ("engine", "versailles", "server", "fanout", "board", "scale", "harness")
