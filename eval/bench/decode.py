"""How fast the local engine decodes, as ratios within one run on the same weights and notes.

    python -m eval.bench.decode

compares the engine with plain greedy `generate`, with transformers' prompt lookup decoding, with its own
grammar token by token, and with the floor: one forward pass over prompt, source and output. A ratio of
2.0 means twice the floor's time, or twice as fast as the other decoder.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ficha.engine.loading import default_model, load_model
from ficha.engine.local import LocalEngine
from ficha.instruct import chat_frame
from ficha.locales import load_locale
from ficha.policy import load_policy
from ficha.windows import windows

LANG = "swa"
SHORT = (
    "Mgonjwa Achieng Otieno, simu 0712 345 678, alifika Kituo cha Afya Kibera tarehe 3/4/2026.",
    "habari daktari naitwa Zuhura Mwakipesile natoka Mbagala naomba kujua kama dawa zangu ziko tayari",
    "Leo kliniki inafunguliwa saa ngapi? Nina homa na kikohozi kwa siku tatu sasa.",
)
# An invented note of 220 words, one item in about fifteen words, as clinicians write them.
NOTE = (
    "Mgonjwa Neema Kazungu, umri miaka 46, alilazwa wodi ya wanawake tarehe 3/4/2026 akiwa na homa kali, kikohozi "
    "kikavu na maumivu ya kifua kwa muda wa siku nne. Historia yake ni ya kisukari tangu miaka sita iliyopita na "
    "anatumia metformin mara mbili kwa siku baada ya chakula. Alikataa kuvuta sigara na hanywi pombe. Dada yake, "
    "Salome Kazungu, ndiye anayemtunza nyumbani na alieleza kwamba mgonjwa amekuwa akipoteza uzito na kukosa "
    "usingizi wakati wa usiku. Uchunguzi ulionyesha presha 148/92, joto 38.6 na sauti za mapafu zisizo za kawaida "
    "upande wa kulia. Vipimo vya damu vilichukuliwa na picha ya kifua ikafanyika asubuhi hiyo hiyo. Daktari "
    "Baraka Mwangomango alianzisha ceftriaxone gramu moja kila siku kwa njia ya mshipa pamoja na maji. Hali yake "
    "iliendelea vizuri, homa ikapungua siku ya tatu, na aliweza kula na kutembea bila msaada. Ushauri nasaha "
    "ulitolewa kuhusu chakula bora, mazoezi na umuhimu wa kumeza dawa kwa wakati. Aliruhusiwa kwenda nyumbani "
    "Mtaa wa Mnarani na anatakiwa kurudi kliniki ya kisukari baada ya wiki mbili akiwa na kadi yake ya kliniki. "
    "Akipata homa tena, kupumua kwa shida au kizunguzungu, apige simu 0712 345 678 mara moja au aende kituo cha "
    "afya kilicho karibu. Nakala ya barua hii imetumwa kwa Zahanati ya Mnarani ili wahudumu wa jamii wamtembelee "
    "nyumbani kila wiki na kufuatilia sukari yake. Maswali yoyote kuhusu matibabu haya yaulizwe kwa muuguzi wa "
    "zamu, ambaye atawasiliana na daktari aliyemhudumia hospitalini."
)
ROUNDS = 3


def texts() -> dict[str, list[str]]:
    """What is read together: a message of about 15 words, three of them, a note of over 200 words."""
    return {"one message": [SHORT[0]], "three messages": list(SHORT), "a note of 220 words": [NOTE]}


def seconds(work: Callable[[], object]) -> float:
    """The fastest of ROUNDS runs, in seconds; one run before warms up."""
    best = float("inf")
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    """Measure every decoder on every kind of text and print the ratios."""
    model, tokenizer, contract = load_model(default_model())
    policy, locale = load_policy("afrimed"), load_locale(LANG)
    fast = LocalEngine(model, tokenizer, contract, "fast")
    plain = LocalEngine(model, tokenizer, contract, "plain", speculate=False)
    head, tail = chat_frame(tokenizer, contract.prompt.text, policy)

    def ids(text: str) -> torch.Tensor:
        encoded: Any = tokenizer(text, add_special_tokens=False, return_tensors="pt")
        tokens: torch.Tensor = encoded.input_ids.to(model.device)
        return tokens

    def greedy(pieces: list[str], **options: Any) -> None:
        generate: Any = model.generate
        for piece in pieces:
            prompt = ids(head + piece + tail)
            with torch.inference_mode():
                generate(
                    prompt,
                    attention_mask=torch.ones_like(prompt),
                    max_new_tokens=2 * ids(piece).shape[1],
                    do_sample=False,
                    **options,
                )

    def floor(pieces: list[str], answers: list[str]) -> None:
        for piece, answer in zip(pieces, answers, strict=True):
            with torch.inference_mode():
                model(ids(head + piece + tail + answer))

    for kind, documents in texts().items():
        pieces = [w.text for text in documents for w in windows(text, fast.window_tokens, fast.count_tokens)]
        written = fast.generate_all(pieces, policy, locale)
        same = [g.text for g in written] == [g.text for g in plain.generate_all(pieces, policy, locale)]
        answers = [generation.text for generation in written]
        ours = seconds(partial(fast.generate_all, pieces, policy, locale))
        print(f"{kind} ({len(pieces)} windows): {ours:.2f} s; the time of others, as a ratio to that:")
        for name, work in (
            ("plain greedy generate", partial(greedy, pieces)),
            ("prompt lookup", partial(greedy, pieces, prompt_lookup_num_tokens=10)),
            ("the same grammar, token by token", partial(plain.generate_all, pieces, policy, locale)),
            ("the floor, one forward pass", partial(floor, pieces, answers)),
        ):
            print(f"  {name:34} {seconds(work) / ours:5.2f}")
        print(f"  output equal to that of the same grammar, token by token: {'yes' if same else 'NO'}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"weights in {str(model.dtype).removeprefix('torch.')}; peak memory of this process {peak:.2f} GiB")


if __name__ == "__main__":
    main()
