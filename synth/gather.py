"""Gathers natural sentences for a pack from running text, and leaves out every one that may name somebody.

The filter is strict: it would rather lose nine good sentences than keep one name. `python -m synth gather` writes
`synth/languages/<iso>/natural/<name>.txt` with the source, the licence and the count of each reason on top.

>>> sieve = Sieve(pack, texts)
>>> sieve.fault_of("Jana Achieng alikuja kliniki."), sieve.fault_of("Osha mikono kwa sabuni.")
('a capital inside', None)
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import babel

from ficha.errors import InputError
from ficha.normalise import HAN
from synth.natural import in_order_of_hash
from synth.pack import Pack
from synth.slots import CLOSED_LISTS, NAME_LISTS, OSM_SUFFIX, SPLIT_LISTS
from synth.words import fold, name_tokens, words_of

WORDS = (4, 24)  # least and most words of a sentence
SIGNS = (7, 60)  # the same in Chinese characters
# Terms with capitals and digits that name no one; all else with either is left out.
TERMS = re.compile(
    r"\b(?:COVID(?:-19)?|SARS(?:-CoV(?:-2)?)?|MERS(?:-CoV)?|H?CoV|HIV|AIDS|RNA|DNA|RT-PCR|PCR|ARDS|ICU|IFN|ECMO|CT)(?![A-Za-z])"
)
LEAST_SEEN = 3  # times that a sentence's first word must occur in lower case elsewhere, to be no name
_PLAIN = re.compile(rf"[^\W\d_]|[ ,.;:?!'’ʼ‘`/()–—-]|[{HAN}，。；：？！、（）“”]")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’ʼ‘`-][^\W\d_]+)*")
_ENDS = re.compile(r"(?<=[.?!])\s+|(?<=[。？！；])\s*")
# Chinese names of institutions and places that a dictionary leaves untagged: a sign of one, unless a word stands before
# it that makes it a common noun (`这家公司`), and short signs for countries.
_HAN_NAMED = re.compile(
    "(?<![的家所个间在去到由与和及该本各某这那是有建座向从为被各开办])"
    "(?:大学|学院|学校|中学|小学|公司|医院|集团|银行|车站|机场|码头|遗址|地区|[省县镇乡州岛湾港郡寺庙街沟])"
    "|市(?!场|民)|国立|帝国|王国|共和|地名|朝代|[清明唐宋元汉]朝|后汉|年间|百济|台铁|开发区|小说|影片|该片|球员"
    "|[中日美英法德俄苏韩台港澳欧](?:国|军|方|式|语|文|裔|人|俄|战|洲)"
)
# Sentences about violence against persons, out of place in these documents.
_UNFIT = re.compile("强奸|种族灭绝|屠杀|kabas|estupr|jenoside|itsemba|\\brape|kunajisi", re.IGNORECASE)
ORDINARY = 20  # frequency in jieba's dictionary: a rarer word must be seen three times in the texts
_NAME_TAGS = ("nr", "ns", "nt", "nz")  # jieba's: person, place, organisation, other name
_PARTICLES = frozenset(("u", "uj", "ul", "uz", "ug", "ud", "uv", "p", "c", "d", "r", "m", "q", "f", "y", "v", "w"))
_HAN_ROLES = re.compile(
    "(?<![们者府家人他她它我你会院局部])(?:认为|表示|指出|宣称|声称)"
    "|其妻|其夫|之妻|之子|之女|网友|动画师|制作人|导演|演员|歌手|总统|主席|总理|教授|博士|先生|女士|小姐|国王|皇帝|将军|选手|主演|饰|作家"
)
_ENGLISH_I = re.compile(r"I(?:['’](?:m|ve|d|ll))?")
_LABELLED_LATER = ("relationship",)  # kin words alone name nobody: templates use them as carrier text too


def read_texts(file: Path) -> Iterator[str]:
    """The texts of a file: the `text` of each JSON line (`.jsonl`), or its lines. Raises InputError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        if file.suffix == ".jsonl":
            yield from (str(json.loads(line)["text"]) for line in lines if line.strip())
        else:
            yield from (line.strip() for line in lines if line.strip() and not line.startswith("#"))
    except OSError as error:
        raise InputError(f"can't read {file} ({error.strerror}): name a text or JSONL file") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{file} isn't JSON lines with a field text: expected one object a line") from None


def sentences_of(texts: Iterable[str]) -> Iterator[str]:
    """The sentences of running text, blanks evened."""
    for text in texts:
        for sentence in _ENDS.split(text):
            if sentence := " ".join(sentence.split()):
                yield sentence


