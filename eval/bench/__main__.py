"""Runs every benchmark, one after another: `python -m eval.bench` (`make bench`)."""

from __future__ import annotations

import importlib
import pkgutil

from eval import bench

if __name__ == "__main__":
    for module in pkgutil.iter_modules(bench.__path__):
        if not module.name.startswith("_"):
            print(f"== {module.name}")
            importlib.import_module(f"{bench.__name__}.{module.name}").main()
