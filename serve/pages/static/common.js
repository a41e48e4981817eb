// What both pages share: calls to the gateway, offsets in code points, and marked text.
// Texts enter the page as text nodes only, never as HTML.

export class Problem extends Error {}

export async function call(path, body, key) {
  const headers = { "content-type": "application/json" };
  if (key) headers.authorization = `Bearer ${key}`;
  let answer;
  try {
    answer = await fetch(path, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Problem("The gateway can't be reached.");
  }
  const record = await answer.json().catch(() => null);
  if (answer.ok && record) return record;
  const problem = new Problem(record?.error?.message ?? `The gateway answered ${answer.status}.`);
  problem.status = answer.status;
  throw problem;
}

export function fill(select, values) {
  for (const value of values) select.add(new Option(value, value));
}

// A category keeps its colour from one text to the next.
export function colour(label) {
  let sum = 0;
  for (const character of label) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  return `c${sum % 8}`;
}

// Write `text` into `place` with a mark a span; offsets are code points, as in every file of Ficha.
export function mark(place, text, spans, decorate) {
  const points = Array.from(text);
  const children = [];
  let at = 0;
  spans.forEach((span, n) => {
    children.push(points.slice(at, span.start).join(""));
    const element = document.createElement("mark");
    element.className = colour(span.label);
    element.dataset.label = span.label;
    element.textContent = points.slice(span.start, span.end).join("");
    if (decorate) decorate(element, span, n);
    children.push(element);
    at = span.end;
  });
  children.push(points.slice(at).join(""));
  place.replaceChildren(...children);
}

export function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// UTF-8 or nothing: a file in another encoding would be redacted wrongly.
export async function readText(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Problem(`${file.name} is not UTF-8: save it as UTF-8 and open it again.`);
  }
}
