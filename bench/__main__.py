"""`python -m bench`, which `make bench` calls: the command `horloge bench`."""

import typer

from app.commands.bench import bench

typer.run(bench)
