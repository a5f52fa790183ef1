# The first screen: `make run` and `make test`. Needs Python 3.11 or newer and nothing else.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: run test bench format

run: .venv/.runtime .env
	$(BIN)/python manage.py prepare
	exec $(BIN)/python manage.py serve

test: .venv/.dev
	$(BIN)/python -m tests.run

bench: .venv/.dev
	$(BIN)/python -m bench

format: .venv/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# A stamp per set of packages: a venv is made once, and brought up to date when the pins change.
.venv/.runtime: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	touch $@

.venv/.dev: .venv/.runtime
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

.env:
	$(BIN)/python -m config.first_env > $@.new
	mv $@.new $@
