"""People arriving and leaving: as guests, with accounts, by links from their mail. `own` holds what they can change
once they are signed in. Invalid input raises Faults.

Nothing reveals whether an address belongs to an account: the answers are the same and take as long; only a mail says
more.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from app.base.clock import now
from app.base.rate_limits import neighbourhood
from app.base.tokens import digest_of, is_token, new_token, token_from
from app.base.totp import is_code, typed
from app.model.names import fold_name, with_number
from app.store.messages.mail_outbox import NewMail
from app.store.people.people import Account, EmailTaken, NameTaken, NewLink, PeopleStore, Person
from app.web import rate_limits as limits
from app.web.browser_names import shortened
from app.web.client_address import host_in
from app.web.language import words_for
from app.web.passwords import Hasher, device_mark, grade_of
from app.web.rate_limits import Limits, Tries
from app.web.second_factor import Second
from app.web.validation import Faults, all_of, fit_email, fit_name, fit_password
from app.web.visitor import Visitor, visitor_of
from app.words.account_mails import AccountMails
from app.words.catalogue import Words

TRIES, IN_ORDER = 8, 6


@dataclass(frozen=True)
class Browser:
    """The browser in which a person does something."""

    visitor: Visitor
    words: Words
    host: str
    agent: str


@dataclass(frozen=True)
class Accounts:
    """Signs people in and out; `close_sockets` is called with the sessions that have ended."""

    people: PeopleStore
    hasher: Hasher
    account_mails: AccountMails
    close_sockets: Callable[[Iterable[int]], None]
    tries: Tries
    second: Second
    limits: Limits = field(default_factory=Limits)

    async def come_as_guest(self, browser: Browser, name: str, request: str = "") -> None:
        """Sign in a new guest with this browser. A taken name gets a number. The same request sent again gives the same
        guest."""
        wanted, agent = fit_name(name), shortened(browser.agent)
        token = token_from(browser.visitor.cookie, request) if request else new_token()
        if not await self.people.recognise(digest_of(token), now()):
            await self.tries.take(limits.GUESTS, browser.host)
            await self.add_guest(wanted, digest_of(token), agent)
        browser.visitor.hand_out(token)

    async def add_guest(self, wanted: str, digest: str, agent: str) -> None:
        for tried in range(TRIES):
            chosen = await self.free_name(wanted, crowded=tried >= IN_ORDER)
            with suppress(NameTaken):
                await self.people.add_guest(chosen, fold_name(chosen), now(), digest, agent)
                return
            if await self.people.recognise(digest, now()):
                return
        raise Faults(name="ui.name.taken")

    async def free_name(self, name: str, crowded: bool) -> str:
        """Return the name, or the first free one of some numbered ones; where others with this name arrive at the same
        moment, a high random number."""
        high = (secrets.randbelow(9_000) + 1_000 for _ in range(4))
        candidates = [] if crowded else [name, *(with_number(name, number) for number in range(2, 10))]
        candidates += [with_number(name, number) for number in high]
        taken = await self.people.names_taken(map(fold_name, candidates))
        return next((candidate for candidate in candidates if fold_name(candidate) not in taken), candidates[-1])

    async def register(self, browser: Browser, name: str, email: str, password: str) -> None:
        """Create an account for a stranger, or for the guest of this browser; its address has to be confirmed."""
        name, email, password = all_of(
            lambda: fit_name(name), lambda: fit_email(email), lambda: fit_password(password, name, email, self.site)
        )
        await self.tries.take(limits.ACCOUNTS, browser.host)
        kept = await self.hasher.hashed(password)
        link, mail = await self.to_be_confirmed(browser, email, name)
        guest = browser.visitor.person.id if browser.visitor.person else None
        try:
            grade = grade_of(password, name, email, self.site)
            person = await self.people.add_account(name, fold_name(name), kept, guest, link, mail, now(), grade)
        except NameTaken as error:
            raise Faults(name="ui.name.taken") from error
        await self.sign_in(browser, person)
        browser.visitor.mark_device(device_mark(person, kept))

    async def to_be_confirmed(self, browser: Browser, email: str, name: str) -> tuple[NewLink, NewMail]:
        """Return the link and the mail that confirm an address. If the address belongs to another account, the mail
        says so and nobody learns the link."""
        owner = await self.people.account("", email)
        link, mail = self.account_mails.with_link(browser.words, "confirm", email, name, now())
        if await self.tries.wait(limits.MAILS_TO, email):
            mail = self.account_mails.without_recipient()
        elif owner:
            mail = self.account_mails.known_already(browser.words, email, owner.name)
        return link, mail

    async def log_in(self, browser: Browser, who: str, password: str) -> None:
        """Log in by a name or a confirmed address. Raises CodeNeeded if there is a second factor."""
        await self.tries.take(limits.LOGINS_FROM, browser.host)
        account = await self.people.account(fold_name(who), who.strip().lower())
        known = browser.visitor.device if account and is_known_device(browser.visitor.device, account) else ""
        await self.tries.take(limits.LOGINS_TO, known or fold_name(who))
        if not await self.hasher.fits(password, account.password if account else "") or account is None:
            raise Faults(password="ui.login.wrong")  # noqa: S106 - the sentence that says so
        if account.banned:
            raise Faults(who="ui.login.banned")
        await self.enter(browser, account, await self.kept_now(account, password))

    async def enter(self, browser: Browser, account: Account, kept: str) -> None:
        """Sign in after the right password, or after a link from a mail has set it. Raises CodeNeeded if there is a
        second factor."""
        if await self.second.is_on(account.id):
            raise await self.second.come_half_way(browser.visitor, account.id)
        await self.sign_in(browser, account.id)
        browser.visitor.mark_device(device_mark(account.id, kept))

    async def enter_by_code(self, browser: Browser, key: str, code: str) -> None:
        """Complete a login by its code."""
        visitor, person = browser.visitor, await self.second.half_way(browser.visitor, key)
        if person is None:
            raise Faults(code="ui.factor.late")
        await self.tries.take(limits.LOGINS_FROM, browser.host)
        account = await self.people.account_of(person)
        known = visitor.device if is_known_device(visitor.device, account) else ""
        await self.second.prove(account, code, browser.words, known)
        if not await self.second.arrive(visitor, key):
            raise Faults(code="ui.factor.late")
        await self.sign_in(browser, person, factor=True)
        visitor.mark_device(device_mark(person, account.password))

    async def prove_again(self, browser: Browser, person: Person, proof: str) -> None:
        """Raise Faults unless it is the password, or a code of the second factor."""
        account, session = await self.people.account_of(person.id), browser.visitor.session
        by_code = is_code(typed(proof)) and await self.second.is_on(person.id)
        if by_code:
            await self.second.prove(account, proof, browser.words, where="proof")
        else:
            await self.tries.take(limits.SECRETS, str(person.id))
            if not await self.hasher.fits(proof, account.password):
                raise Faults(proof="ui.proof.wrong")
        if session:
            await self.people.prove(session.id, now(), factor=by_code)

    async def kept_now(self, account: Account, password: str) -> str:
        """Return the hash to store for a password that was just typed, renewed and graded by today's rules."""
        kept, changed = account.password, dict[str, str]()
        if self.hasher.outdated(kept):
            kept = changed["password"] = await self.hasher.hashed(password)
        if (grade := self.grade(account, password)) != account.grade:
            changed["grade"] = grade
        if changed:
            await self.people.change(account.id, **changed)
        return kept

    def fit(self, account: Account, password: str, email: str = "") -> None:
        """Raise Faults if the account may not have this password."""
        known = (account.name, email or account.email or "", self.site)
        fit_password(password, *known, staff=account.role != "player")

    def grade(self, account: Account, password: str) -> str:
        return grade_of(password, account.name, account.email or "", self.site)

    @property
    def site(self) -> str:
        """The host name of the site."""
        return urlsplit(self.account_mails.address).hostname or ""

    async def sign_in(self, browser: Browser, person: int, factor: bool = False) -> None:
        """Begin a new session for this browser; the one it had before ends."""
        token, at = new_token(), now()
        await self.leave_session(browser.visitor)
        agent = shortened(browser.agent)
        await self.people.begin(person, digest_of(token), agent, at, factor=factor, proved_at=at)
        browser.visitor.hand_out(token)

    async def log_out(self, visitor: Visitor) -> None:
        await self.leave_session(visitor)
        visitor.hand_out("")

    async def leave_session(self, visitor: Visitor) -> None:
        if visitor.person and visitor.session:
            self.close_sockets(await self.people.end(visitor.person.id, visitor.session.id))

    async def ask_for_reset(self, browser: Browser, email: str) -> None:
        """Mail a link for a new password to the owner of an address. If there is none, a mail without recipient takes
        as long."""
        email = fit_email(email)
        await self.tries.take(limits.MAILS_FROM, browser.host)
        often = await self.tries.wait(limits.MAILS_TO, email)
        account, at = await self.people.account("", email), now()
        if account is None or account.banned or often:
            await self.people.write_to(None, None, self.account_mails.without_recipient(), at)
            return
        link, mail = self.account_mails.with_link(browser.words, "reset", email, account.name, at)
        await self.people.write_to(account.id, link, mail, at)

    async def owner_of(self, purpose: str, key: str) -> tuple[Account, str] | None:
        """Return the owner of a link from a mail, and the address it was sent to; None if the link is invalid."""
        return await self.people.owner_of(digest_of(key), purpose, now()) if is_token(key) else None

    async def reset(self, browser: Browser, key: str, password: str) -> None:
        """Set a new password by a link from a mail: all sessions end, and this browser is signed in. Raises CodeNeeded
        if there is a second factor."""
        found = await self.owner_of("reset", key)
        if found is None:
            raise Faults(key="ui.link.dead")
        account, email = found
        self.fit(account, password, email)
        kept = await self.hasher.hashed(password)
        done = await self.people.reset_password(digest_of(key), kept, now(), self.grade(account, password))
        if done is None:
            raise Faults(key="ui.link.dead")
        _, ended = done
        self.close_sockets(ended)
        await self.enter(browser, account, kept)

    async def confirm(self, browser: Browser, key: str) -> None:
        """Make an address the person's own; a mail tells the former one."""
        found = await self.owner_of("confirm", key)
        if found is None:
            raise Faults(key="ui.link.dead")
        account, email = found
        former = account.email if account.email != email else None
        mail = self.account_mails.moved(browser.words, former, account.name) if former else None
        try:
            if not await self.people.confirm_email(digest_of(key), mail, now()):
                raise Faults(key="ui.link.dead")
        except EmailTaken as error:
            raise Faults(key="ui.link.taken") from error


def is_known_device(device: str, account: Account) -> bool:
    return bool(account.password) and hmac.compare_digest(
        device.encode(), device_mark(account.id, account.password).encode()
    )


async def browser_of(request: Request) -> Browser:
    host = neighbourhood(host_in(request.scope))
    return Browser(visitor_of(request), words_for(request), host, request.headers.get("user-agent", ""))


BrowserDep = Annotated[Browser, Depends(browser_of)]
