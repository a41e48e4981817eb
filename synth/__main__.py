"""`python -m synth`: see `synth/cli.py`."""

from synth.cli import app

app(prog_name="python -m synth")
