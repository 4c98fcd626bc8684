"""Notifications of games for people who are elsewhere: by mail, web push and webhook. Notices follow from the present
state of a game, not from events. Each step is one transaction, so a process that dies loses none and sends none twice:

    an action        marks its game (rooms.news_at)
    noticing         finds what matters to whom there now (matters), and what no longer does
    telling          when it is time (wishes), looks again and writes mails and deliveries (wording)
    app.mail, carrying   send these (hooks, push), again and again until they are accepted
"""
