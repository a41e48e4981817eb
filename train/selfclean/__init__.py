"""Self-cleaning: models that never saw a row say where its labels look wrong (`python -m train.selfclean --help`).

    run      growing subsets, cross-fit folds, one teacher-forced pass a row -> flags.jsonl, ranked by evidence
    review   a person decides: keep, fix, drop
    apply    a new version of the corpus with its history, and feedback.jsonl for the data factory

After the loop of Xiao et al. (Communications Medicine, doi 10.1038/s43856-026-01682-8), made exact. How well the
ranking finds errors is measured on planted ones: `python -m train.selfclean.planted`.
"""
