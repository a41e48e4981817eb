"""The number type that this processor computes fast.

bfloat16 is right on a GPU and on a CPU that multiplies it (AVX-512-BF16 or AMX: measured 1.7 times as
fast as float32 there); on an AVX2 CPU it is a hundred times slower than float32.

    >>> best_dtype(torch.device("cpu")) in (torch.float32, torch.bfloat16)
    True
"""

from __future__ import annotations

import torch


def best_device() -> torch.device:
    """The GPU where there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def best_dtype(device: torch.device) -> torch.dtype:
    """bfloat16 where `device` multiplies it in hardware, else float32."""
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float32
    if device.type == "cpu" and (torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()):
        return torch.bfloat16
    return torch.float32
