"""The tables of the database in SQLAlchemy Core. The files in `migrations/` create them; a test compares the two.

Positions, choices and news are stored as the JSON text that the engine wrote: order matters, so they are no JSON
columns.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from app.store.db.columns import Id, Moment
from app.store.db.columns import metadata as metadata

rooms = Table(
    "rooms",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(32), nullable=False, unique=True, doc="Names the room in addresses."),
    Column("game", String(64), nullable=False),
    Column("title", String(120), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False, doc="Who sits where: the sides of each seat, and its bot if it has one."),
    Column("prologue", Text, nullable=False, doc="What the opening told, before anybody chose."),
    Column("status", String(16), nullable=False),
    Column("trouble", Text, nullable=False, doc="Why the room is frozen."),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("hash", String(32), nullable=False, doc="Of the position at epoch and sequence."),
    Column("waiting", Text, nullable=False, doc="The sides that are waited for, with a space between them."),
    Column("awaited", Text, nullable=False, server_default="", doc="The sides that have an offer to answer."),
    Column("bot_due", Boolean, nullable=False, doc="Whether one of all these is a bot's."),
    Column("opened_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    Column(
        "motions",
        Integer,
        key="changes",
        nullable=False,
        server_default="0",
        doc="How often anything but the game itself changed.",
    ),
    Column("clock", Text, nullable=False, server_default="", doc="How much time each side has; empty: any."),
    Column("due_at", Moment, doc="When somebody is to be reminded, or to be answered for."),
    Column("frozen_at", Moment, doc="Since when it is frozen."),
    Column("void", Boolean, nullable=False, server_default=false(), doc="Whether it ended without a result."),
    Column(
        "news_at", Moment, doc="Since when somebody may have to be told something; nothing once that was looked at."
    ),
    CheckConstraint("status IN ('playing', 'finished', 'frozen')", name="status"),
    Index("ix_rooms_status", "status"),
    Index("ix_rooms_bot_due", "bot_due", sqlite_where=text("bot_due = 1"), postgresql_where=text("bot_due")),
    Index("ix_rooms_due_at", "due_at"),
    Index("ix_rooms_news_at", "news_at"),
)

entries = Table(
    "entries",
    metadata,
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False, doc="Of the position that the choice led to."),
    Column("side", String(64), nullable=False),
    Column("key", String(80), nullable=False, doc="The request key: the same again is the same answer again."),
    Column("digest", String(32), nullable=False, doc="Of side and choice: what the key stands for."),
    Column("choice", Text, nullable=False),
    Column("news", Text, nullable=False),
    Column("rules", String(16), nullable=False),
    Column("hash", String(32), nullable=False, doc="Of the position that the choice led to."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("room", "epoch", "sequence"),
    UniqueConstraint("room", "key"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("room", "epoch", "sequence"),
)

sights = Table(
    "sights",
    metadata,
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False, doc="Whose spectators are delayed."),
    Column("epoch", Integer, nullable=False, doc="The position that they see: its epoch and its sequence."),
    Column("sequence", Integer, nullable=False),
    Column("waiting", Text, nullable=False, doc="The sides that are waited for in it, with a space between them."),
    Column("moved_at", Moment, nullable=False, doc="When it was reached."),
    PrimaryKeyConstraint("room"),
)

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(80), nullable=False, unique=True, doc="The name as it is compared: no two look alike."),
    Column("email", String(254), unique=True, doc="Lower case; only once it has been confirmed."),
    Column("password", Text, nullable=False, doc="An Argon2id hash; empty for guests and for those who left."),
    Column("language", String(8), nullable=False, doc="Empty: as the browser asks."),
    Column("theme", String(8), nullable=False),
    Column("zone", String(64), nullable=False, doc="A time zone's name."),
    Column("zone_known", Boolean, nullable=False, server_default=false(), doc="Told by a browser, or chosen by hand."),
    Column("confirm", Boolean, nullable=False, doc="Not used any more, but by older processes."),
    Column("confirms", Boolean, nullable=False, server_default=false(), doc="Whether to be asked before every move."),
    Column("sounds", Boolean, nullable=False),
    Column("notices", Boolean, nullable=False, server_default=true(), doc="Whether to be written to about games."),
    Column("profile", Boolean, nullable=False, server_default=true(), doc="Whether others may see how they play."),
    Column("quiet_from", Integer, doc="Minutes after midnight from which time does not count; empty: it always does."),
    Column("quiet_to", Integer),
    Column("weekend", String(7), nullable=False, server_default="", doc="Weekdays that don't count; 0 is Monday."),
    Column("role", String(16), nullable=False, server_default="player", doc="What they may do on the site."),
    Column("grade", String(8), nullable=False, server_default="", doc="How good the password is; empty: not known."),
    Column("banned_at", Moment, doc="Since when they are shut out."),
    Column("came_at", Moment, nullable=False),
    Column("left_at", Moment, doc="When they had themselves deleted; what stays is a row without a person."),
    CheckConstraint("theme IN ('auto', 'light', 'dark')", name="theme"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("first", Date, nullable=False, doc="The first day, by the clocks where the person lives; and the last one."),
    Column("last", Date, nullable=False),
    Index("ix_vacations_person", "person"),
)

beats = Table(
    "beats",
    metadata,
    Column("id", Id, primary_key=True),
    Column("at", Moment, nullable=False, doc="When any process was last at work; there is one row."),
    Column(
        "back",
        Float(53),
        nullable=False,
        server_default="0",
        doc="By how many seconds the database's clock has been set back in all.",
    ),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Id, primary_key=True),
    Column("began_at", Moment, nullable=False),
    Column("ended_at", Moment, nullable=False),
    Column("excused", Boolean, nullable=False, doc="Whether all clocks have been put right."),
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("began_at", Moment, nullable=False),
    Column("at", Moment, nullable=False, doc="When it last said something."),
    Column("figures", Text, nullable=False, doc="What it says of itself, as JSON."),
)

restores = Table(
    "restores",
    metadata,
    Column("id", Id, primary_key=True),
    Column("made_at", Moment, nullable=False, doc="When the backup was made."),
    Column("restored_at", Moment, nullable=False),
    Column("trial", Boolean, nullable=False, doc="Whether it was restored only to see whether it can be."),
    Column("games", Integer, nullable=False, doc="How many were played again."),
    Column("wrong", Integer, nullable=False, doc="How many of them are not what their logs say."),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True, doc="Of the token in the browser's cookie."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("agent", String(80), nullable=False, doc="What the browser calls itself, shortened; a program's name."),
    Column("began_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("scopes", String(40), nullable=False, server_default="", doc="What a program may do; empty: a browser's."),
    Column(
        "table", String(32), nullable=False, server_default="", doc="The only table a program is let to; empty: all."
    ),
    Column("until", Moment, doc="When it ends by itself."),
    Column("factor", Boolean, nullable=False, server_default=false(), doc="Whether it was begun with a second factor."),
    Column("proved_at", Moment, doc="When its person last typed a password or a code in it."),
    Index("ix_sessions_person", "person"),
)

links = Table(
    "links",
    metadata,
    Column("id", Id, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True, doc="Of the token that a mail brought."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("email", String(254), nullable=False, doc="The address it was sent to."),
    Column("until", Moment, nullable=False),
    CheckConstraint("purpose IN ('confirm', 'reset')", name="purpose"),
    Index("ix_links_person", "person"),
)

mails = Table(
    "mails",
    metadata,
    Column("id", Id, primary_key=True),
    Column("message", String(32), nullable=False, unique=True, doc="Names it in its Message-ID, however often sent."),
    Column("recipient", String(254), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("text", Text, nullable=False, doc="Empty once it has been sent: there are secrets in it."),
    Column("written_at", Moment, nullable=False),
    Column("due_at", Moment, doc="When to try to send it; nothing once it was sent or given up."),
    Column("sent_at", Moment),
    Column("tries", Integer, nullable=False),
    Column("trouble", String(200), nullable=False, doc="What the mail server said when it did not take it."),
    Column("unsubscribe", String(300), nullable=False, server_default="", doc="Where such mails are turned off."),
    Index("ix_mails_due_at", "due_at"),
)

votes = Table(
    "motions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL"), doc="Who made it."),
    Column("side", String(64), nullable=False, doc="As which side."),
    Column("argument", Text, nullable=False, doc="What exactly is asked, as JSON."),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False, doc="The position it was made at, or in the end closed at."),
    Column("ballots", Text, nullable=False, doc="What people have said, by their number."),
    Column("outcome", String(16), nullable=False, doc="Empty as long as it is open."),
    Column("opened_at", Moment, nullable=False),
    Column("until", Moment, doc="When it lapses by itself."),
    Column("closed_at", Moment),
    CheckConstraint("outcome IN ('', 'agreed', 'declined', 'withdrawn', 'lapsed')", name="outcome"),
    Index("ix_motions_room", "room"),
    Index("ix_motions_outcome_until", "outcome", "until"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(32), nullable=False, unique=True, doc="Its room will have the same."),
    Column("game", String(64), nullable=False),
    Column("title", String(120), nullable=False),
    Column("options", Text, nullable=False),
    Column("host", Id, ForeignKey(people.c.id, ondelete="SET NULL"), doc="Who may arrange it."),
    Column("access", String(8), nullable=False, doc="Whether it stands in lists, or who may join by its link."),
    Column("seating", String(8), nullable=False, doc="Whether seats are picked, dealt out, or filled in order."),
    Column("die", Boolean, nullable=False, server_default=false(), doc="Whether dealt out seats are chosen by a die."),
    Column("spectators", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("private_talk", Boolean, nullable=False, server_default=true(), doc="Whether sides may talk apart."),
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), unique=True, doc="The game, once it has begun."),
    Column("again", String(32), nullable=False, doc="The key of the table at which the same people play again."),
    Column("delay", Integer, nullable=False, server_default="0", doc="How many turns spectators are behind."),
    Column("kind", String(8), nullable=False, server_default="game", doc="A game, or somebody's analysis board."),
    Column("origin", String(64), nullable=False, server_default="", doc="The key and step that a board began from."),
    Column("clock", Text, nullable=False, server_default="", doc="What was agreed about time; empty: nothing."),
    Column(
        "stand_in", Integer, nullable=False, server_default="3", doc="Days until a bot plays for somebody who is gone."
    ),
    Column("comes_back", Boolean, nullable=False, server_default=true(), doc="Whether who is gone may, by themselves."),
    Column("opened_at", Moment, nullable=False),
    Column("moved_at", Moment, nullable=False),
    CheckConstraint("access IN ('public', 'link', 'named')", name="access"),
    CheckConstraint("seating IN ('pick', 'random', 'order')", name="seating"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("sides", Text, nullable=False, doc="What is played from there, with a space between them."),
    Column("bot", String(64), nullable=False, doc="The kind of bot that sits there; empty for a person's seat."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL")),
    Column("ready", Boolean, nullable=False),
    Column("bot_at", Moment, doc="When a bot sits down here, if nobody else does."),
    Column("wishes", Text, nullable=False, server_default="", doc="Sides wanted, best first, where seats go by a die."),
    PrimaryKeyConstraint("table", "number"),
    Index("ix_seats_person", "person"),
    Index("ix_seats_bot_at", "bot_at"),
)

tenures = Table(
    "tenures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False, doc="Its number. Of seats that never changed hands there is nothing here."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL")),
    Column("bot", String(64), nullable=False, doc="The kind of bot, if one sat there."),
    Column("first", Integer, nullable=False, doc="The sequence at which they sat down."),
    Column("last", Integer, doc="The one at which they got up."),
    Column("why", String(16), nullable=False, doc="Why they did."),
    Column("began_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Index("ix_tenures_table", "table"),
    Index("ix_tenures_person", "person"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("table", "person"),
    Index("ix_invitations_person", "person"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", Id, primary_key=True),
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("name", String(200), nullable=False, doc="table, watchers, or the sides that talk apart."),
    Column("last", Integer, nullable=False, doc="The number of the latest line."),
    UniqueConstraint("table", "name"),
)

lines = Table(
    "lines",
    metadata,
    Column("channel", Id, ForeignKey(channels.c.id, ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, doc="Lines of a channel are numbered without a gap, from 1."),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL")),
    Column("sides", Text, nullable=False, doc="What the person played then, with a space between them."),
    Column("text", Text, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false(), doc="Whether a moderator has put it away."),
    Column("sequence", Integer, nullable=False, doc="Where the game was; 0 before it began."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("channel", "number"),
)

marks = Table(
    "marks",
    metadata,
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("channel", Id, ForeignKey(channels.c.id, ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False, doc="The last line that the person has read."),
    PrimaryKeyConstraint("person", "channel"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("muted", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False, doc="Whose lines are folded."),
    PrimaryKeyConstraint("person", "muted"),
    Index("ix_mutes_muted", "muted"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Id, primary_key=True),
    Column("person", Id, ForeignKey(people.c.id, ondelete="SET NULL"), doc="Who reported."),
    Column("channel", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
    ForeignKeyConstraint(["channel", "number"], [lines.c.channel, lines.c.number], ondelete="CASCADE"),
    UniqueConstraint("person", "channel", "number"),
)

notes = Table(
    "notes",
    metadata,
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("table", Id, ForeignKey(tables.c.id, ondelete="CASCADE"), nullable=False),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False, doc="Rises with every change: two devices hear of each other."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("person", "table"),
)

visits = Table(
    "visits",
    metadata,
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("room", Id, ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("sequence", Integer, nullable=False, doc="The last position that the person has seen."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("person", "room"),
)

requests = Table(
    "requests",
    metadata,
    Column("person", Id, ForeignKey(people.c.id, ondelete="CASCADE"), nullable=False),
    Column("key", String(64), nullable=False, doc="The request key: the same again makes nothing more."),
    Column("payload", String(64), nullable=False, doc="A digest of what was asked for."),
    Column("answer", String(80), nullable=False, doc="Which table, board or token was made."),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("person", "key"),
)
