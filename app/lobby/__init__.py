"""From nothing to a running table: making a table, sitting down, leaving, bots, readiness, the start, a rematch; and
the lists of tables. `arranging` holds the rules for tables that have not begun, `service` carries changes out, `lists`
finds tables, `pages` and `routes` show all that.
"""
