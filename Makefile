# Parlour. Two commands are enough: `make play` and `make test`. Both set up everything they need.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: wasm play site test soak check pages bench clean help

help:            ## what can be made
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Parlour needs Python 3.11 or newer; this is %s. Set PYTHON=..." % sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	PARLOUR_EDITABLE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

pages: $(VENV)/ready   ## build the pages of the browser, if they are not
	@$(BIN)/python web/pages.py

wasm: $(VENV)/ready    ## build the rules and the bots as WebAssembly, if they are not
	@$(BIN)/python -m parlour.bots.wasm

play: pages wasm ## sit down at the table
	@$(BIN)/parlour serve

site: pages wasm ## write a folder that any web host serves: all games in the visitor's browser
	@$(BIN)/parlour site site

test: check pages wasm ## lint, types and all tests
	$(BIN)/pytest -n 2 --dist worksteal --reruns 1 -raR

soak: pages wasm   ## the long runs: hundreds of killed servers, restarted databases, fuzzed messages, invariants of random games
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,scale]'
	PARLOUR_SOAK=1 $(BIN)/pytest tests/tables tests/server tests/lab
	PARLOUR_SOAK=1 $(BIN)/pytest tests/web/test_matches.py tests/web/test_site.py tests/games/*/test_browser.py
	PARLOUR_HARD=100 $(BIN)/pytest tests/core/test_wasm.py -k same_bytes
	$(BIN)/python tools/soak_rules.py
	$(BIN)/python tests/server/attacks.py 300

check: $(VENV)/ready   ## lint and types only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/pages.py check

bench: $(VENV)/ready   ## the benchmark table, ours beside the peers in one run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/parlour bench rules

clean:           ## remove everything that was made here
	rm -rf $(VENV) web/node_modules src/parlour/pages src/parlour/wasm .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
