"""Boards to try things out on: one person plays every side, nobody else knows of it. `boards` makes them from a
position of a game or from a record, `reading` plays a record through, `routes` are the pages.
"""
