"""The inside of uvicorn and of the processes that serve: nothing else reaches into it."""
