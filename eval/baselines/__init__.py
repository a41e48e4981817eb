"""The systems that `python -m eval run` knows, one file each: see `eval.systems` for what a file offers."""
