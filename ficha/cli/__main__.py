"""`python -m ficha.cli` is the command `ficha`."""

from ficha.cli import main

main()
