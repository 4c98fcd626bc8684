"""The people of the site: guests, people with accounts, and their sessions. `sign_in` signs them in and out,
`account_settings` changes their accounts, `api_tokens` lets programs act for them, `playing_hours` says when they do
not play.
"""
