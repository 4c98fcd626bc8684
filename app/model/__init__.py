"""Plain data and pure rules of the site: seats, clocks, results, kinds of notices, refusals with their HTTP status."""
