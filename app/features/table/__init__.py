"""The pages of a table that is played: its board, moves, undo and votes, clocks, seats, and the sidebar."""
