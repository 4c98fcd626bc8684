"""From nothing to a table that plays: making a table, sitting down, leaving, bots, readiness, the start, a rematch; and
the lists of tables. `arranging` says what may be done to a table that has not begun, `service` does it, `lists` finds
tables, `pages` and `routes` show all that.
"""
