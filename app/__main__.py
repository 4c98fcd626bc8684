"""`python -m app` is the command `horloge`, where that is not installed as such."""

from app.cli import main

main()
