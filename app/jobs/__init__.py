"""Work that happens by itself in every process: `scheduler` wakes what is due, such as timeouts, bots, notifications
and mails.
"""
