"""What operators and admins need: the admin log, searches, backups and their restores, the health of processes, due work."""
