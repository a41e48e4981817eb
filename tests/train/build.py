"""Builds what the training tests share: a tiny base with the real architecture, corpora, encoded rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

from ficha.document import Document, Span
from ficha.instruct import render
from train.rows import Row

CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
# As Qwen3's: the answer carries an empty think block, and the generation prompt where thinking is off.
THINKING = CHATML.replace(
    "m['content']", "('<think>\n\n</think>\n\n' if m['role'] == 'assistant' else '') + m['content']"
)
THINKING_OFF = THINKING.replace(
    "assistant\n' }}{% endif",
    "assistant\n' }}{% if enable_thinking is false %}{{ '<think>\n\n</think>\n\n' }}{% endif %}{% endif",
)
THINKING_PROMPT = CHATML.replace("assistant\n' }}{% endif", "assistant\n<think>\n\n</think>\n\n' }}{% endif")


def tiny_tokenizer(template: str = CHATML, pad: str = "<|endoftext|>") -> PreTrainedTokenizerFast:
    """A byte-level BPE of about 500 tokens that ends a turn with `<|im_end|>`."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=500,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator(
        ["Copy the text. Replace [name] any person's name; [tel] phone number; date of birth"], trainer
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, bos_token="<|im_start|>", eos_token="<|im_end|>", pad_token=pad
    )
    tokenizer.chat_template = template
    return tokenizer


def tiny_model(vocabulary: int, seed: int = 0) -> Any:
    """A Qwen3 of two layers with random weights."""
    torch.manual_seed(seed)
    config = Qwen3Config(
        vocab_size=vocabulary,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        max_position_embeddings=4096,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        tie_word_embeddings=True,
    )
    return Qwen3ForCausalLM(config)


def write_base(folder: Path, tokenizer: PreTrainedTokenizerFast | None = None, seed: int = 0) -> Path:
    """A base model's folder, as `--base` takes it."""
    tokenizer = tokenizer or tiny_tokenizer()
    tiny_model(len(tokenizer), seed).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def document(number: int, split: str = "train", lang: str = "eng") -> Document:
    """An invented document with a name and a phone number."""
    text = f"My name is Ann{number} Otieno. Please call 0712 00{number:04d} about the results."
    name, phone = f"Ann{number} Otieno", f"0712 00{number:04d}"
    spans = (
        Span(text.index(name), text.index(name) + len(name), "person.patient"),
        Span(text.index(phone), text.index(phone) + len(phone), "contact.phone"),
    )
    return Document(f"doc-{number}", text, lang, spans, {"split": split})


def write_corpus(folder: Path, documents: Sequence[Document]) -> Path:
    """A corpus folder with its `kept.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(d.to_json(), ensure_ascii=False) + "\n" for d in documents]
    (folder / "kept.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def encode(row: Row, tokenizer: Any) -> dict[str, list[int]]:
    """Tokens and labels of a row: supervised from where the rendered prompt ends."""
    start = len(tokenizer(render(tokenizer, row.prompt), add_special_tokens=False)["input_ids"])
    ids = tokenizer(render(tokenizer, row.prompt, row.answer), add_special_tokens=False)["input_ids"]
    return {"input_ids": ids, "labels": [-100] * start + ids[start:]}


def row(
    text: str = "Ann came.", answer: str = "[name] came.", said: str = "Copy the text. Replace [name]", id: str = "r1"
) -> Row:
    """One training row."""
    prompt = [{"role": "system", "content": said}, {"role": "user", "content": text}]
    return Row(id, "eng", "patient-requests", True, text, prompt, answer)
