"""The positions of Versailles for the slow tests of all games: tests/app/trust/test_leaks.py and
tests/app/decide/test_confirming.py.
"""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [
    (4, 11, 6, {"options.secret_deals": "on"}),
    (2, 9, 5, {}),
]
"""The number of players, the interval between the positions, their number, the options."""
FOLLOWED = "f*.json"
"""The golden games that are followed from choice to choice."""
