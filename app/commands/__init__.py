"""The commands of `horloge`, one module each; app.cli finds them here."""
