"""Lessons: learning a game by playing it. `service` opens a table that follows the game's guide and ends the lesson;
`routes` are the pages. The room goes through a lesson (app/rooms/lesson.py); the game has its text.
"""
