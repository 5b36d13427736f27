# `make help` lists the targets. Everything is installed into .venv and nowhere else.
SHELL := /bin/sh
PORT ?= 8000
VENV := .venv
PY := $(VENV)/bin/python
# Any Python from 3.11 on will do; the first one found is taken, unless PYTHON names one.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$name; break; }; done)
# `make install REQUIREMENTS=requirements/runtime.txt` leaves tests and benchmarks out (production).
REQUIREMENTS ?= requirements/development.txt
STAMP := $(VENV)/.installed-$(basename $(notdir $(REQUIREMENTS)))

.DEFAULT_GOAL := help
.PHONY: help run install test check format lock messages benchmark pictures clean

help: ## Say what can be done here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install ## Start the platform with its demo contest (PORT=8000)
	@exec $(PY) manage.py run --port $(PORT)

install: $(STAMP) ## Install the locked packages into .venv

$(STAMP): $(REQUIREMENTS)
	@if [ -z "$(PYTHON)" ]; then \
		echo "Palio needs Python 3.11 or newer; none was found. Install one, or name it: make run PYTHON=/path/to/python3"; exit 1; fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Palio needs Python 3.11 or newer; '$(PYTHON)' is missing or older."; exit 1; }
	@(: > .write-test && rm -f .write-test) 2>/dev/null || { \
		echo "Palio cannot write into $$(pwd): it keeps .venv and its data there. Give yourself write access or clone it elsewhere."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) has no venv module; install it (on Debian: python3-venv)."; exit 1; }
	@echo "Installing the locked packages into $(VENV) (a few minutes, only this once) ..."
	@[ -x $(PY) ] && $(PY) -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $(REQUIREMENTS)
	@touch $(STAMP)

test: install ## Run the whole test suite on the embedded default (TESTS='-k chat' for some of it)
	@$(PY) -m pytest $(TESTS)

check: install ## Lint, formats, types, migrations, translations, production settings, architecture
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(VENV)/bin/djangofmt --quiet --check templates || { echo "Templates are not formatted: make format"; exit 1; }
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) -m mypy
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) manage.py check_messages
	@env $$(sed -e '/^#/d' -e '/^$$/d' docs/production.env) \
		SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(50))') \
		$(PY) manage.py check --deploy --fail-level WARNING
	@$(PY) -m pytest -q tests/test_architecture.py tests/test_templates.py

format: install ## Put code and templates into their canonical form
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .
	@$(VENV)/bin/djangofmt templates

messages: install ## Collect translatable strings and compile them (needs gettext)
	@$(PY) manage.py makemessages --locale fr --no-obsolete --no-wrap --add-location file --ignore .venv --ignore var
	@# Lines that change at every run say nothing.
	@sed -i.bak -e '/^"Report-Msgid-Bugs-To:/d' -e '/^"POT-Creation-Date:/d' locale/fr/LC_MESSAGES/django.po
	@rm -f locale/fr/LC_MESSAGES/django.po.bak
	@$(PY) manage.py compilemessages --locale fr --ignore .venv

lock: install ## Resolve requirements/*.in into requirements/*.txt
	@cd requirements && ../$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url runtime.in -o runtime.txt
	@cd requirements && ../$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url -c runtime.txt development.in -o development.txt
	@cd requirements && ../$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-emit-index-url -c development.txt benchmarks.in -o benchmarks.txt

benchmark: install ## Print the measured ratios of benchmarks/ (installs the peers first)
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/benchmarks.txt
	@for file in benchmarks/[a-z]*.py; do echo "== $$file"; $(PY) -m benchmarks.$$(basename $$file .py); done

pictures: install ## Take the pictures of docs/images again (needs Chromium; a few minutes)
	@$(PY) -m benchmarks._pictures

clean: ## Remove the environment and caches; keeps var/ (your data)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis
