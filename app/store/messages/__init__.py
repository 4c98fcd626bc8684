"""Messages between the site and its people: notices and their deliveries, mails, talk, notes, and how far they have
seen a game.
"""
