"""The signature: one line that says how scores were made, so that two of them can be compared or not.

    scorer:1|policy:afrimed#1f0c9a3b|gold:corpus|documents:300|match:one-to-one|strict:exact-offsets|...

`scorer` is raised whenever a change in `eval` can change a number. A policy is named with the first eight hex
digits of a sha256 over its categories, what they cover, and its switches.
"""

from __future__ import annotations

import hashlib
import json

from eval.scheme import Scheme

SCORER_VERSION = 1


def signature(scheme: Scheme, documents: int, resamples: int, seed: int) -> str:
    """The signature of scores under `scheme`."""
    parts = {
        "scorer": SCORER_VERSION,
        "policy": f"{scheme.policy.name}#{_fingerprint(scheme)}",
        "gold": scheme.labels.name,
        "documents": documents,
        "match": "one-to-one",
        "strict": "exact-offsets",
        "relaxed": "any-overlap",
        "edges": "space+punctuation",
        "failed": "miss",
        "undefined": "null",
        "bootstrap": f"{resamples}-documents-95%",
        "seed": seed,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _fingerprint(scheme: Scheme) -> str:
    policy = scheme.policy
    content = [[c.id, sorted(c.covers)] for c in policy.categories], policy.switches.model_dump()
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:8]
