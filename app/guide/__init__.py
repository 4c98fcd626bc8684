"""Learning a game by playing it: `service` opens a table that follows the game's guide, and ends the lesson; `routes`
are the pages. How a lesson goes on is the room's (app/rooms/lesson.py); what it says is the game's.
"""
