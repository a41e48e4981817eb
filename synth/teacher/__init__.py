"""The teacher loop: a language model writes varied texts and their anonymised twins (docs/teacher.md).

Rooms, from the wire up: `requests` and `answers` (what is asked, whether an answer is good), `endpoint` (one call),
`cache`, `account` (what is paid), `asking` (until it is good); `local` (names and places for a prompt), `steps` (the
prompts), `plan` (how many of what), `language`, `checks`, `labelling`, `swap`, `guard`, `faults` (what is done with a
text), `loop` (all of it), `run` and `estimate` (a whole run, and what it would cost), `cli`.
"""
