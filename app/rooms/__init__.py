"""Live games. `rooms` keeps those that are in use in memory; a `room` is one of them, and its `submit` is the only way
in which a game goes on; `loading` brings a position back from the store; `bots` answer for seats without people;
`demo` keeps a table going that anybody can watch.
"""
