"""The data factory: invented documents with exact labels, one language pack at a time (`python -m synth --help`)."""
