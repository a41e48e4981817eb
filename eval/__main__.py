"""`python -m eval`: see `eval.cli`."""

from eval.cli import main

main()
