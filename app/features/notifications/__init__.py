"""Notifications of games for people who are elsewhere: by mail, web push and webhook. Notices follow from the present
state of a game, not from events. Each step is one transaction, so a process that dies loses none and sends none
twice:

    an action                 marks its game (rooms.news_at)
    jobs.notice_facts         finds what matters to whom there now (facts), and what no longer does
    jobs.send_notifications   looks again when it is time, and writes mails and deliveries (wording)
    jobs.mail, jobs.deliveries   send these (webhooks, web_push), again and again until they are accepted
"""
