"""`horloge doctor`: check everything the site needs, and say what to do about what is wrong."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

import typer

COLOURS = {"ok": typer.colors.GREEN, "warning": typer.colors.YELLOW, "failed": typer.colors.RED}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check database, migrations, bus, mail, files, translations and clock. Exit code 1 if anything failed."""
    from app import logs
    from app.examination import examine
    from app.settings import read_settings

    settings = read_settings()
    logs.set_up("error", settings.log_format)
    findings = asyncio.run(examine(settings))
    if as_json:
        typer.echo(json.dumps([finding.as_dict() for finding in findings], indent=2))
    else:
        for finding in findings:
            typer.echo(f"{typer.style(f'{finding.verdict:8}', fg=COLOURS[finding.verdict])} {finding.line()}")
    raise typer.Exit(int(any(finding.verdict == "failed" for finding in findings)))
