"""Benchmarks: how fast each part is, as numbers to read and never as a test that can fail by the clock.

python -m eval.bench            all of them
python -m eval.bench.align      the aligner at 1 kB and at 1 MB
python -m eval.bench.decode     the local engine against other decoders, as ratios
"""
