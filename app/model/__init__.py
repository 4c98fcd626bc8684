"""Plain data and rules of the site without side effects, which every other package may use."""
