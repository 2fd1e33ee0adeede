# Every target sets up .venv by itself when it must: when it is not there, or when what it is made from has changed.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Tests start hundreds of processes: each would compile all modules anew where bytecode must not be kept.
KEEP := PYTHONDONTWRITEBYTECODE=
PYTEST := pytest -n auto --dist worksteal

.PHONY: play test test-long coverage lint bench game dist hashes clean

play: $(READY)  ## play in the browser
	@$(BIN)/escapology play

test: $(READY)  ## all tests but the long ones
	$(KEEP) $(BIN)/$(PYTEST)

test-long: $(READY)  ## the long ones: searches, soaks and big counts
	$(KEEP) $(BIN)/$(PYTEST) -m long

coverage: $(READY)  ## what the tests run through, rules and kernels as plain Python included
	@$(INSTALL) -e '.[coverage]'
	$(BIN)/coverage erase
	$(KEEP) $(BIN)/coverage run -m $(PYTEST)
	ESCAPOLOGY_PLAIN=1 $(BIN)/coverage run -m tests.plainly
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

game: $(READY)  ## a new game that is a copy of Blank: make game NAME=golf
	@$(BIN)/python -m tests.new_game $(NAME)

bench: $(READY)  ## speeds, as ratios in one run
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.web

dist: $(READY)  ## the wheel and the sdist, in dist/
	$(BIN)/python -m hatchling build

hashes: $(READY)  ## those of the pinned versions, for the Dockerfile
	$(BIN)/python -m tests.packaging.hashes

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
	find . -name __pycache__ -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Escapology needs Python 3.11 or newer; say which one it is: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Setting up .venv (once) …" >&2
	@$(PYTHON) -m venv .venv
	@$(INSTALL) -e '.[all,dev]'
	@touch $(READY)
