"""Talk at tables. `channels` is who may read and write what; `saying` is what becomes of a line, a mute, a report;
`drawing` makes markup of lines; `live` brings new ones to open pages; `routes` answers requests.
"""
