"""What the user left open: which loader reads the gold file, which policy is scored.

>>> scoring_policy("afrimed", [], []).name
'afrimed'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from eval.loaders import Loader, detect_loader, find_loader
from eval.predictions import Prediction
from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.locales import load_locale
from ficha.policy import Policy, load_policy


def gold_loader(path: Path, name: str | None) -> Loader:
    """The loader named, or the one that the file's labels tell. Raises UsageError, InputError."""
    return find_loader(name) if name else detect_loader(path)


def of_split(documents: Iterable[Document], split: str) -> Iterator[Document]:
    """The documents of `split`; those that don't name one (a gold set from elsewhere) all belong.

    Raises UsageError where all name other splits, as the sets of `synth robust` do (test-novel, test-reshuffle).
    """
    others: set[str] = set()
    found = False
    for document in documents:
        own = str(document.meta.get("split", split))
        if own == split:
            found = True
            yield document
        else:
            others.add(own)
    if others and not found:
        raise UsageError(f"no document is of split {split!r}: pass --split {' or '.join(sorted(others))}")


def scoring_policy(name: str | None, predictions: Collection[Prediction], documents: Iterable[Document]) -> Policy:
    """The policy to score under: as named, else that of the predictions, else the default of the language.

    Raises UsageError: predictions made under another policy than the named one or under several,
    documents whose languages have different defaults or none.
    """
    made_under = next((p.policy for p in predictions if p.policy is not None), None)
    if name is not None:
        policy = load_policy(name)
    elif made_under is not None:
        policy = load_policy(made_under)
    else:
        policy = default_policy(documents)
    require_policy(policy, predictions)
    return policy


def require_policy(policy: Policy, predictions: Iterable[Prediction]) -> None:
    """Prove that the predictions were made under `policy`, where they say. Raises UsageError."""
    for prediction in predictions:
        if prediction.policy not in (None, policy.name):
            raise UsageError(
                f"{prediction.where}: made under policy {prediction.policy!r}, to be scored under {policy.name!r}: "
                "categories of two policies can't be compared"
            )


def default_policy(documents: Iterable[Document], lang: str | None = None) -> Policy:
    """The default policy of `lang`, or else of the documents' language. Raises UsageError, LanguageError."""
    languages = sorted({lang or document.lang or "" for document in documents})
    if "" in languages:
        raise UsageError("some documents don't say their language, so there is no default policy: pass --policy")
    defaults = {load_locale(language).settings.default_policy for language in languages}
    if len(defaults) > 1:
        raise UsageError(f"the languages {', '.join(languages)} have different default policies: pass --policy")
    if not defaults:
        raise InputError("the gold file holds no documents: there is nothing to score")
    return load_policy(defaults.pop())
