"""Every error that Ficha raises for its user, as one small tree.

A message says where, what was found, what was expected and what to do, and never quotes a
document. Each class carries the exit status that the command line gives it.
"""

from __future__ import annotations


class FichaError(Exception):
    """Base of the tree; `exit_status` is what `ficha` exits with."""

    exit_status = 2


class UsageError(FichaError):
    """The call itself is wrong: an unknown option value, two options that exclude each other."""


class InputError(FichaError):
    """A file or line that can't be read: not UTF-8, broken JSON, a missing field."""


class SpanError(InputError):
    """A span that lies outside its text, is empty, or overlaps another."""


class LabelError(FichaError):
    """A fine label that is not in `ficha.labels`."""


class PolicyError(FichaError):
    """A policy that is unknown, or a policy file that breaks the schema."""


class LanguageError(FichaError):
    """A language without a locale folder."""


class ModelError(FichaError):
    """A model folder that is missing, incomplete, or made for another base."""


class EngineError(FichaError):
    """The engine could not answer: it crashed, was cut, or can't be reached."""

    exit_status = 4


class WorkLimitError(EngineError):
    """A stated limit of work was passed (see `ficha.align.WORK_LIMIT`)."""
