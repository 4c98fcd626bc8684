"""The people of the site: guests, people with accounts, and the sessions of their browsers.

Other packages need three modules: `visitor` says who sent a request (`PersonDep`, `SignedInDep`), `guard` refuses forms
that do not come from our own pages, `forms` reads forms. The rest serves people themselves. `service` signs them in and
out, `own` changes their accounts; `routes` and `own_routes` are the pages for it, with `answers`. `judging`, `names`
and `passwords` validate what they fill in; `limits` limits how often they may try; `letters` writes their mails and
`mailbox` shows them where nothing is sent; `sweeping` deletes what has expired.
"""
