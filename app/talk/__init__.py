"""Talk at tables. `channels` decides who may read and write what; `saying` accepts messages and reports; `drawing`
makes the markup of messages; `live` brings new ones to open pages; `routes` answers requests.
"""
