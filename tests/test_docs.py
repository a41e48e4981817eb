"""Every command that the README and docs/ show exists, with each option that is shown; none is run.

Commands in code blocks must be complete (a missing argument or a wrong choice fails); commands named inside a
sentence may leave out what they like.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import shlex
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from ficha.cli import app as ficha_app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OURS = ("ficha", "synth", "eval", "train", "serve")
_BLOCK = re.compile(r"^```(?:bash|sh|console)?\n(.*?)^```", re.M | re.S)
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_START = re.compile(r"^(?:\$ )?(?:\w+=\S* )*(?:\S*/)?(?=ficha |python -m |make )")
_TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def _shown(page: Path) -> list[tuple[str, bool]]:
    """The commands of a page, and whether each stands in a code block."""
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(_BLOCK.findall(text)).replace("\\\n", " ").splitlines()
    inline = [re.sub(r"[\[\]…]", "", words) for words in _INLINE.findall(_BLOCK.sub("", text))]
    parts = [(part, True) for line in blocks for part in re.split(r" \| | && ", line)]
    candidates = [*parts, *((words, False) for words in inline)]
    return [(command, whole) for part, whole in candidates if (command := _command(part))]


def _command(line: str) -> str:
    found = _START.match(line)
    if not found:
        return ""
    plain = re.sub(r"\[(--[^\]]+)\]", r"\1", line[found.end() :])  # an option that may be left out
    return re.sub(r" (?:>|2>|<) ?\S+", "", plain)


@lru_cache
def _program(module: str) -> Any:
    """What `python -m module` runs: a command of typer's, or an argparse parser."""
    names = (f"{module}.cli", f"{module}.__main__", module)
    name = next(n for n in names if _is_module(n))
    loaded = importlib.import_module(name)
    if hasattr(loaded, "parser"):
        return loaded.parser()
    if hasattr(loaded, "app"):
        return get_command(loaded.app)
    one = typer.Typer()
    one.command()(loaded.main)
    return get_command(one)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _parse(command: Any, words: list[str], whole: bool) -> None:
    if isinstance(command, argparse.ArgumentParser):
        known = set(command._option_string_actions)
        assert {w.split("=")[0] for w in words if w.startswith("--")} <= known
        return
    while hasattr(command, "commands"):
        if not words or words[0] not in command.commands:
            assert command.invoke_without_command or not words, words[0]
            break
        command, words = command.commands[words[0]], words[1:]
    command.make_context("shown", list(words), resilient_parsing=not whole)


def _fault(shown: str, whole: bool) -> str | None:
    words = shlex.split(shown, comments=True)
    try:
        if words[0] == "make":
            named = [w for w in words[1:] if "=" not in w and w.isalpha()]
            assert set(named[:1]) <= _TARGETS, f"no target {named[0]}"
        elif words[0] == "ficha":
            _parse(get_command(ficha_app), words[1:], whole)
        elif words[2].split(".")[0] in OURS:
            assert _is_module(words[2]), f"no module {words[2]}"
            if len(words) > 3:
                _parse(_program(words[2]), words[3:], whole)
    except typer.Exit:  # --help and the like
        return None
    except Exception as error:  # whatever a parser says: the command would not run
        return f"{shown}: {type(error).__name__}: {error}"
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_shown_exists(page: Path) -> None:
    assert [fault for shown, whole in _shown(page) if (fault := _fault(shown, whole))] == []


@pytest.mark.parametrize(
    "wrong",
    [
        "ficha redakt a.txt",
        "ficha redact a.txt --colour",
        "ficha redact",
        "ficha redact a.txt --engine none",
        "python -m serve.absent",
        "python -m serve key a --files keys",
        "python -m train.sft --recipes x",
        "make absent",
    ],
)
def test_what_does_not_exist_is_noticed(wrong: str) -> None:
    assert _fault(wrong, True)


def test_the_help_names_the_commands_that_there_are() -> None:
    command: Any = get_command(ficha_app)
    named = re.search(r"`ficha ([a-z| ]+)`", command.help or "")
    assert named is not None
    assert named[1].split(" | ") == list(command.commands)


def test_every_page_is_named_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES[1:] if page.name not in readme] == []
