# `make` or `make help` lists the commands.

SHELL := bash
.SHELLFLAGS := -o pipefail -c

PYTHON ?= python3
HOST := 127.0.0.1
PORT ?= 8000
TESTS ?= tests
WORKERS ?= auto
PYTEST ?=
POSTGRES ?= postgres://postgres@127.0.0.1:5432/test
REDIS ?= redis://127.0.0.1:6379/0

VENV := .venv/bin/python
MANAGE := $(VENV) manage.py
SPREAD := -n $(WORKERS) --dist loadgroup
EMBEDDED := env -u DATABASE_URL -u REDIS_URL
SCHEMA := api/schema.yaml

.DEFAULT_GOAL := help
.PHONY: help run setup admin demo test test-services lint format types contracts schema schema-check migrations-check \
	examples messages checks clients soak races benchmarks kernel lock clean runtime

help:  ## List the commands
	@echo "500 Rum. Commands:"
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "Variables: PORT=8000 HOST=127.0.0.1 PYTHON=python3 TESTS=tests/engine PYTEST='-k joker'"

# Running it

runtime:
	@$(PYTHON) scripts/environment.py runtime

run: runtime  ## Set up what is missing and serve on http://127.0.0.1:8000 until Ctrl-C
	@exec $(MANAGE) serve --host $(HOST) --port $(PORT)

admin: runtime  ## Make a person who may sign in to the admin
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) createsuperuser

demo: runtime  ## Play a guest's whole game over HTTP against two bots
	@$(VENV) examples/demo.py

# Working on it

setup:  ## Set up .venv with everything that these commands need
	@$(PYTHON) scripts/environment.py dev

test: setup  ## Run all tests (SQLite, no other service); TESTS=… PYTEST=… narrow it
	@$(EMBEDDED) $(VENV) -m pytest $(SPREAD) $(TESTS) $(PYTEST)

test-services: setup  ## Run the same tests on PostgreSQL and Redis from DATABASE_URL and REDIS_URL
	@DATABASE_URL="$${DATABASE_URL:-$(POSTGRES)}" REDIS_URL="$${REDIS_URL:-$(REDIS)}" \
	RUMMY_SECRET_KEY="$${RUMMY_SECRET_KEY:-for tests only}" $(VENV) -m pytest $(SPREAD) $(TESTS) $(PYTEST)

soak: setup  ## Run what `make test` leaves out: great numbers of deals, games, kills and races (hours)
	@$(EMBEDDED) SOAK=1 $(VENV) -m pytest $(SPREAD) -m soak $(TESTS) $(PYTEST)
	@case "$(TESTS)" in tests|tests/crash*) SOAK=1 $(MAKE) test-services TESTS=tests/crash PYTEST="-m soak $(PYTEST)";; esac
	@case "$(TESTS)" in tests|tests/api|tests/api/walks*) SOAK=1 $(MAKE) test-services TESTS=tests/api/walks PYTEST="-m soak $(PYTEST)";; esac
	@test "$(TESTS)" != tests || $(MAKE) races

races: setup  ## Run only the races on PostgreSQL and Redis, 10,000 rounds of each; RACE_ROUNDS=… for fewer
	@RACE_ROUNDS=$${RACE_ROUNDS:-10000} $(MAKE) test-services TESTS="tests/api tests/players tests/service" PYTEST="-m races $(PYTEST)"

format: setup  ## Put the source into its one form
	@$(VENV) -m ruff format .
	@$(VENV) -m ruff check --fix .

lint: setup  ## Check style and form
	@$(VENV) -m ruff check .
	@$(VENV) -m ruff format --check .

types: setup  ## Check types
	@$(EMBEDDED) $(VENV) -m mypy

contracts: setup  ## Check which package imports which
	@.venv/bin/lint-imports

schema: setup  ## Write the OpenAPI schema to api/schema.yaml
	@$(EMBEDDED) $(MANAGE) spectacular --validate --fail-on-warn --file $(SCHEMA)

schema-check: setup  ## Check that api/schema.yaml is what the code says
	@$(EMBEDDED) $(MANAGE) spectacular --validate --fail-on-warn | diff -u $(SCHEMA) -

examples: setup  ## Record the examples in api/examples/ anew, and write the schema with them
	@EXAMPLES=record $(EMBEDDED) $(VENV) -m pytest -q tests/api/schema/test_examples.py -k answered_now
	@$(MAKE) schema

messages: setup  ## Bring the catalogues in locale/ up to date with the texts in the code
	@$(VENV) scripts/messages.py

migrations-check: setup  ## Check that no migration is missing
	@$(EMBEDDED) $(MANAGE) makemigrations --check --dry-run

checks: lint types contracts schema-check migrations-check  ## All of the checks above

clients: setup  ## Generate clients in five languages, compile and play with them (Node.js and npm needed)
	@$(PYTHON) scripts/environment.py clients
	@! command -v npm >/dev/null || cmp -s clients/package-lock.json clients/node_modules/.locked || \
	{ echo "Installing the locked packages of clients/package-lock.json …"; \
	npm ci --prefix clients --no-audit --no-fund --loglevel=error && cp clients/package-lock.json clients/node_modules/.locked; }
	@$(EMBEDDED) $(VENV) -m pytest $(SPREAD) -m clients tests/clients $(PYTEST)

benchmarks: setup  ## Measure everything beside its yardsticks, into benchmarks/results.md (PostgreSQL and Redis needed)
	@for subject in engine kernel service statements pages bells streams memory start; do $(VENV) -m benchmarks.$$subject || exit 1; done

kernel:  ## Compile what the computer players search with (a C compiler needed; everything works without)
	@$(PYTHON) scripts/environment.py kernel
	@.venv-kernel/bin/python scripts/kernel.py

lock:  ## Lock requirements/*.in anew (needs uv)
	@for name in runtime push dev clients kernel; do uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate requirements/$$name.in -o requirements/$$name.txt || exit 1; done

clean:  ## Remove the environment and the caches, but not the data
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@rm -rf .venv-clients .venv-kernel bots/kernel/built clients/generated clients/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
