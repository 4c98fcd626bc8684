"""The positions of La Belle Époque for the slow test of all games, tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [
    (4, 15, 6, {}),
    (2, 9, 5, {"options.others": "automated"}),
]
"""The number of players, the interval between the positions, their number, the options."""
