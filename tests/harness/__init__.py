"""The nothing-lost harness: real server processes over a real Postgres and Redis, players, a nemesis that breaks
things, and a checker that then reads the log. docs/harness.md tells how to use it.

In reading order: server forks the server processes off a parent that has imported everything; points are places where a
process ends or hangs by itself; planted has faults that the checker must find; cluster holds the database, the bus and
the processes; history records all that each client sent and received; players plays over the public protocol; goal sets
what must happen in a run, and how soon everyone must be back; nemesis plans what breaks, and when; lossy loses messages
to the bus; delays measures how long clients were away, and behind; log reads the database in the end; checker has the
rules; run joins it all; report gives the results; acting is for tests that need to know each answer.
"""
