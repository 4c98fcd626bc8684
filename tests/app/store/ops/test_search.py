"""The search of the admin pages, on both databases."""

from app.base.clock import now
from app.store.messages.mail_outbox import NewMail, queue_mail
from app.store.ops.search import SearchStore
from tests.support.process import Process
from tests.support.rated import accounts
from tests.support.timed import another_table


async def test_people_are_found_by_any_part_of_their_names(process: Process) -> None:
    await accounts(process, "Ada", "Bob", "100%_sure")
    store = SearchStore(process.database)
    assert [one.name for one in await store.people("DA")] == ["Ada"]
    assert [one.name for one in await store.people("%_")] == ["100%_sure"]
    assert len(await store.people("")) == 3
    [ada] = await store.people("ada")
    assert await store.person(ada.id) == ada
    assert await store.person(999_999) is None


async def test_tables_are_found_whether_anybody_arranged_them_or_not(process: Process) -> None:
    await process.open(key="demo-7")
    await another_table(process, "arranged", None)
    store = SearchStore(process.database)
    assert {one.key for one in await store.tables("")} == {"demo-7", "arranged"}
    assert [one.key for one in await store.tables("demo-7")] == ["demo-7"]
    assert {one.key for one in await store.tables("a TABLE", "playing")} == {"demo-7", "arranged"}
    assert await store.tables("", "frozen") == []
    [ada] = await store.people("ada")
    assert [(one.key, one.status, one.void) for one in await store.tables_of(ada.id)] == [
        ("arranged", "playing", False)
    ]


async def test_deliveries_say_what_became_of_them(process: Process) -> None:
    async with process.database.writing() as connection:
        await queue_mail(connection, NewMail("ada@example.org", "A subject", "A text"), now())
    store = SearchStore(process.database)
    [mail] = await store.deliveries("ada@")
    assert (mail.kind, mail.to, mail.what, mail.state) == ("mail", "ada@example.org", "A subject", "waits")
    assert await store.deliveries("bob@") == []
    assert await store.reported(1) == []
