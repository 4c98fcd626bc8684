"""Tables and seats: who may join, who sits where, the lists of tables, seats that change hands, analysis boards."""
