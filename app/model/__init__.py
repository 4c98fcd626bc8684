"""Plain data and pure rules of the site, which every storey above may use."""
