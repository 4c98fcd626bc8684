# Short names for dev.py's commands. Arguments: make test ARGS="tests/house -x"

run test lint audit docs check bench lock:
	python3 dev.py $@ $(ARGS)

.PHONY: run test lint audit docs check bench lock
