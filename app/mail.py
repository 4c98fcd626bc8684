"""Sends mail: what the store has due is sent step by step, retried where a server does not accept it, and given up in
the end. A mail may arrive twice, under the same Message-ID, but is never lost. `Mailer.work` runs in the background.

Without a mail server nothing is sent: while only this machine can reach the site, a page shows the mails. A user name
and a password go to a mail server over TLS only, after its certificate was checked.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

from app.clock import now
from app.settings import Settings
from app.store.mails import Mail, MailStore

AT_ONCE = 10
SMTP_SECONDS = 30
CLAIMED = timedelta(minutes=10)
"""When a claimed mail has been sent, or its process has died."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=20), timedelta(hours=6)
TRIES = 12

log = structlog.get_logger(__name__)


class Refused(Exception):
    """The server will never accept this mail."""


PLAIN = "the mail server offers no STARTTLS, and a user name goes there over TLS only: use smtps://, or another port"


class Unencrypted(Exception):
    """The server offers no STARTTLS, so it gets no user name, no password and no mail."""

    def __init__(self) -> None:
        super().__init__(PLAIN)


UNTRUSTED = "the mail server's certificate is not valid for its name, or is signed by nobody this machine trusts"


class Mailer:
    def __init__(self, settings: Settings, store: MailStore) -> None:
        self.settings, self.store = settings, store

    async def work(self) -> bool:
        """Send the mails that are due; return whether there may be more."""
        at = now()
        due = await self.store.claim(AT_ONCE, at, at + CLAIMED)
        for mail in due:
            await self.deliver(mail)
        return len(due) == AT_ONCE

    async def deliver(self, mail: Mail) -> None:
        if not self.settings.mail_url:
            await self.keep(mail)
            return
        try:
            await send(self.settings, mail)
        except Refused as error:
            await self.give_up(mail, str(error))
        except (aiosmtplib.SMTPException, Unencrypted, OSError, TimeoutError) as error:
            await self.put_off(mail, error)
        else:
            await self.store.sent(mail.id, now())
            log.info("mail sent", mail=mail.message)

    async def keep(self, mail: Mail) -> None:
        """Keep a mail without a server: the page of mails shows it, or it is given up."""
        if self.settings.mails_are_shown:
            await self.store.sent(mail.id, now(), keep_text=True)
            log.info("mail to be read", mail=mail.message, at=f"{self.settings.public_address}/dev/mails")
        else:
            await self.give_up(mail, "there is no mail server: set HORLOGE_MAIL_URL")

    async def put_off(self, mail: Mail, error: Exception) -> None:
        """Retry a mail later. The server's words may name the recipient: they are stored, not logged."""
        kind = trouble_of(error)
        if mail.tries >= TRIES:
            await self.give_up(mail, kind)
            return
        again = now() + min(LONGEST_WAIT, FIRST_WAIT * 2 ** (mail.tries - 1))
        await self.store.failed(mail.id, repr(error), again)
        log.warning("mail put off", mail=mail.message, trouble=kind, tries=mail.tries)

    async def give_up(self, mail: Mail, trouble: str) -> None:
        await self.store.failed(mail.id, trouble, None)
        log.error("mail given up", mail=mail.message, trouble=trouble, tries=mail.tries)


async def send(settings: Settings, mail: Mail) -> None:
    """Send a mail to the server. Raises Refused if it will never be accepted."""
    try:
        async with connected(settings.mail_url, SMTP_SECONDS) as server:
            await server.send_message(message_of(mail, settings.mail_sender))
    except aiosmtplib.SMTPRecipientsRefused as error:
        if all(refused.code >= 500 for refused in error.recipients):
            raise Refused(f"recipient refused, code {error.recipients[0].code}") from error
        raise


@asynccontextmanager
async def connected(url: str, seconds: float) -> AsyncIterator[aiosmtplib.SMTP]:
    """Connect to a mail server, over TLS where it can. Without TLS send no user name: an attacker in between may have
    removed the offer of STARTTLS."""
    where = urlsplit(url)
    secure = where.scheme == "smtps"
    port = where.port or (465 if secure else 587)
    async with aiosmtplib.SMTP(hostname=where.hostname, port=port, use_tls=secure, timeout=seconds) as server:
        if where.username:
            if server.get_transport_info("sslcontext") is None:
                raise Unencrypted
            await server.login(unquote(where.username), unquote(where.password or ""))
        yield server


def trouble_of(error: BaseException) -> str:
    """Return a sentence for an error that an operator can mend, and the name of any other error."""
    if isinstance(error, Unencrypted):
        return PLAIN
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return UNTRUSTED
        cause = cause.__cause__ or cause.__context__
    return type(error).__name__


def message_of(mail: Mail, sender: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, mail.recipient, mail.subject
    message["Date"] = format_datetime(mail.written_at)
    message["Message-ID"] = f"<{mail.message}@{parseaddr(sender)[1].rpartition('@')[2] or 'localhost'}>"
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    return message
