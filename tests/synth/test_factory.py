from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from ficha.document import Document, checked_spans, word_count
from ficha.errors import InputError
from synth import factory as rooms
from synth.factory import Factory, Made
from synth.pack import Pack, load_pack
from synth.statistics import Statistics
from tests.synth.build import SYLLABLES, make_pack


def made(pack: Pack, count: int = 400, **options: object) -> list[Made]:
    return list(Factory(pack, 13, **options).documents(count))  # type: ignore[arg-type]


def kept(items: list[Made]) -> list[Document]:
    return [item.document for item in items if item.reason is None]


def test_documents_are_complete(pack: Pack) -> None:
    documents = kept(made(pack))
    assert len(documents) == 400
    assert len({d.id for d in documents}) == len({d.text for d in documents}) == 400
    for document in documents:
        assert checked_spans(document.text, document.spans, document.id) == document.spans
        assert document.lang == "zzz"
        assert set(document.meta) == {"split", "template", "source", "country", "register", "group", "patient"}
        assert document.meta["group"].startswith(document.meta["country"] + "/Re")
        named = any(s.entity == "patient" for s in document.spans)
        assert (document.meta["patient"] is not None) == named


def test_shares(pack: Pack) -> None:
    documents = kept(made(pack))
    assert Counter(d.meta["split"] for d in documents) == {"train": 320, "dev": 20, "test": 60}
    assert 0.14 < sum(not d.spans for d in documents) / 400 < 0.27
    assert 0.5 < sum(d.meta["country"] == "KE" for d in documents) / 400 < 0.7


def test_a_seed_says_it_all(pack: Pack) -> None:
    assert made(pack) == made(pack)
    assert kept(made(pack, 50)) == kept(made(pack))[:50]
    other = [item.document.text for item in Factory(pack, 14).documents(50)]
    assert other != [d.text for d in kept(made(pack, 50))]


def test_only_some_registers(pack: Pack) -> None:
    assert {d.meta["register"] for d in kept(made(pack, 40, registers=["note"]))} == {"note"}
    with pytest.raises(InputError, match="no register 'diary'"):
        Factory(pack, 13, registers=["diary"])


def test_short_documents(pack: Pack) -> None:
    items = made(pack, 40, max_words=14)
    assert {item.reason for item in items} >= {None, rooms.TOO_LONG}
    assert all(len(d.text.split()) <= 14 for d in kept(items))


def test_countries_of_templates(tmp_path: Path) -> None:
    lines = [f"== a-{i}{' country=GB' if i % 2 else ''}\nq{i}a {{patient}} q{i}b {{phone}}" for i in range(60)]
    pack = make_pack(tmp_path, {"message": "\n".join(lines)}, registers={"message": 1})
    for document in kept(made(pack, 200)):
        if int(document.meta["template"].split("-")[1]) % 2:
            assert document.meta["country"] == "GB"


def test_duplicates_are_rejected_and_then_given_up(tmp_path: Path) -> None:
    pack = make_pack(
        tmp_path, {"message": "\n".join(f"== a-{i}\nq{i} only" for i in range(30))}, registers={"message": 1}
    )
    items = made(pack, 200)
    reasons = Counter(item.reason for item in items)
    texts = [d.text.lower().rstrip(".") for d in kept(items)]
    assert reasons[rooms.DUPLICATE] > 100
    assert reasons[rooms.GIVEN_UP] == 200 - len(texts)
    assert len(set(texts)) == len(texts)


def test_a_clash_of_genders_is_a_reason(tmp_path: Path) -> None:
    lines = [f"== a-{i}\nq{i} {{patient:f}} [r{i} {{patient:m.given}}|s{i}]" for i in range(30)]
    items = made(make_pack(tmp_path, {"message": "\n".join(lines)}, registers={"message": 1}), 60)
    assert {item.reason for item in items} >= {None, rooms.CLASH}
    assert len(kept(items)) == 60


def test_a_pack_with_faults_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"zzz/templates/message.txt:2: unknown slot kind 'nurse'.*synth check --lang zzz"
    ):
        Factory(make_pack(tmp_path, {"message": "== a\n{nurse}"}), 13)


def test_a_split_without_templates_is_an_error(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, {"message": "== a\nx {patient}"}, registers={"message": 1})
    with pytest.raises(InputError, match=r"no template of the (train|dev|test) split"):
        made(pack, 20)


