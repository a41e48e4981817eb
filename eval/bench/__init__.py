"""Benchmarks: how fast each part is, as numbers to read and never as a test that can fail by the clock.

python -m eval.bench.align      the aligner at 1 kB and at 1 MB
"""
