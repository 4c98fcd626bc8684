"""Live games. `rooms` keeps those in use in memory; a `room` is one of them, and its `play` is the only way to make a
move. `loading` restores a position from the store; `bots` play seats without people; `demo` keeps a table of bots going
for spectators.
"""
