"""The positions of the Antechamber for the slow test of all games, tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [(3, 4, 8, {})]
"""The number of players, the interval between the positions, their number, the options."""
