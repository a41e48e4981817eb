"""Ficha's three modes: one model, one generation."""

from __future__ import annotations

from eval import ficha_system
from eval.ficha_system import FichaSystem
from eval.shared_engine import SharedEngine
from eval.systems import Options
from ficha.engine import Generation
from ficha.policy import load_policy
from tests.eval.build import document


class Counted:
    """An engine that hides what it is told and counts how often it is asked."""

    model, window_tokens = "counted", 200

    def __init__(self):
        self.asked = 0

    def count_tokens(self, text):
        return len(text.split())

    def generate(self, text, policy, locale):
        self.asked += 1
        return Generation(text.replace("Achieng", "[patient]"), (0.9,) * text.count("Achieng"), True)


def test_model_and_both_share_one_generation(monkeypatch):
    engine = Counted()
    shared = SharedEngine(engine)
    monkeypatch.setattr(ficha_system, "shared_engine", lambda model: shared)
    documents = [document("Naitwa Achieng, simu 0712 345 678.", id="1"), document("Habari Achieng", id="2")]
    policy = load_policy("afrimed")
    found = {
        parts: [
            [(s.start, s.label) for s in p.spans]
            for p in FichaSystem(parts, Options(lang="swa")).predict(documents, policy)
        ]
        for parts in ("both", "model", "rules")
    }
    assert engine.asked == 2
    assert found["both"] == [[(7, "PERSON"), (21, "CONTACT_PHONE")], [(7, "PERSON")]]
    assert found["model"] == [[(7, "PERSON")], [(7, "PERSON")]]
    assert found["rules"] == [[(21, "CONTACT_PHONE")], []]