class Sieve:
    """The filter for one language; `texts` are all texts at hand, from which it learns what is an ordinary word."""

    def __init__(self, pack: Pack, texts: Iterable[str]) -> None:
        locale = pack.locale
        self._han = not locale.settings.has_word_spaces
        self._english = pack.code == "eng"
        common = {fold(word) for word in locale.entries("common_words")}
        kinds = {kind for kind, _ in locale.list_files}
        self._names = {t for k in kinds & set(NAME_LISTS) for v in locale.entries(k) for t in name_tokens(v)} - common
        listed = {*SPLIT_LISTS, *CLOSED_LISTS} - {k for k in CLOSED_LISTS if k.startswith(_LABELLED_LATER)}
        self._values = {
            words_of(value)
            for kind in kinds
            if kind.removesuffix(OSM_SUFFIX) in listed
            for value in locale.entries(kind)
            if fold(value) not in common
        }
        # `abanyarwanda` holds Rwanda: names of countries and regions are looked for inside words too.
        lands = {fold(v) for kind in ("country", "region", "city") for v in locale.entries(kind)}
        english = babel.Locale("en").territories
        lands |= {fold(english[country]) for country in pack.settings.countries}
        self._lands = tuple(sorted(v for v in lands - common if len(v) >= 5 and v.isalpha()))
        if self._han:  # 长治市 is also 长治
            self._values |= {v[:-1] for v in self._values if len(v) > 2 and v[-1] in "省市区县镇乡村"}
        self._longest = max(map(len, self._values), default=0)
        settings = locale.settings
        dated = [*settings.weekdays, *(m for names in settings.months.values() for m in names)]
        dated += [*settings.time_units.years, *settings.time_units.months]
        self._dated = {words_of(word) for word in dated if len(word) > 1} if not self._han else set()
        self._numbers = {fold(word) for word in settings.number_words[2:]}  # the first are "one", often an article
        self._honorifics = {fold(h).rstrip(".") for h in settings.honorifics} - common
        self._lower: Counter[str] = Counter()
        self._capital: Counter[str] = Counter()  # with a capital inside a sentence
        self._seen: Counter[str] = Counter()  # Chinese words
        for sentence in sentences_of(texts):
            if self._han:
                import jieba

                self._seen.update(set(jieba.cut(sentence)))
                continue
            for match in _TOKEN.finditer(sentence):
                word = match[0]
                if word.islower():
                    self._lower[fold(word)] += 1
                elif match.start():
                    self._capital[fold(word)] += 1

    def fault_of(self, sentence: str) -> str | None:
        """The reason to leave a sentence out, or None."""
        sentence = TERMS.sub("病毒" if self._han else "virus", sentence)
        if _PLAIN.sub("", sentence):
            return "a digit, quote or other sign"
        if _UNFIT.search(sentence):
            return "violence"
        return self._fault_han(sentence) if self._han else self._fault_spaced(sentence)

    def _fault_spaced(self, sentence: str) -> str | None:
        tokens = _TOKEN.findall(sentence)
        ended = sentence[-1] in ".?!"
        if not tokens or not sentence[0].isalpha() or not (ended or (sentence[0].isupper() and sentence[-1].isalpha())):
            return "no whole sentence"
        if not WORDS[0] <= len(sentence.split()) <= WORDS[1]:
            return "too short or too long"
        if any(w != w.lower() and not (self._english and _ENGLISH_I.fullmatch(w)) for w in tokens[1:]):
            return "a capital inside"
        first = fold(tokens[0])
        if not tokens[0].islower() and (tokens[0][1:] != tokens[0][1:].lower() or self._lower[first] < LEAST_SEEN):
            return "a first word that may be a name"
        if any(self._capital[fold(w)] > self._lower[fold(w)] for w in tokens):
            return "a word that is mostly written with a capital"
        return self._listed(sentence)

    def _listed(self, sentence: str) -> str | None:
        if self._names & set(name_tokens(sentence)):
            return "a listed name"
        words = words_of(sentence)
        runs = {words[i:j] for i in range(len(words)) for j in range(i + 1, min(len(words), i + self._longest) + 1)}
        if runs & self._values:
            return "a listed place, organisation, profession, people or faith"
        if not self._han and any(land in word for word in words for land in self._lands):
            return "a country or region inside a word"
        if runs & self._dated:
            return "a month, weekday, or unit of age"
        if self._numbers & set(words):
            return "a number in words"
        if self._honorifics & {fold(w) for w in _TOKEN.findall(sentence)}:
            return "a form of address"
        return None

    def _fault_han(self, sentence: str) -> str | None:
        sentence = sentence.replace(" ", "")
        signs = sum("一" <= c <= "鿿" for c in sentence)
        if not SIGNS[0] <= signs <= SIGNS[1]:
            return "too short or too long"
        if re.search(r"[A-Za-z]", sentence):
            return "Latin letters"
        if re.search(r"[〇零一二三四五六七八九十百千两几](?:岁|年|月|日|号|世纪)|星期|周[一二三四五六日]", sentence):
            return "a date or an age in words"
        if _HAN_NAMED.search(sentence):
            return "the sign of a place, institution or country"
        if _HAN_ROLES.search(sentence):
            return "a role that a name goes with"
        return self._tagged(sentence) or self._listed(sentence)

    def _tagged(self, sentence: str) -> str | None:
        """Chinese writes no capitals: jieba (MIT) tells names, places, organisations and works from other words."""
        import jieba.posseg  # only this command needs it

        # Its dictionary's names are looked for at every place: the cutting may run across one.
        pieces = {sentence[i:j] for i in range(len(sentence)) for j in range(i + 2, min(len(sentence), i + 8) + 1)}
        if pieces & _dictionary_names():
            return "a name of the dictionary"
        lone = 0  # single signs in a row that are no particles, as a name falls into where it is in no dictionary
        for word, flag in jieba.posseg.cut(sentence, HMM=False):
            lone = lone + 1 if len(word) == 1 and flag not in _PARTICLES else 0
            if lone > 1 or flag.startswith(_NAME_TAGS):
                return "a word tagged as a name"
        if not all(self._is_ordinary(word) for word in jieba.cut(sentence) if len(word) > 1):
            return "a rare word"
        return None

    def _is_ordinary(self, word: str) -> bool:
        import jieba

        frequency = jieba.get_FREQ(word) or 0
        return frequency >= ORDINARY or (frequency > 0 and self._seen[word] >= LEAST_SEEN)


