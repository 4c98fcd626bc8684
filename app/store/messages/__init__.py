"""What people are told and say: notices and their deliveries, mails, talk, notes, and how far they have seen a game."""
