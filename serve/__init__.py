"""Serving: the gateway (FastAPI), its pages, and the launch of vLLM behind it.

    python -m serve                      # the gateway on 127.0.0.1:8000, the model in this process
    python -m serve --engine rules       # the same without a model

Everything that arrives is a document about a real person: nothing of it is logged, stored or sent on
to any place but the one endpoint that the operator named.
"""
