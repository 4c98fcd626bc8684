"""Time at a table: the agreed terms (`terms`), the hours of people (`calendar`), how much time each side has left
(`reckoning`), what happens when it runs out (`ringing`), stopping and extending the clocks (`holding`), and outages
(`heart`).
"""