@cache
def _dictionary_names() -> frozenset[str]:
    """The names of persons, places, organisations and works in jieba's dictionary (`word frequency tag` a line)."""
    import jieba

    with jieba.get_dict_file() as file:
        entries = (line.decode("utf-8").split() for line in file)
        return frozenset(word for word, _, tag in entries if len(word) > 1 and tag.startswith(_NAME_TAGS))


def gather(pack: Pack, source: Iterable[str], texts: Iterable[str], limit: int) -> tuple[list[str], Counter[str]]:
    """The sentences of `source` that pass, at most `limit`, and the count of each reason against the others."""
    sieve = Sieve(pack, texts)
    reasons: Counter[str] = Counter()
    passed = []
    for sentence in sentences_of(source):
        reason = sieve.fault_of(sentence)
        if reason is None:
            passed.append(sentence)
        else:
            reasons[reason] += 1
    kept = in_order_of_hash(passed, limit)
    if left := len(passed) - len(kept):
        reasons["said twice, or beyond the limit"] = left
    return kept, reasons


FILTER = (
    "whole sentences without digits, quotes or capitals inside (but for virus and method names), whose first word is "
    "seen in lower case elsewhere, and without a listed name, place, organisation, profession, people, faith, form of "
    "address, month, weekday, unit of age or number word; `synth/gather.py` has the rules"
)
FILTER_HAN = (
    "whole sentences without digits, Latin letters or quotes, in which jieba tags no name, place, organisation or "
    "unknown word, and without a listed name, place, organisation, profession, people, faith, form of address, date, "
    "age or number word; `synth/gather.py` has the rules"
)


def gather_file(
    pack: Pack, file: Path, known: Sequence[Path], name: str, source: str, licence: str, limit: int
) -> tuple[Path, int]:
    """Write `natural/<name>.txt` of the pack: its path, and how many sentences it has.

    Raises InputError where a file can't be read or nothing passes the filter.
    """
    texts = list(read_texts(file))
    kept, reasons = gather(pack, texts, [*texts, *(t for other in known for t in read_texts(other))], limit)
    if not kept:
        raise InputError(f"{file}: no sentence passes the filter ({_listing(reasons)}): expected running text")
    head = [
        f"# source: {source}",
        f"# licence: {licence}",
        f"# filter: {FILTER if pack.locale.settings.has_word_spaces else FILTER_HAN}",
        f"# left out: {_listing(reasons)}",
    ]
    out = pack.folder / "natural" / f"{name}.txt"
    out.parent.mkdir(exist_ok=True)
    out.write_text("\n".join([*head, *kept]) + "\n", encoding="utf-8")
    return out, len(kept)


def _listing(reasons: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
