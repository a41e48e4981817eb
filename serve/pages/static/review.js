// The review page: documents one by one, spans accepted, changed, removed or added, keyboard first.
import { call, download, fill, mark, Problem, readText } from "./common.js";
import { Desk, parseLines } from "./desk.js";

const by = (id) => document.getElementById(id);
let desk = null;
let known = null;
let chosen = -1;
let unsaved = false;

async function guarded(work) {
  by("problem").hidden = true;
  try {
    await work();
  } catch (problem) {
    by("problem").textContent = problem instanceof Problem || problem instanceof Error ? problem.message : "It did not work.";
    by("problem").hidden = false;
    if (problem.status === 401) { by("key-field").hidden = false; by("key").focus(); }
  }
}

function draw() {
  const { current } = desk;
  by("where").textContent = `${desk.at + 1} of ${desk.documents.length}: ${current.id}${current.decided ? " (accepted)" : ""}`;
  by("reasons").replaceChildren(...current.reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  mark(by("text"), current.text, current.spans, (element, span, n) => {
    element.tabIndex = 0;
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", String(n === chosen));
    element.setAttribute("aria-label", `${span.label}: ${element.textContent}`);
    if (current.flagged.some((flag) => flag.start < span.end && span.start < flag.end)) element.classList.add("flag");
    element.addEventListener("focus", () => choose(n, element));
    element.addEventListener("click", () => element.focus());
  });
  tellChosen();
}

function tellChosen() {
  const span = desk.current.spans[chosen];
  by("chosen").textContent = span ? `Span ${chosen + 1} of ${desk.current.spans.length}: ${span.label}` : `${desk.current.spans.length} spans, none chosen; ${desk.undecided} documents undecided`;
}

function choose(n, element) {
  chosen = n;
  for (const other of by("text").querySelectorAll("mark")) other.setAttribute("aria-selected", "false");
  element.setAttribute("aria-selected", "true");
  by("label").value = desk.current.spans[n].label;
  tellChosen();
}

function focusSpan(n) {
  by("text").querySelectorAll("mark")[n]?.focus();
}

// The selection in code points of the source. What `::after` shows isn't part of the text.
function selection() {
  const range = getSelection().rangeCount ? getSelection().getRangeAt(0) : null;
  if (!range || range.collapsed || !by("text").contains(range.startContainer) || !by("text").contains(range.endContainer)) return null;
  const offset = (node, at) => {
    const before = document.createRange();
    before.setStart(by("text"), 0);
    before.setEnd(node, at);
    return Array.from(before.toString()).length;
  };
  let start = offset(range.startContainer, range.startOffset);
  let end = offset(range.endContainer, range.endOffset);
  const points = Array.from(desk.current.text);
  while (start < end && /\s/u.test(points[start])) start += 1;
  while (end > start && /\s/u.test(points[end - 1])) end -= 1;
  return start < end ? { start, end } : null;
}

function step(work) {
  work();
  unsaved = true;
  draw();
}

const actions = {
  add() {
    const where = selection();
    if (!where) throw new Problem("Select text in the document first.");
    step(() => { chosen = desk.add(where.start, where.end, by("label").value); });
    focusSpan(chosen);
  },
  change() { step(() => desk.change(chosen, by("label").value)); focusSpan(chosen); },
  remove() { step(() => { desk.remove(chosen); chosen = -1; }); by("text").focus(); },
  undo() { step(() => { desk.undo(); chosen = -1; }); },
  accept() { step(() => { desk.accept(); chosen = -1; }); by("text").focus(); },
  next() { desk.move(1); chosen = -1; draw(); by("text").focus(); },
  previous() { desk.move(-1); chosen = -1; draw(); by("text").focus(); },
  save() {
    const corpus = desk.corpus();
    if (!corpus) throw new Problem("Nothing is accepted yet.");
    download("reviewed.jsonl", corpus, "application/x-ndjson");
    unsaved = false;
  },
};
const keys = { n: "add", c: "change", x: "remove", Delete: "remove", u: "undo", a: "accept", j: "next", k: "previous", s: "save" };

async function load() {
  if (!known) {
    known = await call("/v1/choices", undefined, by("key").value);
    fill(by("label"), known.labels);
  }
  const [texts, findings] = [by("texts").files[0], by("findings").files[0]];
  if (!texts || !findings) return;
  desk = new Desk(parseLines(await readText(texts), texts.name), parseLines(await readText(findings), findings.name), known.categories, by("all").checked);
  if (!desk.documents.length) { desk = null; by("desk").hidden = true; throw new Problem("No document of these files is to be reviewed."); }
  chosen = -1;
  by("desk").hidden = false;
  by("open").open = false;
  draw();
  by("text").focus();
}

by("key-field").addEventListener("submit", (event) => { event.preventDefault(); guarded(load); });
for (const id of ["texts", "findings", "all"]) by(id).addEventListener("change", () => guarded(load));
for (const [id, action] of Object.entries(actions)) by(id).addEventListener("click", () => guarded(action));
// A press on a button would take the selection away before it is read.
by("add").addEventListener("mousedown", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (!desk || event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const count = desk.current.spans.length;
    if (count) focusSpan((chosen + (event.key === "ArrowRight" ? 1 : -1) + count + (chosen < 0 && event.key === "ArrowLeft" ? 1 : 0)) % count);
    event.preventDefault();
  } else if (keys[event.key]) {
    event.preventDefault();
    guarded(actions[keys[event.key]]);
  }
});
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
