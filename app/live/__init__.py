"""Live tables. `hub` sends what changed to everybody who watches a room in this process; a `bus` tells the other
processes that a room has gone on; `feed` is the socket that pages listen to.
"""
