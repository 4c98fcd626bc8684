"""What people keep for themselves at a table: notes, which nobody else ever sees, and `visits`, how far they have
looked, so that on their return they are told what happened since; `routes` answers requests.
"""
