"""Talk at tables: `messages` accepts messages and reports, `pages` and `routes` show channels."""
