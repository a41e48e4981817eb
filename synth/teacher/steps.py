"""The questions of the loop, each a prompt of `prompts/<language>/` with its variables filled.

brainstorm   a register -> categories of requests          look    samples -> their faults
expand       a category -> varied texts (plain: without personal data)
twin         a text -> its anonymised twin                 translate  a tagged text -> the same in another language

>>> Steps(pack, seed=13).twin("Naitwa Achieng.").shape.field
'twin'
"""

from __future__ import annotations

from collections.abc import Sequence

from babel import Locale as BabelLocale
from babel.core import UnknownLocaleError, get_global

import prompts
from ficha.errors import InputError
from synth.pack import Pack
from synth.teacher.labelling import NEVER
from synth.teacher.local import Local
from synth.teacher.plan import Seed
from synth.teacher.requests import Request, Shape, tokens_of

CATEGORIES = Shape("categories", many=True)
TEXTS = Shape("texts", many=True)
TWIN = Shape("twin", many=False)
FAULTS = Shape("faults", many=True)
TRANSLATION = Shape("translation", many=False)
IDEAS = 24  # categories a register
TOKENS_A_TEXT = 160  # room for one text of a call
STEPS = ("brainstorm", "expand", "plain", "look", "twin", "translate")


class Steps:
    """The questions in one language; every prompt file and its terms are read at once."""

    def __init__(self, pack: Pack, seed: int) -> None:
        self._pack, self._seed = pack, seed
        self._prompts = {step: prompts.load(pack.code, step) for step in STEPS}
        self.terms = prompts.load_terms(pack.code)
        lacking = [r for r in pack.settings.registers if r not in self.terms.registers]
        if lacking:
            raise InputError(f"prompts/{pack.code}/terms.yaml: registers lacks {', '.join(lacking)}")
        never = NEVER.get(pack.code, frozenset())
        self.labels = {label: words for label, words in self.terms.labels.items() if label not in never}

    @property
    def versions(self) -> dict[str, int]:
        """Prompt -> version."""
        return {prompt.name: prompt.version for prompt in self._prompts.values()}

    def brainstorm(self, register: str, number: int) -> Request:
        countries = ", ".join(self._country(code) for code in self._pack.settings.countries)
        text = self._prompts["brainstorm"].render(
            count=str(IDEAS), register=self.terms.registers[register], countries=countries
        )
        return Request("brainstorm", text, CATEGORIES, 60 * IDEAS, seed=self._seed + 10 * number)

    def expand(self, seed: Seed, local: Local, faults: str) -> Request:
        values = {
            "count": str(seed.count),
            "register": self.terms.registers[seed.cell.register],
            "category": seed.category,
            "country": self._country(seed.country),
            "faults": faults,
        }
        if not seed.free:
            values |= {
                "names": local.names,
                "places": local.places,
                "facilities": local.facilities,
                "numbers": local.numbers,
                "dates": local.dates,
            }
        step = "plain" if seed.free else "expand"
        room = 200 + TOKENS_A_TEXT * seed.count
        # The seed's number tells calls apart that share a category; attempts add to it.
        return Request(step, self._prompts[step].render(**values), TEXTS, room, seed=self._seed + 10 * seed.number)

    def look(self, samples: Sequence[str], faults: str) -> Request:
        numbered = "\n".join(f"{number}. {text}" for number, text in enumerate(samples, 1))
        text = self._prompts["look"].render(samples=numbered, faults=faults)
        return Request("look", text, FAULTS, 800, temperature=0.2, seed=self._seed)

    def twin(self, text: str) -> Request:
        labels = "\n".join(f"[{label}] {words}" for label, words in self.labels.items())
        prompt = self._prompts["twin"].render(labels=labels, text=text)
        return Request("twin", prompt, TWIN, 200 + 2 * tokens_of(text), temperature=0.0, seed=self._seed)

    def translate(self, tagged: str, kept: str) -> Request:
        prompt = self._prompts["translate"].render(text=tagged, kept=kept)
        return Request("translate", prompt, TRANSLATION, 300 + 3 * tokens_of(tagged), temperature=0.2, seed=self._seed)

    def _country(self, code: str) -> str:
        """A country's name in the pack's language, in English where none is known."""
        short = str(get_global("language_aliases").get(self._pack.code, self._pack.code))
        for language in (short, "en"):
            try:
                name = BabelLocale.parse(language).territories.get(code)
            except (UnknownLocaleError, ValueError):
                continue
            if name:
                return str(name)
        return code
