"""Training: rows out of a corpus, LoRA fine-tuning, checks before the first step (`python -m train.sft --help`)."""
