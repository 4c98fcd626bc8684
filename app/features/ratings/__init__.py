"""The pages of ratings and statistics: profiles, leaderboards, games in figures, and the charts on them."""
