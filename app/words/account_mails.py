"""Writes the mails about accounts, in the language of the page that caused them. The secret of a link is in its mail
and nowhere else.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from app.base.tokens import digest_of, new_token
from app.store.messages.mail_outbox import NewMail
from app.store.people.people import Account, NewLink
from app.words.catalogue import Words

GOOD_FOR = {"confirm": timedelta(days=3), "reset": timedelta(hours=1)}


class AccountMails:
    def __init__(self, address: str) -> None:
        self.address = address

    def with_link(self, words: Words, purpose: str, email: str, name: str, at: datetime) -> tuple[NewLink, NewMail]:
        """Write a mail with a link by which its reader confirms the address, or sets a new password."""
        token = new_token()
        link = NewLink(digest_of(token), purpose, email, at + GOOD_FOR[purpose])
        address = f"{self.address}/{purpose}?key={token}"
        return link, self.compose(words, purpose, email, name=name, link=address)

    def known_already(self, words: Words, email: str, name: str) -> NewMail:
        """Write to an address that belongs to an account and that another person wanted to use."""
        return self.compose(words, "known", email, name=name, link=f"{self.address}/forgot")

    def moved(self, words: Words, email: str, name: str) -> NewMail:
        """Write to the former address of an account."""
        return self.compose(words, "moved", email, name=name, link=f"{self.address}/login")

    def about_factor(self, words: Words, which: str, account: Account, **facts: str) -> NewMail:
        """Write to the owner of an account whose second factor has changed; a mail without recipient if they have
        confirmed no address."""
        if not account.email:
            return self.without_recipient()
        link = f"{self.address}/me/factor"
        return self.compose(words, which, account.email, name=account.name, link=link, **facts)

    def without_recipient(self) -> NewMail:
        return NewMail("", "", "")

    def compose(self, words: Words, which: str, to: str, **facts: str) -> NewMail:
        said = [words.sentence(f"mail.{which}.{part}") or which for part in ("subject", "text")]
        subject, text = (sentence.format(site=self.address, **facts) for sentence in said)
        return NewMail(to, " ".join(subject.split()), text)
