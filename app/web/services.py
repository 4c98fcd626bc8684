"""Everything that a process has open, as routes get it: `ServicesDep`. `app.wiring` opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Path, Request

if TYPE_CHECKING:
    from app.features.analysis.import_queue import Imports
    from app.features.notifications.service import Notices
    from app.features.talk.messages import Talk
    from app.jobs.mail import Mailer
    from app.jobs.notifications import Notifying
    from app.live.bus import Bus
    from app.live.connection_limits import Crowd
    from app.live.presence import Presence
    from app.live.process_figures import Telling
    from app.live.watchers import Hub
    from app.rooms.past_positions import Moments
    from app.rooms.rooms import Rooms
    from app.settings import Settings
    from app.store.db.database import Database
    from app.store.games.rooms import RoomStore
    from app.store.messages.mail_outbox import MailStore
    from app.store.messages.notes_and_visits import KeepingStore
    from app.store.people.people import PeopleStore
    from app.web.sign_in import Accounts


@dataclass(frozen=True)
class Services:
    settings: Settings
    database: Database
    store: RoomStore
    rooms: Rooms
    hub: Hub
    bus: Bus
    people: PeopleStore
    mails: MailStore
    mailer: Mailer
    accounts: Accounts
    talk: Talk
    notices: Notices
    notifying: Notifying
    keeping: KeepingStore
    presence: Presence
    crowd: Crowd
    moments: Moments
    telling: Telling
    imports: Imports


def services_of(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


async def open_here(request: Request) -> Services:
    """Return the services as a dependency. It is async because FastAPI runs other functions in a thread, which takes
    longer than a whole action."""
    return services_of(request)


ServicesDep = Annotated[Services, Depends(open_here)]
TableKey = Annotated[str, Path(pattern="^[a-z0-9-]{1,32}$")]
"""The shape of a table's key; nothing else is looked up."""
