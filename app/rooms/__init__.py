"""Live games. `rooms` keeps those in use in memory; a `room` is one of them, and its `submit` is the only way to play a
move. `loading` restores a position from the store; `bots` play seats without people; `demo` keeps a table of bots going
for spectators.
"""
