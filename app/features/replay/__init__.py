"""Looking back at games, step by step: `routes` and `toolbar` show past positions, `export_routes` serves records
(`exporting`) and the dice with their proof.
"""
