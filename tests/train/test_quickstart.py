"""The quick start's adapter keeps the dial of the one it was trained from."""

import shutil
from pathlib import Path

from ficha.contract import load_contract
from ficha.engine.loading import default_model
from train.quickstart import keep_dial


def test_the_dial_is_kept_without_its_figures_and_the_canaries_are_asked_again(tmp_path: Path) -> None:
    source, target = default_model(), tmp_path / "adapter"
    shutil.copytree(source, target)
    shipped = load_contract(source)
    stale = [canary.model_copy(update={"answer": canary.text}) for canary in shipped.canaries[:2]]
    shipped.model_copy(update={"calibration": None, "canaries": stale}).save(target)

    keep_dial(source, target)

    kept = load_contract(target)
    assert kept.calibration is not None
    assert shipped.calibration is not None
    for name in ("recall_bias", "name_bias", "slope", "intercept"):
        assert getattr(kept.calibration, name) == getattr(shipped.calibration, name)
    assert (kept.calibration.documents, kept.calibration.recall, kept.calibration.fingerprint) == (0, 0.0, "")
    assert kept.canaries == shipped.canaries[:2]  # the same weights under the same dial
