"""What the two forms of a UIMA CAS share (`uima_json`, `uima_xmi`): INCEpTION's files, through dkpro-cassis.

Read is the text of the one view; annotations are not read: they say what was marked, and JSON carries whatever a
project's layers hold. Written is a new CAS of the redacted text with DKPro's `NamedEntity` over each placeholder.
Offsets in the files are UTF-16 code units, which the library converts. Source: OASIS UIMA 1.0; INCEpTION's manual.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ficha.document import Document
from ficha.errors import InputError, UsageError
from ficha.io import WITHHELD, prove_text
from ficha.io.placed import placed
from ficha.io.source import Source
from ficha.result import Result

if TYPE_CHECKING:
    from cassis import Cas

ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"  # a layer that every INCEpTION project has


def read_cas(source: Source, load: Callable[[bytes], Cas], what: str) -> Iterator[Document]:
    """The text of a CAS with one view; the id is the file's name. Raises InputError: no CAS, or not one text."""
    with source.open() as stream:
        data = stream.read()
    try:
        with warnings.catch_warnings():  # unknown types are left out, which is what is wanted
            warnings.simplefilter("ignore")
            cas = load(data)
    except Exception:  # what a broken file makes the library raise is not told anywhere, and may quote it
        raise InputError(f"{source.name}: not readable as {what}: export it again") from None
    texts = [sofa.sofaString for sofa in cas.sofas if sofa.sofaString is not None]
    if len(texts) != 1:
        raise InputError(f"{source.name}: {len(texts)} views with a text: expected {what} with one")
    prove_text(texts[0], f"{source.name}: its text")
    yield Document(id=source.name, text=texts[0])


def write_cas(results: Iterator[Result], serialise: Callable[[Cas], str], clean: Callable[[str], str]) -> bytes:
    """The CAS of each redacted text as bytes; `clean` makes a text fit the form without moving a character."""
    cassis = library()
    types = cassis.TypeSystem()
    entity = types.create_type(ENTITY, supertypeName="uima.tcas.Annotation")
    for feature in ("value", "identifier"):
        types.create_feature(entity, feature, "uima.cas.String")
    files = []
    for result in results:
        cas = cassis.Cas(types)
        cas.sofa_string = clean(WITHHELD if result.text is None else result.text)
        cas.sofa_mime = "text/plain"
        for item in placed(result):
            cas.add(entity(begin=item.start, end=item.end, value=item.label))
        files.append(serialise(cas))
    return "\n".join(files).encode()


def library() -> Any:
    """The package. Raises UsageError where it is absent."""
    try:
        import cassis
    except ImportError:
        raise UsageError("UIMA CAS files need dkpro-cassis: pip install 'ficha[formats]'") from None
    return cassis
