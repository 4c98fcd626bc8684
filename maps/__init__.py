"""Draws the printed maps of the boards; the program does not use it (README.md)."""
