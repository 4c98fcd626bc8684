"""Who is calling, and what waits for them."""

from __future__ import annotations

from app.accounts.programs import READ
from app.api.answers import Mine, Oneself, Waiting
from app.api.caller import CallerDep
from app.api.calls import Calls
from app.api.shown import listed
from app.lobby import lists

calls = Calls("people")


@calls.get("/me", scope="")
async def me(caller: CallerDep) -> Oneself:
    """Who one is, and what one's token allows. Whoever is nobody is answered 401."""
    person, session = caller.signed_in(), caller.visitor.session
    scopes = session.scopes.split() if session and session.scopes else None
    table = (session.table or None) if session else None
    return Oneself(person.id, person.name, person.guest, caller.words.language, scopes, table)


@calls.get("/mine", scope=READ)
async def mine(caller: CallerDep) -> Mine:
    """One's own tables, the most urgent first; the key of the one that waits most."""
    person = caller.signed_in()
    found = await lists.mine(caller.services.rooms, person)
    tables = [Waiting(listed(one.table, person), one.urgency, list(one.sides), one.due) for one in found]
    return Mine(tables, lists.next_one(found))
