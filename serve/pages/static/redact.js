// The redact page: one text in, its redaction beside it.
import { call, download, fill, mark, Problem, readText } from "./common.js";

const by = (id) => document.getElementById(id);
let last = null;

function tell(problem) {
  by("problem").textContent = problem.message;
  by("problem").hidden = false;
  if (problem.status === 401) {
    by("key-field").hidden = false;
    by("key").focus();
  }
}

async function guarded(work) {
  by("problem").hidden = true;
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    tell(problem);
  }
}

async function choices() {
  if (by("operator").length) return;
  const known = await call("/v1/choices", undefined, by("key").value);
  fill(by("lang"), known.languages);
  fill(by("policy"), known.policies);
  fill(by("operator"), known.operators);
}

function cell(row, text) {
  const place = row.insertCell();
  place.textContent = text;
}

function show(text, result) {
  last = result;
  by("verdict").textContent = { ok: "ok", review: "to review" }[result.status];
  by("verdict").className = result.status;
  by("reasons").replaceChildren(...result.reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  mark(by("marked"), text, result.spans);
  by("redacted").textContent = result.text;
  const body = by("spans").tBodies[0];
  body.replaceChildren();
  for (const span of result.spans) {
    const row = body.insertRow();
    cell(row, `${span.start}–${span.end}`);
    for (const key of ["label", "placeholder"]) cell(row, span[key]);
    cell(row, span.score.toFixed(2));
    for (const key of ["source", "why"]) cell(row, span[key]);
  }
  by("answer").hidden = false;
}

async function redact() {
  by("answer").hidden = true;
  by("go").setAttribute("aria-busy", "true");
  try {
    await choices();
    // A textarea turns CRLF into LF; what is sent is what is shown.
    const text = by("source").value;
    const body = { text, operator: by("operator").value, explain: true };
    if (by("lang").value) body.lang = by("lang").value;
    if (by("policy").value) body.policy = by("policy").value;
    show(text, await call("/v1/redact", body, by("key").value));
  } finally {
    by("go").removeAttribute("aria-busy");
  }
}

const open = (file) => guarded(async () => { by("source").value = await readText(file); });

by("form").addEventListener("submit", (event) => { event.preventDefault(); guarded(redact); });
by("source").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) by("form").requestSubmit();
});
by("file").addEventListener("change", () => { if (by("file").files[0]) open(by("file").files[0]); });
by("choose").addEventListener("click", () => by("file").click());
by("source").addEventListener("dragover", (event) => { event.preventDefault(); by("source").classList.add("dropping"); });
by("source").addEventListener("dragleave", () => by("source").classList.remove("dropping"));
by("source").addEventListener("drop", (event) => {
  by("source").classList.remove("dropping");
  if (event.dataTransfer.files[0]) { event.preventDefault(); open(event.dataTransfer.files[0]); }
});
by("copy").addEventListener("click", () => navigator.clipboard.writeText(last.text));
by("save-text").addEventListener("click", () => download("redacted.txt", last.text, "text/plain"));
by("save-json").addEventListener("click", () => download("result.jsonl", `${JSON.stringify(last)}\n`, "application/x-ndjson"));
guarded(choices);
