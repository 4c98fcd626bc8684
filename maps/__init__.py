"""How the printed maps of the boards are drawn; the program does not use it (README.md)."""
