"""Live games. `rooms` keeps those in use in memory; a `room` is one of them, and its `play` is the only way to make a
move. `loading` restores a position from the store, `history` and `past_positions` those before it; `votes`,
`tenures` and `clock_control` are what a table decides beside its game.
"""
