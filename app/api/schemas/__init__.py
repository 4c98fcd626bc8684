"""The structs that calls answer with, field by field, as the document of the API shows them."""
