"""Training: rows out of a corpus, LoRA fine-tuning, checks before the first step (`python -m train.sft --help`)."""

import logging
import os

# Read when torch loads its thread pool, so before torch is imported. The default is to spin while waiting for the
# other threads: on a machine that does anything else, a training of 28 CPU seconds then took 280.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# bitsandbytes warns at its import of a kernel for 4-bit weights on a CPU, which no recipe uses.
logging.getLogger("bitsandbytes").setLevel(logging.ERROR)
