"""`horloge backup`: everything that is stored as one file, while the site keeps running."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import bar, give_up, print_json, say

if TYPE_CHECKING:
    from app.store.database import Database

OTHER_TABLES = "The database's tables are not those of this Horloge: `horloge migrate current` says which they are."


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it. In a folder it is called by the time.")],
    keep: Annotated[int | None, typer.Option(min=1, help="Keep so many in the folder, the newest.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write everything that is stored to a file. The site may keep running."""
    from app.backups import name_at, old_ones
    from app.clock import now
    from app.commands.migrate import on_database

    folder, named = file.is_dir(), file / name_at(now()) if file.is_dir() else file
    if named.exists():
        give_up(f"{named} is there already. Name another file, or a folder.")
    rows = on_database(lambda database: written(database, named))
    removed = old_ones(file, keep) if folder and keep else []
    for old in removed:
        old.unlink(missing_ok=True)
    size = named.stat().st_size
    if json:
        print_json({"file": str(named), "rows": rows, "bytes": size, "removed": [str(old) for old in removed]})
    else:
        say(f"{named}: {rows:,} rows, {size:,} bytes" + (f"; {len(removed)} old ones removed" if removed else ""))


async def written(database: Database, file: Path) -> int:
    """Write the backup; return its number of rows."""
    from app.backups import write
    from app.store.dumping import OlderTables, sizes

    rows = 0
    try:
        with bar("Rows") as shown:
            of = None
            async for rows in write(database, file):
                of = of or sum((await sizes(database)).values())
                shown(rows, of)
    except OlderTables:
        give_up(OTHER_TABLES)
    except OSError as error:
        give_up(f"{file} can't be written: {error.strerror or error}")
    return rows
