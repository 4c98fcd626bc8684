"""`python -m bench`: runs the command `horloge bench`."""

import typer

from app.commands.bench import bench

typer.run(bench)
