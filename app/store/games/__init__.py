"""Games as they are stored. `rooms` reads and opens them; `ledger` is the only way to advance one: one action, one
transaction. Beside them their clocks, votes, branches, and what delayed spectators may see.
"""
