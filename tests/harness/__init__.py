"""The nothing-lost harness: real server processes over a real Postgres and Redis, people who play, a nemesis who breaks
things, and a checker who then reads the log. docs/harness.md says how to use it. The chapters, in reading order:

    server      starts the server processes: a parent that has imported everything, and forks
    points      places at which a process ends, or hangs, by itself
    planted     faults planted on purpose, each of which the checker has to find
    cluster     the database, the bus and the processes, as one thing that can be broken and mended
    history     what every client sent and was told
    players     who play and who look on, by the public protocol
    goal        what has to happen in a run, and how soon everybody has to be back
    nemesis     what is broken, and when
    lossy       a line to the bus that loses messages
    delays      how long everybody was away, and behind
    log         what the database holds in the end
    checker     the rules
    run         all of it together; `horloge harness run` calls it
    report      what came of it
    acting      for tests that want to know each answer
"""
