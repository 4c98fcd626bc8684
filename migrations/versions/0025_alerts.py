"""Being outbid becomes an alert of a game: the setting moves to Versailles, the only game that had sent it."""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

wishes = sa.table("wishes", sa.column("person"), sa.column("text"))
SITE, GAME = "outbid", "versailles.outbid"


def upgrade() -> None:
    change(lambda said: {"off": renamed(said.get("off", {}), SITE, GAME)})


def downgrade() -> None:
    """Remove the alerts, and all settings that are not the default: neither existed before."""
    change(lambda said: {"off": known(renamed(said.get("off", {}), GAME, SITE)), "on": {}})


def change(of: Callable[[dict], dict]) -> None:
    connection = op.get_bind()
    for person, text in connection.execute(sa.select(wishes.c.person, wishes.c.text)).all():
        said = msgspec.json.decode(text)
        changed = said | {name: value for name, value in of(said).items() if name in said}
        if changed != said:
            kept = msgspec.json.encode(changed).decode()
            connection.execute(wishes.update().where(wishes.c.person == person).values(text=kept))


def renamed(off: dict[str, list[str]], old: str, new: str) -> dict[str, list[str]]:
    return {way: [new if kind == old else kind for kind in kinds] for way, kinds in off.items()}


def known(off: dict[str, list[str]]) -> dict[str, list[str]]:
    return {way: [kind for kind in kinds if "." not in kind] for way, kinds in off.items()}
