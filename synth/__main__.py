"""`python -m synth`: see `synth/cli.py`."""

from synth.cli import main

main()
