"""The people of the site: guests and those with accounts, and the sessions of their browsers.

`visitor` says who is behind a request, `guard` refuses forms that do not come from our own pages, `forms` reads them.
Routes of all parts ask for `PersonDep` or `SignedInDep` (in `visitor`). `names` judges names; `service` holds what
can be done, `routes` the pages it is done on.
"""
