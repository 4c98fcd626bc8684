"""What people can do about themselves. Called by accounts.routes; what was wrong comes back as Faults."""

from __future__ import annotations

import secrets
from contextlib import suppress

from app.accounts.names import Unfit, cleaned, folded, numbered
from app.accounts.tokens import digest_of, new_token
from app.accounts.visitor import Visitor
from app.clock import now
from app.store.people import NameTaken, PeopleStore

TRIES = 8
AGENT = 80


class Faults(ValueError):
    """What can't be taken as it was filled in: for each field, the key of a sentence that says why."""

    def __init__(self, **by_field: str) -> None:
        super().__init__(by_field)
        self.by_field = by_field


def fit_name(name: str) -> str:
    try:
        return cleaned(name)
    except Unfit as error:
        raise Faults(name=f"ui.name.{error.reason}") from error


async def come_as_guest(people: PeopleStore, visitor: Visitor, name: str, agent: str) -> None:
    """A new person with just a name, signed in with this browser. If the name is taken it gets a number."""
    wanted = fit_name(name)
    for _ in range(TRIES):
        chosen = await free_name(people, wanted)
        with suppress(NameTaken):
            person = await people.add_guest(chosen, folded(chosen), now())
            await sign_in(people, visitor, person, agent)
            return
    raise Faults(name="ui.name.taken")


async def free_name(people: PeopleStore, name: str) -> str:
    """The name, or the first of some numbered ones that nobody has."""
    numbers = [*range(2, 10), *(secrets.randbelow(9_000) + 1_000 for _ in range(4))]
    candidates = [name, *(numbered(name, number) for number in numbers)]
    taken = await people.names_taken(map(folded, candidates))
    return next((candidate for candidate in candidates if folded(candidate) not in taken), candidates[-1])


async def sign_in(people: PeopleStore, visitor: Visitor, person: int, agent: str) -> None:
    """A session of its own for this browser; the one it had before is over."""
    token = new_token()
    await leave_session(people, visitor)
    await people.begin(person, digest_of(token), shortened(agent), now())
    visitor.hand_out(token)


async def sign_out(people: PeopleStore, visitor: Visitor) -> None:
    await leave_session(people, visitor)
    visitor.hand_out("")


async def leave_session(people: PeopleStore, visitor: Visitor) -> None:
    if visitor.person and visitor.session:
        await people.end(visitor.person.id, visitor.session.id)


def shortened(agent: str) -> str:
    """What a browser calls itself, without what does not show or is too long."""
    return "".join(sign for sign in agent if sign.isprintable())[:AGENT]
