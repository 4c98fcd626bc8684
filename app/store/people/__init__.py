"""People, the sessions of their browsers, their roles, and the keys under which they asked for something."""
