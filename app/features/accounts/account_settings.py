"""The changes that people can make once they are signed in: name, password, address, preferences, sessions; and leaving
for good. Invalid input raises Faults.
"""

from __future__ import annotations

from app.base.clock import now
from app.model.names import fold_name
from app.store.games.clocks import ClockStore
from app.store.people.people import Account, NameTaken, PeopleStore, Person
from app.store.people.roles import RoleStore
from app.store.tables.tenures import TenureStore
from app.web import rate_limits as limits
from app.web.passwords import device_mark
from app.web.sign_in import Accounts, Browser
from app.web.validation import Faults, fit_email, fit_name, one_of, zones
from app.words.catalogue import LANGUAGES

THEMES = ("auto", "light", "dark")
GONE = "N. N. {number}"
"""The name of a person who has left for good."""


class Own:
    """The changes that one person makes with one browser."""

    def __init__(self, accounts: Accounts, browser: Browser, person: Person) -> None:
        self.accounts, self.browser, self.person = accounts, browser, person

    async def rename(self, name: str) -> None:
        name = fit_name(name)
        try:
            await self.accounts.people.change(self.person.id, name=name, folded=fold_name(name))
        except NameTaken as error:
            raise Faults(name="ui.name.taken") from error

    async def change_password(self, old: str, password: str) -> None:
        """Set a new password and end all other sessions."""
        account = await self.proved(old)
        self.accounts.fit(account, password)
        kept, grade = await self.accounts.hasher.hashed(password), self.accounts.grade(account, password)
        await self.accounts.people.change(self.person.id, password=kept, grade=grade)
        await self.end_other_sessions()
        self.browser.visitor.mark_device(device_mark(self.person.id, kept))

    async def change_email(self, email: str, password: str) -> None:
        """Send a link that confirms the new address; until it is used the old address stays."""
        email = fit_email(email)
        await self.proved(password, "password")
        await self.accounts.tries.take(limits.MAILS_FROM, self.browser.host)
        link, mail = await self.accounts.to_be_confirmed(self.browser, email, self.person.name)
        await self.accounts.people.write_to(self.person.id, link, mail, now())

    async def proved(self, password: str, where: str = "old") -> Account:
        """Return the account if this is its password. Raises Faults."""
        await self.accounts.tries.take(limits.SECRETS, str(self.person.id))
        account = await self.accounts.people.account_of(self.person.id)
        if not await self.accounts.hasher.fits(password, account.password):
            raise Faults(**{where: "ui.password.wrong"})
        await self.accounts.kept_now(account, password)
        return account

    async def end_session(self, session: int) -> bool:
        """End one of the person's sessions; return whether there was one."""
        ended = await self.accounts.people.end(self.person.id, session)
        self.accounts.close_sockets(ended)
        return bool(ended)

    async def end_other_sessions(self) -> None:
        session = self.browser.visitor.session
        ended = await self.accounts.people.end_others(self.person.id, session.id if session else None)
        self.accounts.close_sockets(ended)

    async def leave_for_good(self, password: str, name: str) -> None:
        """Erase the person except for a number, and offer their seats in running games. People with an account prove
        themselves by their password, guests by typing their name."""
        if self.person.guest and fold_name(name) != fold_name(self.person.name):
            raise Faults(name="ui.leave.name")
        if not self.person.guest:
            await self.proved(password, "password")
        if await RoleStore(self.accounts.people.database).is_last_admin(self.person.id):
            raise Faults(password="ui.leave.last_admin")  # noqa: S106 - the key of a sentence
        number = self.person.id
        await TenureStore(self.accounts.people.database).leave(number, now())
        self.accounts.close_sockets(await self.accounts.people.forget(number, GONE.format(number=number), now()))
        self.browser.visitor.hand_out("")


async def prefer(people: PeopleStore, person: Person, language: str, theme: str, zone: str, **ticked: bool) -> None:
    """Store a person's preferences for all browsers; `ticked` are those that are on or off."""
    one_of("language", language, ("", *LANGUAGES))
    one_of("theme", theme, THEMES)
    one_of("zone", zone, zones())
    if zone != person.zone:
        await ClockStore(people.database).set_hours(person.id, now(), zone=zone, zone_known=True)
    await people.change(person.id, language=language, theme=theme, **ticked)