def with_natural(folder: Path, **settings: object) -> Pack:
    pack = make_pack(folder, **settings)  # type: ignore[arg-type]
    (pack.folder / "natural").mkdir()
    lines = [f"Please wash {a}{b} with {b}{a} water." for a in SYLLABLES for b in SYLLABLES]
    (pack.folder / "natural" / "wash.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_pack("zzz", folder / "languages", pack.locale)


def test_natural_sentences_are_woven_in(tmp_path: Path) -> None:
    items = made(with_natural(tmp_path, natural={"alone": 1.0, "woven": 0.5}))
    documents = kept(items)
    woven = [d for d in documents if d.meta.get("natural")]
    assert 0.3 < len(woven) / len(documents) < 0.8
    splits: dict[str, set[str]] = defaultdict(set)
    for document in woven:
        for sentence in document.meta["natural"]:
            splits[document.meta["split"]].add(sentence["id"])
            assert not any(s.start < sentence["end"] and sentence["start"] < s.end for s in document.spans)
    assert not splits["train"] & splits["dev"] | splits["train"] & splits["test"] | splits["dev"] & splits["test"]
    alone = [d for d in woven if "-natural-" in d.meta["template"]]
    assert alone
    assert not any(d.spans for d in alone)
    assert {d.meta["register"] for d in alone} <= {"message", "note"}
    stats = Statistics(())
    for document in documents:
        stats.add(document)
    assert set(stats.overlaps().values()) == {0}


def test_natural_sentences_keep_the_limit(tmp_path: Path) -> None:
    pack = with_natural(tmp_path, natural={"alone": 0.5, "woven": 1.0})
    assert all(word_count(d.text) <= 14 for d in kept(made(pack, 60, max_words=14)))


def test_near_duplicates_are_rejected(tmp_path: Path) -> None:
    long = " ".join(f"word{i}" for i in range(60))
    texts = {"message": "\n".join(f"== a-{i}\nq{i} {long} {{patient.given}} {long}" for i in range(30))}
    items = made(make_pack(tmp_path, texts, registers={"message": 1}), 40)
    assert rooms.NEAR_DUPLICATE in {item.reason for item in items}
    assert len(kept(items)) < 40


def test_fifty_minutes_of_more_than_5000_words() -> None:
    """A run of 2,000 Portuguese documents has 400 minutes; a tenth of them are looked at here."""
    items = Factory(load_pack("por"), 13, registers=["minutes"]).documents(80)
    long = [item.document for item in items if item.reason is None and word_count(item.document.text) > 5000]
    assert len(long) >= 50 * 80 / 400
    assert {d.meta["split"] for d in long} >= {"train", "test"}
    assert all(sum(span.label == "person.official" for span in d.spans) >= 20 for d in long)


HAN = "安邦诚达恩芳刚华佳凯丽敏宁平琴仁思涛伟祥雅志"


def test_a_script_without_spaces(tmp_path: Path) -> None:
    given = [a + b for a in HAN for b in HAN if a != b]
    lists = {
        "given_female": given,
        "given_male": given,
        "family": list("王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩"),
    }
    for kind, ending in (("village", "村"), ("city", "市"), ("region", "省"), ("hospital", "医院")):
        lists[kind] = [f"{a}{b}{ending}" for a in HAN for b in HAN[:6]]
    lists["symptom"] = ["头痛", "咳嗽", "发烧", "皮疹"]
    texts = [
        f"== a-{i}\n第{sign}位患者{{patient}}住{{village}},因{{symptom}}到{{hospital}}就诊"
        for i, sign in enumerate(HAN)
    ]
    free = [f"== b-{i}\n{sign}{sign}问一下{{symptom}}和{{symptom#2}}怎么办" for i, sign in enumerate(HAN)]
    names = {"order": "family_given", "separator": ""}
    templates = {"message": "\n".join(texts + free)}
    pack = make_pack(tmp_path, templates, {}, lists, spaced=False, names=names, registers={"message": 1})
    documents = kept(made(pack, 200, max_words=30))
    assert len(documents) > 180
    for document in documents:
        for span in document.spans:
            value = document.text[span.start : span.end]
            assert " " not in value
            assert value not in document.text[: span.start] + "|" + document.text[span.end :]
    stats = Statistics(())
    for document in documents:
        stats.add(document)
    assert set(stats.overlaps().values()) == {0}
