"""How long a server needs to compile a window's grammar: it must be under 0.3 s, on one thread.

    python -m eval.bench.grammar

prints, for windows of several lengths of a note, the source tokens, the size of the grammar and the seconds.
"""

from __future__ import annotations

import time

import xgrammar
from transformers import AutoTokenizer

from eval.bench.decode import NOTE
from ficha.base_model import BASE_NAME, resolve_base
from ficha.boundaries import edges
from ficha.engine.ebnf import write_ebnf
from ficha.engine.grammar import CopyGrammar
from ficha.policy import load_policy

LIMIT = 0.3  # seconds, for a window of 160 tokens
ROUNDS = 3


def main() -> None:
    """Compile and print."""
    tokenizer = AutoTokenizer.from_pretrained(resolve_base(BASE_NAME))
    vocabulary = xgrammar.TokenizerInfo.from_huggingface(tokenizer)
    tags = [category.tag for category in load_policy("afrimed").listed]
    words = NOTE.split()
    for count in (20, 55, 110, 220):
        text = " ".join(words[:count])
        grammar = write_ebnf(CopyGrammar(text, tags, edges(text)))
        best = float("inf")
        for _ in range(ROUNDS):
            compiler = xgrammar.GrammarCompiler(vocabulary, max_threads=1, cache_enabled=False)
            started = time.perf_counter()
            compiler.compile_grammar(grammar)
            best = min(best, time.perf_counter() - started)
        told = "" if best < LIMIT else f", over the limit of {LIMIT} s"
        print(
            f"{len(tokenizer(text).input_ids):4} tokens, a grammar of {len(grammar):7,} characters: {best:.3f} s{told}"
        )


if __name__ == "__main__":
    main()
