from __future__ import annotations

import pytest

from eval.records import read_records
from ficha.errors import InputError


def test_blank_lines_a_byte_order_mark_and_crlf_are_read_over(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes('\ufeff{"id": 1}\r\n\r\n{"id": "\u2028"}\n'.encode())
    assert list(read_records(path)) == [("a.jsonl line 1", {"id": 1}), ("a.jsonl line 3", {"id": "\u2028"})]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"id": 1}\n{"text": "Achieng', r"a\.jsonl line 2: not valid JSON \(column 10\)"),
        (b"[1]", r"a\.jsonl line 1: found list, expected a JSON object"),
        (b'{"id": "\xff"}', r"a\.jsonl: not UTF-8"),
    ],
)
def test_unreadable_lines(content, words, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=words) as caught:
        list(read_records(path))
    assert "Achieng" not in str(caught.value)


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        list(read_records(tmp_path / "none.jsonl"))
