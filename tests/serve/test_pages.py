"""The pages in a headless Chromium: what a person sees, types and saves, and no request to anywhere else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from serve.service import rules_service
from tests.serve.running import gateway

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine (Debian: apt install chromium)")
TEXT = "Naitwa Zuwena 😀, simu 0712 345 678.\nBarua: zuwena@example.org <b>x</b>"
REDACTED = "Naitwa Zuwena 😀, simu [CONTACT_PHONE].\nBarua: [CONTACT_OTHER] <b>x</b>"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with gateway(rules_service()) as client:
        yield str(client.base_url)


@pytest.fixture(scope="module")
def browser_page(site: str) -> Iterator[Page]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page(accept_downloads=True)
        browser.close()


@pytest.fixture
def page(browser_page: Page, site: str) -> Iterator[Page]:
    elsewhere: list[str] = []
    errors: list[str] = []
    browser_page.on(
        "request", lambda r: None if r.url.startswith((site, "data:", "blob:")) else elsewhere.append(r.url)
    )
    browser_page.on("pageerror", lambda error: errors.append(str(error)))
    browser_page.set_viewport_size({"width": 1100, "height": 900})
    yield browser_page
    assert elsewhere == []
    assert errors == []


def _redact(page: Page, site: str) -> None:
    page.goto(site)
    page.fill("#source", TEXT)
    page.select_option("#lang", "swa")
    page.press("#source", "Control+Enter")
    page.wait_for_selector("#answer:not([hidden])")


def test_a_text_is_redacted_beside_its_source(page: Page, site: str) -> None:
    _redact(page, site)
    assert page.text_content("#redacted") == REDACTED
    assert page.text_content("#marked") == TEXT
    assert page.locator("#marked mark").all_text_contents() == ["0712 345 678", "zuwena@example.org"]
    assert page.locator("#marked b").count() == 0
    assert page.text_content("#verdict") == "ok"
    assert page.locator("#spans tbody tr").count() == 2


def test_the_result_downloads_as_it_stands(page: Page, site: str) -> None:
    _redact(page, site)
    with page.expect_download() as text:
        page.click("#save-text")
    assert Path(text.value.path()).read_text(encoding="utf-8") == REDACTED
    with page.expect_download() as result:
        page.click("#save-json")
    assert json.loads(Path(result.value.path()).read_text(encoding="utf-8"))["text"] == REDACTED


def test_a_file_that_is_not_utf8_is_refused(page: Page, site: str, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(b"caf\xe9")
    page.goto(site)
    page.set_input_files("#file", str(file))
    page.wait_for_selector("#problem:not([hidden])")
    assert "not UTF-8" in (page.text_content("#problem") or "")
    assert page.input_value("#source") == ""


@pytest.fixture
def review(page: Page, site: str, tmp_path: Path) -> Page:
    texts = [{"id": str(n), "lang": "swa", "text": TEXT, "spans": [], "meta": {"split": "train"}} for n in range(3)]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(t) + "\n" for t in texts), encoding="utf-8")
    with httpx.Client(base_url=site) as client:
        results = client.post("/v1/redact", json={"texts": [TEXT] * 3, "lang": "swa"}).json()["results"]
    results[0]["status"], results[2]["status"] = "review", "review"
    (tmp_path / "results.jsonl").write_text("".join(json.dumps(r) + "\n" for r in results), encoding="utf-8")
    page.goto(f"{site}/review")
    page.set_input_files("#texts", str(tmp_path / "texts.jsonl"))
    page.set_input_files("#findings", str(tmp_path / "results.jsonl"))
    page.wait_for_selector("#desk:not([hidden])")
    return page


def test_a_missed_name_is_added_by_selecting_it_and_saved_as_training_data(review: Page) -> None:
    assert review.text_content("#where") == "1 of 2: 0"
    review.evaluate(
        """() => { const node = document.querySelector('#text').firstChild;
        const range = document.createRange(); range.setStart(node, 7); range.setEnd(node, 16);
        getSelection().removeAllRanges(); getSelection().addRange(range); }"""
    )
    review.select_option("#label", "person.patient")
    review.click("#add")
    review.keyboard.press("a")
    assert review.text_content("#where") == "2 of 2: 2"
    with review.expect_download() as saved:
        review.keyboard.press("s")
    (record,) = [json.loads(line) for line in Path(saved.value.path()).read_text(encoding="utf-8").splitlines()]
    found = [(TEXT[s["start"] : s["end"]], s["label"]) for s in record["spans"]]
    assert found == [
        ("Zuwena 😀", "person.patient"),
        ("0712 345 678", "contact.phone"),
        ("zuwena@example.org", "contact.email"),
    ]
    assert record["meta"] == {"split": "train", "reviewed": True}


def test_the_keyboard_changes_removes_and_undoes(review: Page) -> None:
    review.keyboard.press("ArrowRight")
    assert "contact.phone" in (review.text_content("#chosen") or "")
    review.keyboard.press("x")
    assert review.locator("#text mark").all_text_contents() == ["zuwena@example.org"]
    review.keyboard.press("u")
    assert review.locator("#text mark").all_text_contents() == ["0712 345 678", "zuwena@example.org"]
    review.keyboard.press("ArrowLeft")
    review.select_option("#label", "contact.url")
    review.locator("#text mark").nth(1).focus()
    review.select_option("#label", "contact.url")
    review.click("#change")
    assert review.locator("#text mark").nth(1).get_attribute("data-label") == "contact.url"


@pytest.mark.parametrize("path", ["/", "/review"])
@pytest.mark.parametrize("width", [1100, 360])
def test_pages_are_accessible_and_fit_small_screens(page: Page, site: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    if path == "/":
        _redact(page, site)
    else:
        page.goto(site + path)
    results = Axe().run(page)
    assert [v["id"] for v in results.response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
