"""Continued pretraining: plain text in, a base that knows the language better out (`python -m train.cpt --help`).

Texts are cleaned of copies and of anything that an evaluation set holds, sampled so that languages get equal content,
and the adapter that comes out is what `train.sft --init` starts from (or, merged, a base for `--base`).
"""
