"""The second factor: set up with an app, asked for at each login, switched off. Those who run the site need one; see
`visitor` for what they can't do before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog
from markupsafe import Markup
from msgspec import Struct

from app.accounts import limits
from app.accounts.factors import (
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
from app.accounts.judging import Faults
from app.accounts.letters import Letters
from app.accounts.limits import Tries
from app.accounts.sealing import Sealing, Unsealable
from app.accounts.tokens import digest_of, is_token, new_token
from app.accounts.visitor import Visitor
from app.clock import now
from app.store.factors import Factor, FactorStore
from app.store.people import Account
from app.words.catalogue import Words

log = structlog.get_logger(__name__)


class CodeNeeded(Exception):
    """The password is right, and a code is to follow: `key` says where this browser has got to."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class Offered(Struct, frozen=True):
    """The secret that an app makes codes of, as text and picture."""

    picture: Markup
    text: str


@dataclass(frozen=True)
class Second:
    store: FactorStore
    sealing: Sealing
    letters: Letters
    tries: Tries
    close_sockets: Callable[[Iterable[int]], None]

    async def is_on(self, person: int) -> bool:
        factor = await self.store.of(person)
        return factor is not None and factor.since is not None

    async def offer(self, account: Account) -> Offered:
        """A new secret for an app; it counts once a code of it was typed."""
        secret = new_secret()
        await self.store.propose(account.id, await self.sealing.seal(secret))
        return Offered(picture(secret, account.name), in_fours(written(secret)))

    async def offered(self, account: Account) -> Offered | None:
        """The same again, as long as it waits to be confirmed."""
        factor = await self.store.of(account.id)
        if factor is None or not factor.waiting:
            return None
        secret = await self.sealing.unseal(factor.waiting)
        return Offered(picture(secret, account.name), in_fours(written(secret)))

    async def switch_on(self, account: Account, code: str, session: int, words: Words) -> list[str]:
        """Confirm what was offered by a code of it: the recovery codes, which nobody can show again."""
        await self.tries.take(limits.CODES, str(account.id))
        factor, at = await self.store.of(account.id), now()
        if factor is None or not factor.waiting:
            raise Faults(code="ui.factor.again")
        step = matching_step(await self.sealing.unseal(factor.waiting), typed(code), at.timestamp())
        if step is None:
            raise Faults(code="ui.factor.code.wrong")
        codes, letter = new_recoveries(), self.letters.about_factor(words, "factor_on", account)
        digests = [recovery_digest(account.id, one) for one in codes]
        ended = await self.store.switch_on(account.id, factor.waiting, step, digests, session, letter, at)
        if ended is None:
            raise Faults(code="ui.factor.again")
        self.close_sockets(ended)
        return codes

    async def switch_off(self, account: Account, code: str, words: Words) -> None:
        """The caller has checked the password."""
        await self.prove(account, code, words)
        await self.store.switch_off(account.id, self.letters.about_factor(words, "factor_off", account), now())

    async def renew_codes(self, account: Account, code: str, words: Words) -> list[str]:
        """New recovery codes; the old ones count no more."""
        await self.prove(account, code, words)
        codes = new_recoveries()
        digests = [recovery_digest(account.id, one) for one in codes]
        await self.store.renew_codes(
            account.id, digests, self.letters.about_factor(words, "factor_codes", account), now()
        )
        return codes

    async def prove(self, account: Account, code: str, words: Words, whose: str = "", where: str = "code") -> None:
        """Raise Faults unless it is a code of their app that was not used yet, or one of their recovery codes."""
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
        """A letter tells that a recovery code was used, and how many are left."""
        if not await self.store.use_recovery(account.id, recovery_digest(account.id, code)):
            return False
        left = str(await self.store.left(account.id))
        await self.store.write(self.letters.about_factor(words, "factor_recovery", account, left=left), now())
        return True

    async def come_half_way(self, visitor: Visitor, person: int) -> CodeNeeded:
        """The password is typed: where this browser goes on, and no other."""
        key = new_token()
        await self.store.come_half_way(person, half_way_digest(visitor, key), now())
        return CodeNeeded(key)

    async def half_way(self, visitor: Visitor, key: str) -> int | None:
        """The person who is to type a code there."""
        return await self.store.half_way(half_way_digest(visitor, key), now()) if is_token(key) else None

    async def arrive(self, visitor: Visitor, key: str) -> bool:
        return await self.store.arrive(half_way_digest(visitor, key))


def half_way_digest(visitor: Visitor, key: str) -> str:
    return digest_of(f"{visitor.cookie} {key}")
