"""The second factor: set up with an app, asked for at each login, switched off. Admins and moderators need one;
`visitor` says what they cannot do without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog
from markupsafe import Markup
from msgspec import Struct

from app.base.clock import now
from app.base.encryption import Sealing, Unsealable
from app.base.tokens import digest_of, is_token, new_token
from app.base.totp import (
    in_fours,
    is_code,
    matching_step,
    new_recoveries,
    new_secret,
    picture,
    recovery_digest,
    typed,
    written,
)
from app.store.people.factors import Factor, FactorStore
from app.store.people.people import Account
from app.web import rate_limits as limits
from app.web.rate_limits import Tries
from app.web.validation import Faults
from app.web.visitor import Visitor
from app.words.account_mails import AccountMails
from app.words.catalogue import Words

log = structlog.get_logger(__name__)


class CodeNeeded(Exception):
    """The password is right and a code has to follow: `key` identifies this login."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class Offered(Struct, frozen=True):
    """The secret from which an app makes codes, as text and picture."""

    picture: Markup
    text: str


@dataclass(frozen=True)
class Second:
    store: FactorStore
    sealing: Sealing
    account_mails: AccountMails
    tries: Tries
    close_sockets: Callable[[Iterable[int]], None]

    async def is_on(self, person: int) -> bool:
        factor = await self.store.of(person)
        return factor is not None and factor.since is not None

    async def offer(self, account: Account) -> Offered:
        """Offer a new secret for an app; it is valid once one of its codes was typed."""
        secret = new_secret()
        await self.store.propose(account.id, await self.sealing.seal(secret))
        return Offered(picture(secret, account.name), in_fours(written(secret)))

    async def offered(self, account: Account) -> Offered | None:
        """Return the offered secret again, while it waits to be confirmed."""
        factor = await self.store.of(account.id)
        if factor is None or not factor.waiting:
            return None
        secret = await self.sealing.unseal(factor.waiting)
        return Offered(picture(secret, account.name), in_fours(written(secret)))

    async def switch_on(self, account: Account, code: str, session: int, words: Words) -> list[str]:
        """Confirm the offered secret by one of its codes; return the recovery codes, which cannot be shown again."""
        await self.tries.take(limits.CODES, str(account.id))
        factor, at = await self.store.of(account.id), now()
        if factor is None or not factor.waiting:
            raise Faults(code="ui.factor.again")
        step = matching_step(await self.sealing.unseal(factor.waiting), typed(code), at.timestamp())
        if step is None:
            raise Faults(code="ui.factor.code.wrong")
        codes, mail = new_recoveries(), self.account_mails.about_factor(words, "factor_on", account)
        digests = [recovery_digest(account.id, one) for one in codes]
        ended = await self.store.switch_on(account.id, factor.waiting, step, digests, session, mail, at)
        if ended is None:
            raise Faults(code="ui.factor.again")
        self.close_sockets(ended)
        return codes

    async def switch_off(self, account: Account, code: str, words: Words) -> None:
        """Switch the second factor off. The caller has checked the password."""
        await self.prove(account, code, words)
        await self.store.switch_off(account.id, self.account_mails.about_factor(words, "factor_off", account), now())

    async def renew_codes(self, account: Account, code: str, words: Words) -> list[str]:
        """Return new recovery codes; the old ones are no longer valid."""
        await self.prove(account, code, words)
        codes = new_recoveries()
        digests = [recovery_digest(account.id, one) for one in codes]
        await self.store.renew_codes(
            account.id, digests, self.account_mails.about_factor(words, "factor_codes", account), now()
        )
        return codes

    async def prove(self, account: Account, code: str, words: Words, whose: str = "", where: str = "code") -> None:
        """Raise Faults unless it is an unused code of the person's app or one of their recovery codes."""
        await self.tries.take(limits.CODES, whose or str(account.id))
        plain, factor = typed(code), await self.store.of(account.id)
        if factor is None or factor.since is None:
            raise Faults(**{where: "ui.factor.off"})
        if is_code(plain):
            fits = await self.fits(account.id, factor, plain)
        else:
            fits = await self.recovers(account, plain, words)
        if not fits:
            raise Faults(**{where: "ui.factor.code.wrong"})

    async def fits(self, person: int, factor: Factor, code: str) -> bool:
        try:
            secret = await self.sealing.unseal(factor.secret)
        except Unsealable:
            log.error("a second factor can't be read: was HORLOGE_SECRET changed?", person=person)
            return False
        step = matching_step(secret, code, now().timestamp())
        return step is not None and await self.store.use_step(person, step)

    async def recovers(self, account: Account, code: str, words: Words) -> bool:
        """Use up a recovery code and tell the owner by mail, with the number of codes left."""
        if not await self.store.use_recovery(account.id, recovery_digest(account.id, code)):
            return False
        left = str(await self.store.left(account.id))
        await self.store.write(self.account_mails.about_factor(words, "factor_recovery", account, left=left), now())
        return True

    async def come_half_way(self, visitor: Visitor, person: int) -> CodeNeeded:
        """Begin a login that waits for its code, in this browser only."""
        key = new_token()
        await self.store.come_half_way(person, half_way_digest(visitor, key), now())
        return CodeNeeded(key)

    async def half_way(self, visitor: Visitor, key: str) -> int | None:
        """Return the person whose login waits for a code there."""
        return await self.store.half_way(half_way_digest(visitor, key), now()) if is_token(key) else None

    async def arrive(self, visitor: Visitor, key: str) -> bool:
        return await self.store.arrive(half_way_digest(visitor, key))


def half_way_digest(visitor: Visitor, key: str) -> str:
    return digest_of(f"{visitor.cookie} {key}")
