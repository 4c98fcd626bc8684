"""Runs the command `horloge bench` as `python -m bench`, for `make bench`."""

import typer

from app.commands.bench import bench

typer.run(bench)
