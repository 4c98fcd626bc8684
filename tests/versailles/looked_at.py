"""What slow tests of every game look at: tests/app/trust/test_leaks.py and tests/app/test_confirming.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [
    (4, 11, 6, {"options.secret_deals": "on"}),
    (2, 9, 5, {}),
]
"""Players, at each so many-th position, so many of them, options."""
FOLLOWED = "f*.json"
"""Golden games that are followed from choice to choice."""
