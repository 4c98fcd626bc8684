"""Time at a table: the agreed `terms`, the `calendar` of hours in which a person plays, the `hands` that say how much
time each side has left, and `side_time`, as programs are told of it.
"""
