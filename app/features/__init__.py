"""The features of the site, a folder each: their pages (`routes`) and the services behind them, side by side."""
