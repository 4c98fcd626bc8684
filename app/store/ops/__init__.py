"""Data for operators and admins: the admin log, searches, backups and their restores, the health of processes, due
work.
"""
