"""What finished games say about those who played them and about the game itself. `outcome` reads a game, `rating` and
`season` work out standings from many; all three are pure. `counting` does it in the background as games end, `rebuild`
for all of them anew. `looking` finds what pages show, `plots` draws it, `routes` shows it.
"""
