"""The background work of notifications, in three steps: find facts that people should know, dispatch notifications,
deliver them."""

from __future__ import annotations

from app.features.notifications.service import Notices
from app.jobs.deliveries import Carrier
from app.jobs.send_notifications import Teller
from app.live.presence import Presence
from app.rooms.rooms import Rooms
from app.settings import Settings
from app.store.messages.notes_and_visits import KeepingStore


class Notifying:
    def __init__(
        self, settings: Settings, rooms: Rooms, keeping: KeepingStore, presence: Presence, notices: Notices
    ) -> None:
        self.teller = Teller(settings.public_address, rooms, notices.people, keeping, presence, notices.keys)
        self.noticing = self.teller.noticing
        self.carrier = Carrier(settings, notices.deliveries, notices.keys)
