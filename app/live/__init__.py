"""Live tables. `hub` sends what changed to everybody who watches a room in this process, in a `stream` for each view; a
`bus` tells the other processes that a room has gone on; `feed` is the socket that pages and programs listen to, `acts`
what they may do over it.
"""
