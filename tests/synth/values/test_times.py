from __future__ import annotations

from pathlib import Path

import pytest

from synth.nodes import Slot
from synth.values.times import write
from tests.synth.build import make_pack, make_scene


@pytest.mark.parametrize(
    ("hour", "minute", "style", "expected"),
    [
        (14, 30, "{HH}:{MM}", "14:30"),
        (7, 5, "{H}.{MM}", "7.05"),
        (0, 15, "{h}:{MM} {period}", "12:15 usiku"),
        (12, 0, "{h} {period}", "12 mchana"),
        (14, 30, "saa {s}:{MM} {period}", "saa 8:30 mchana"),
        (7, 0, "saa {s} {period}", "saa 1 asubuhi"),
        (6, 0, "saa {s}", "saa 12"),
        (18, 0, "saa {s}", "saa 12"),
        (20, 0, "saa {s} {period}", "saa 2 usiku"),
    ],
)
def test_clocks(tmp_path: Path, hour: int, minute: int, style: str, expected: str) -> None:
    periods = [
        {"text": "asubuhi", "start": 5, "end": 12},
        {"text": "mchana", "start": 12, "end": 16},
        {"text": "jioni", "start": 16, "end": 19},
        {"text": "usiku", "start": 19, "end": 5},
    ]
    scene = make_scene(make_pack(tmp_path, time_styles={"any": [style]}, day_periods=periods))
    scene.recall("time", 1, lambda: (hour, minute))
    assert write(scene, Slot("time")) == expected
