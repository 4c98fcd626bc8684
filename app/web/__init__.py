"""Tools for every page and form of the site, whatever the feature."""
