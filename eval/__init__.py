"""Evaluation: how well a system hid what a policy hides, in counts, scores and signatures.

    python -m eval score --gold gold.jsonl --pred predictions.jsonl --policy afrimed
    python -m eval run --data gold.jsonl --system rules

The rooms, in the order in which data passes through them: `records` and `loaders` read, `predictions` and
`baselines` predict, `scheme` maps labels through the policy, `matching` pairs items, `counts` counts a
document, `measures` turns counts into scores, `bootstrap` gives intervals and tests, `signature` says how
it was done, `report` binds all of it, `table` prints it. Beside them: `fidelity`, `conll`, `confusion` and `meddocan`
score, `causes`, `slices` and `worst` analyse errors, `protocols` and `intruder` ask further questions, and `study` runs
many systems on many sets for one page (`comparison`, `set_section`, `plots`, `published_tables`, `page`). `calibrate`
turns the model's dial on the development split, and `reliability` says what its scores are worth.
"""
