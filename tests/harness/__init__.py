"""The nothing-lost harness: real server processes over a real Postgres and Redis, people who play, a nemesis that
breaks things, and a checker that then reads the log. docs/harness.md says how to use it. The chapters, in reading
order:

    server      starts the server processes: a parent that has imported everything, and forks
    points      places at which a process ends, or hangs, by itself
    planted     faults planted on purpose, each of which the checker has to find
    cluster     the database, the bus and the processes, as one thing that can be broken and mended
    history     everything that each client sent and received
    players     players and spectators, over the public protocol
    goal        what has to happen in a run, and how soon everyone has to be back
    nemesis     what is broken, and when
    lossy       a connection to the bus that loses messages
    delays      how long clients were away, and behind
    log         what the database holds in the end
    checker     the rules
    run         all of it together
    report      the results of a run
    acting      for tests that need to know each answer
"""
