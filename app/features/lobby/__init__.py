"""From nothing to a running table: making a table, sitting down, leaving, bots, readiness, the start, a rematch; and
the lists of tables. `rooms.table_rules` holds the rules for tables that have not begun, `service` carries changes
out.
"""
