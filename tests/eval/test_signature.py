from __future__ import annotations

from dataclasses import replace

from eval.signature import signature
from tests.eval.build import scheme


def test_frozen_signature():
    line = signature(scheme(), documents=300, resamples=1000, seed=13)
    policy, rest = line.removeprefix("scorer:1|policy:afrimed#").split("|", 1)
    assert len(policy) == 8
    assert rest == (
        "gold:corpus|documents:300|match:one-to-one|strict:exact-offsets|relaxed:any-overlap|"
        "edges:space+punctuation|failed:miss|undefined:null|bootstrap:1000-documents-95%|seed:13"
    )


def test_whatever_can_change_a_number_changes_the_signature():
    under = scheme()
    births = replace(under.policy, switches=under.policy.switches.model_copy(update={"dates": "births"}))
    narrowed = under.policy.subset(["PERSON"])
    lines = {
        signature(under, 300, 1000, 13),
        signature(replace(under, policy=births), 300, 1000, 13),
        signature(replace(under, policy=narrowed), 300, 1000, 13),
        signature(scheme("hipaa"), 300, 1000, 13),
        signature(scheme(loader="masakhaner"), 300, 1000, 13),
        signature(under, 299, 1000, 13),
        signature(under, 300, 500, 13),
        signature(under, 300, 1000, 14),
    }
    assert len(lines) == 8
