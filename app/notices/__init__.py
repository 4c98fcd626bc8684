"""What people are told of their games while they are elsewhere: by mail, by web push, by webhook. Notices follow from
how things stand, not from what happened. Each step is one transaction, so a process that dies loses and doubles
nothing:

    an action        marks its game (rooms.news_at)
    noticing         finds what matters to whom there now (matters), and what does not any more
    telling          when it is time (wishes), looks again and writes mails and parcels (wording)
    app.mail, carrying   send these (hooks, push), again and again until they are taken
"""
