"""The people of the site: guests and those with accounts, and the sessions of their browsers.

Other parts need three modules: `visitor` says who is behind a request (`PersonDep`, `SignedInDep`), `guard` refuses
what does not come from our own pages, `forms` reads forms. The rest is for people themselves: `service` is how they
come and go, `own` what they change about themselves; `routes` and `own_routes` are the pages it is done on, by way of
`answers`. What they fill in is judged by `judging`, `names` and `passwords`; how often they may try, by `limits`;
`letters` are what they are written, `mailbox` shows them where nothing is sent; `sweeping` forgets what is over.
"""
