"""The work of operators in the shell: backups, restores, verifying games, moving games to new rules, the doctor."""
