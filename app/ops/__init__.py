"""What operators do from the shell: backups, restores, verifying games, moving games to new rules, the doctor."""
