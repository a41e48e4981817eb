"""The tokeniser's vocabulary as bytes, for walking a grammar token by token.

Qwen, Llama-3 and SmolLM use byte-level BPE, whose vocabulary writes each byte as one printable
character (Radford et al. 2019, GPT-2). Special and added tokens are left out: no document and no
twin contains one, so that a document can't speak in the chat's own control tokens.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ficha.errors import ModelError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


def _byte_of_character() -> dict[str, int]:
    """The GPT-2 table: printable bytes stand for themselves, the others for code points from 256."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {chr(b): b for b in printable}
    others = [b for b in range(256) if b not in printable]
    table.update({chr(256 + n): b for n, b in enumerate(others)})
    return table


class Vocabulary:
    """Token ids by their bytes. Raises ModelError for a tokeniser that is not byte-level BPE."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self.tokenizer = tokenizer
        table = _byte_of_character()
        special = set(tokenizer.all_special_ids) | set(tokenizer.added_tokens_decoder)
        self.id_of: dict[bytes, int] = {}
        for token, token_id in tokenizer.get_vocab().items():
            if token_id in special:
                continue
            try:
                self.id_of[bytes(table[c] for c in token)] = token_id
            except KeyError:
                raise ModelError(
                    f"{type(tokenizer).__name__} is no byte-level BPE tokeniser: "
                    "Ficha's engine serves those of the Qwen, Llama-3 and SmolLM kind"
                ) from None
        missing = 256 - sum(bytes([b]) in self.id_of for b in range(256))
        if missing > 64:
            raise ModelError(f"the tokeniser has no token for {missing} of the 256 bytes: it can't copy every text")
        self.bytes_of: dict[int, bytes] = {i: b for b, i in self.id_of.items()}
        if tokenizer.eos_token_id is None:
            raise ModelError("the tokeniser names no end-of-turn token")
        self.end_of_turn: int = int(tokenizer.eos_token_id)

    @cached_property
    def prefixes(self) -> frozenset[bytes]:
        """Every beginning of a token: where a walk may go on."""
        return frozenset(token[:n] for token in self.id_of for n in range(1, len(token) + 1))

    def view(self, text: str) -> str:
        """`text` with each character that the tokeniser can't write replaced by one `?`.

        Some vocabularies lack rare control bytes, and none has half a surrogate pair. Offsets into the view are
        offsets into the text.
        """
        if all(map(self._writes, set(text))):
            return text
        return "".join(c if self._writes(c) else "?" for c in text)

    def _writes(self, char: str) -> bool:
        try:
            return all(bytes([b]) in self.id_of for b in char.encode("utf-8"))
        except UnicodeEncodeError:  # half of a surrogate pair, as broken JSON brings it
            return False

    def encode(self, text: str) -> list[int]:
        """The tokens of `text` as plain text: control tokens in it are split like any other words."""
        ids: list[int] = self.tokenizer(text, add_special_tokens=False, split_special_tokens=True).input_ids
        return ids
