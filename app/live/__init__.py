"""Live tables. `hub` sends what changed to everyone who watches a room in this process, through one `stream` per view;
a `bus` tells the other processes that a room has changed; `feed` is the socket that pages and programs listen to,
`acts` what they may do over it.
"""
