"""Projection: an annotated corpus translated into a pack's language, with every span (`python -m synth project`).

Rooms: `corpus` reads what the user gives, `labels/` holds the meaning of other people's labels, `tags` carries spans
through a translation, `project` runs it.
"""
