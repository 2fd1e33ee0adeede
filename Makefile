# Every target sets up .venv by itself when it must: when it is not there, or when what it is made from has changed.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
LINKER := .venv/linker
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Tests start hundreds of processes: each would compile all modules anew where bytecode must not be kept.
KEEP := PYTHONDONTWRITEBYTECODE=
BESIDE := -n auto --dist worksteal
PYTEST := pytest $(BESIDE)

.PHONY: play test test-long test-gpu coverage lint bench results game wasm dist hashes licences clean

play: $(READY)  ## play in the browser
	@$(BIN)/escapology play

test: $(LINKER)  ## all tests but the long ones; AGAIN=1 runs the few that fail once more, alone: then only their second failure counts
	$(KEEP) $(BIN)/$(if $(AGAIN),python -m tests.again $(BESIDE),$(PYTEST))

test-long: $(LINKER)  ## the long ones: searches, soaks and big counts; FULL=1 with the largest samples, which takes hours
	$(KEEP) $(if $(FULL),ESCAPOLOGY_FULL=1) $(BIN)/$(PYTEST) -m 'long and not alone'
	$(KEEP) $(BIN)/pytest -m alone

test-gpu: $(READY)  ## kernels for GPUs of NVIDIA: compiled, and run where there is one
	@$(INSTALL) -e '.[gpu]'
	$(KEEP) $(BIN)/pytest tests/native/test_cuda.py -rs

coverage: $(LINKER)  ## what the tests run through, rules and kernels as plain Python included
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

results: $(READY)  ## all studies that come with the package, in their short form; FULL=1 as published
	@mkdir -p results
	@for name in $$($(BIN)/escapology study list --json | $(BIN)/python -c 'import json, sys; [print(json.loads(line)["name"]) for line in sys.stdin]'); do \
		folder=results/$$name$(if $(FULL),,-short); \
		$(BIN)/escapology study run $$name --to $$folder $(if $(FULL),,--short) $(if $(CLUSTER),--cluster $(CLUSTER)) && \
		$(BIN)/escapology study report $$folder || exit 1; \
	done
	@for tie in success fail; do \
		$(BIN)/escapology study kidnap-machine --option tie=$$tie > results/kidnap-machine-manor-$$tie.txt || exit 1; \
	done

wasm: $(LINKER)  ## all games as WebAssembly, in build/wasm
	@$(BIN)/python -m escapology.ahead wasm build/wasm

dist: $(READY)  ## the wheel and the sdist, in dist/
	$(BIN)/python -m hatchling build

hashes: $(READY)  ## those of the pinned versions, for the Dockerfile
	$(BIN)/python -m tests.packaging.hashes

licences: $(READY)  ## docs/licences.md anew
	$(BIN)/python -m tests.packaging.licences

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

$(LINKER): $(READY)
	@echo "Fetching a linker for WebAssembly, 100 MB (once) …" >&2
	@$(INSTALL) -e '.[wasm]'
	@touch $(LINKER)
