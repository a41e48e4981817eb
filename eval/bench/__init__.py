"""Benchmarks: how fast each part is, as numbers to read and never as a test that can fail by the clock.

python -m eval.bench            all of them
python -m eval.bench.align      the aligner at 1 kB and at 1 MB
python -m eval.bench.decode     the local engine against other decoders, as ratios
python -m eval.bench.grammar    how long a server compiles a window's grammar
python -m eval.bench.fuzz       10,000 hostile documents through a model without training
"""
