"""Ratings and statistics of finished games. `outcome` reads a game; `rating` and `season` compute standings from many;
all three have no side effects. `counting` does so in the background as games end, `rebuild` for all games again.
`looking` finds what pages show, `plots` draws it, `routes` answers requests.
"""
