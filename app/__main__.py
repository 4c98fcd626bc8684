"""Runs the command `horloge` as `python -m app`, where it is not installed."""

from app.cli import main

main()
