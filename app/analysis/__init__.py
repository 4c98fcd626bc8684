"""Analysis boards: one person plays every side, and nobody else knows of the board. `boards` makes them from a position
of a game or from a record, `reading` plays a record through, `routes` are the pages.
"""
