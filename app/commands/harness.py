"""`horloge harness`: the nothing-lost harness, and the hostile visitor. They are in tests/harness, which belongs to the
checkout and not to the product: it is imported by name when asked for, and its dependencies may be missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

HOW = "The harness runs in a checkout, with what its tests need: python3 dev.py test"

app = typer.Typer(
    no_args_is_help=True,
    help="Break server processes, or have a hostile visitor, while people play; check that it comes to nothing.",
)


@app.command()
def hostile(
    seconds: Annotated[float, typer.Option(min=7, help="How long it goes on.")] = 70.0,
    site: Annotated[str, typer.Option(help="`sqlite`: one process; `proxy`: Caddy, Postgres, two.")] = "sqlite",
    kinds: Annotated[str, typer.Option(help="What is hostile, separated by commas; all of it if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
) -> None:
    """Run one hostile visitor; exit code 1 if any other visitor waits or is refused, or a health check fails."""
    by_hand: Any = part("tests.harness.siege_by_hand")
    try:
        raise typer.Exit(by_hand.main(seconds, site, kinds, as_json))
    except by_hand.Impossible as impossible:
        raise typer.BadParameter(str(impossible)) from None


@app.command()
def run(
    seconds: Annotated[float, typer.Option(min=1, help="How long it goes on.")] = 60.0,
    seed: Annotated[str, typer.Option(help="What all chance comes from; a new one if none is given.")] = "",
    faults: Annotated[str, typer.Option(help="What is broken, separated by commas; `all`.")] = "",
    control: Annotated[str, typer.Option(help="Plant this fault, which has to be found.")] = "",
    processes: Annotated[int, typer.Option(min=1, max=8, help="How many server processes there are.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
) -> None:
    """Run the harness once; exit code 1 if anything was lost, doubled, reordered or shown too early."""
    by_hand: Any = part("tests.harness.by_hand")
    try:
        raise typer.Exit(by_hand.main(seconds, seed, faults, control, processes, as_json))
    except by_hand.Impossible as impossible:
        raise typer.BadParameter(str(impossible)) from None


def part(module: str) -> Any:
    """Import a module of tests/harness, or say how to install what it needs."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        typer.echo(f"{missing.name} is missing. {HOW}", err=True)
        raise typer.Exit(2) from None
